"""The page of evenings."""

from __future__ import annotations

from datetime import date

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.app.pages.steps import fill, kept, opened, press, said, tap, texts, turn


def test_a_table_is_kept_corrected_deleted_and_brought_back() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "fC")))
    app = turn(opened(game=encode(Game(players))), "table")
    app.album.take("{}", "")
    press(app, "Save game")
    assert app.page == "history"
    assert "This table is kept." in said(app, "success")[0]
    here = app
    (evening,) = here.album.evenings
    press(turn(app, "game"), "Save game")
    assert tuple(here.album.evenings) == (evening,)
    assert list(app.storage()["evenings"]["put"]) == [evening.key]
    assert kept(app)["evening"] == evening.key
    assert "1 win" in texts(app)
    tap(turn(app, "kingdom"), kind="put", places=["0,0"], code="w")
    press(turn(app, "history"), "Keep the changes to this table")
    assert [standing.total for standing in next(iter(here.album.evenings)).standings] == [0, 0]
    fill(app, f"day-{evening.key}", "2026-05-02")
    assert next(iter(here.album.evenings)).day == date(2026, 5, 2)
    press(app, "Delete")
    assert app.storage()["evenings"]["remove"] == [evening.key]
    assert "No evening is kept yet" in texts(app)
    press(app, "Bring the deleted evening back")
    assert len(here.album.evenings) == 1
    press(app, "Open")
    assert app.page == "game"
