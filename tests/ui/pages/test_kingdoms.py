"""The page of kingdoms: correcting, undoing, and coins, towers, knights or the Queen."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.pages.steps import press, shown, well


@pytest.mark.slow
def test_a_proposed_correction_is_one_tap_away(app: AppTest) -> None:
    app.text_input[0].set_value("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgm3")  # the last square is forest
    press(app, "Add this kingdom")
    assert shown(app)["verdict"]["legality"] == "illegal"
    session = app.session_state["session"]
    session.host.search.of(session.state.draft.kingdom, session.state.settled_rules).result()  # found beside the page
    app.run()
    well(app.button(key="correct-0").click().run())
    assert shown(app)["verdict"]["legality"] == "legal"


def test_two_quick_token_changes_both_count(app: AppTest) -> None:
    app.text_input[0].set_value("tC")
    press(app, "Add this kingdom")
    app.number_input(key="token-coins").set_value(7)
    app.number_input(key="token-towers").set_value(2)
    well(app.toggle(key="token-queen").set_value(True).run())
    kingdom = app.session_state["session"].state.draft.kingdom
    assert (kingdom.coins, kingdom.towers, kingdom.queen) == (7, 2, True)
