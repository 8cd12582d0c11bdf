"""The page of evenings."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.saved_games.collection import SavedGames
from scorer.sharing.saved_games.export import to_csv
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.ui import photos
from scorer.ui.labels import plain
from tests.ui.pages.steps import turn, well


def test_imported_games_suggest_their_players(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    players = (Player("*Ann*", kingdoms=(Kingdom.parse("w1wC"),)), Player("Ben", kingdoms=(Kingdom.parse("fC"),)))
    saved_games = SavedGames().kept(SavedGame("a", date(2026, 5, 2), Game(players)))
    turn(app, "history")
    (uploader,) = app.file_uploader
    well(uploader.set_value([("no.json", b"{}", "application/json")]).run())
    assert "contains no saved games" in app.error[0].value
    with monkeypatch.context() as busy:
        too_slow: Future[Any] = Future()
        too_slow.set_exception(TimeoutError())
        busy.setattr(photos, "workers", lambda: SimpleNamespace(submit=lambda *_: too_slow))
        (uploader,) = app.file_uploader
        well(uploader.set_value([("all.csv", to_csv(saved_games), "text/csv")]).run())
        assert plain("all.csv took too long to read") in app.error[0].value
    (uploader,) = app.file_uploader
    well(uploader.set_value([("all.csv", to_csv(saved_games), "text/csv")]).run())
    assert not app.error
    assert [button.label for button in app.button if button.key.startswith("look-")] == [plain("*Ann* won by 2 points")]
    (uploader,) = app.file_uploader
    more = to_csv(saved_games.kept(SavedGame("b", date(2026, 5, 9), Game(players)))).replace(b"2026-05-02", b"May")
    well(uploader.set_value([("half.csv", more, "text/csv")]).run())
    assert "1 game of the file cannot be read and was left out" in app.error[0].value
    assert [button.key for button in app.button if button.key.startswith("look-")] == ["look-b", "look-a"]
    (names,) = [field for field in turn(app, "home").multiselect if field.label == "Who’s playing?"]
    assert names.options == ["*Ann*", "Ben"]
