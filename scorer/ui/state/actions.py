"""What can be done on the component, carried out: values in, values out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Cell, Place
from scorer.ui.photos import Snapshot, read_again
from scorer.ui.state.canvas import Canvas
from scorer.ui.state.history import History
from scorer.ui.state.page_state import PageState, grid_size
from scorer.vision.photo.errors import PhotoError

MOST_ROWS = 9
"""Rows or columns of a grid laid by hand: a 7×7 kingdom with a border to spare."""

Action = Mapping[str, Any]
"""``kind`` is put, grid, undo or redo; a put has ``at`` (“row,column”) and ``code``; a grid has ``corners``,
``rows`` and ``columns``."""


def identity(state: PageState) -> str:
    """Names the canvas being looked at, so that a late tap on another one changes nothing."""
    return f"{state.chosen}.{state.round}.{state.canvas.photo if state.canvas else ''}"


def applied(history: History, action: Action, snapshots: Mapping[str, Snapshot]) -> tuple[History, Message | None]:
    """The history after an act, and what to tell the player if it could not be done.

    >>> history = History(PageState().seated(Canvas.of(Kingdom.parse("wC")), "Ann"))
    >>> action = {"kind": "put", "kingdom": identity(history.present), "at": "0,0", "code": "l1"}
    >>> str(applied(history, action, {})[0].present.canvas.kingdom)
    'l1C'
    """
    state = history.present
    if action["kind"] == "undo":
        return history.undone(), None
    if action["kind"] == "redo":
        return history.redone(), None
    if state.canvas is None or action["kingdom"] != identity(state):
        return history, None
    if action["kind"] == "put":
        row, column = map(int, action["at"].split(","))
        if not state.canvas.shows((row, column), grid_size(state.rules, state.canvas.kingdom)):
            return history, None
        return history.then(state.with_canvas(state.canvas.put((row, column), cell_from(action["code"])))), None
    snapshot = snapshots.get(state.canvas.photo or "")
    return _laid(history, state.canvas, action, snapshot) if snapshot else (history, None)


def _laid(history: History, canvas: Canvas, action: Action, snapshot: Snapshot) -> tuple[History, Message | None]:
    """The photo read again in a grid laid by hand."""
    state = history.present
    corners = [(float(x), float(y)) for x, y in action["corners"]]
    rows, columns = (min(max(1, int(action[side])), MOST_ROWS) for side in ("rows", "columns"))
    try:
        reading = read_again(snapshot, corners, (rows, columns), state.rules.box)
    except PhotoError as error:
        return history, error.message
    except ValueError:
        return history, Message("the four corners do not make a grid; drag them apart")
    if not reading.kingdoms:
        return history, reading.hint or Message("no kingdom was found in this grid; drag its corners onto the kingdom")
    return history.then(state.with_canvas(canvas.reread(reading.kingdoms[0], (reading.width, reading.height)))), None


def cell_from(code: str) -> Cell:
    """The cell of a code that the component sent: one square in the notation. Raises ``ValueError`` for any other."""
    if code in (".", "?"):
        return Place(code)
    kingdom = Kingdom.parse(code)
    if (kingdom.height, kingdom.width) != (1, 1):
        raise ValueError(f"{code!r} is not one square")
    return kingdom[0, 0]
