"""A board as the browser component shows it: everything in plain data, in the player's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorer.i18n.translator import Translator
from scorer.rules.legality import Check
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Position, neighbours, square_name
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.scoring.score import ScoreSheet
from scorer.ui.editor import Board
from scorer.ui.photos import Snapshot
from scorer.ui.say import building_symbol, cell_words, percent, total_words
from scorer.ui.tiles import TileSheet

MOST_CROWNS = {Terrain.GRASSLAND: 2, Terrain.SWAMP: 2, Terrain.MINE: 3, Terrain.TOWN: 0}
"""The most crowns that any domino of the two boxes shows on a terrain, 1 where not named."""

WORTH_A_GUESS = 0.02
"""Faces less probable than this are not offered as guesses."""

MOST_NAMED = 5
"""More squares than this are not named one by one."""

View = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """What a board's view is made from. ``check`` may be missing while it is not known."""

    identity: str
    board: Board
    sheet: ScoreSheet
    check: Check | None
    size: int
    snapshot: Snapshot | None = None
    photo_href: str = ""
    castle: str = "yellow"
    can_undo: bool = False
    can_redo: bool = False
    acted: float = 0
    """When the last act was sent that is carried out: later ones are still on their way."""


def board_view(shown: Shown, tiles: TileSheet, tiles_href: str, tr: Translator) -> View:
    """The component's data."""
    board, snapshot = shown.board, shown.snapshot
    top, left, bottom, right = board.window(shown.size)
    places = [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
    settled = snapshot is None or board.reading is not None
    return {
        "id": shown.identity,
        "acted": shown.acted,
        "settled": settled,
        "photo": snapshot and {"href": shown.photo_href, "width": snapshot.width, "height": snapshot.height},
        "grid": snapshot and _grid(board, snapshot, shown.size),
        "columns": right - left + 1,
        "places": [_place(shown, position, tr) for position in places] if settled else [],
        "castle": shown.castle,
        "tiles": {"href": tiles_href, "columns": tiles.columns, "rows": tiles.rows, "at": tiles.at},
        "palette": _palette(tr),
        "buildings": _buildings(tr) if shown.sheet.rules.box is not Box.KINGDOMINO else [],
        "total": total_words(shown.sheet),
        "totalNote": tr("points"),
        "verdict": verdict(shown.check, tr),
        "ask": _ask(board, tr) if settled else "",
        "urgent": bool(board.doubtful) or bool(board.reading and board.reading.cut),
        "findings": _findings(shown, tr),
        "undo": shown.can_undo,
        "redo": shown.can_redo,
        "words": _words(tr),
    }


def sheet_view(board: Board, sheet: ScoreSheet, tr: Translator) -> View:
    """The score sheet's data: every line with the squares that it is about."""
    return {
        "lines": [
            {"say": tr(line.message), "points": line.points, "cells": _names(board, line.cells)} for line in sheet.lines
        ],
        "total": total_words(sheet),
        "words": {"sheet": tr("Score sheet"), "total": tr("Total")},
    }


def verdict(check: Check | None, tr: Translator) -> dict[str, str]:
    """Legal, illegal or open, with the words for it."""
    if check is None or check.legal is None:
        return {"is": "open", "say": tr("legality not settled")}
    if check.legal:
        return {"is": "legal", "say": tr("can be built from the dominoes")}
    return {"is": "illegal", "say": tr("something cannot be right")}


def cell_from(code: str) -> Cell:
    """The cell of a code that the component sent: one square in the notation. Raises ``ValueError`` for any other."""
    from scorer.rules.model.kingdom import Kingdom

    if code in (".", "?"):
        return Place(code)
    kingdom = Kingdom.parse(code)
    if (kingdom.height, kingdom.width) != (1, 1):
        raise ValueError(f"{code!r} is not one square")
    return kingdom[0, 0]


def _place(shown: Shown, position: Position, tr: Translator) -> View:
    board = shown.board
    cell = board.at(position)
    here = (position[0] - board.origin[0], position[1] - board.origin[1])
    name = square_name(here) if min(here) >= 0 else ""
    quad = board.quad(position)
    doubt = position in board.doubtful
    what = cell_words(cell, tr)
    guesses = [(face, chance) for face, chance in board.alternatives(position) if chance >= WORTH_A_GUESS]
    say = tr("{square}: {what}", square=name, what=what) if name else what
    return {
        "at": f"{position[0]},{position[1]}",
        "code": str(cell),
        "name": name or tr("outside"),
        "what": what,
        "say": tr("{square} – please look", square=say) if doubt else say,
        "quad": quad and [[round(x, 1), round(y, 1)] for x, y in quad],
        "doubt": doubt,
        "lit": any(here in finding.squares for finding in (shown.check.findings if shown.check else ())),
        "group": next((i for i, t in enumerate(shown.sheet.territories) if here in t.cells), None),
        "guesses": [
            {"code": str(face), "say": cell_words(face, tr), "chance": percent(chance)} for face, chance in guesses
        ],
    }


def _grid(board: Board, snapshot: Snapshot, size: int) -> View:
    """Where the corners to drag start: on the grid that was read, or well inside the photo."""
    if board.reading is not None:
        rows, columns = board.reading.quads.shape[:2]
        return {"corners": [list(corner) for corner in board.reading.corners], "rows": rows, "columns": columns}
    side = 0.6 * min(snapshot.width, snapshot.height)
    x, y = (snapshot.width - side) / 2, (snapshot.height - side) / 2
    corners = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]
    return {"corners": corners, "rows": size, "columns": size}


def _palette(tr: Translator) -> list[View]:
    """Every face, a column for each terrain and a row for each number of crowns; the rest under the towns."""
    faces: list[tuple[Cell, int, int]] = [
        (Square(terrain, crowns), crowns + 1, column)
        for column, terrain in enumerate(Terrain, start=1)
        for crowns in range(MOST_CROWNS.get(terrain, 1) + 1)
    ]
    faces += [(Place.CASTLE, 2, 7), (Place.EMPTY, 3, 7), (Place.UNKNOWN, 4, 7)]
    return [{"code": str(cell), "say": cell_words(cell, tr), "row": r, "column": c} for cell, r, c in faces]


def _buildings(tr: Translator) -> list[View]:
    return [
        {
            "code": str(Square(Terrain.TOWN, building=kind)),
            "name": tr(building.name),
            "symbol": building_symbol(building, tr),
        }
        for kind, building in BUILDINGS.items()
    ]


def _ask(board: Board, tr: Translator) -> str:
    """What the player is asked to do next, the most useful thing first."""
    behind = [_name(board, p) for p in board.doubtful if _hides_a_crown(board, p)]
    built = [_name(board, p) for p in board.doubtful if board.reading and p in board.reading.built]
    others = [_name(board, p) for p in board.doubtful if _name(board, p) not in (*behind, *built)]
    asked = []
    if board.cut:
        others = []  # what is missing comes first
        asked.append(tr("The photo cuts this kingdom off. Take another one, or tap the places that are missing."))
    if built:
        asked.append(tr("Which building stands at {squares}?", squares=", ".join(built)))
    if behind:
        asked.append(tr("Does the castle hide a crown at {squares}?", squares=", ".join(behind)))
    if len(others) > MOST_NAMED:
        asked.append(tr("Please look at the squares marked “?”, and tap what is not right."))
    elif others:
        asked.append(tr("Please look at {squares}, marked “?”, and tap what is not right.", squares=", ".join(others)))
    return " ".join(asked) or tr("Tap a square to change it.")


def _hides_a_crown(board: Board, position: Position) -> bool:
    """Beside the castle, with the terrain sure and only the crowns in doubt."""
    cell = board.at(position)
    beside = any(board.at(neighbour) is Place.CASTLE for neighbour in neighbours(position))
    if not isinstance(cell, Square) or not beside or len(board.kingdom.castles) != 1:
        return False
    likely = [face for face, chance in board.alternatives(position) if chance >= 0.1]
    return cell.crowns is None or (
        len(likely) > 1 and all(isinstance(face, Square) and face.terrain is cell.terrain for face in likely)
    )


def _findings(shown: Shown, tr: Translator) -> list[View]:
    if shown.check is None:
        return []
    return [
        {"code": str(finding.code), "say": tr(finding.message), "cells": _names(shown.board, finding.squares)}
        for finding in shown.check.findings
    ]


def _names(board: Board, positions: Iterable[Position]) -> list[str]:
    return [f"{row},{column}" for row, column in map(board.on_canvas, positions)]


def _name(board: Board, position: Position) -> str:
    return square_name((position[0] - board.origin[0], position[1] - board.origin[1]))


def _words(tr: Translator) -> Mapping[str, object]:
    return {
        "photo": tr("The photo with its squares"),
        "drawn": tr("The kingdom as a drawn board"),
        "views": {"photo": tr("Photo"), "drawn": tr("Board"), "grid": tr("Move grid")},
        "undo": tr("Undo"),
        "redo": tr("Redo"),
        "close": tr("Close"),
        "looksLike": tr("It looks like"),
        "allFaces": tr("Choose terrain and crowns"),
        "buildings": tr("Town with a building"),
        "layGrid": tr("The photo with the grid’s four corners"),
        "layHelp": tr("Drag the four corners onto the outer corners of the kingdom. Empty places may lie inside."),
        "corners": [tr("top left corner"), tr("top right corner"), tr("bottom right corner"), tr("bottom left corner")],
        "rows": tr("Rows"),
        "columns": tr("Columns"),
        "reread": tr("Read again"),
        "cancel": tr("Cancel"),
        "legend": " · ".join(f"{terrain.letter.upper()}\u00a0{tr(terrain.value)}" for terrain in Terrain),
    }
