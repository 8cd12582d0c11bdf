"""One player after the other."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.pages.steps import press, turn, well


def test_several_names_are_entered_in_one_field(app: AppTest) -> None:
    (names,) = [field for field in app.multiselect if field.label == "Who’s playing?"]
    names.set_value(["Ann\tSmith", "\x07", "B" * 50])
    press(app, "One player at a time")
    assert [slot.name for slot in app.session_state["session"].state.slots] == ["Ann Smith", "B" * 39 + "…"]


def test_entered_names_are_in_the_field_after_another_page_was_open(app: AppTest) -> None:
    (names,) = [field for field in app.multiselect if field.label == "Who’s playing?"]
    well(names.set_value(["Ann", "Zoé"]).run())
    turn(app, "rules")
    (names,) = [field for field in turn(app, "home").multiselect if field.label == "Who’s playing?"]
    assert names.value == ["Ann", "Zoé"]
    press(app, "One player at a time")
    assert [slot.name for slot in app.session_state["session"].state.slots] == ["Ann", "Zoé"]
