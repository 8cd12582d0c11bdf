"""The page of rules: what is chosen there counts at once."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.pages.steps import turn, well


def test_two_quick_choices_both_count(app: AppTest) -> None:
    turn(app, "rules")
    app.toggle(key="rule-harmony").set_value(True)
    app.radio(key="rule-size").set_value("7")
    well(app.toggle(key="rule-dynasty").set_value(True).run())
    state = app.session_state["session"].state
    assert (state.rules.harmony, state.rules.size, state.dynasty) == (True, 7, True)
