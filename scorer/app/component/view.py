"""A draft as the browser component shows it: plain data in the player's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from scorer.app.component import data
from scorer.app.component.palette import buildings, palette, pieces
from scorer.app.component.questions import asked, name_of, note_of, percent
from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.app.state.actions import MAX_ROWS, TakenPhoto
from scorer.app.state.draft import Draft
from scorer.i18n.translator import NAMES, Translator
from scorer.rules.legality import Check
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import court_tile_on
from scorer.rules.model.kingdom import Position
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.rules import GRID_SIZES
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.model.words import cell_words
from scorer.rules.scoring.sheet import ScoreSheet, points_text

MAX_CACHED_FACES = 2048
"""Cached faces, over all languages. With every possible piece there are several hundred."""

_SIGNS = {Place.CASTLE: "♜", Place.EMPTY: "", Place.UNKNOWN: "?"}


@dataclass(frozen=True)
class KingdomState:
    """The values that a kingdom's data is made from. ``check`` is ``None`` until it is known."""

    session: str
    identity: str
    draft: Draft
    sheet: ScoreSheet
    check: Check | None
    size: int
    snapshot: TakenPhoto | None = None
    photo_href: str = ""
    castle: str = ""
    """Its colour; empty if it is not known."""
    undoes: str = ""
    """The change that Undo would undo, as text; empty if there is none."""
    redoes: str = ""
    notice: str = ""
    """A message about the last action."""
    acted: float = 0
    """The time of the last action that was carried out: later ones are still on their way."""
    select: str = ""
    """The place whose sheet to open; see ``data.KingdomData``."""
    provisional: bool = False
    """Whether pieces that give points are still to be entered."""


def kingdom_data(state: KingdomState, sprites: SpriteSheet, sprites_href: str, tr: Translator) -> data.KingdomData:
    """The component's data."""
    draft, snapshot = state.draft, state.snapshot
    top, left, bottom, right = draft.window(state.size)
    places = [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
    settled = snapshot is None or draft.reading is not None
    rules = state.sheet.rules
    choices = palette(giants=rules.giants)
    shown = [_place(state, position, tr) for position in places] if settled else []
    return {
        "session": state.session,
        "id": state.identity,
        "notation": str(draft.kingdom),
        "origin": list(draft.origin),
        "acted": state.acted,
        "settled": settled,
        "photo": {"href": state.photo_href, "width": snapshot.width, "height": snapshot.height} if snapshot else None,
        "grid": _grid(draft, snapshot, state.size) if snapshot else None,
        "sizes": list(GRID_SIZES),
        "maxRows": MAX_ROWS,
        "columns": right - left + 1,
        "places": shown,
        "faces": _faces(state, (cell for cell, _, _ in choices), tr),
        "castle": state.castle,
        "sprites": {"href": sprites_href, "columns": sprites.columns, "rows": sprites.rows, "at": dict(sprites.at)},
        "palette": [{"code": str(cell), "row": row, "column": column} for cell, row, column in choices],
        "buildings": buildings(rules, tr),
        "pieces": pieces(draft.kingdom, rules, tr),
        "total": points_text([state.sheet if draft.total is None else draft.total]) if not draft.is_bare else "–",
        "totalNote": tr(_total_note(state)),
        "verdict": verdict(state.check, tr) if settled and not _is_unchecked(draft) else _unchecked(draft, tr),
        "ask": _asked(state, tr) if settled else "",
        "notice": state.notice,
        "urgent": draft.frame is None and (bool(draft.doubtful) or bool(draft.cut)),
        "findings": _findings(state, tr),
        "painting": draft.frame[2] - draft.frame[0] + 1 if draft.frame else 0,
        "confirms": not draft.is_partial and len(draft.confirmed().doubtful) < len(draft.doubtful),
        "cut": draft.frame is None and bool(draft.cut),
        "select": state.select,
        "undo": bool(state.undoes),
        "redo": bool(state.redoes),
        "words": _words(state, tr),
    }


def _total_note(state: KingdomState) -> Message:
    count = max(state.sheet.total_range) if state.draft.total is None else state.draft.total
    if state.draft.is_bare:
        return Message("no squares yet")
    if state.provisional or state.draft.is_partial:
        return counted("point so far", "points so far", count)
    return counted("point", "points", count)


def _asked(state: KingdomState, tr: Translator) -> str:
    if state.draft.frame is None:
        return asked(state.draft, state.provisional, tr)
    return tr(
        "Pick a tile, then tap or drag over its squares. Or tap “Row by row” and pick the tiles one by "
        "one, starting at the top left."
    )


def _is_unchecked(draft: Draft) -> bool:
    return draft.frame is not None or draft.total is not None


def _unchecked(draft: Draft, tr: Translator) -> data.Verdict:
    """No verdict: for a kingdom that is being painted, whose grid is not placed yet, or of which only the total is
    known."""
    said = tr("The rules will be checked when you tap “Done”") if draft.total is None else tr("only the total is known")
    return {"legality": "open", "text": said}


def verdict(check: Check | None, tr: Translator) -> data.Verdict:
    """Legal, illegal or unknown, with a text for it."""
    if check is None or check.legal is None:
        return {"legality": "open", "text": tr("Couldn’t be checked")}
    if check.condition:
        return {"legality": "legal", "text": tr.line(check.condition)}
    if check.legal:
        return {"legality": "legal", "text": tr("Follows the rules")}
    return {"legality": "illegal", "text": tr("Breaks the rules")}


def _place(state: KingdomState, position: Position, tr: Translator) -> data.Place:
    draft = state.draft
    cell = draft.at(position)
    inside = (position[0] - draft.origin[0], position[1] - draft.origin[1])
    name = name_of(draft, position)
    quad = draft.quad(position)
    flagged = position in draft.doubtful
    what = tr(cell_words(cell))
    label = tr("{square}: {what}", square=name, what=what) if name else what
    return {
        "at": f"{position[0]},{position[1]}",
        "code": str(cell),
        "name": name or tr("outside"),
        "what": what,
        "label": tr("{square} – please check", square=label) if flagged else label,
        "quad": [[round(x, 1), round(y, 1)] for x, y in quad] if quad else None,
        "flagged": flagged,
        "lit": any(inside in finding.squares for finding in (state.check.findings if state.check else ())),
        "group": next((i for i, t in enumerate(state.sheet.territories) if inside in t.cells), None),
        "note": note_of(draft, position, tr),
        "guesses": [
            {"code": str(face), "probability": percent(probability, tr)}
            for face, probability in draft.seen.guesses.get(position, ())
        ],
    }


def _faces(state: KingdomState, choices: Iterable[Cell], tr: Translator) -> dict[str, data.Face]:
    """Every face that may be shown: those of the palette, the guesses, and those of the kingdom."""
    guessed = (cell for guesses in state.draft.seen.guesses.values() for cell, _ in guesses)
    built = (Square(Terrain.TOWN, building=kind) for kind in BUILDINGS)
    cells = dict.fromkeys([*choices, *built, *guessed, *state.draft.cells.values()])
    return {str(cell): _face(cell, tr) for cell in cells}


@lru_cache(maxsize=MAX_CACHED_FACES)
def _face(cell: Cell, tr: Translator) -> data.Face:
    """A cell as data. Cached, since every response holds about forty of them."""
    label = tr(cell_words(cell))
    if not isinstance(cell, Square):
        return {"label": label, "terrain": "", "sign": _SIGNS[cell], "crowns": 0, "giants": 0}
    sign = ("?" if cell.crowns is None else "") + _sign_of_pieces(cell)
    tile = court_tile_on(cell)
    crowns = (cell.crowns or 0) + (tile.crowns if tile else 0)
    return {"label": label, "terrain": cell.terrain.letter, "sign": sign, "crowns": crowns, "giants": cell.giants}


def _sign_of_pieces(square: Square) -> str:
    """A sign for the pieces on a square; giants are shown on its crowns instead."""
    tile = court_tile_on(square)
    if square.resource:
        return "*"
    if tile and not tile.is_building:
        return "♟"
    return "⌂" if square.building else ""


def _grid(draft: Draft, snapshot: TakenPhoto, size: int) -> data.Grid:
    """The start positions of the corners to drag: on the grid that was read, or well inside the photo."""
    if draft.reading is not None:
        rows, columns = draft.reading.quads.shape[:2]
        return {"corners": [list(corner) for corner in draft.reading.corners], "rows": rows, "columns": columns}
    side = 0.6 * min(snapshot.width, snapshot.height)
    x, y = (snapshot.width - side) / 2, (snapshot.height - side) / 2
    corners = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]
    return {"corners": corners, "rows": size, "columns": size}


def _findings(state: KingdomState, tr: Translator) -> list[data.Finding]:
    return [
        {"code": str(finding.code), "text": tr.line(finding.message), "cells": _names(state.draft, finding.squares)}
        for finding in (state.check.findings if state.check else ())
    ]


def _names(draft: Draft, positions: Iterable[Position]) -> list[str]:
    return [f"{row},{column}" for row, column in map(draft.on_draft, positions)]


def _words(state: KingdomState, tr: Translator) -> data.KingdomWords:
    stay_open = state.draft.confirmed().doubtful  # nobody can confirm squares that the castle hides
    return {
        "photo": tr("The photo with its squares"),
        "drawn": tr("The kingdom as a drawing"),
        "views": {"photo": tr("Photo"), "drawn": tr("Drawing"), "grid": tr("Move grid")},
        "undo": tr("Undo: {change}", change=state.undoes) if state.undoes else tr("Undo"),
        "redo": tr("Redo: {change}", change=state.redoes) if state.redoes else tr("Redo"),
        "close": tr("Close"),
        "looksLike": tr("Looks like"),
        "allFaces": tr("Choose terrain and crowns"),
        "buildings": tr("Town with a building"),
        "pieces": tr("On this square"),
        "nothing": tr("Nothing"),
        "symbols": tr("Symbols on the photo"),
        "straighten": tr("Straighten the photo"),
        "layGrid": tr("The photo with the grid’s four corners"),
        "layHelp": tr(
            "Drag the four circles onto the corners of the kingdom. On a keyboard, use the arrow keys. The grid may "
            "include empty places."
        ),
        "corners": [tr("top left corner"), tr("top right corner"), tr("bottom right corner"), tr("bottom left corner")],
        "rows": tr("Rows"),
        "columns": tr("Columns"),
        "reread": tr("Read again"),
        "cancel": tr("Cancel"),
        "legend": {terrain.letter: tr(NAMES[terrain]) for terrain in Terrain},
        "confirm": tr("Confirm visible squares") if stay_open else tr("Confirm all squares"),
        "whole": tr("It’s complete"),
        "paint": tr("Change several squares"),
        "brushes": tr("Tiles to paint with"),
        "noFace": tr("No tile picked. Pick one to paint, or tap a square to see it."),
        "rowByRow": tr("Row by row"),
        "inOrder": tr(
            "Pick your kingdom’s tile for the framed square; the frame then moves on. Tap a square to move the frame "
            "there."
        ),
        "done": tr("Done"),
        "offline": tr("No answer yet. Your taps will be sent when the connection is back."),
        "lost": tr("The connection was lost. Please repeat your last step."),
    }
