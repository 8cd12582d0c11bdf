"""Arriving by a link, or back on a page that was loaded before."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from scorer.app.state import memory
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.ui.pages.steps import PHOTO, opened, page_of, shown, turn, upload, well


@pytest.mark.slow
@pytest.mark.parametrize("page", memory.PAGES)
def test_a_page_that_is_loaded_again_stays(page: str) -> None:
    table = {"game": encode(Game((Player("Ann", kingdoms=(Kingdom.parse("wC"),)),)))}
    for parts in (table, {}):
        assert page_of(opened(**parts, page=page)) == page
    assert page_of(opened(**table, page="no page of ours")) == "game"
    assert page_of(opened(page="no page of ours")) == "home"


@pytest.mark.slow
def test_chosen_language_survives_a_reload(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert shown(app, "kingdom_storage")["chosen"] == ""
    well(turn(app, "home").selectbox(key="language").set_value("de").run())
    kept = shown(app, "kingdom_storage")
    again = opened(**kept["address"], language=kept["chosen"])
    assert shown(again, "kingdom_storage")["language"] == "de"
    assert [slot.name for slot in again.session_state["session"].state.slots] == ["Spieler 1"]
    assert shown(opened(**kept["address"], language="no language of ours"), "kingdom_storage")["language"] == "en"
