"""The page of the table: who wins, names and colours, a new table."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from scorer.app.visit import Offer
from scorer.rules.model.messages import Message
from tests.ui.pages.steps import PHOTO, press, texts, turn, upload, well


@pytest.mark.slow
def test_names_can_be_changed(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "game")
    well(app.text_input(key="name-0").set_value("<b>Ann</b>").run())
    assert "&lt;b&gt;Ann&lt;/b&gt;" in texts(app)


@pytest.mark.slow
def test_long_name_is_shortened_and_reported(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "game")
    field = app.text_input(key="name-0")
    assert field.proto.max_chars == 0, "the browser would drop what is pasted, without a word"
    well(field.set_value("N" * 41).run())
    assert app.text_input(key="name-0").value == "N" * 39 + "…"
    assert [toast.value for toast in app.toast] == ["A name has at most 40 letters; this one was cut"]


def test_a_total_leaves_its_field_empty_for_the_next_player_and_a_wrong_one_stays(app: AppTest) -> None:
    turn(app, "game")
    for entered, left, players in (("45", "", 1), ("x", "x", 1), ("42", "", 2)):
        app.text_input(key="total-text").set_value(entered)
        press(app, "Add total")
        assert app.text_input(key="total-text").value == left
        assert len(app.session_state["session"].state.slots) == players


def test_the_notice_takes_no_other_elements_place(app: AppTest) -> None:
    """Streamlit would fill it with what was in that place, and show the old header in it."""
    session = app.session_state["session"]

    def drawn() -> list[tuple[str, ...]]:
        well(app.run())
        rows = (child if isinstance(child, Block) else None for child in app.main.children.values())
        return [tuple(str(button.key) for button in row.get("button")) if row else () for row in rows]

    without = drawn()
    session.offer = Offer(Message("Saved"), {"kind": "page", "value": "home"})
    with_notice = drawn()
    assert ("undo",) in with_notice and ("go-history",) in without
    assert with_notice.index(("go-history",)) == without.index(("go-history",))
    assert with_notice.index(("undo",)) == with_notice.index(("go-history",)) - 1
