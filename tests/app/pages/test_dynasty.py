"""A Dynasty: three games, one table."""

from __future__ import annotations

from dataclasses import replace

from scorer.app.blocks import Component
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.vision.reading import Reading
from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, blocks, fill, labels, opened, press, said, shown, tap, texts, turn, upload
from tests.ui.drawn import reading


def test_a_dynasty_has_three_games(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    fill(app, "rule-dynasty", True)
    turn(app, "kingdom")
    fill(app, "round", "0.1")
    assert "Player 1 has no kingdom of game 2 yet" in texts(app)
    press(app, "Enter squares")
    assert shown(app)["total"] == "0"
    tap(app, kind="frame", size=0)
    assert [len(slot.drafts) for slot in app.state.slots] == [2]
    tap(app, kind="put", places=["0,1"], code="m1")
    assert ">17<" in texts(turn(app, "game"))


def test_empty_board_belongs_to_the_shown_player() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse("wC"),)) for name in ("Ann", "Ben", "Zoé"))
    app = turn(opened(game=encode(Game(players, dynasty=True))), "kingdoms")
    fill(app, "slot", "2.0")
    fill(app, "round", "2.2")
    assert "Zoé has no kingdom of game 2 yet" in texts(app)
    press(app, "Enter squares")
    state = app.state
    assert [len(slot.drafts) for slot in state.slots] == [1, 1, 2]
    assert (state.chosen, state.round) == (2, 1)


def test_next_game_starts_with_one_tap_once_all_have_a_kingdom() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse("wC"),)) for name in ("Ann", "Ben"))
    app = opened(game=encode(Game(players, dynasty=True)))
    assert "Kingdoms of game 1 of 3" in texts(app)
    press(app, "Go to game 2")
    assert "Kingdoms of game 2 of 3" in texts(app) and "Next: Ann" in said(app, "heading")
    assert "no kingdom of game 2 yet" in texts(app)
    assert not [block for block in blocks(app, Component) if block.key.startswith("board-")]
    assert "Go to game 3" not in labels(app)


def test_player_assigned_by_castle_colour_is_reported(app: StubProgram) -> None:
    slots = tuple(
        Player(name, colour=colour, kingdoms=(Kingdom.parse("wC"),))
        for name, colour in (("Ann", "blue"), ("Ben", "pink"))
    )
    app = turn(opened(game=encode(Game(slots, dynasty=True))), "kingdoms")
    fill(app, "round", "0.1")
    turn(app, "game")
    assert "Next: Ann" in said(app, "heading")
    found = replace(reading(Kingdom.parse("wwC")), castle_colour="pink")
    upload(app, ("one.jpg", PHOTO), reading=Reading("one.jpg", 900, 1200, (found,)))
    assert "Next: Ann" in said(app, "heading")
    assert "one.jpg was added to Ben, who has a castle of this colour" in texts(app)


def test_open_item_names_its_game(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert "Check 1 square" in labels(app)
    turn(app, "rules")
    fill(app, "rule-dynasty", True)
    assert "Game 1: check 1 square" in labels(turn(app, "game"))


def test_equal_kingdoms_of_two_games_are_asked_for_with_their_games(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    fill(app, "rule-dynasty", True)
    fill(turn(app, "kingdom"), "round", "0.1")
    upload(turn(app, "game"), ("two.jpg", PHOTO))
    (question,) = said(app, "warning")
    assert question == "Player 1 in game 1 and Player 1 in game 2 seem to have the same kingdom. Was it added twice?"
    press(app, "Added twice")
    assert [len(slot.drafts) for slot in app.state.slots] == [1]


def test_home_shows_that_a_dynasty_was_chosen(app: StubProgram) -> None:
    assert "Choose rules: Dynasty, bonuses, expansions" in labels(turn(app, "home"))
    turn(app, "rules")
    fill(app, "rule-dynasty", True)
    assert "Rules: Dynasty" in labels(turn(app, "home"))


def test_dynasty_is_offered_when_a_game_is_over() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "ffC")))
    app = opened(game=encode(Game(players)))
    press(app, "Play 2 more games as a Dynasty")
    assert app.state.dynasty and app.state.round == 1
    assert "Play 2 more games as a Dynasty" not in labels(turn(app, "game"))


def test_dynasty_that_goes_on_is_nothing_to_check() -> None:
    legal = tuple(map(Kingdom.parse, ("wwC", "llC", "ffC", "ggC")))
    players = (Player("Ann", kingdoms=legal[:2]), Player("Ben", kingdoms=legal[2:]))
    app = opened(game=encode(Game(players, dynasty=True)))
    assert "A Dynasty is 3 games" in texts(turn(app, "game"))
    assert "To check" not in said(app, "heading")
