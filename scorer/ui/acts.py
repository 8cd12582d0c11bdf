"""What can be done on the component, carried out: values in, values out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.rules.model.messages import Message
from scorer.ui.editor import Board
from scorer.ui.photos import Snapshot, read_again
from scorer.ui.state import Desk, History, grid_size
from scorer.ui.view import cell_from
from scorer.vision.photo import PhotoError

MOST_ROWS = 9
"""Rows or columns of a grid laid by hand: a 7×7 kingdom with a border to spare."""

Act = Mapping[str, Any]
"""``kind`` is put, grid, undo or redo; a put has ``at`` (“row,column”) and ``code``; a grid has ``corners``,
``rows`` and ``columns``."""


def identity(desk: Desk) -> str:
    """Names the board being looked at, so that a late tap on another one changes nothing."""
    return f"{desk.chosen}.{desk.round}.{desk.board.photo if desk.board else ''}"


def carried_out(history: History, act: Act, snapshots: Mapping[str, Snapshot]) -> tuple[History, Message | None]:
    """The history after an act, and what to tell the player if it could not be done.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> history = History(Desk().seated(Board.of(Kingdom.parse("wC")), "Ann"))
    >>> act = {"kind": "put", "board": identity(history.present), "at": "0,0", "code": "l1"}
    >>> str(carried_out(history, act, {})[0].present.board.kingdom)
    'l1C'
    """
    desk = history.present
    if act["kind"] == "undo":
        return history.undone(), None
    if act["kind"] == "redo":
        return history.redone(), None
    if desk.board is None or act["board"] != identity(desk):
        return history, None
    if act["kind"] == "put":
        row, column = map(int, act["at"].split(","))
        if not desk.board.shows((row, column), grid_size(desk.rules, desk.board.kingdom)):
            return history, None
        return history.then(desk.with_board(desk.board.put((row, column), cell_from(act["code"])))), None
    snapshot = snapshots.get(desk.board.photo or "")
    return _laid(history, desk.board, act, snapshot) if snapshot else (history, None)


def _laid(history: History, board: Board, act: Act, snapshot: Snapshot) -> tuple[History, Message | None]:
    """The photo read again in a grid laid by hand."""
    desk = history.present
    corners = [(float(x), float(y)) for x, y in act["corners"]]
    rows, columns = (min(max(1, int(act[side])), MOST_ROWS) for side in ("rows", "columns"))
    try:
        reading = read_again(snapshot, corners, (rows, columns), desk.rules.box)
    except PhotoError as error:
        return history, error.message
    except ValueError:
        return history, Message("the four corners do not make a grid; drag them apart")
    if not reading.kingdoms:
        return history, reading.hint or Message("no kingdom was found in this grid; drag its corners onto the kingdom")
    return history.then(desk.with_board(board.reread(reading.kingdoms[0]))), None
