"""Splits a board that holds two kingdoms side by side."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.rules import SMALL_GRID
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX
from scorer.vision.grid.board import Board

_CASTLE = FACE_INDEX[Place.CASTLE]


def split_between_castles(board: Board, faces: NDArray[np.float32], castle_threshold: float) -> tuple[Board, ...]:
    """The two boards of a board with two castles, cut between them where the fewest squares lie; otherwise none.

    ``faces``: probabilities (rows, columns, len(FACES)); a castle above ``castle_threshold`` counts.
    """
    castles = np.argwhere((faces[..., _CASTLE] > castle_threshold) & board.found)
    two = 2
    if len(castles) != two:  # more than two are a pattern, not kingdoms
        return ()
    first, second = castles
    axis = int(np.argmax(np.abs(second - first)))
    low, high = sorted((int(first[axis]), int(second[axis])))
    if high - low == 1:
        return ()
    lines = board.found.sum(axis=1 - axis)[low + 1 : high]
    across = np.flatnonzero(board.found.any(axis=1 - axis))
    if lines.min() > 0 and np.ptp(across) < SMALL_GRID:  # one kingdom with a misread square
        return ()
    cut = low + 1 + int(np.argmin(lines))
    whole = slice(None)
    sides = (slice(0, cut + 1), slice(cut, None)) if lines.min() == 0 else (slice(0, cut), slice(cut, None))
    return tuple(board.part(side, whole) if axis == 0 else board.part(whole, side) for side in sides)
