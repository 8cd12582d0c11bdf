"""The errors of a reading of a rendered kingdom."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.lab.metrics.matching import Match
from scorer.lab.render.render import LaidKingdom
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.vision.common.arrays import Image
from scorer.vision.reading import KingdomReading


def true_cells(laid: LaidKingdom, match: Match, image: Image) -> dict[Position, Cell]:
    """The true cells by the reading's rows and columns; other places are empty.

    ``Place.UNKNOWN`` where the truth is unknown or the square lies partly outside ``image``, uint8 (rows, columns, 3).
    """
    height, width = image.shape[:2]
    return {
        match.place(position): cell
        if ((quad := laid.quads[position]) >= 0).all() and (quad <= (width, height)).all()
        else Place.UNKNOWN
        for position, cell in laid.layout.cells.items()
    }


def wrong_places(reading: KingdomReading, truth: Mapping[Position, Cell]) -> frozenset[Position]:
    """The places, by the reading's rows and columns, where it differs from the truth.

    They lie outside the reading if a row or column is missing. Hidden squares and hidden crowns do not count as
    errors.
    """
    inside = {position for position, _ in reading.kingdom.cells()}
    return frozenset(
        place
        for place in inside | truth.keys()
        if not _agrees(reading.kingdom[place] if place in inside else Place.EMPTY, truth.get(place, Place.EMPTY))
    )


def _agrees(read: Cell, true: Cell) -> bool:
    if Place.UNKNOWN in (read, true):
        return True
    if isinstance(read, Square) and read.crowns is None:
        return isinstance(true, Square) and true.terrain is read.terrain
    return read == true
