"""A lattice: the row and column of each square, and one homography fitted to all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position
from scorer.vision.common.geometry import Floats, quarter_turns, turns_towards
from scorer.vision.detect.detections import Detections
from scorer.vision.settings import LatticeSettings


@dataclass(frozen=True)
class Lattice:
    """Squares of one kingdom by row and column (any origin), and the homography from columns and rows to pixels.

    ``members`` gives the index of the detection at a position; ``homography`` (3, 3) maps (c, r) to the centre of
    position (r, c) in pixels. Rows run down the picture and columns to the right, up to a quarter turn.
    """

    members: Mapping[Position, int]
    homography: Floats

    def centres(self, positions: Floats | NDArray[np.int64]) -> Floats:
        """Pixels (n, 2) of points (n, 2) in columns and rows."""
        return np.asarray(cv2.perspectiveTransform(positions[None].astype(np.float64), self.homography)[0], np.float64)

    def axes(self, positions: Floats | NDArray[np.int64]) -> Floats:
        """Half-axes (n, 2, 2) of the squares at rows and columns (n, 2): to the next column, to the next row."""
        points = positions[:, None, ::-1] + np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]])
        left, right, up, down = self.centres(points.reshape(-1, 2)).reshape(-1, 4, 2).transpose(1, 0, 2)
        return np.stack([right - left, down - up], axis=1) / 2

    def sides(self, positions: Floats | NDArray[np.int64]) -> Floats:
        """The sides (n,), in pixels, of the squares at rows and columns (n, 2): the roots of their areas."""
        return np.asarray(2 * np.sqrt(np.abs(np.linalg.det(self.axes(positions)))), np.float64)

    def places(self, points: NDArray[np.float32]) -> Floats:
        """Columns and rows (n, 2), not rounded, of points (n, 2) in pixels."""
        inverse = np.linalg.inv(self.homography)
        return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), inverse)[0], np.float64)


def fitted(places: Mapping[int, Position], detections: Detections, settings: LatticeSettings) -> Lattice:
    """The lattice fitted to detections, given by index, whose rows and columns are known."""
    members = {place: index for index, place in places.items()}
    indices = list(members.values())
    points = settings.point_distance * np.array([[0, 0], [-1, -1], [1, -1], [1, 1], [-1, 1]])
    axes = np.array([_axes_in_grid(place, members, detections) for place in members])
    flat = np.array(list(members), np.float64)[:, None, ::-1] + points
    seen = detections.centres[indices][:, None] + 2 * points @ axes
    side = float(np.median(detections.sides[indices]))
    return Lattice(members, _homography(flat.reshape(-1, 2), seen.reshape(-1, 2), side, settings.perspective_penalty))


def lone(index: int, place: Position, detections: Detections) -> Lattice:
    """The lattice of one detection: what ``fitted`` gives, without the cost of a fit for each of many stray ones."""
    (row, column), (u, v) = place, 2 * detections.axes[index].astype(np.float64)
    homography = np.array([[u[0], v[0], 0], [u[1], v[1], 0], [0, 0, 1.0]])
    homography[:2, 2] = detections.centres[index] - column * u - row * v
    return Lattice({place: index}, homography)


def _homography(flat: Floats, seen: Floats, side: float, penalty: float) -> Floats:
    """The homography (3, 3) between points (n, 2), by least squares with a ``penalty`` on its perspective.

    Linear (DLT). Points are relative to their means and the second ones in sides, so that the two perspective terms
    are changes of scale from one square to the next.
    """
    from_mean, to_mean = flat.mean(axis=0), seen.mean(axis=0)
    (x, y), (a, b) = (flat - from_mean).T, ((seen - to_mean) / side).T
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = [
        np.stack([x, y, one, none, none, none, -x * a, -y * a], 1),
        np.stack([none, none, none, x, y, one, -x * b, -y * b], 1),
        penalty * np.eye(8)[6:],
    ]
    terms = np.linalg.lstsq(np.concatenate(rows), np.concatenate([a, b, [0, 0]]), rcond=None)[0]
    back = np.array([[side, 0, to_mean[0]], [0, side, to_mean[1]], [0, 0, 1]])
    forth = np.array([[1, 0, -from_mean[0]], [0, 1, -from_mean[1]], [0, 0, 1]])
    homography = back @ np.append(terms, 1).reshape(3, 3) @ forth
    return np.asarray(homography / homography[2, 2], np.float64)


def _axes_in_grid(place: Position, members: Mapping[Position, int], detections: Detections) -> Floats:
    """A square's own half-axes, ordered so that the first points to the next column and the second to the next row."""
    (row, column), centres, index = place, detections.centres, members[place]
    ahead = np.zeros(2)
    for beside, sign in (((row, column + 1), 1), ((row, column - 1), -1)):
        if beside in members:
            ahead += sign * (centres[members[beside]] - centres[index])
    for beside, sign in (((row + 1, column), 1), ((row - 1, column), -1)):
        if beside in members:  # a quarter turn back from the next row is the next column
            x, y = sign * (centres[members[beside]] - centres[index])
            ahead += (y, -x)
    own = detections.axes[index]
    return np.asarray(quarter_turns(own)[turns_towards(own, ahead)], np.float64)


def upright(lattice: Lattice) -> Lattice:
    """The same lattice after the quarter turns that make its columns run to the right."""
    rows, columns = zip(*lattice.members, strict=True)
    middle = lattice.axes(np.array([[np.mean(rows), np.mean(columns)]]))[0]
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
