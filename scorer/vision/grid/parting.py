"""Parts a board that holds two kingdoms lying side by side."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.rules import SMALL_GRID
from scorer.rules.model.terrain import Place
from scorer.vision.grid.board import Board
from scorer.vision.squares.faces import FACE_INDEX

_CASTLE = FACE_INDEX[Place.CASTLE]


def parted(board: Board, faces: NDArray[np.float32], sure: float) -> tuple[Board, ...]:
    """The two boards that a board with two castles is, cut between them where the fewest squares lie; or none.

    ``faces``: probabilities (rows, columns, len(FACES)); a castle more probable than ``sure`` is one.
    """
    castles = np.argwhere((faces[..., _CASTLE] > sure) & board.found)
    two = 2
    if len(castles) != two:  # more than two are no kingdoms but rings of something
        return ()
    first, second = castles
    axis = int(np.argmax(np.abs(second - first)))
    low, high = sorted((int(first[axis]), int(second[axis])))
    if high - low == 1:
        return ()
    lines = board.found.sum(axis=1 - axis)[low + 1 : high]
    across = np.flatnonzero(board.found.any(axis=1 - axis))
    if lines.min() > 0 and np.ptp(across) < SMALL_GRID:  # one kingdom's squares, one of them misread
        return ()
    cut = low + 1 + int(np.argmin(lines))
    whole = slice(None)
    sides = (slice(0, cut + 1), slice(cut, None)) if lines.min() == 0 else (slice(0, cut), slice(cut, None))
    return tuple(board.part(side, whole) if axis == 0 else board.part(whole, side) for side in sides)
