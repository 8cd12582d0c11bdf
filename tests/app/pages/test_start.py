"""The page of photos: files, samples, an empty board, a notation, and what cannot be read."""

from __future__ import annotations

import pytest

from scorer.app.blocks import Component, Field, Text, walk
from scorer.app.state.page_state import PageState, Slot
from scorer.app.state.undo import History
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.table.player import Player
from scorer.sharing.codec import MAX_PLAYERS
from scorer.sharing.game import Game
from scorer.sharing.link import address_of, encode
from scorer.vision.reading import Reading
from tests.app.asking import StubProgram
from tests.app.pages.steps import (
    PHOTO,
    blocks,
    fill,
    kept,
    labels,
    opened,
    place,
    press,
    said,
    shown,
    tap,
    texts,
    turn,
    upload,
    write,
)
from tests.ui.drawn import NOTATION


def test_app_opens_on_home_without_players(app: StubProgram) -> None:
    assert app.page == "home"
    assert "Nothing here yet" in texts(turn(app, "kingdom"))
    assert "No players yet" in texts(turn(app, "game"))
    assert "Nothing to share yet" in texts(turn(app, "share"))


def test_home_explains_scan_and_one_player_at_a_time(app: StubProgram) -> None:
    (scan,) = (block for block in blocks(app, Component) if block.key == "scan")
    assert scan.data["note"] == "Scan: point the camera at a kingdom, and the app reads it live."
    assert "“One player at a time” asks for each player’s kingdom in turn." in said(app, "note")
    assert "Choose rules: Dynasty, bonuses, expansions" in labels(app)
    upload(app, ("one.jpg", PHOTO))
    (scan,) = (block for block in blocks(app, Component) if block.key == "scan")
    assert scan.data["note"] == ""


def test_castle_of_no_colour_is_not_drawn_yellow(app: StubProgram) -> None:
    press(app, "Enter squares")
    assert shown(app)["castle"] == "blue"
    app.do({"kind": "player", "index": 0, "name": "colour", "value": ""})
    assert shown(app)["castle"] == ""


def test_an_empty_board_is_a_castle_to_build_on(app: StubProgram) -> None:
    press(app, "Enter squares")
    assert shown(app)["total"] == "0"
    assert place(app, "0,0")["code"] == "C"
    tap(app, kind="put", places=["0,-1"], code="w1")
    assert shown(app)["verdict"] == {"legality": "open", "text": "The rules will be checked when you tap “Done”"}
    assert not shown(app)["findings"]
    tap(app, kind="frame", size=0)
    assert shown(app)["verdict"]["legality"] == "illegal"
    tap(app, kind="put", places=["0,-2"], code="f")
    assert shown(app)["total"] == "1"
    assert shown(app)["verdict"]["legality"] == "legal"


def test_painted_board_keeps_its_window_after_a_reload(app: StubProgram) -> None:
    press(app, "Enter squares")
    before = [place["at"] for place in shown(app)["places"]]
    tap(app, kind="put", places=["-2,-2", "-2,-1"], code="w")
    assert [place["at"] for place in shown(app)["places"]] == before
    again = opened(**kept(app))
    assert shown(again)["painting"] == 5
    tap(app, kind="frame", size=7)
    assert len(shown(app)["places"]) == 49


def test_all_flagged_squares_are_confirmed_with_one_tap(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert (shown(app)["confirms"], shown(app)["urgent"]) == (True, True)
    tap(app, kind="confirm")
    assert (shown(app)["confirms"], shown(app)["urgent"], shown(app)["total"]) == (False, False, "16")
    tap(app, kind="undo")
    assert shown(app)["confirms"]


def test_notation_opens_and_an_error_names_its_place(app: StubProgram) -> None:
    write(app, "Kingdom as text (notation)", "wwx")
    assert "Row 1, column 3" in said(app, "error")[0]
    write(app, "Kingdom as text (notation)", NOTATION)
    assert shown(app)["total"] == "16"


def test_a_link_opens_on_home_and_an_error_is_below_the_field_that_caused_it(app: StubProgram) -> None:
    for label, value in (
        ("Kingdom as text (notation)", "wwx"),
        ("Or paste the link to a game", "https://example.org/?game=1nonsense"),
    ):
        write(app, label, value)
        shown_blocks = list(walk(app.blocks))
        (at,) = [index for index, block in enumerate(shown_blocks) if isinstance(block, Text) and block.look == "error"]
        field = shown_blocks[at - 1]
        assert isinstance(field, Field) and field.label == label
    write(app, "Or paste the link to a game", address_of(Game((Player("Ann", totals=(45,)),)), "https://example.org/"))
    assert app.page == "game"


def test_several_photos_make_several_players(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    assert [slot.name for slot in app.state.slots] == ["Player 1", "Player 2"]
    assert app.page == "game"
    turn(app, "kingdom")
    assert shown(app)["total"] == "16"
    assert shown(app)["castle"] == "blue"  # the castle's colour is the player's
    fill(app, "slot", "1.0")
    assert shown(app)["castle"] != "blue"  # nobody else's


def test_unreadable_photo_is_reported_and_the_game_stays(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "home")
    upload(app, ("cut.jpg", PHOTO[:3000]))
    assert "cut.jpg" in said(app, "warning")[0]
    turn(app, "kingdom")
    assert shown(app)["total"] == "16"


def test_photo_problem_is_shown_until_it_is_closed(app: StubProgram) -> None:
    upload(app, ("good.jpg", PHOTO), ("odd.jpg", b"no photo"))
    assert "odd.jpg is not a JPEG" in said(app, "warning")[0]
    tap(app, kind="put", places=["0,0"], code="f")
    assert "odd.jpg is not a JPEG" in said(app, "warning")[0]
    press(app, "Close")
    assert not said(app, "warning")


def test_corners_are_marked_by_hand_if_no_kingdom_is_found(app: StubProgram) -> None:
    nothing = Reading("far.jpg", 900, 1200, (), Message("no kingdom found; mark its four corners"))
    upload(app, ("far.jpg", PHOTO), reading=nothing)
    assert "no kingdom found" in said(app, "warning")[0]
    press(app, "Mark its four corners")
    assert (shown(app)["settled"], shown(app)["grid"]["rows"]) == (False, 5)
    assert (shown(app)["total"], shown(app)["totalNote"]) == ("–", "no squares yet")
    tap(app, kind="grid", corners=shown(app)["grid"]["corners"], rows=5, columns=5)
    assert (shown(app)["settled"], shown(app)["total"]) == (True, "16")


def test_cancelled_marking_of_corners_adds_no_player_and_restores_the_message(app: StubProgram) -> None:
    nothing = Reading("far.jpg", 900, 1200, (), Message("no kingdom found"))
    upload(app, ("far.jpg", PHOTO), reading=nothing)
    before = app.history
    press(app, "Mark its four corners")
    assert shown(app)["verdict"]["legality"] == "open"
    assert not said(app, "warning"), "the grid is being laid"
    tap(app, kind="cancel")
    assert (app.state, app.history.past, app.page) == (before.present, before.past, "home")
    assert "far.jpg: no kingdom found" in said(app, "warning")[0]
    press(app, "Mark its four corners")


def test_out_of_turn_kingdom_is_given_to_the_next_player_with_a_tap(app: StubProgram) -> None:
    app.history = History(PageState((Slot("Ann", "pink"), Slot("Ben", "blue"))))
    upload(app, ("one.jpg", PHOTO))  # its castle is blue
    assert "one.jpg was added to Ben, who has a castle of this colour" in said(app, "warning")[0]
    press(app, "Move it to Ann")
    assert [len(slot.drafts) for slot in app.state.slots] == [1, 0] and not said(app, "warning")
    assert str(app.history.undoes) == "Ann’s kingdom"


def test_photo_message_is_stashed_and_restored_with_its_game(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO), ("odd.jpg", b"no photo"))
    assert "odd.jpg is not a JPEG" in said(app, "warning")[0]
    press(press(turn(app, "game"), "New game"), "Start a new game")
    assert not said(app, "warning")
    press(app, "Restore last game")
    assert "odd.jpg is not a JPEG" in said(app, "warning")[0]


def test_photo_message_stays_after_a_change_of_language(app: StubProgram) -> None:
    upload(app, ("odd.jpg", b"no photo"))
    app.do({"kind": "language", "value": "de"})
    assert "odd.jpg" in said(app, "warning")[0]


FULL = "A game has at most 16 players. Start another game for more."


@pytest.mark.slow
def test_full_game_takes_no_more_players() -> None:
    kingdoms = (Kingdom.parse("w1wC"),)
    game = Game(tuple(Player(f"P{number}", kingdoms=kingdoms) for number in range(MAX_PLAYERS)))
    app = turn(opened(game=encode(game)), "game")
    press(app, "Enter squares")
    assert said(app, "warning") == [FULL]
    press(app, "Enter squares")
    assert said(app, "warning") == [FULL], "it is told once"
    upload(app, ("one.jpg", PHOTO))
    assert f"one.jpg: {FULL}" in texts(app)
    assert app.state.game == game
    press(turn(app, "kingdom"), "Remove this kingdom")
    press(turn(app, "game"), "Enter squares")
    press(turn(app, "game"), "Restore P0’s kingdom")
    assert FULL in texts(app) and len(app.state.slots) == MAX_PLAYERS


def test_confirmed_squares_are_flagged_again_after_undo(
    app: StubProgram,
) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert shown(app)["confirms"]
    flagged = [place["at"] for place in shown(app)["places"] if place["flagged"]]
    assert flagged
    tap(app, kind="confirm")
    assert not shown(app)["confirms"]
    assert not [place for place in shown(app)["places"] if place["flagged"]]
    tap(app, kind="undo")
    assert [place["at"] for place in shown(app)["places"] if place["flagged"]] == flagged
