"""The pages of saved games."""

from __future__ import annotations

from datetime import date

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.app.pages.steps import fill, kept, opened, press, tap, texts, turn


def test_a_game_is_saved_corrected_deleted_and_brought_back() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "fC")))
    app = turn(opened(game=encode(Game(players))), "table")
    app.game_history.take("{}", "")
    press(app, "Save to History")
    assert app.page == "game"
    (saved_game,) = app.game_history.saved_games
    assert list(app.storage()["savedGames"]["put"]) == [saved_game.key]
    assert kept(app)["evening"] == saved_game.key
    fill(turn(app, "history"), "history-view", "statistics")
    assert "1 win" in texts(app)
    tap(turn(app, "kingdom"), kind="put", places=["0,0"], code="w")
    assert [standing.total for standing in next(iter(app.game_history.saved_games)).standings] == [0, 0]
    fill(turn(app, f"saved-{saved_game.key}"), f"day-{saved_game.key}", "2026-05-02")
    assert next(iter(app.game_history.saved_games)).day == date(2026, 5, 2)
    press(app, "Delete")
    assert app.storage()["savedGames"]["remove"] == [saved_game.key]
    assert "No games yet" in texts(app)
    press(app, "Undo")
    assert len(app.game_history.saved_games) == 1
    press(turn(app, f"saved-{saved_game.key}"), "Open game")
    assert app.page == "game"
