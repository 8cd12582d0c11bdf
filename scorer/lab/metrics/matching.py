"""The position of a rendered kingdom in a grid that was found in its photo."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.render import LaidKingdom
from scorer.rules.model.kingdom import Position

NEAR = 1 / 3
"""Maximum distance, in squares, between a square and its place in the grid."""


@dataclass(frozen=True)
class Match:
    """The position of a true kingdom in a grid: ``turns`` quarter turns to the right, then a shift."""

    turns: int
    move: Position
    near: float
    """Share of the true squares that lie within ``NEAR`` of their place."""

    def place(self, position: Position) -> Position:
        """The grid's position of a (row, column) of the true kingdom; outside the grid if it is too small."""
        row, column = position
        for _ in range(self.turns):
            row, column = column, -row
        return row + self.move[0], column + self.move[1]


def match_grid(quads: NDArray[np.float32], truth: LaidKingdom) -> Match | None:
    """The turn and shift that put most true squares on places of a grid (rows, columns, 4, 2)."""
    middles = quads.mean(axis=2)
    true = {p: quad.mean(axis=0) for p, quad in truth.quads.items() if p in truth.layout.cells}
    sides = {p: float(np.linalg.norm(truth.quads[p] - np.roll(truth.quads[p], 1, 0), axis=1).mean()) for p in true}
    votes: Counter[tuple[int, Position]] = Counter()
    for position, middle in true.items():
        away = np.linalg.norm(middles - middle, axis=2)
        row, column = (int(v) for v in np.unravel_index(int(away.argmin()), away.shape))
        if away[row, column] < NEAR * sides[position]:
            for turns in range(4):
                turned = Match(turns, (0, 0), 0).place(position)
                votes[turns, (row - turned[0], column - turned[1])] += 1
    if not votes:
        return None
    (turns, move), count = votes.most_common(1)[0]
    return Match(turns, move, count / len(true))
