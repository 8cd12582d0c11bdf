"""Carries out actions on the component: a history and an action in, a history out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState
from scorer.app.state.undo import History
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.model.notation import MAX_KINGDOM_SIDE
from scorer.rules.model.rules import GRID_SIZES, Rules
from scorer.rules.model.terrain import Cell, Place
from scorer.sharing.codec import GameError
from scorer.vision.photo.errors import PhotoError

if TYPE_CHECKING:
    from scorer.vision.reading import Reading

MAX_ROWS = 9
"""Maximum number of rows or columns of a grid placed by hand: a 7×7 kingdom with a border."""

MAX_ACTIONS = 60
"""Maximum number of actions in a message, as in ``outbox.js``."""

MAX_PLACES = MAX_KINGDOM_SIDE**2
"""Maximum number of places of a stroke."""

Action = Mapping[str, Any]
"""``kind`` is put, grid, cancel, frame, confirm, whole, undo or redo. A put has ``places`` (each “row,column”) and
``code``; a grid has ``corners``, ``rows`` and ``columns``; a frame has ``size``, 0 to stop painting."""


class TakenPhoto(Protocol):
    """A photo on the page."""

    @property
    def name(self) -> str:
        """The name of its file."""

    @property
    def width(self) -> int:
        """Width in pixels."""

    @property
    def height(self) -> int:
        """Height in pixels."""

    def read_again(self, corners: Sequence[tuple[float, float]], grid: tuple[int, int], rules: Rules) -> Reading:
        """Read the one kingdom in a grid placed by hand: rows and columns between four corners.

        Raises ``PhotoError``, and ``ValueError`` for corners that make no grid.
        """

    def read_with(self, others: Sequence[Any], rules: Rules) -> Reading:
        """Read this photo together with other photos of its kingdoms; positions are in pixels of this one.

        Raises ``PhotoError``, also for a photo that does not show the same kingdoms.
        """


def identity(state: PageState) -> str:
    """The identity of the shown draft, so that a late tap on another one has no effect: after a removal, the next
    player's draft has the same index."""
    photo, name = state.draft.photo if state.draft else "", state.slot.name if state.slot else ""
    return f"{state.chosen}.{state.round}.{photo or ''}.{name}"


def _is_meant(state: PageState, action: Action) -> bool:
    """Whether an action was made on the draft that is shown; another one may have replaced it since."""
    return state.draft is not None and action["kingdom"] == identity(state)


def notice_of(history: History, action: Action) -> Message | None:
    """A message about an action whose effect may be invisible, or that comes too late."""
    if not _is_meant(history.present, action):
        return Message("Not applied: you had already moved to another kingdom.")
    if action["kind"] == "undo":
        change = history.undoes
        return Message("Undone: {change}", {"change": change}) if change else Message("Nothing to undo.")
    if action["kind"] == "redo":
        change = history.redoes
        return Message("Redone: {change}", {"change": change}) if change else Message("Nothing to redo.")
    return None


def applied(history: History, action: Action, snapshots: Mapping[str, TakenPhoto]) -> tuple[History, Message | None]:
    """The history after an action, and a message if the action could not be carried out.

    >>> history = History(PageState().assigned(Draft.of(Kingdom.parse("wC")), "Ann"))
    >>> action = {"kind": "put", "kingdom": identity(history.present), "places": ["0,0"], "code": "l1"}
    >>> str(applied(history, action, {})[0].present.draft.kingdom)
    'l1C'
    """
    state, draft = history.present, history.present.draft
    if draft is None or not _is_meant(state, action):
        return history, None
    try:
        return _carried_out(history, draft, action, snapshots)
    except GameError as error:  # too large for a link
        return history, error.message


def _carried_out(
    history: History, draft: Draft, action: Action, snapshots: Mapping[str, TakenPhoto]
) -> tuple[History, Message | None]:
    state = history.present
    match action["kind"]:
        case "undo":
            history = history.undone()
        case "redo":
            history = history.redone()
        case "put":
            history = _put(history, draft, action)
        case "cancel":
            history = _given_up(history, draft)
        case "confirm":
            history = history.then(state.with_draft(draft.confirmed()))
        case "whole":
            history = history.then(state.with_draft(draft.whole()))
        case "turn":
            history = history.viewing(state.choose((state.chosen + int(action["step"])) % len(state.slots)))
        case "frame":
            framed = draft.framed(action["size"]) if action["size"] in GRID_SIZES else draft.unframed()
            history = history.viewing(state.with_draft(framed))
        case _:
            if snapshot := snapshots.get(draft.photo or ""):
                return _laid(history, draft, action, snapshot)
    return history, None


def _put(history: History, draft: Draft, action: Action) -> History:
    """One face put on one square, or on all squares of a stroke. Places outside the window are ignored.

    Raises ``GameError`` if the game no longer fits its link.
    """
    size, cell = history.present.settled_rules.size, cell_from(action["code"])
    painted = draft
    for place in action["places"][:MAX_PLACES]:
        row, column = map(int, place.split(","))
        if draft.shows((row, column), size):
            painted = painted.put((row, column), cell)
    return history if painted is draft else history.then(history.present.with_draft(painted).checked())


def _laid(history: History, draft: Draft, action: Action, snapshot: TakenPhoto) -> tuple[History, Message | None]:
    """The photo read again in a grid placed by hand."""
    state = history.present
    corners = [(float(x), float(y)) for x, y in action["corners"]]
    rows, columns = (min(max(1, int(action[side])), MAX_ROWS) for side in ("rows", "columns"))
    try:
        reading = snapshot.read_again(corners, (rows, columns), state.rules)
    except PhotoError as error:
        return history, error.message
    except ValueError:
        return history, Message("the four corners do not make a grid; drag them apart")
    if not reading.kingdoms:
        return history, Message(
            "No kingdom was found in this grid. Drag its corners onto the kingdom, and check its rows and columns."
        )
    reread = draft.reread(reading.kingdoms[0], (reading.width, reading.height))
    return history.then(state.with_draft(reread).checked()), None


def _given_up(history: History, draft: Draft) -> History:
    """No grid is placed on the photo: the draft is removed, and a player who was added for it."""
    if draft.cells:
        return history
    if history.past and draft.photo not in history.past[-1].photos:
        return History(history.past[-1], history.past[:-1])
    return history.then(history.present.without_draft())


def cell_from(code: str) -> Cell:
    """The cell of a code sent by the component: one square in the notation. Raises ``ValueError`` otherwise."""
    if code in (".", "?"):
        return Place(code)
    kingdom = Kingdom.parse(code)
    if (kingdom.height, kingdom.width) != (1, 1):
        raise ValueError(f"{code!r} is not one square")
    return kingdom[0, 0]
