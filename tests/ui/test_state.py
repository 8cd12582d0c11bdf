"""Seats, boards, undo: every change a value."""

from __future__ import annotations

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.scoring.score import Rules
from scorer.sharing.game import Game, PlayerEntry
from scorer.ui.acts import carried_out, identity
from scorer.ui.editor import FRESH, Board
from scorer.ui.session import Session
from scorer.ui.state import Desk, History, Seat, desk_of, game_of

BOARD = Board.of(FRESH)


def test_players_get_different_colours_until_none_is_left() -> None:
    desk = Desk()
    for number in range(5):
        desk = desk.seated(BOARD, f"P{number}")
    assert [seat.colour for seat in desk.seats] == ["blue", "green", "pink", "yellow", ""]


def test_a_board_goes_to_the_player_of_its_castle_who_waits() -> None:
    desk = Desk((Seat("Ann", "green"), Seat("Bob", "blue"), Seat("Zoé")))
    assert desk.seated(BOARD, "?", "blue").chosen == 1
    assert desk.seated(BOARD, "?", "pink").chosen == 2
    assert desk.seated(BOARD, "?", "pink").seats[2].colour == "pink"
    assert desk.seated(BOARD, "?").chosen == 0


def test_nobody_else_gets_a_board_of_another_colour() -> None:
    desk = Desk((Seat("Ann", "green"),)).seated(BOARD, "New", "blue")
    assert [seat.name for seat in desk.seats] == ["Ann", "New"]


def test_in_a_dynasty_the_next_game_fills_the_same_seats() -> None:
    desk = Desk(dynasty=True).seated(BOARD, "Ann", "blue").seated(BOARD, "Bob", "green")
    desk = desk.choose(0, 1).seated(BOARD, "?", "green").seated(BOARD, "?")
    assert [len(seat.boards) for seat in desk.seats] == [2, 2]
    assert desk.round == 1


def test_a_player_without_kingdoms_leaves() -> None:
    desk = Desk().seated(BOARD, "Ann").seated(BOARD, "Bob").without_board()
    assert ([seat.name for seat in desk.seats], desk.chosen) == (["Ann"], 0)
    assert desk.without_board().board is None


def test_the_queen_moves() -> None:
    desk = Desk().seated(BOARD, "Ann").seated(BOARD, "Bob").with_queen(0).with_queen(1)
    assert [seat.boards[0].kingdom.queen for seat in desk.seats] == [False, True]


def test_undo_takes_no_kingdom_away() -> None:
    history = History().then(Desk().seated(BOARD, "Ann"))
    assert not history.can_undo
    tapped = history.then(history.present.with_board(BOARD.with_tokens(coins=3)))
    assert tapped.can_undo
    removed = tapped.then(tapped.present.without_board())
    assert removed.can_undo
    assert removed.undone().present.kingdoms == 1


def test_a_new_step_forgets_what_was_undone() -> None:
    history = History().then(Desk(round=1)).then(Desk(round=2)).undone().then(Desk(round=0))
    assert history.redone() is history


def test_game_and_desk_are_two_forms_of_one() -> None:
    game = Game(
        (PlayerEntry("Ann", "pink", (Kingdom.parse("tC queen"),)), PlayerEntry("Bob")), Rules(harmony=True), True
    )
    assert game_of(desk_of(game)) == game


@pytest.mark.parametrize("at", ["3,0", "0,-9", "1000000000,0"])
def test_a_tap_outside_the_window_changes_nothing(at: str) -> None:
    history = History(Desk().seated(BOARD, "Ann"))
    act = {"kind": "put", "board": identity(history.present), "at": at, "code": "w"}
    assert carried_out(history, act, {}) == (history, None)


def test_a_late_tap_on_another_board_changes_nothing() -> None:
    history = History(Desk().seated(BOARD, "Ann").seated(BOARD, "Bob"))
    act = {"kind": "put", "board": identity(history.present.choose(0)), "at": "0,1", "code": "w"}
    assert carried_out(history, act, {}) == (history, None)


def test_two_squares_are_no_cell() -> None:
    history = History(Desk().seated(BOARD, "Ann"))
    act = {"kind": "put", "board": identity(history.present), "at": "0,1", "code": "ww"}
    with pytest.raises(ValueError, match="not one square"):
        carried_out(history, act, {})


def test_a_colour_that_is_taken_is_not_exchanged_for_another() -> None:
    desk = Desk().seated(BOARD, "Ann", "yellow").seated(BOARD, "Bob", "yellow")
    assert [seat.colour for seat in desk.seats] == ["yellow", ""]


def test_a_refusal_is_forgotten_with_the_next_step_or_look() -> None:
    for go_on in (Session.step, Session.look):
        here = Session(refused=Message("no"))
        go_on(here, Desk())
        assert here.refused is None
