"""The kingdoms of a photo given to the players who wait for them, in both editions of the page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorer.i18n.translator import Translator
from scorer.rules.model.messages import Message
from scorer.ui.default_names import default_name
from scorer.ui.state.canvas import Canvas
from scorer.ui.state.page_state import PageState

if TYPE_CHECKING:
    from scorer.vision.reading import Reading


@dataclass(frozen=True, eq=False)
class Seated:
    """The ``state`` with the kingdoms of a photo; ``places`` are the seat and the game of each.

    ``told`` is said of those that went to somebody else than the player whose turn it was.
    """

    state: PageState
    places: tuple[tuple[int, int], ...] = ()
    told: tuple[Message, ...] = ()


def seated(state: PageState, canvas: Canvas, tr: Translator) -> PageState:
    """The canvas for whoever waits for one, else for a new player."""
    return state.seated(canvas, default_name(len(state.seats) + 1, tr))


def photo_seated(state: PageState, key: str, reading: Reading, photo: str, tr: Translator) -> Seated:
    """Everybody’s kingdom of one photo, whose snapshot has the ``key``; messages call it ``photo``.

    They were laid in one game, the one that is looked at, and no two of them by one player.
    """
    done = Seated(state)
    for found in reading.kingdoms:
        canvas = Canvas.read(key, found, (reading.width, reading.height))
        before = replace(done.state, round=state.round)
        done = _with(done, before, canvas, found.castle_colour or "", photo, tr)
    return done


def _with(done: Seated, before: PageState, canvas: Canvas, colour: str, photo: str, tr: Translator) -> Seated:
    have_theirs = [seat for seat, _ in done.places]
    turn = before.next_waiting(have_theirs)
    after = before.seated(canvas, default_name(len(before.seats) + 1, tr), colour, have_theirs)
    told = done.told
    if colour and turn not in (None, after.chosen):
        about = {"photo": photo, "name": after.seats[after.chosen].name}
        told = (*told, Message("{photo} went to {name}, by the colour of its castle", about))
    return Seated(after, (*done.places, (after.chosen, after.round)), told)
