"""Arriving by a link, or back on a page that was loaded before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from scorer.app.state import memory
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.ui import photos
from scorer.vision.reading import Reading
from tests.ui.drawn import reading
from tests.ui.pages.steps import PHOTO, opened, pages, place, shown, tap, texts, turn, upload, well


def test_a_link_brings_the_table_back(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    tap(app, kind="put", places=["1,4"], code="w1")
    again = opened(**shown(app, "kingdom_storage")["address"])
    assert shown(again)["total"] == "21"
    assert again.session_state["session"].snapshots == {}  # photos are not in it


@pytest.mark.parametrize("page", memory.PAGES)
def test_a_page_that_is_loaded_again_stays(page: str) -> None:
    table = {"game": encode(Game((Player("Ann", kingdoms=(Kingdom.parse("wC"),)),)))}
    for parts in (table, {}):
        assert pages(opened(**parts, page=page)).value == page
    assert pages(opened(**table, page="no page of ours")).value == "kingdoms"
    assert pages(opened(page="no page of ours")).value == "start"


def test_the_language_that_was_chosen_outlasts_a_reload(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert shown(app, "kingdom_storage")["chosen"] == ""
    well(app.button_group(key="language").set_value("de").run())
    kept = shown(app, "kingdom_storage")
    again = opened(**kept["address"], language=kept["chosen"])
    assert shown(again, "kingdom_storage")["language"] == "de"
    assert [seat.name for seat in again.session_state["session"].state.seats] == ["Spieler 1"]
    assert shown(opened(**kept["address"], language="no language of ours"), "kingdom_storage")["language"] == "en"


def test_names_that_nobody_typed_are_in_the_language_of_whoever_opens_the_link() -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("wC"),)) for name in ("Spieler 1", "Ann")))
    again = opened(game=encode(game))
    assert [seat.name for seat in again.session_state["session"].state.seats] == ["Player 1", "Ann"]


def test_a_damaged_link_says_so() -> None:
    app = opened(game="1damaged")
    assert "damaged" in app.warning[0].value
    assert pages(app).value == "start"


def test_a_page_loaded_again_asks_what_it_asked_before_and_says_what_is_gone(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    before = shown(app)
    again = opened(**shown(app, "kingdom_storage")["address"])
    after = shown(again)
    assert after["ask"] == before["ask"]
    assert place(again, "1,4")["doubt"]
    assert place(again, "1,4")["guesses"] == place(app, "1,4")["guesses"]
    assert "photos and the steps to undo are not kept" in again.warning[0].value


def test_a_kingdom_cut_off_is_not_settled_after_a_reload_either(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*_: object, **__: object) -> Reading:
        found = replace(reading(Kingdom.parse("wwC/wff")), cut=True)
        return Reading("cut.jpg", 700, 800, (found,))  # its corners lie at 900 × 1200

    monkeypatch.setattr(photos, "read_photo", cut)
    upload(app, ("cut.jpg", PHOTO))
    assert (shown(app)["verdict"]["legality"], "cuts this kingdom off" in shown(app)["ask"]) == ("open", True)
    again = opened(**shown(app, "kingdom_storage")["address"])
    assert (shown(again)["verdict"], shown(again)["ask"]) == (shown(app)["verdict"], shown(app)["ask"])
    for page in (app, again):
        tap(page, kind="put", places=["0,0"], code="w1")
        assert (shown(page)["verdict"]["legality"], shown(page)["cut"]) == ("open", True)
        assert "only a part of the kingdom is known" in texts(turn(page, "table"))
        turn(page, "kingdoms")
        tap(page, kind="whole")
        assert (shown(page)["verdict"]["legality"], shown(page)["cut"]) == ("illegal", False)
        assert "only a part of the kingdom is known" not in texts(turn(page, "table"))
