"""Readings of Age of Giants: second crowns that the classifier does not know, and giants that hide crowns.

The box prints two crowns on wheat, forest and lake; the classifier, trained without them, reads one. Their number
follows from the dominoes: no other box has two crowned faces of these terrains on one domino. The probability of a
second crown is the share of all ways to lay dominoes on the squares that have it.
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
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.vision.common.faces import FACE_INDEX
from scorer.vision.solve.joint import Solution

MAX_STEPS: Final = 200_000
"""Steps of counting for one square; where they do not suffice, it keeps one crown and is flagged."""


@dataclass(frozen=True)
class SecondCrown:
    """A square that may have two crowns, and the probability of the likelier number of them."""

    square: Square
    probability: float


def with_giants(solution: Solution, faces: NDArray[np.float32]) -> Solution:
    """A kingdom of Age of Giants with the second crowns that follow from its dominoes.

    ``faces``: array (rows, columns, len(FACES)), the solved probabilities. No square is more certain than it is on its
    own: where a giant hides a crown, the dominoes confirm an error. What a domino tells about one half is no more
    certain than the other half, so no more certain than the least certain neighbour. If that neighbour is wrong (a
    square with an unknown face may have been read as a known one, or as free), the shares printed in the box decide. A
    kingdom of another box, or one that cannot be built, is returned unchanged.
    """
    if solution.box is None or not solution.box.has_giants:
        return solution
    squares = {
        (row, column): cell
        for row, cells in enumerate(solution.cells)
        for column, cell in enumerate(cells)
        if isinstance(cell, Square) or cell is Place.UNKNOWN
    }
    cells, certain = [list(row) for row in solution.cells], [list(row) for row in solution.squares]
    for (row, column), square in squares.items():
        if square is not Place.UNKNOWN:
            certain[row][column] = min(certain[row][column], float(faces[row, column, FACE_INDEX[square]]))
    sure, confidence = [list(row) for row in certain], solution.confidence
    shape = len(certain), len(certain[0])
    for (row, column), crown in second_crowns(squares, solution.box).items():
        beside = [(r, c) for r, c in neighbours((row, column)) if 0 <= r < shape[0] and 0 <= c < shape[1]]
        around = min((sure[r][c] for r, c in beside), default=0.0)
        likelier = _if_neighbours_may_be_wrong(crown, around, solution.box)
        cells[row][column] = likelier.square
        certain[row][column] *= likelier.probability * min(
            (sure[r][c] for r, c in beside if (r, c) in squares), default=0.0
        )
        confidence *= likelier.probability
    return replace(solution, cells=tuple(map(tuple, cells)), squares=tuple(map(tuple, certain)), confidence=confidence)


def second_crowns(squares: Mapping[Position, Cell], box: Box) -> dict[Position, SecondCrown]:
    """Every square whose crowns the classifier cannot tell, with its more probable face: all ways to lay count equally.

    An unknown square may show any face of the box.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> crowns = second_crowns(Kingdom.parse("w1f1C").squares(), Box.KINGDOMINO_GIANTS)
    >>> [(position, str(crown.square), crown.probability) for position, crown in crowns.items()]
    [((0, 0), 'w2', 1.0), ((0, 1), 'f1', 1.0)]
    """
    possible = {
        position: (square, *_same_class(box).get(square, ())) if isinstance(square, Square) else tuple(faces_of(box))
        for position, square in squares.items()
    }
    options = tuple(
        option for a, b in adjacent_pairs(possible) for option in options_between(a, b, possible[a], possible[b], box)
    )
    open_squares = [at for at, square in squares.items() if isinstance(square, Square) and len(possible[at]) > 1]
    whole = _tiled(options, possible, box).count
    return {position: _crown(position, possible, options, whole, box) for position in open_squares}


def _if_neighbours_may_be_wrong(crown: SecondCrown, right: float, box: Box) -> SecondCrown:
    """The likelier number of crowns if the neighbours that ``crown`` rests on are ``right`` with this probability."""
    poorer, richer = (replace(crown.square, crowns=crowns) for crowns in (1, 2))
    second = crown.probability if crown.square == richer else 1 - crown.probability
    printed = faces_of(box)
    second = right * second + (1 - right) * printed[richer] / (printed[richer] + printed[poorer])
    return _likelier(poorer, richer, second)


def _likelier(poorer: Square, richer: Square, second: float) -> SecondCrown:
    return SecondCrown(richer, second) if second > 0.5 else SecondCrown(poorer, 1 - second)  # noqa: PLR2004 (the more probable)


def _crown(
    position: Position,
    possible: Mapping[Position, tuple[Square, ...]],
    options: tuple[Option, ...],
    whole: int,
    box: Box,
) -> SecondCrown:
    poorer, richer = possible[position]
    more = _tiled(_showing(options, position, richer), possible, box).count
    return _likelier(poorer, richer, more / whole if whole else 0.5)


def _showing(options: tuple[Option, ...], position: Position, face: Square) -> Iterator[Option]:
    """The options that lay this face at a position, or do not cover it."""
    for option in options:
        laid = dict(zip(option.squares, option.faces, strict=True))
        if laid.get(position, face) == face:
            yield option


def _tiled(options: Iterator[Option] | tuple[Option, ...], squares: Mapping[Position, object], box: Box) -> Tiling:
    return tile(options, squares, stock_of(box), Budget(MAX_STEPS))


@cache
def _same_class(box: Box) -> Mapping[Square, tuple[Square, ...]]:
    """For each face of the classifier, the faces of the box that it cannot tell from it: those with one crown more."""
    unknown = (face for face in faces_of(box) if face not in FACE_INDEX)
    return {Square(face.terrain, (face.crowns or 0) - 1): (face,) for face in unknown}
