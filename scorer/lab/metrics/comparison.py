"""Compares one true kingdom with the reading at its position."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.metrics.matching import Match
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.reading import KingdomReading

NOT_FOUND, GRID, SQUARES, RULES = "not found", "grid", "squares", "rules"
"""Faults of a kingdom: nothing was read there; squares lie outside the grid; squares were misread by their
appearance; or they were read right and the rules changed them."""


@dataclass(frozen=True)
class Comparison:
    """The quality of the reading of one kingdom. Counts are of squares."""

    reading: KingdomReading | None
    """The reading of the kingdom, if any."""
    fault: str
    """Empty if the reading has no error."""
    found: bool
    """Whether the grid is right."""
    squares: int
    """Number of squares compared."""
    seen_right: int
    """Squares read right by their appearance alone."""
    wrong: int
    """Wrong squares in the final reading."""
    wrong_doubtful: int = 0
    """Flagged squares among the wrong ones."""
    corner_error: float | None = None
    """Error of the worst corner, in squares, if known."""
    castle_right: bool | None = None
    """Whether every castle was read as one; ``None`` without a castle."""


def missed(squares: int, fault: str = NOT_FOUND) -> Comparison:
    """A kingdom that was not read at all: every square is wrong."""
    return Comparison(None, fault, False, squares, 0, squares)


def compare(
    known: Mapping[Position, Cell], laid: Collection[Position], reading: KingdomReading, match: Match
) -> Comparison:
    """Compare the cells whose truth is ``known`` with the reading at their places.

    ``laid`` are all positions with a square; a square read anywhere else is an error.
    """
    seen = seen_cells(reading)
    places = {position: match.place(position) for position in known}
    wrong = [places[p] for p, cell in known.items() if reading.kingdom.get(places[p]) != cell]
    seen_right = sum(seen.get(places[p], Place.EMPTY) == cell for p, cell in known.items())
    true_places = {match.place(position) for position in laid}
    too_many = [p for p, cell in reading.kingdom.cells() if cell is not Place.EMPTY and p not in true_places]
    fault = ""
    if match.near < 1:
        fault = GRID
    elif wrong or too_many:
        seen_well = seen_right == len(known) and not any(p in seen for p in too_many)
        fault = RULES if seen_well else SQUARES
    castles = [places[p] for p, cell in known.items() if cell is Place.CASTLE]
    return Comparison(
        reading=reading,
        fault=fault,
        found=fault != GRID,
        squares=len(known),
        seen_right=seen_right,
        wrong=len(wrong),
        wrong_doubtful=len(set(wrong) & set(reading.doubtful)),
        castle_right=not set(castles) & set(wrong) if castles else None,
    )


def match_cells(read: Kingdom, truth: Kingdom) -> Match:
    """The position of a labelled kingdom in one that was read in the same orientation: the shift with the most equal
    squares.

    For pictures of which only the notation is known. A missed or added row then does not make all squares wrong.
    """
    moves = [(rows, columns) for rows in range(-2, 3) for columns in range(-2, 3)]

    def alike(move: tuple[int, int]) -> tuple[int, int]:
        same = sum(
            cell is not Place.EMPTY and read.get((row + move[0], column + move[1])) == cell
            for (row, column), cell in truth.cells()
        )
        return same, -abs(move[0]) - abs(move[1])

    return Match(0, max(moves, key=alike), 1.0)


def corner_error(reading: KingdomReading, corners: NDArray[np.float32], truth: Kingdom) -> float | None:
    """The error of the worst corner in squares, for any choice of the first corner.

    ``corners`` (4, 2) are those of the true rectangle in pixels, in order. ``None`` if the sizes of the rectangles
    differ.
    """
    if {truth.width, truth.height} != {reading.kingdom.width, reading.kingdom.height}:
        return None
    side = float(np.sqrt(cv2.contourArea(corners) / (truth.width * truth.height)))
    read = np.array(reading.corners)
    turned = [np.linalg.norm(np.roll(read, turns, axis=0) - corners, axis=1).max() for turns in range(4)]
    return float(min(turned)) / side


def seen_cells(reading: KingdomReading) -> dict[Position, Cell]:
    """The most probable face of each square by its appearance alone, without bare table."""
    return {
        (row, column): cell
        for row, cells in enumerate(reading.seen)
        for column, cell in enumerate(cells)
        if cell is not Place.EMPTY
    }
