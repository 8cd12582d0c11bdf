"""The pages of saved games, and what a browser reports after they are gone."""

from __future__ import annotations

import json
from concurrent.futures import Future
from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.sharing.saved_games.collection import SavedGames
from scorer.sharing.saved_games.export import to_csv
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.ui import photos
from scorer.ui.labels import plain
from tests.app.asking import QUESTS
from tests.ui.pages.steps import opened, press, turn, well


@pytest.mark.slow
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


def values_of(app: AppTest) -> WidgetStates:
    """The values that a browser reports with each request. It reports a button only once it is pressed."""
    states = app._tree.get_widget_states()
    return WidgetStates(widgets=[state for state in states.widgets if state.WhichOneof("value") != "trigger_value"])


def test_values_of_a_page_that_is_gone_are_no_request(app: AppTest) -> None:
    """A browser may report the widgets of a page once more before it has seen the end of the run that replaced it."""
    players = (Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)), Player("Ben", kingdoms=(Kingdom.parse("fC"),)))
    turn(app, "history")
    (uploader,) = app.file_uploader
    saved_games = SavedGames().kept(SavedGame("a", date(2026, 5, 2), Game(players)))
    well(uploader.set_value([("all.csv", to_csv(saved_games), "text/csv")]).run())
    press(app, "Ann won by 2 points")
    (notes,) = app.text_area
    well(notes.set_value("at home").run())
    assert app.session_state["session"].game_history.saved_games.find("a").notes == "at home"
    before = values_of(app)
    press(app, "Delete")
    assert "Undo" in [plain(button.label) for button in app.button]
    well(app._run(before))
    assert "Undo" in [plain(button.label) for button in app.button]


def test_a_tap_on_a_page_that_is_gone_is_no_second_tap() -> None:
    players = (Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)),)
    app = opened(game=encode(Game(players, Rules(giants=True, quests=QUESTS))))
    turn(app, "rules")
    program = app.session_state["session"]
    (shown,) = [e.proto for e in app.get("bidi_component") if e.proto.component_name == "kingdom_taps"]
    states = values_of(app)
    states.widgets.add(id=shown.id, json_value=json.dumps({"value": f"{QUESTS[0]} 17"}))
    well(app._run(states))
    assert program.state.rules.quests == QUESTS[1:]
    turn(app, "home")
    well(app._run(states))
    assert program.state.rules.quests == QUESTS[1:]
