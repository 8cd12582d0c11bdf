"""What is wrong with a reading of a rendered kingdom: every place where it tells something else than lies there."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.lab.metrics.matching import Match
from scorer.lab.render.render import LaidKingdom
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.vision.common.arrays import Image
from scorer.vision.reading import KingdomReading


def true_cells(laid: LaidKingdom, match: Match, image: Image) -> dict[Position, Cell]:
    """What lies at the places of a reading: of a square that nobody can know, or that the picture of uint8 (rows,
    columns, 3) does not show whole, ``Place.UNKNOWN``. Places that are not named are empty."""
    height, width = image.shape[:2]
    return {
        match.place(position): cell
        if ((quad := laid.quads[position]) >= 0).all() and (quad <= (width, height)).all()
        else Place.UNKNOWN
        for position, cell in laid.layout.cells.items()
    }


def wrong_places(reading: KingdomReading, truth: Mapping[Position, Cell]) -> frozenset[Position]:
    """The places, by the reading's rows and columns, where it tells something else than the truth.

    They lie outside of it where a row or column is missing. What a reading asks for instead of telling it (a hidden
    square, hidden crowns) is not wrong.
    """
    inside = {position for position, _ in reading.kingdom.cells()}
    return frozenset(
        place
        for place in inside | truth.keys()
        if not _agrees(reading.kingdom[place] if place in inside else Place.EMPTY, truth.get(place, Place.EMPTY))
    )


def _agrees(told: Cell, true: Cell) -> bool:
    if Place.UNKNOWN in (told, true):
        return True
    if isinstance(told, Square) and told.crowns is None:
        return isinstance(true, Square) and true.terrain is told.terrain
    return told == true
