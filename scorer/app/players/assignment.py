"""The kingdoms of a photo given to the players who wait for them, in both editions of the page."""

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
    """A kingdom of the photo with the key ``photo`` went to ``slot`` as its ``game``, while it was ``turn``'s turn.

    ``waited_for`` is the game that ``turn`` waited for: in a Dynasty the two need not be as far. ``is_new`` is whether
    somebody sat down for it.
    """

    message: Message
    photo: str
    slot: int
    game: int
    turn: int
    waited_for: int
    is_new: bool

    def given_back(self, state: PageState) -> PageState | None:
        """The kingdom given to whose turn it was; nothing where it is the last one no more, or that player has one."""
        if max(self.slot, self.turn) >= len(state.slots):
            return None
        giver, taker = state.slots[self.slot].drafts, state.slots[self.turn].drafts
        if self.game != len(giver) - 1 or giver[self.game].photo != self.photo or len(taker) > self.waited_for:
            return None
        given = state.handed_on(self.slot, self.game, self.turn)
        if self.is_new and not given.slots[self.slot].drafts:
            return given.without_slot(self.slot).choose(self.turn, given.round)
        return given


@dataclass(frozen=True, eq=False)
class Assigned:
    """The ``state`` with the kingdoms of a photo; ``places`` are the seat and the game of each.

    ``told`` is said of those that went to somebody else than the player whose turn it was, ``refused`` of those for
    which there was no room.
    """

    state: PageState
    places: tuple[tuple[int, int], ...] = ()
    told: tuple[OutOfTurn, ...] = ()
    refused: Message | None = None


def assigned(state: PageState, draft: Draft, tr: Translator) -> PageState:
    """The canvas for whoever waits for one, else for a new player. Raises ``GameError`` where it is one too many."""
    return state.assigned(draft, default_name(len(state.slots) + 1, tr))


def photo_assigned(state: PageState, key: str, reading: Reading, photo: str, tr: Translator) -> Assigned:
    """Everybody’s kingdom of one photo, whose snapshot has the ``key``; messages call it ``photo``.

    They were laid in one game, the one that is looked at, and no two of them by one player. It is told where there is
    no room for all of them.
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
    told = done.told
    if colour and turn is not None and turn != after.chosen:
        about = {"photo": photo, "name": after.slots[after.chosen].name}
        said = Message("{photo} went to {name}, by the colour of its castle", about)
        waited_for = len(before.slots[turn].drafts)
        is_new = len(after.slots) > len(before.slots)
        told = (*told, OutOfTurn(said, draft.photo or "", after.chosen, after.round, turn, waited_for, is_new))
    return Assigned(after, (*done.places, (after.chosen, after.round)), told)
