"""What Age of Giants changes in a reading: second crowns that no classifier knows, and giants that hide crowns.

The box prints two crowns on wheat, forest and lake; the classifier, which never saw any, takes them for one. How many
there are follows from the dominoes: no other box has two crowned faces of these on one domino. Of all ways to lay
dominoes on the squares that were read, those count in which a square has its second crown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.rules.covering.problem import options_between, stock_of
from scorer.rules.covering.tiling import Budget, Option, Tiling, adjacent_pairs, tile
from scorer.rules.model.dominoes import Box
from scorer.rules.model.dominoes import faces as faces_of
from scorer.rules.model.kingdom import Position, neighbours
from scorer.rules.model.terrain import Square
from scorer.vision.solve.joint import Solution
from scorer.vision.squares.faces import FACE_INDEX

STEPS: Final = 200_000
"""Steps of counting for one question; where they do not do, the square stays as it looks, and doubtful."""


@dataclass(frozen=True)
class SecondCrown:
    """A square that may have two crowns, and the probability of the likelier number of them."""

    square: Square
    probability: float


def with_giants(solution: Solution, faces: NDArray[np.float32]) -> Solution:
    """A kingdom of Age of Giants with the second crowns that its dominoes tell, and no surer than it may be.

    ``faces``: array (rows, columns, len(FACES)), what the places were solved from. No square is surer than it looks
    alone, for where a giant hides a crown the dominoes confirm what is wrong. What a domino tells of one half is no
    surer than the other half, and so no surer than the least sure square beside it. A kingdom of another box, or one
    that cannot be built, stays as it is.
    """
    if solution.box is None or not solution.box.has_giants:
        return solution
    squares = {
        (row, column): cell
        for row, cells in enumerate(solution.cells)
        for column, cell in enumerate(cells)
        if isinstance(cell, Square)
    }
    cells, certain = [list(row) for row in solution.cells], [list(row) for row in solution.squares]
    for (row, column), square in squares.items():
        certain[row][column] = min(certain[row][column], float(faces[row, column, FACE_INDEX[square]]))
    sure, confidence = [list(row) for row in certain], solution.confidence
    for (row, column), crown in second_crowns(squares, solution.box).items():
        beside = [sure[r][c] for r, c in neighbours((row, column)) if (r, c) in squares]
        cells[row][column] = crown.square
        certain[row][column] *= crown.probability * min(beside, default=0.0)
        confidence *= crown.probability
    return replace(solution, cells=tuple(map(tuple, cells)), squares=tuple(map(tuple, certain)), confidence=confidence)


def second_crowns(squares: Mapping[Position, Square], box: Box) -> dict[Position, SecondCrown]:
    """Every square that the classifier cannot tell, with the likelier of its faces: all ways to lay count alike.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> told = second_crowns(Kingdom.parse("w1f1C").squares(), Box.KINGDOMINO_GIANTS)
    >>> [(position, str(crown.square), crown.probability) for position, crown in told.items()]
    [((0, 0), 'w2', 1.0), ((0, 1), 'f1', 1.0)]
    """
    possible = {position: (square, *_same_class(box).get(square, ())) for position, square in squares.items()}
    options = tuple(
        option for a, b in adjacent_pairs(possible) for option in options_between(a, b, possible[a], possible[b], box)
    )
    open_squares = [position for position, choices in possible.items() if len(choices) > 1]
    whole = _tiled(options, possible, box).count
    return {position: _told(position, possible, options, whole, box) for position in open_squares}


def _told(
    position: Position,
    possible: Mapping[Position, tuple[Square, ...]],
    options: tuple[Option, ...],
    whole: int,
    box: Box,
) -> SecondCrown:
    looks, richer = possible[position]
    more = _tiled(_showing(options, position, richer), possible, box).count
    share = more / whole if whole else 0.5
    return SecondCrown(richer, share) if share > 0.5 else SecondCrown(looks, 1 - share)  # noqa: PLR2004 (the likelier)


def _showing(options: tuple[Option, ...], position: Position, face: Square) -> Iterator[Option]:
    """The options that lay this face there, or something elsewhere."""
    for option in options:
        laid = dict(zip(option.squares, option.faces, strict=True))
        if laid.get(position, face) == face:
            yield option


def _tiled(options: Iterator[Option] | tuple[Option, ...], squares: Mapping[Position, object], box: Box) -> Tiling:
    return tile(options, squares, stock_of(box), Budget(STEPS))


@cache
def _same_class(box: Box) -> Mapping[Square, tuple[Square, ...]]:
    """The faces of the box that look to the classifier like a face with fewer crowns, under that one."""
    unknown = (face for face in faces_of(box) if face not in FACE_INDEX)
    return {Square(face.terrain, (face.crowns or 0) - 1): (face,) for face in unknown}
