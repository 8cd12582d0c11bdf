"""The page of evenings."""

from __future__ import annotations

import json
from concurrent.futures import Future
from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.files import to_csv
from scorer.sharing.evenings.history import Evenings
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.ui import photos
from scorer.ui.labels import plain
from tests.ui.pages.steps import opened, pages, press, shown, tap, texts, turn, well


def test_a_table_is_kept_corrected_deleted_and_brought_back() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "fC")))
    app = turn(opened(game=encode(Game(players))), "table")
    app.session_state["session"].album.take("{}", "")
    press(app, "Keep this evening")
    assert pages(app).value == "evenings"
    assert "This table is kept." in app.success[0].value
    here = app.session_state["session"]
    (evening,) = here.album.evenings
    press(turn(app, "table"), "Keep this evening")
    assert tuple(here.album.evenings) == (evening,)
    assert list(shown(app, "kingdom_storage")["evenings"]["put"]) == [evening.key]
    assert shown(app, "kingdom_storage")["address"]["evening"] == evening.key
    assert "1 win" in texts(app)
    tap(turn(app, "kingdoms"), kind="put", places=["0,0"], code="w")
    press(turn(app, "evenings"), "Keep the changes to this table")
    assert [standing.total for standing in next(iter(here.album.evenings)).standings] == [0, 0]
    well(app.date_input(key=f"day-{evening.key}").set_value(date(2026, 5, 2)).run())
    assert next(iter(here.album.evenings)).day == date(2026, 5, 2)
    press(app, "Delete")
    assert shown(app, "kingdom_storage")["evenings"]["remove"] == [evening.key]
    assert "No evening is kept yet" in texts(app)
    press(app, "Bring the deleted evening back")
    assert len(here.album.evenings) == 1
    press(app, "Open")
    assert pages(app).value == "table"


def test_a_table_that_is_kept_and_then_taken_a_step_back_is_kept_once() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "wC")))
    app = turn(opened(game=encode(Game(players))), "kingdoms")
    album = app.session_state["session"].album
    album.take("{}", "")
    tap(app, kind="put", places=["0,0"], code="f1")
    press(turn(app, "table"), "Keep this evening")
    tap(turn(app, "kingdoms"), kind="undo")
    press(turn(app, "evenings"), "Keep the changes to this table")
    (evening,) = album.evenings
    assert str(evening.game.players[0].kingdoms[0]) == "w1wC"


def test_evenings_come_in_from_a_file_and_players_are_remembered(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    players = (Player("*Ann*", kingdoms=(Kingdom.parse("w1wC"),)), Player("Ben", kingdoms=(Kingdom.parse("fC"),)))
    evenings = Evenings().kept(Evening("a", date(2026, 5, 2), Game(players)))
    turn(app, "evenings")
    (uploader,) = app.file_uploader
    well(uploader.set_value([("no.json", b"{}", "application/json")]).run())
    assert "holds no evenings" in app.error[0].value
    with monkeypatch.context() as busy:
        too_slow: Future[Any] = Future()
        too_slow.set_exception(TimeoutError())
        busy.setattr(photos, "workers", lambda: SimpleNamespace(submit=lambda *_: too_slow))
        (uploader,) = app.file_uploader
        well(uploader.set_value([("all.csv", to_csv(evenings), "text/csv")]).run())
        assert plain("all.csv took too long to read") in app.error[0].value
    (uploader,) = app.file_uploader
    well(uploader.set_value([("all.csv", to_csv(evenings), "text/csv")]).run())
    assert not app.error
    assert [expander.label for expander in app.expander] == [plain("2026-05-02: *Ann* 2, Ben 0")]
    (uploader,) = app.file_uploader
    more = to_csv(evenings.kept(Evening("b", date(2026, 5, 9), Game(players)))).replace(b"2026-05-02", b"May")
    well(uploader.set_value([("half.csv", more, "text/csv")]).run())
    assert "1 evening of the file cannot be read and was passed over" in app.error[0].value
    assert [expander.label for expander in app.expander] == [plain(f"2026-05-0{day}: *Ann* 2, Ben 0") for day in (9, 2)]
    (names,) = [field for field in turn(app, "start").multiselect if field.label == "Who plays?"]
    assert names.options == ["*Ann*", "Ben"]


def test_nothing_is_said_to_be_missing_before_the_browser_has_told(app: AppTest) -> None:
    assert "Looking for the evenings" in texts(turn(app, "evenings"))
    assert "No evening is kept yet" not in texts(app)
    assert app.session_state["session"].album.take("{}", "")
    assert "No evening is kept yet" in texts(well(app.run()))


def test_a_table_that_was_kept_before_is_not_kept_twice() -> None:
    game = Game((Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)),))
    app = turn(opened(game=encode(game), evening="1a"), "table")
    press(app, "Keep this evening")
    album = app.session_state["session"].album
    assert not album.evenings
    album.take(json.dumps({"1a": Evening("1a", date(2026, 5, 2), game).to_text()}), "")
    press(turn(app, "table"), "Keep this evening")
    assert [evening.key for evening in album.evenings] == ["1a"]
