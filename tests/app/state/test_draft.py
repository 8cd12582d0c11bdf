"""The canvas: squares keep their places while the kingdom grows, shrinks, and its photo is read again."""

from __future__ import annotations

import pytest

from scorer.app.state.draft import CASTLE_ALONE, Draft
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place, Square, Terrain
from tests.ui.drawn import CORNERS, NOTATION, reading

LAKE = Square(Terrain.LAKE, 1)


def test_growing_to_the_left_moves_no_other_square() -> None:
    draft = Draft.of(Kingdom.parse("wC")).put((0, -1), LAKE)
    assert str(draft.kingdom) == "l1wC"
    assert draft.at((0, 0)) == Square(Terrain.WHEAT)
    assert draft.on_draft((0, 0)) == (0, -1)


def test_shrinking_keeps_the_rest_in_place() -> None:
    draft = Draft.of(Kingdom.parse("wC/f.")).put((0, 0), Place.EMPTY).put((0, 1), Place.EMPTY)
    assert (str(draft.kingdom), draft.origin) == ("f", (1, 0))
    assert str(Draft.of(CASTLE_ALONE).put((0, 0), Place.EMPTY).kingdom) == "."


def test_moving_the_castle_flags_its_old_square() -> None:
    draft = Draft.of(Kingdom.parse("wC")).put((0, 0), Place.CASTLE)
    assert str(draft.kingdom) == "C?"
    assert draft.doubtful == ((0, 1),)


def test_tokens_survive_corrections() -> None:
    draft = Draft.of(Kingdom.parse("tC coins=11 queen")).with_tokens(towers=2).put((0, 0), LAKE)
    assert str(draft.kingdom) == "l1C coins=11 towers=2 queen"


@pytest.mark.parametrize(
    ("notation", "size", "window"),
    [
        ("C", 5, (-2, -2, 2, 2)),
        ("wwwwC", 5, (-2, 0, 2, 4)),
        ("wwwwC/....w/....w/....w", 5, (-1, 0, 4, 4)),
        ("wwwwwwC", 7, (-2, 0, 2, 6)),
        ("wwwwwwwwC", 7, (-2, 0, 2, 8)),
    ],
)
def test_window_has_a_margin_where_the_kingdom_may_grow(
    notation: str, size: int, window: tuple[int, int, int, int]
) -> None:
    draft = Draft.of(Kingdom.parse(notation))
    assert draft.window(size) == window
    assert draft.shows(window[:2], size)
    assert not draft.shows((window[2] + 1, window[3]), size)


def test_places_outside_the_grid_lie_where_the_photo_goes_on() -> None:
    draft = Draft.read("photo", reading(Kingdom.parse(NOTATION)))
    inside, outside = draft.quad((0, 0)), draft.quad((0, -1))
    assert inside is not None
    assert outside is not None
    assert outside[1] == pytest.approx(inside[0], abs=0.01)
    assert outside[2] == pytest.approx(inside[3], abs=0.01)
    assert Draft.of(CASTLE_ALONE).quad((0, 0)) is None


def test_every_square_is_found_under_its_own_middle() -> None:
    draft = Draft.read("photo", reading(Kingdom.parse(NOTATION)))
    for position in [*draft.cells, (-1, 2), (5, 5)]:
        quad = draft.quad(position)
        assert quad is not None
        assert draft.position_at((sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)) == position


def test_reading_again_keeps_what_was_decided_where_it_still_lies() -> None:
    draft = Draft.read("photo", reading(Kingdom.parse(NOTATION))).put((4, 4), LAKE).put((0, 0), LAKE)
    # One column fewer on the left: the grid's first column is now the photo's second.
    full = draft.quad((0, 1))
    last = draft.quad((4, 1))
    assert full is not None
    assert last is not None
    narrow = Kingdom.parse("/".join("".join(map(str, row[1:])) for row in Kingdom.parse(NOTATION).rows))
    again = draft.reread(reading(narrow, (full[0], CORNERS[1], CORNERS[2], last[3])))
    assert again.at((4, 3)) == LAKE
    assert again.corrected == {(4, 3)}
    assert again.at((0, 0)) == Square(Terrain.SWAMP)


def test_corrected_squares_are_no_longer_flagged() -> None:
    draft = Draft.read("photo", reading(Kingdom.parse(NOTATION), doubtful=(1, 4)))
    assert draft.doubtful == ((1, 4),)
    assert draft.put((1, 4), Square(Terrain.WHEAT)).doubtful == ()


def test_squares_with_hidden_crowns_are_flagged() -> None:
    assert Draft.of(Kingdom.parse("m?C")).doubtful == ((0, 0),)


def test_a_correction_is_laid_where_it_differs_least() -> None:
    draft = Draft.of(Kingdom.parse("wC/f.")).replaced(Kingdom.parse("C/."))
    assert draft.at((0, 1)) is Place.CASTLE
    assert {position for position, cell in draft.cells.items() if cell is not Place.EMPTY} == {(0, 1)}
