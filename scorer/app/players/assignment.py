"""Assigns the kingdoms of a photo to the players who wait for one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorer.app.players.default_names import default_name
from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState
from scorer.i18n.translator import Translator
from scorer.rules.model.messages import Message
from scorer.sharing.codec import GameError

if TYPE_CHECKING:
    from scorer.vision.reading import Reading


@dataclass(frozen=True)
class OutOfTurn:
    """A kingdom of the photo ``photo`` that went to ``slot`` as its ``game`` although it was ``turn``'s turn.

    ``waited_for`` is the game that ``turn`` waited for: in a Dynasty it may differ. ``is_new`` is whether a player
    was added for the kingdom.
    """

    message: Message
    photo: str
    slot: int
    game: int
    turn: int
    waited_for: int
    is_new: bool

    def is_exchange(self, state: PageState) -> bool:
        """Whether the player whose turn it was has a kingdom by now."""
        return len(state.slots[self.turn].drafts) > self.waited_for

    def given_back(self, state: PageState) -> PageState | None:
        """The state with the kingdom given to the player whose turn it was, in exchange for a kingdom of the same game
        if that player has one by now.

        ``None`` if the slot no longer has the kingdom, or if it cannot be given.
        """
        if max(self.slot, self.turn) >= len(state.slots):
            return None
        giver = state.slots[self.slot].drafts
        if self.game >= len(giver) or giver[self.game].photo != self.photo:
            return None
        if self.is_exchange(state):
            return state.exchanged(self.slot, self.turn, self.game) if self.game == self.waited_for else None
        if self.game != len(giver) - 1:
            return None
        given = state.handed_on(self.slot, self.game, self.turn)
        if self.is_new and not given.slots[self.slot].drafts:
            return given.without_slot(self.slot).choose(self.turn, given.round)
        return given


@dataclass(frozen=True, eq=False)
class Assigned:
    """The ``state`` with the kingdoms of a photo; ``places`` are the slot and the game of each.

    ``out_of_turn`` are the kingdoms that went to another player than the one whose turn it was. ``refused`` is a
    message about kingdoms that were too many for the game.
    """

    state: PageState
    places: tuple[tuple[int, int], ...] = ()
    out_of_turn: tuple[OutOfTurn, ...] = ()
    refused: Message | None = None


def assigned(state: PageState, draft: Draft, tr: Translator) -> PageState:
    """The state with the draft assigned to a waiting player, or to a new one. Raises ``GameError`` if there are too
    many."""
    return state.assigned(draft, default_name(len(state.slots) + 1, tr))


def photo_assigned(state: PageState, key: str, reading: Reading, photo: str, tr: Translator) -> Assigned:
    """The kingdoms of one photo assigned to players; ``key`` is that of its snapshot, ``photo`` its name in messages.

    They belong to one game, the chosen one, and no two of them to one player. ``refused`` reports kingdoms without
    room.
    """
    done = Assigned(state)
    for found in reading.kingdoms:
        draft = Draft.read(key, found, (reading.width, reading.height))
        before = replace(done.state, round=state.round)
        try:
            done = _with(done, before, draft, found.castle_colour or "", photo, tr)
        except GameError as error:
            return replace(done, refused=Message("{name}: {hint}", {"name": photo, "hint": error.message}))
    return done


def _with(done: Assigned, before: PageState, draft: Draft, colour: str, photo: str, tr: Translator) -> Assigned:
    have_theirs = [slot for slot, _ in done.places]
    turn = before.next_waiting(have_theirs)
    after = before.assigned(draft, default_name(len(before.slots) + 1, tr), colour, have_theirs)
    out_of_turn = done.out_of_turn
    if colour and turn is not None and turn != after.chosen:
        about = {"photo": photo, "name": after.slots[after.chosen].name}
        said = Message("{photo} was added to {name}, who has a castle of this colour", about)
        waited_for = len(before.slots[turn].drafts)
        is_new = len(after.slots) > len(before.slots)
        out_of_turn = (
            *out_of_turn,
            OutOfTurn(said, draft.photo or "", after.chosen, after.round, turn, waited_for, is_new),
        )
    return Assigned(after, (*done.places, (after.chosen, after.round)), out_of_turn)
