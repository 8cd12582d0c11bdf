"""The kingdoms of a photo given to the players who wait for them, in both editions of the page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorer.app.default_names import default_name
from scorer.app.state.canvas import Canvas
from scorer.app.state.page_state import PageState
from scorer.i18n.translator import Translator
from scorer.rules.model.messages import Message
from scorer.sharing.codec import GameError

if TYPE_CHECKING:
    from scorer.vision.reading import Reading


@dataclass(frozen=True)
class OutOfTurn:
    """A kingdom of the photo with the key ``photo`` went to ``seat`` as its ``game``, while it was ``turn``'s turn.

    ``waited_for`` is the game that ``turn`` waited for: in a Dynasty the two need not be as far. ``is_new`` is whether
    somebody sat down for it.
    """

    message: Message
    photo: str
    seat: int
    game: int
    turn: int
    waited_for: int
    is_new: bool

    def given_back(self, state: PageState) -> PageState | None:
        """The kingdom given to whose turn it was; nothing where it is the last one no more, or that player has one."""
        if max(self.seat, self.turn) >= len(state.seats):
            return None
        giver, taker = state.seats[self.seat].canvases, state.seats[self.turn].canvases
        if self.game != len(giver) - 1 or giver[self.game].photo != self.photo or len(taker) > self.waited_for:
            return None
        given = state.handed_on(self.seat, self.game, self.turn)
        if self.is_new and not given.seats[self.seat].canvases:
            return given.without_seat(self.seat).choose(self.turn, given.round)
        return given


@dataclass(frozen=True, eq=False)
class Seated:
    """The ``state`` with the kingdoms of a photo; ``places`` are the seat and the game of each.

    ``told`` is said of those that went to somebody else than the player whose turn it was, ``refused`` of those for
    which there was no room.
    """

    state: PageState
    places: tuple[tuple[int, int], ...] = ()
    told: tuple[OutOfTurn, ...] = ()
    refused: Message | None = None


def seated(state: PageState, canvas: Canvas, tr: Translator) -> PageState:
    """The canvas for whoever waits for one, else for a new player. Raises ``GameError`` where it is one too many."""
    return state.seated(canvas, default_name(len(state.seats) + 1, tr))


def photo_seated(state: PageState, key: str, reading: Reading, photo: str, tr: Translator) -> Seated:
    """Everybody’s kingdom of one photo, whose snapshot has the ``key``; messages call it ``photo``.

    They were laid in one game, the one that is looked at, and no two of them by one player. It is told where there is
    no room for all of them.
    """
    done = Seated(state)
    for found in reading.kingdoms:
        canvas = Canvas.read(key, found, (reading.width, reading.height))
        before = replace(done.state, round=state.round)
        try:
            done = _with(done, before, canvas, found.castle_colour or "", photo, tr)
        except GameError as error:
            return replace(done, refused=Message("{name}: {hint}", {"name": photo, "hint": error.message}))
    return done


def _with(done: Seated, before: PageState, canvas: Canvas, colour: str, photo: str, tr: Translator) -> Seated:
    have_theirs = [seat for seat, _ in done.places]
    turn = before.next_waiting(have_theirs)
    after = before.seated(canvas, default_name(len(before.seats) + 1, tr), colour, have_theirs)
    told = done.told
    if colour and turn is not None and turn != after.chosen:
        about = {"photo": photo, "name": after.seats[after.chosen].name}
        said = Message("{photo} went to {name}, by the colour of its castle", about)
        waited_for = len(before.seats[turn].canvases)
        is_new = len(after.seats) > len(before.seats)
        told = (*told, OutOfTurn(said, canvas.photo or "", after.chosen, after.round, turn, waited_for, is_new))
    return Seated(after, (*done.places, (after.chosen, after.round)), told)
