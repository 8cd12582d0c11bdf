"""Where one kingdom's grid lies in a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.geometry import usual_side

Floats = NDArray[np.float32]

_NEAR = 1.5
"""A point lies on none of the squares whose middles are farther away than this, in sides."""


@dataclass(frozen=True)
class Board:
    """Where one kingdom's grid lies, with a ring of places around it that may belong to it.

    ``quads`` float32 (rows, columns, 4, 2): corners of every place in pixels, clockwise from the top left.
    ``evidence`` float32 (rows, columns): the detector's chance that a square of a domino lies there.
    ``found`` bool (rows, columns): where the detector saw a square by itself.
    ``visible`` float32 (rows, columns): how much of the place lies in the picture, 0…1.
    ``confidence``: how well squares and grid agree, 0…1. ``by_hand``: the corners were given.
    """

    quads: Floats
    evidence: Floats
    found: NDArray[np.bool_]
    visible: Floats
    confidence: float
    by_hand: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.quads.shape[0], self.quads.shape[1]

    def part(self, rows: slice, columns: slice) -> Board:
        """Some of its rows and columns as a board of their own."""
        return replace(
            self,
            quads=self.quads[rows, columns],
            evidence=self.evidence[rows, columns],
            found=self.found[rows, columns],
            visible=self.visible[rows, columns],
        )

    @property
    def worth(self) -> float:
        """What decides between grids that lie on one another: confidence² times the area of its squares."""
        return self.confidence**2 * float(self.found.sum()) * self.side**2

    @property
    def side(self) -> float:
        """The usual length of a square's side, pixels."""
        return usual_side(self.quads)

    def covered_by(self, other: Board) -> float:
        """The part, 0…1, of its squares whose middles lie on another's."""
        return float(np.mean([other.lies_under(quad) for quad in self.quads[self.found]]))

    def lies_under(self, quad: Floats) -> bool:
        """Whether the middle of a quadrilateral (4, 2) lies on one of its squares."""
        x, y = (float(v) for v in quad.mean(axis=0))
        squares = self.quads[self.found]
        near = squares[np.linalg.norm(squares.mean(axis=1) - [x, y], axis=1) < _NEAR * self.side]
        return any(cv2.pointPolygonTest(square, (x, y), False) >= 0 for square in near)
