"""A canvas as the browser component shows it: everything in plain data, in the player's language."""

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
from scorer.rules.model.words import building_words, cell_words
from scorer.rules.scoring.sheet import ScoreSheet, points_text
from scorer.ui.component.sprites import SpriteSheet
from scorer.ui.photos import Snapshot
from scorer.ui.state.canvas import Canvas

MOST_CROWNS = {Terrain.GRASSLAND: 2, Terrain.SWAMP: 2, Terrain.MINE: 3, Terrain.TOWN: 0}
"""The most crowns that any domino of the two boxes shows on a terrain, 1 where not named."""

WORTH_A_GUESS = 0.02
"""Faces less probable than this are not offered as guesses."""

MOST_NAMED = 5
"""More squares than this are not named one by one."""

View = dict[str, Any]


@dataclass(frozen=True)
class KingdomState:
    """What a canvas's view is made from. ``check`` may be missing while it is not known."""

    identity: str
    canvas: Canvas
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


def kingdom_view(shown: KingdomState, sprites: SpriteSheet, sprites_href: str, tr: Translator) -> View:
    """The component's data."""
    canvas, snapshot = shown.canvas, shown.snapshot
    top, left, bottom, right = canvas.window(shown.size)
    places = [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
    settled = snapshot is None or canvas.reading is not None
    return {
        "id": shown.identity,
        "acted": shown.acted,
        "settled": settled,
        "photo": snapshot and {"href": shown.photo_href, "width": snapshot.width, "height": snapshot.height},
        "grid": snapshot and _grid(canvas, snapshot, shown.size),
        "columns": right - left + 1,
        "places": [_place(shown, position, tr) for position in places] if settled else [],
        "castle": shown.castle,
        "sprites": {"href": sprites_href, "columns": sprites.columns, "rows": sprites.rows, "at": sprites.at},
        "palette": _palette(tr),
        "buildings": _buildings(tr) if shown.sheet.rules.box is not Box.KINGDOMINO else [],
        "total": points_text([shown.sheet]),
        "totalNote": tr("points"),
        "verdict": verdict(shown.check, tr),
        "ask": _ask(canvas, tr) if settled else "",
        "urgent": bool(canvas.doubtful) or bool(canvas.reading and canvas.reading.cut),
        "findings": _findings(shown, tr),
        "undo": shown.can_undo,
        "redo": shown.can_redo,
        "words": _words(tr),
    }


def score_sheet_view(canvas: Canvas, sheet: ScoreSheet, tr: Translator) -> View:
    """The score sheet's data: every line with the squares that it is about."""
    return {
        "lines": [
            {"text": tr(line.message), "points": line.points, "cells": _names(canvas, line.cells)}
            for line in sheet.lines
        ],
        "total": points_text([sheet]),
        "words": {"sheet": tr("Score sheet"), "total": tr("Total")},
    }


def verdict(check: Check | None, tr: Translator) -> dict[str, str]:
    """Legal, illegal or open, with the words for it."""
    if check is None or check.legal is None:
        return {"is": "open", "text": tr("legality not settled")}
    if check.legal:
        return {"is": "legal", "text": tr("can be built from the dominoes")}
    return {"is": "illegal", "text": tr("something cannot be right")}


def percent(chance: float) -> str:
    """A probability as people say it; never quite sure.

    >>> percent(0.724), percent(0.9999), percent(0.001)
    ('72 %', '99 %', '1 %')
    """
    return f"{min(99, max(1, round(100 * chance)))} %"


def _place(shown: KingdomState, position: Position, tr: Translator) -> View:
    canvas = shown.canvas
    cell = canvas.at(position)
    here = (position[0] - canvas.origin[0], position[1] - canvas.origin[1])
    name = square_name(here) if min(here) >= 0 else ""
    quad = canvas.quad(position)
    doubt = position in canvas.doubtful
    what = tr(cell_words(cell))
    guesses = [(face, chance) for face, chance in canvas.alternatives(position) if chance >= WORTH_A_GUESS]
    label = tr("{square}: {what}", square=name, what=what) if name else what
    return {
        "at": f"{position[0]},{position[1]}",
        "code": str(cell),
        "name": name or tr("outside"),
        "what": what,
        "label": tr("{square} – please look", square=label) if doubt else label,
        "quad": quad and [[round(x, 1), round(y, 1)] for x, y in quad],
        "doubt": doubt,
        "lit": any(here in finding.squares for finding in (shown.check.findings if shown.check else ())),
        "group": next((i for i, t in enumerate(shown.sheet.territories) if here in t.cells), None),
        "guesses": [
            {"code": str(face), "label": tr(cell_words(face)), "chance": percent(chance)} for face, chance in guesses
        ],
    }


def _grid(canvas: Canvas, snapshot: Snapshot, size: int) -> View:
    """Where the corners to drag start: on the grid that was read, or well inside the photo."""
    if canvas.reading is not None:
        rows, columns = canvas.reading.quads.shape[:2]
        return {"corners": [list(corner) for corner in canvas.reading.corners], "rows": rows, "columns": columns}
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
    return [{"code": str(cell), "label": tr(cell_words(cell)), "row": r, "column": c} for cell, r, c in faces]


def _buildings(tr: Translator) -> list[View]:
    return [
        {
            "code": str(Square(Terrain.TOWN, building=kind)),
            "name": tr(building.name),
            "symbol": tr(building_words(building)),
        }
        for kind, building in BUILDINGS.items()
    ]


def _ask(canvas: Canvas, tr: Translator) -> str:
    """What the player is asked to do next, the most useful thing first."""
    behind = [_name(canvas, p) for p in canvas.doubtful if _hides_a_crown(canvas, p)]
    built = [_name(canvas, p) for p in canvas.doubtful if canvas.reading and p in canvas.reading.built_towns]
    others = [_name(canvas, p) for p in canvas.doubtful if _name(canvas, p) not in (*behind, *built)]
    asked = []
    if canvas.cut:
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


def _hides_a_crown(canvas: Canvas, position: Position) -> bool:
    """Beside the castle, with the terrain sure and only the crowns in doubt."""
    cell = canvas.at(position)
    beside = any(canvas.at(neighbour) is Place.CASTLE for neighbour in neighbours(position))
    if not isinstance(cell, Square) or not beside or len(canvas.kingdom.castles) != 1:
        return False
    likely = [face for face, chance in canvas.alternatives(position) if chance >= 0.1]
    return cell.crowns is None or (
        len(likely) > 1 and all(isinstance(face, Square) and face.terrain is cell.terrain for face in likely)
    )


def _findings(shown: KingdomState, tr: Translator) -> list[View]:
    if shown.check is None:
        return []
    return [
        {"code": str(finding.code), "text": tr(finding.message), "cells": _names(shown.canvas, finding.squares)}
        for finding in shown.check.findings
    ]


def _names(canvas: Canvas, positions: Iterable[Position]) -> list[str]:
    return [f"{row},{column}" for row, column in map(canvas.on_canvas, positions)]


def _name(canvas: Canvas, position: Position) -> str:
    return square_name((position[0] - canvas.origin[0], position[1] - canvas.origin[1]))


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
