"""Seats, canvases, undo: every change a value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.app.state.changes import change
from scorer.app.state.draft import CASTLE_ALONE, Draft
from scorer.app.state.page_state import PageState, Slot, state_of
from scorer.app.state.undo import History
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.pieces import Piece
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Place
from scorer.rules.table.player import Player
from scorer.sharing.codec import GameError
from scorer.sharing.game import Game
from scorer.sharing.link import decode, encode

DRAFT = Draft.of(CASTLE_ALONE)


def test_players_get_different_colours_until_none_is_left() -> None:
    state = PageState()
    for number in range(5):
        state = state.assigned(DRAFT, f"P{number}")
    assert [slot.colour for slot in state.slots] == ["blue", "green", "pink", "yellow", ""]


def test_kingdom_goes_to_a_waiting_player_with_its_castle_colour() -> None:
    state = PageState((Slot("Ann", "green"), Slot("Bob", "blue"), Slot("Zoé")))
    assert state.assigned(DRAFT, "?", "blue").chosen == 1
    assert state.assigned(DRAFT, "?", "pink").chosen == 2
    assert state.assigned(DRAFT, "?", "pink").slots[2].colour == "pink"
    assert state.assigned(DRAFT, "?").chosen == 0


def test_kingdom_of_another_colour_adds_a_player() -> None:
    state = PageState((Slot("Ann", "green"),)).assigned(DRAFT, "New", "blue")
    assert [slot.name for slot in state.slots] == ["Ann", "New"]


def test_next_game_of_a_dynasty_fills_the_same_slots() -> None:
    state = PageState(dynasty=True).assigned(DRAFT, "Ann", "blue").assigned(DRAFT, "Bob", "green")
    state = state.choose(0, 1).assigned(DRAFT, "?", "green").assigned(DRAFT, "?")
    assert [len(slot.drafts) for slot in state.slots] == [2, 2]
    assert state.round == 1


def test_shown_player_of_a_dynasty_gets_the_next_kingdom() -> None:
    colours = {"Ann": "blue", "Bob": "green", "Zoé": "pink"}
    state = PageState(dynasty=True)
    for name, colour in colours.items():
        state = state.assigned(DRAFT, name, colour)
    for colour in ("", "yellow", "pink"):
        shown = state.choose(2, 1)
        assert shown.waiting == 2
        assert [len(slot.drafts) for slot in shown.assigned(DRAFT, "?", colour).slots] == [1, 1, 2], colour
    assert state.choose(2, 1).assigned(DRAFT, "?", "green").chosen == 1, "the castle says whose it is"


def test_kingdom_fills_the_earliest_missing_game() -> None:
    state = PageState(dynasty=True).assigned(DRAFT, "Ann").assigned(DRAFT, "Bob").choose(1, 2).assigned(DRAFT, "?")
    assert ([len(slot.drafts) for slot in state.slots], state.chosen, state.round) == ([1, 2], 1, 1)


def test_late_player_of_a_dynasty_starts_with_the_first_game() -> None:
    state = PageState(dynasty=True).assigned(DRAFT, "Ann").choose(0, 1).assigned(DRAFT, "?").assigned(DRAFT, "Bob")
    assert ([slot.name for slot in state.slots], state.chosen, state.round) == (["Ann", "Bob"], 1, 0)
    assert state.draft is not None


def test_player_is_removed_with_the_last_kingdom() -> None:
    state = PageState().assigned(DRAFT, "Ann").assigned(DRAFT, "Bob").without_draft()
    assert ([slot.name for slot in state.slots], state.chosen) == (["Ann"], 0)
    assert state.without_draft().draft is None


def test_player_skipped_in_a_later_game_can_be_restored_with_earlier_kingdoms() -> None:
    state = PageState(dynasty=True).assigned(DRAFT, "Ann").choose(0, 1).without_slot(0)
    assert not state.slots
    back = state.with_removed()
    assert [(slot.name, slot.drafts) for slot in back.slots] == [("Ann", (DRAFT,))] and not back.removed
    assert not PageState().joined(["Ann"]).without_slot(0).removed, "with nothing there is nothing to bring back"


def test_restoring_a_game_swaps_it_with_its_replacement() -> None:
    first, second, instead = (replace(DRAFT, photo=name) for name in ("first", "second", "instead"))
    state = PageState(dynasty=True).assigned(first, "Ann").choose(0, 1).assigned(second, "")
    state = state.without_draft().assigned(instead, "")
    for there, laid_by in ((second, instead), (instead, second)):
        state = state.with_removed()
        assert [(slot.name, slot.drafts) for slot in state.slots] == [("Ann", (first, there))]
        assert [gone.drafts for _, _, gone in state.removed] == [(laid_by,)] and state.draft is there


@pytest.mark.parametrize("index", [0, 1, 2])
def test_undo_names_whose_kingdom_was_removed(index: int) -> None:
    state = PageState()
    for name in ("Ann", "Ben", "Cleo"):
        state = state.assigned(DRAFT, name)
    history = History(state).then(state.choose(index).without_draft())
    assert str(history.undoes) == ("Ann’s kingdom", "Ben’s kingdom", "Cleo’s kingdom")[index]


def test_the_queen_moves() -> None:
    state = PageState().assigned(DRAFT, "Ann").assigned(DRAFT, "Bob").with_queen(0).with_queen(1)
    assert [slot.drafts[0].kingdom.queen for slot in state.slots] == [False, True]


def test_moving_the_queen_changes_only_the_slots_involved() -> None:
    state = PageState().assigned(DRAFT, "Ann").assigned(DRAFT, "Bob")
    history = History(state).then(state.with_queen(1))
    assert history.present.slots[0] is state.slots[0]
    assert str(history.undoes) == "coins, towers, knights or the Queen"


def test_undo_takes_no_kingdom_away() -> None:
    history = History().then(PageState().assigned(DRAFT, "Ann"))
    assert not history.can_undo
    history = history.then(history.present.assigned(DRAFT, "Ben"))
    tapped = history.then(history.present.with_draft(DRAFT.with_tokens(coins=3)))
    assert tapped.can_undo
    removed = tapped.then(tapped.present.without_draft())
    assert removed.can_undo
    assert removed.undone().present.kingdoms == 2


def test_a_new_step_forgets_what_was_undone() -> None:
    state = PageState()
    history = History(state).then(state.choose(0, 1)).then(state.choose(0, 2)).undone()
    assert history.can_redo
    history = history.then(state)
    assert history.redone() is history


def test_saved_game_key_applies_to_one_game_only() -> None:
    before = History().then(PageState().assigned(DRAFT, "Ann"))
    second = before.then(PageState().assigned(DRAFT, "Ben"))
    renamed = second.then(second.present.with_slot(0, Slot("Zoé", drafts=(DRAFT,)))).undone().kept_as("1a")
    assert [state.saved_game for state in (renamed.present, *renamed.future)] == ["1a", "1a"]
    assert renamed.brought_back().present is before.present and not before.present.saved_game


def test_state_of_a_game_gives_the_same_game() -> None:
    game = Game(
        (Player("Ann", colour="pink", kingdoms=(Kingdom.parse("tC queen"),)), Player("Bob")), Rules(harmony=True), True
    )
    assert state_of(game).game == game


def test_player_whose_colour_is_taken_gets_none() -> None:
    state = PageState().assigned(DRAFT, "Ann", "yellow").assigned(DRAFT, "Bob", "yellow")
    assert [slot.colour for slot in state.slots] == ["yellow", ""]


def test_a_total_is_a_game_of_its_own_and_a_square_takes_its_place() -> None:
    laid = Draft.of(Kingdom.parse("wwC"))
    state = PageState(dynasty=True).assigned(laid, "Ann").joined(["Ben"]).choose(0, 1).with_total(0, 45)
    assert state.game.players[0].games == (laid.kingdom, 45)
    assert [draft.total for draft in state_of(state.game).slots[0].drafts] == [None, 45]
    assert state_of(state.game).game == state.game
    assert (state.chosen, state.round, state.waiting) == (0, 1, 1)
    again = state.with_draft(state.draft.put((0, 1), Place.UNKNOWN)) if state.draft else state
    assert again.game.players[0].totals == () and len(again.game.players[0].kingdoms) == 2
    assert str(change(state, state.with_total(0, 46))) == "the total"
    with pytest.raises(GameError, match="Ben has no kingdom of game 1 yet"):
        state.with_total(1, 45)
    with pytest.raises(GameError, match="a total must be a number from 0 to 999"):
        state.with_total(0, 1000)


def test_missing_pieces_belong_to_the_kingdom_not_to_the_total() -> None:
    town = Draft(dict(Kingdom.parse("tC").cells()))
    state = PageState((Slot("Ann", drafts=(Draft.of_total(45), town)), Slot("Ben")), dynasty=True)
    assert state.choose(0, 0).missing_pieces == ()
    assert Piece.COINS in state.choose(0, 1).missing_pieces
    assert state_of(state.game).choose(0, 1).missing_pieces == state.choose(0, 1).missing_pieces
    assert len(state.game.players[0].untold) == len(state.game.players[0].kingdoms) == 1
    assert decode(encode(state.game)) == state.game
