"""A Dynasty: three games, one table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.ui import photos
from scorer.ui.labels import plain
from scorer.vision.reading import Reading
from tests.ui.drawn import reading
from tests.ui.pages.steps import PHOTO, opened, press, shown, tap, texts, turn, upload, well


def test_a_dynasty_has_three_games(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    well(app.toggle(key="rule-dynasty").set_value(True).run())
    turn(app, "kingdoms")
    well(app.button_group(key="round").set_value("0.1").run())
    assert "Player 1 has no kingdom of game 2 yet" in texts(app)
    press(app, "Empty board")
    assert shown(app)["total"] == "0"
    tap(app, kind="frame", size=0)
    assert [len(seat.canvases) for seat in app.session_state["session"].state.seats] == [2]
    tap(app, kind="put", places=["0,1"], code="m1")
    assert ">17<" in texts(turn(app, "table"))


def test_an_empty_board_is_for_the_player_looked_at() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse("wC"),)) for name in ("Ann", "Ben", "Zoé"))
    app = turn(opened(game=encode(Game(players, dynasty=True))), "kingdoms")
    well(app.button_group(key="seat").set_value("2.0").run())
    well(app.button_group(key="round").set_value("2.2").run())
    assert "Zoé has no kingdom of game 2 yet" in texts(app)
    press(app, "Empty board")
    state = app.session_state["session"].state
    assert [len(seat.canvases) for seat in state.seats] == [1, 1, 2]
    assert (state.chosen, state.round) == (2, 1)


def test_it_is_told_to_whom_a_photo_went_by_its_castle(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = tuple(
        Player(name, colour=colour, kingdoms=(Kingdom.parse("wC"),))
        for name, colour in (("Ann", "blue"), ("Ben", "pink"))
    )
    app = turn(opened(game=encode(Game(seats, dynasty=True))), "kingdoms")
    well(app.button_group(key="round").set_value("0.1").run())
    turn(app, "start")
    assert "Now Ann’s kingdom" in [heading.value for heading in app.subheader]
    found = replace(reading(Kingdom.parse("wwC")), castle_colour="pink")
    monkeypatch.setattr(photos, "read_photo", lambda *_, **__: Reading("one.jpg", 900, 1200, (found,)))
    upload(app, ("one.jpg", PHOTO))
    assert "Now Ann’s kingdom" in [heading.value for heading in app.subheader]
    assert plain("one.jpg went to Ben, by the colour of its castle") in texts(app)


def test_no_game_is_removed_before_those_that_would_move_up_into_its_place() -> None:
    players = tuple(Player(name, kingdoms=2 * (Kingdom.parse("wC"),)) for name in ("Ann", "Ben"))
    app = turn(opened(game=encode(Game(players, dynasty=True))), "kingdoms")
    assert "remove those of Ann’s later games first" in texts(app)
    assert "Remove this kingdom" not in [button.label for button in app.button]
    well(app.button_group(key="round").set_value("0.1").run())
    press(app, "Remove this kingdom")
    assert "Ann has no kingdom of game 2 yet" in texts(app)
    press(app, "Bring Ann’s kingdom back")
    assert app.session_state["session"].state.game.players == players


def test_games_that_are_left_out_without_a_dynasty_are_told() -> None:
    players = tuple(Player(name, kingdoms=3 * (Kingdom.parse("wC"),)) for name in ("Ann", "Ben"))
    app = turn(opened(game=encode(Game(players, dynasty=True))), "rules")
    well(app.toggle(key="rule-dynasty").set_value(False).run())
    for page in ("rules", "table", "share", "evenings"):
        assert "games 2 and 3 are left out" in texts(turn(app, page))
    well(turn(app, "rules").toggle(key="rule-dynasty").set_value(True).run())
    assert "left out" not in texts(turn(app, "table"))
