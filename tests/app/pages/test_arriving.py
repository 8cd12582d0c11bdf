"""Arriving by a link, or back on a page that was loaded before."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.vision.reading import Reading
from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, kept, opened, place, said, shown, taken, tap, texts, turn, upload
from tests.ui.drawn import reading


def test_a_link_brings_the_table_back(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    tap(app, kind="put", places=["1,4"], code="w1")
    again = opened(**kept(app))
    assert shown(again)["total"] == "21"
    assert again.snapshots == {}  # photos are not in it


def test_default_names_are_in_the_language_of_the_person_who_opens_the_link() -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("wC"),)) for name in ("Spieler 1", "Ann")))
    again = opened(game=encode(game))
    assert [slot.name for slot in again.state.slots] == ["Player 1", "Ann"]


def test_damaged_link_is_reported() -> None:
    app = opened(game="1damaged")
    assert "damaged" in said(app, "warning")[0]
    assert app.page == "home"


def test_reloaded_page_asks_again_and_reports_lost_photos(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    before = shown(app)
    again = opened(**kept(app))
    after = shown(again)
    assert after["ask"] == before["ask"]
    assert place(again, "1,4")["flagged"]
    assert place(again, "1,4")["guesses"] == place(app, "1,4")["guesses"]
    assert "without photos or undo steps" in said(again, "warning")[0]


@pytest.mark.slow
def test_a_kingdom_cut_off_is_not_settled_after_a_reload_either(app: StubProgram) -> None:
    found = replace(reading(Kingdom.parse("wwC/wff")), cut=True)
    cut = Reading("cut.jpg", 700, 800, (found,))  # its corners lie at 900 × 1200
    upload(app, ("cut.jpg", PHOTO), reading=cut)
    assert (shown(app)["verdict"]["legality"], "cuts this kingdom off" in shown(app)["ask"]) == ("open", True)
    again = opened(**kept(app))
    assert (shown(again)["verdict"], shown(again)["ask"]) == (shown(app)["verdict"], shown(app)["ask"])
    for page in (app, again):
        tap(page, kind="put", places=["0,0"], code="w1")
        assert (shown(page)["verdict"]["legality"], shown(page)["cut"]) == ("open", True)
        assert "only a part of the kingdom is known" in texts(turn(page, "game"))
        turn(page, "kingdom")
        tap(page, kind="whole")
        assert (shown(page)["verdict"]["legality"], shown(page)["cut"]) == ("illegal", False)
        assert "only a part of the kingdom is known" not in texts(turn(page, "game"))


def test_photo_chosen_on_home_starts_a_game_whatever_page_is_shown_when_it_is_read(app: StubProgram) -> None:
    app.do({"kind": "notation", "value": "ff/C."})
    before = app.state.table_id
    turn(app, "home")
    app.start_photos()
    turn(app, "game")
    app.take_photos([taken("one.jpg", PHOTO, None)], turn=True)
    assert app.state.table_id is not before and len(app.state.slots) == 1
    (stashed,) = app.history.stashed
    assert stashed.present.table_id is before and len(stashed.present.slots) == 1


def test_photos_chosen_together_join_one_game_even_if_home_is_shown_meanwhile(app: StubProgram) -> None:
    app.start_photos()
    app.take_photos([taken("one.jpg", PHOTO, None)], turn=True)
    turn(app, "home")
    app.take_photos([taken("two.jpg", PHOTO, None)], turn=True)
    assert len(app.state.slots) == 2


def test_unsaved_games_of_other_windows_are_saved(app: StubProgram) -> None:
    app.do({"kind": "saved_games", "value": "{}"})
    other = {"game": encode(Game((Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)),))), "window": "0.5"}
    app.do({"kind": "found", "value": json.dumps({"table": None, "others": [other, {"game": "1damaged"}, 7]})})
    (saved_game,) = app.game_history.saved_games
    assert [player.name for player in saved_game.game.players] == ["Ann"]
    assert app.state.slots == () and not app.history.stashed


def test_full_storage_is_reported_once_and_at_once(app: StubProgram) -> None:
    app.do({"kind": "notation", "value": "w1wC"})
    for _ in range(2):
        app.do({"kind": "full", "value": True})
        assert ["storage is full" in text for text in said(app, "warning")] == [True]
