"""The position of one kingdom's grid in a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.geometry import median_side
from scorer.vision.settings import HomographySettings

Floats = NDArray[np.float32]

_MAX_RADIUS = 1.5
"""A point farther than this from the centre of a square, in sides, does not lie on it."""


@dataclass(frozen=True, eq=False)
class Board:
    """The position of one kingdom's grid, with a ring of places around it that may belong to it.

    ``quads`` float32 (rows, columns, 4, 2): corners of every place in pixels, clockwise from the top left.
    ``evidence`` float32 (rows, columns): the detector's probability that a square lies there. ``found`` bool (rows,
    columns): the places where the detector found a square by itself. ``visible`` float32 (rows, columns): share of
    the place that lies in the picture, 0…1. ``confidence``: the agreement of squares and grid, 0…1. ``by_hand``: the
    corners were given.
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
        """The board of some of its rows and columns."""
        return replace(
            self,
            quads=self.quads[rows, columns],
            evidence=self.evidence[rows, columns],
            found=self.found[rows, columns],
            visible=self.visible[rows, columns],
        )

    def homography(self, settings: HomographySettings) -> NDArray[np.float64] | None:
        """The homography (3, 3) from columns and rows, counted at corners, to pixels, fitted to the squares found.

        Robust (RANSAC): it drops outliers. ``None`` for too few squares or none that determine a plane.
        """
        if int(self.found.sum()) < settings.min_squares:
            return None
        places = np.argwhere(self.found)[:, ::-1]
        flat = (places[:, None] + [[0, 0], [1, 0], [1, 1], [0, 1]]).reshape(-1, 2).astype(np.float64)
        seen = self.quads[self.found].reshape(-1, 2).astype(np.float64)
        homography = cv2.findHomography(flat, seen, cv2.RANSAC, settings.max_residual * self.side)[0]
        return None if homography is None else np.asarray(homography, np.float64)

    @property
    def obliqueness(self) -> float:
        """How much the view distorts its squares, as a ratio: 1 from above.

        The median ratio of their longer to their shorter half-axis, or the ratio of the largest to the smallest side,
        whichever is greater; 1 where no square was found.

        >>> wide = np.array([[[[0, 0], [2, 0], [2, 1], [0, 1]]]], np.float32)
        >>> Board(wide, np.ones((1, 1)), np.ones((1, 1), np.bool_), np.ones((1, 1)), 1.0).obliqueness
        2.0
        """
        if not self.found.any():
            return 1.0
        quads = self.quads[self.found].astype(np.float64)
        u = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
        v = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 4
        longer, shorter = np.linalg.svd(np.stack([u, v], axis=1), compute_uv=False).T
        sides = np.sqrt(longer * shorter)
        return float(max(np.median(longer / shorter), np.percentile(sides, 95) / np.percentile(sides, 5)))

    @property
    def worth(self) -> float:
        """The rank among overlapping boards: confidence² times the area of its squares."""
        return self.confidence**2 * float(self.found.sum()) * self.side**2

    @cached_property
    def side(self) -> float:
        """The median side of its squares, in pixels."""
        return median_side(self.quads)

    def scaled(self, factor: float) -> Board:
        """The board in a copy of the picture that is resized by a factor."""
        return replace(self, quads=np.asarray(self.quads * factor, np.float32))

    def covered_by(self, other: Board) -> float:
        """The share, 0…1, of its squares whose centres lie on another board."""
        return float(np.mean(other.lie_under(self.quads[self.found])))

    def lie_under(self, quads: Floats, *, empty: bool = False) -> NDArray[np.bool_]:
        """Whether the centre of each quadrilateral (n, 4, 2) lies on one of its squares, or, with ``empty``, on any of
        its places, bool (n,)."""
        centres, squares = quads.mean(axis=1), self.quads[self.found | empty]
        near = np.linalg.norm(squares.mean(axis=1) - centres[:, None], axis=2) < _MAX_RADIUS * self.side
        edges = (np.roll(squares, -1, axis=1) - squares).astype(np.float64)
        to_centres = centres[:, None, None].astype(np.float64) - squares
        turns = edges[..., 0] * to_centres[..., 1] - edges[..., 1] * to_centres[..., 0]
        inside = (turns >= 0).all(axis=2) | (turns <= 0).all(axis=2)
        return np.asarray((near & inside).any(axis=1), np.bool_)
