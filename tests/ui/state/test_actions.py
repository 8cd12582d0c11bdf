"""What is done on the component, and what nobody may do there."""

from __future__ import annotations

import pytest

from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.ui.state.actions import applied, cell_from, identity
from scorer.ui.state.canvas import CASTLE_ALONE, Canvas
from scorer.ui.state.history import History
from scorer.ui.state.page_state import PageState

CANVAS = Canvas.of(CASTLE_ALONE)


@pytest.mark.parametrize("at", ["3,0", "0,-9", "1000000000,0"])
def test_a_tap_outside_the_window_changes_nothing(at: str) -> None:
    history = History(PageState().seated(CANVAS, "Ann"))
    action = {"kind": "put", "kingdom": identity(history.present), "places": [at], "code": "w"}
    assert applied(history, action, {}) == (history, None)


def test_a_late_tap_on_another_board_changes_nothing() -> None:
    history = History(PageState().seated(CANVAS, "Ann").seated(CANVAS, "Bob"))
    action = {"kind": "put", "kingdom": identity(history.present.choose(0)), "places": ["0,1"], "code": "w"}
    assert applied(history, action, {}) == (history, None)


def test_a_stroke_is_one_step_and_leaves_out_what_is_not_on_the_board() -> None:
    history = History(PageState().seated(CANVAS.framed(5), "Ann"))
    action = {"kind": "put", "kingdom": identity(history.present), "places": ["0,1", "0,2", "0,3"], "code": "w"}
    painted, _ = applied(history, action, {})
    assert painted.present.canvas
    assert str(painted.present.canvas.kingdom) == "Cww"
    assert painted.undone().present is history.present


def test_two_squares_are_no_cell() -> None:
    history = History(PageState().seated(CANVAS, "Ann"))
    action = {"kind": "put", "kingdom": identity(history.present), "places": ["0,1"], "code": "ww"}
    with pytest.raises(ValueError, match="not one square"):
        applied(history, action, {})


def test_codes_become_cells() -> None:
    assert cell_from("m2") == Square(Terrain.MINE, 2)
    assert cell_from(".") is Place.EMPTY
    assert cell_from("t[church]") == Square(Terrain.TOWN, 0, "church")
