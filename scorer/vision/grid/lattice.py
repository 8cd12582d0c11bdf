"""The grid that squares were laid in: a row and a column for each, and the homography that fits them all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position
from scorer.vision.geometry import Floats, quarter_turns, turns_towards
from scorer.vision.grid.detector import Detections
from scorer.vision.settings import LatticeSettings


@dataclass(frozen=True)
class Lattice:
    """Squares of one kingdom by row and column (any origin), and the homography from columns and rows to pixels.

    ``members`` gives the index of the detection at a position; ``homography`` (3, 3) takes the middle of position
    (r, c) to pixels from (c, r). Rows run down the picture, columns to the right, as far as its turn allows.
    """

    members: Mapping[Position, int]
    homography: Floats

    def middles(self, positions: Floats) -> Floats:
        """Pixels (n, 2) of points given as columns and rows (n, 2)."""
        return np.asarray(cv2.perspectiveTransform(positions[None].astype(np.float64), self.homography)[0], np.float64)

    def axes(self, row: float, column: float) -> Floats:
        """Half-axes (2, 2) of the square at a place: to the next column, to the next row."""
        around = np.array([[column - 0.5, row], [column + 0.5, row], [column, row - 0.5], [column, row + 0.5]])
        left, right, up, down = self.middles(around)
        return np.array([right - left, down - up]) / 2

    def side(self, row: float, column: float) -> float:
        """The usual side, in pixels, of the square at a place: the root of its area."""
        return 2 * float(np.sqrt(abs(np.linalg.det(self.axes(row, column)))))

    def places(self, points: NDArray[np.float32]) -> Floats:
        """Columns and rows (n, 2), not rounded, of points given in pixels (n, 2)."""
        inverse = np.linalg.inv(self.homography)
        return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), inverse)[0], np.float64)


def fitted(places: Mapping[int, Position], detections: Detections, settings: LatticeSettings) -> Lattice:
    """The lattice through squares whose rows and columns are known: by their numbers among the detections."""
    flat, seen = [], []
    off = settings.corners
    for index, (row, column) in places.items():
        u, v = _like_grid(index, places, detections)
        for x, y in ((0, 0), (-off, -off), (off, -off), (off, off), (-off, off)):
            flat.append((column + x, row + y))
            seen.append(detections.centres[index] + 2 * x * u + 2 * y * v)
    side = float(np.median(detections.sides[list(places)]))
    homography = _homography(np.array(flat, np.float64), np.array(seen, np.float64), side, settings.flat)
    return Lattice({place: index for index, place in places.items()}, homography)


def _homography(flat: Floats, seen: Floats, side: float, stiff: float) -> Floats:
    """The homography (3, 3) between points (n, 2), by least squares; ``stiff`` holds back its perspective.

    Linear (DLT), about the points' means and with the second ones in sides, so that the two terms of perspective are
    changes of scale from one square to the next.
    """
    from_mean, to_mean = flat.mean(axis=0), seen.mean(axis=0)
    (x, y), (a, b) = (flat - from_mean).T, ((seen - to_mean) / side).T
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = [
        np.stack([x, y, one, none, none, none, -x * a, -y * a], 1),
        np.stack([none, none, none, x, y, one, -x * b, -y * b], 1),
        stiff * np.eye(8)[6:],
    ]
    terms = np.linalg.lstsq(np.concatenate(rows), np.concatenate([a, b, [0, 0]]), rcond=None)[0]
    back = np.array([[side, 0, to_mean[0]], [0, side, to_mean[1]], [0, 0, 1]])
    forth = np.array([[1, 0, -from_mean[0]], [0, 1, -from_mean[1]], [0, 0, 1]])
    homography = back @ np.append(terms, 1).reshape(3, 3) @ forth
    return np.asarray(homography / homography[2, 2], np.float64)


def _like_grid(index: int, places: Mapping[int, Position], detections: Detections) -> Floats:
    """A square's own half-axes, named so that the first points to the next column and the second to the next row."""
    row, column = places[index]
    by_place = {place: i for i, place in places.items()}
    ahead = np.zeros(2)
    for (r, c), sign in (((row, column + 1), 1), ((row, column - 1), -1)):
        if (r, c) in by_place:
            ahead += sign * (detections.centres[by_place[r, c]] - detections.centres[index])
    for (r, c), sign in (((row + 1, column), 1), ((row - 1, column), -1)):
        if (r, c) in by_place:  # a quarter turn back from the next row is the next column
            down = sign * (detections.centres[by_place[r, c]] - detections.centres[index])
            ahead += np.array([down[1], -down[0]])
    own = detections.axes[index]
    return quarter_turns(own)[turns_towards(own, ahead)]


def upright(lattice: Lattice) -> Lattice:
    """The same lattice, turned by quarters until its columns run most to the right."""
    rows, columns = zip(*lattice.members, strict=True)
    middle = lattice.axes(float(np.mean(rows)), float(np.mean(columns)))
    turns = turns_towards(middle, np.array([1.0, 0.0]))
    if turns == 0:
        return lattice
    # the axis at ``turns`` becomes the columns' direction: (c, r) of the new frame, written in the old one
    back = np.linalg.matrix_power(np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), turns)
    forth = np.linalg.inv(back)
    members = {}
    for (row, column), index in lattice.members.items():
        c, r, _ = np.round(forth @ [column, row, 1]).astype(int)
        members[int(r), int(c)] = index
    return Lattice(members, lattice.homography @ back)
