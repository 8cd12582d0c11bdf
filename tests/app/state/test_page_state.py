"""Seats, canvases, undo: every change a value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.app.state.canvas import CASTLE_ALONE, Canvas
from scorer.app.state.changes import change
from scorer.app.state.history import History
from scorer.app.state.page_state import PageState, Seat, state_of
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.pieces import Piece
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Place
from scorer.rules.table.player import Player
from scorer.sharing.codec import GameError
from scorer.sharing.game import Game
from scorer.sharing.link import decode, encode

CANVAS = Canvas.of(CASTLE_ALONE)


def test_players_get_different_colours_until_none_is_left() -> None:
    state = PageState()
    for number in range(5):
        state = state.seated(CANVAS, f"P{number}")
    assert [seat.colour for seat in state.seats] == ["blue", "green", "pink", "yellow", ""]


def test_a_board_goes_to_the_player_of_its_castle_who_waits() -> None:
    state = PageState((Seat("Ann", "green"), Seat("Bob", "blue"), Seat("Zoé")))
    assert state.seated(CANVAS, "?", "blue").chosen == 1
    assert state.seated(CANVAS, "?", "pink").chosen == 2
    assert state.seated(CANVAS, "?", "pink").seats[2].colour == "pink"
    assert state.seated(CANVAS, "?").chosen == 0


def test_nobody_else_gets_a_board_of_another_colour() -> None:
    state = PageState((Seat("Ann", "green"),)).seated(CANVAS, "New", "blue")
    assert [seat.name for seat in state.seats] == ["Ann", "New"]


def test_in_a_dynasty_the_next_game_fills_the_same_seats() -> None:
    state = PageState(dynasty=True).seated(CANVAS, "Ann", "blue").seated(CANVAS, "Bob", "green")
    state = state.choose(0, 1).seated(CANVAS, "?", "green").seated(CANVAS, "?")
    assert [len(seat.canvases) for seat in state.seats] == [2, 2]
    assert state.round == 1


def test_in_a_dynasty_who_is_looked_at_gets_the_next_board() -> None:
    colours = {"Ann": "blue", "Bob": "green", "Zoé": "pink"}
    state = PageState(dynasty=True)
    for name, colour in colours.items():
        state = state.seated(CANVAS, name, colour)
    for colour in ("", "yellow", "pink"):
        looked_at = state.choose(2, 1)
        assert looked_at.waiting == 2
        assert [len(seat.canvases) for seat in looked_at.seated(CANVAS, "?", colour).seats] == [1, 1, 2], colour
    assert state.choose(2, 1).seated(CANVAS, "?", "green").chosen == 1, "the castle says whose it is"


def test_the_game_before_comes_first() -> None:
    state = PageState(dynasty=True).seated(CANVAS, "Ann").seated(CANVAS, "Bob").choose(1, 2).seated(CANVAS, "?")
    assert ([len(seat.canvases) for seat in state.seats], state.chosen, state.round) == ([1, 2], 1, 1)


def test_who_joins_a_dynasty_late_begins_with_its_first_game() -> None:
    state = PageState(dynasty=True).seated(CANVAS, "Ann").choose(0, 1).seated(CANVAS, "?").seated(CANVAS, "Bob")
    assert ([seat.name for seat in state.seats], state.chosen, state.round) == (["Ann", "Bob"], 1, 0)
    assert state.canvas is not None


def test_a_player_without_kingdoms_leaves() -> None:
    state = PageState().seated(CANVAS, "Ann").seated(CANVAS, "Bob").without_canvas()
    assert ([seat.name for seat in state.seats], state.chosen) == (["Ann"], 0)
    assert state.without_canvas().canvas is None


def test_who_is_left_out_of_a_later_game_can_come_back_with_the_kingdoms_of_the_games_before() -> None:
    state = PageState(dynasty=True).seated(CANVAS, "Ann").choose(0, 1).without_seat(0)
    assert not state.seats
    back = state.with_removed()
    assert [(seat.name, seat.canvases) for seat in back.seats] == [("Ann", (CANVAS,))] and not back.removed
    assert not PageState().joined(["Ann"]).without_seat(0).removed, "with nothing there is nothing to bring back"


def test_a_removed_game_and_the_one_in_its_place_by_now_are_exchanged() -> None:
    first, second, instead = (replace(CANVAS, photo=name) for name in ("first", "second", "instead"))
    state = PageState(dynasty=True).seated(first, "Ann").choose(0, 1).seated(second, "")
    state = state.without_canvas().seated(instead, "")
    for there, laid_by in ((second, instead), (instead, second)):
        state = state.with_removed()
        assert [(seat.name, seat.canvases) for seat in state.seats] == [("Ann", (first, there))]
        assert [gone.canvases for _, _, gone in state.removed] == [(laid_by,)] and state.canvas is there


@pytest.mark.parametrize("index", [0, 1, 2])
def test_undo_names_whose_kingdom_was_removed(index: int) -> None:
    state = PageState()
    for name in ("Ann", "Ben", "Cleo"):
        state = state.seated(CANVAS, name)
    history = History(state).then(state.choose(index).without_canvas())
    assert str(history.undoes) == ("Ann’s kingdom", "Ben’s kingdom", "Cleo’s kingdom")[index]


def test_the_queen_moves() -> None:
    state = PageState().seated(CANVAS, "Ann").seated(CANVAS, "Bob").with_queen(0).with_queen(1)
    assert [seat.canvases[0].kingdom.queen for seat in state.seats] == [False, True]


def test_the_queen_changes_no_seat_that_she_neither_comes_to_nor_leaves() -> None:
    state = PageState().seated(CANVAS, "Ann").seated(CANVAS, "Bob")
    history = History(state).then(state.with_queen(1))
    assert history.present.seats[0] is state.seats[0]
    assert str(history.undoes) == "what stands beside the kingdom"


def test_undo_takes_no_kingdom_away() -> None:
    history = History().then(PageState().seated(CANVAS, "Ann"))
    assert not history.can_undo
    history = history.then(history.present.seated(CANVAS, "Ben"))
    tapped = history.then(history.present.with_canvas(CANVAS.with_tokens(coins=3)))
    assert tapped.can_undo
    removed = tapped.then(tapped.present.without_canvas())
    assert removed.can_undo
    assert removed.undone().present.kingdoms == 2


def test_a_new_step_forgets_what_was_undone() -> None:
    state = PageState()
    history = History(state).then(state.choose(0, 1)).then(state.choose(0, 2)).undone()
    assert history.can_redo
    history = history.then(state)
    assert history.redone() is history


def test_only_the_table_that_is_kept_belongs_to_its_evening() -> None:
    before = History().then(PageState().seated(CANVAS, "Ann"))
    second = before.then(PageState().seated(CANVAS, "Ben"))
    renamed = second.then(second.present.with_seat(0, Seat("Zoé", canvases=(CANVAS,)))).undone().kept_as("1a")
    assert [state.evening for state in (renamed.present, *renamed.future)] == ["1a", "1a"]
    assert renamed.brought_back().present is before.present and not before.present.evening


def test_game_and_desk_are_two_forms_of_one() -> None:
    game = Game(
        (Player("Ann", colour="pink", kingdoms=(Kingdom.parse("tC queen"),)), Player("Bob")), Rules(harmony=True), True
    )
    assert state_of(game).game == game


def test_a_colour_that_is_taken_is_not_exchanged_for_another() -> None:
    state = PageState().seated(CANVAS, "Ann", "yellow").seated(CANVAS, "Bob", "yellow")
    assert [seat.colour for seat in state.seats] == ["yellow", ""]


def test_a_total_is_a_game_of_its_own_and_a_square_takes_its_place() -> None:
    laid = Canvas.of(Kingdom.parse("wwC"))
    state = PageState(dynasty=True).seated(laid, "Ann").joined(["Ben"]).choose(0, 1).with_total(0, 45)
    assert state.game.players[0].games == (laid.kingdom, 45)
    assert [canvas.total for canvas in state_of(state.game).seats[0].canvases] == [None, 45]
    assert state_of(state.game).game == state.game
    assert (state.chosen, state.round, state.waiting) == (0, 1, 1)
    again = state.with_canvas(state.canvas.put((0, 1), Place.UNKNOWN)) if state.canvas else state
    assert again.game.players[0].totals == () and len(again.game.players[0].kingdoms) == 2
    assert str(change(state, state.with_total(0, 46))) == "the total"
    with pytest.raises(GameError, match="Ben has no kingdom of game 1 yet"):
        state.with_total(1, 45)
    with pytest.raises(GameError, match="a total is a number from 0 to 999"):
        state.with_total(0, 1000)


def test_what_is_missing_is_said_of_the_right_game_beside_a_total() -> None:
    town = Canvas(dict(Kingdom.parse("tC").cells()))
    state = PageState((Seat("Ann", canvases=(Canvas.of_total(45), town)), Seat("Ben")), dynasty=True)
    assert state.choose(0, 0).untold == ()
    assert Piece.COINS in state.choose(0, 1).untold
    assert state_of(state.game).choose(0, 1).untold == state.choose(0, 1).untold
    assert len(state.game.players[0].untold) == len(state.game.players[0].kingdoms) == 1
    assert decode(encode(state.game)) == state.game
