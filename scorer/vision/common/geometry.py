"""Squares in the plane: half-axes, corners, quarter turns, and the frame around a grid of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position

Floats = NDArray[np.float64]


def quads_of(centres: NDArray[np.floating], axes: NDArray[np.floating]) -> NDArray[np.float32]:
    """Corners float32 (n, 4, 2), clockwise, of squares with these centres (n, 2) and half-axes (n, 2, 2).

    >>> quads_of(np.array([[5, 5.0]]), np.array([[[1, 0], [0, 2.0]]]))[0].tolist()
    [[4.0, 3.0], [6.0, 3.0], [6.0, 7.0], [4.0, 7.0]]
    """
    u, v = axes[:, 0], axes[:, 1]
    return np.stack([centres - u - v, centres + u - v, centres + u + v, centres - u + v], axis=1).astype(np.float32)


def median_side(quads: NDArray[np.float32]) -> float:
    """The median length of the edges, in pixels, of quadrilaterals (…, 4, 2).

    >>> median_side(np.array([[[0, 0], [3, 0], [3, 3], [0, 3]]], np.float32))
    3.0
    """
    return float(np.median(np.linalg.norm(quads - np.roll(quads, 1, axis=-2), axis=-1)))


def sides_of(quads: NDArray[np.float32]) -> Floats:
    """The sides (…), in pixels, of squares with the areas of quadrilaterals (…, 4, 2).

    >>> sides_of(np.array([[[0, 0], [8, 0], [8, 2], [0, 2]]], np.float32)).tolist()
    [4.0]
    """
    one, other = np.moveaxis(quads[..., 2:, :].astype(np.float64) - quads[..., :2, :], -2, 0)
    return np.asarray(np.sqrt(np.abs(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]) / 2), np.float64)


def quarter_turns(axes: NDArray[np.floating]) -> Floats:
    """The half-axes (4, 2, 2) of a square after no, one, two and three quarter turns."""
    u, v = axes.astype(np.float64)
    return np.array([(u, v), (v, -u), (-u, -v), (-v, u)])


def turns_towards(axes: NDArray[np.floating], direction: NDArray[np.floating]) -> int:
    """The number of quarter turns after which the first of a square's half-axes (2, 2) is closest to a direction (2,).

    >>> turns_towards(np.array([[0.0, 1.0], [-1.0, 0.0]]), np.array([1.0, 0.2]))
    3
    """
    x, y = direction.tolist()  # called so often, on so few numbers, that numpy is slower
    u, v = ((right * x + down * y) / (hypot(right, down) or 1.0) for right, down in axes.tolist())
    return max(range(4), key=(u, v, -u, -v).__getitem__)


def aligned_axes(axes: NDArray[np.floating], model: NDArray[np.floating]) -> Floats:
    """A square's half-axes (2, 2) after the quarter turns that bring them closest to those of a ``model`` (2, 2).

    >>> aligned_axes(np.array([[0, 1.0], [-1, 0]]), np.array([[1, 0.1], [-0.1, 1]])).tolist()
    [[1.0, -0.0], [0.0, 1.0]]
    """
    turned = quarter_turns(axes)
    return np.asarray(turned[(turned * model).sum(axis=(1, 2)).argmax()], np.float64)


def frame_corners(
    quads: Mapping[Position, NDArray[np.float32]], shape: tuple[int, int] | None = None
) -> NDArray[np.float32]:
    """The corners (4, 2), clockwise, of the smallest rectangle of places around squares with corners (4, 2) each.

    With a ``shape`` (rows, columns), of the rectangle of that many places, some of which may have no square.

    One homography is fitted to all of them, so that a crooked square at the rim does not bend the frame.

    >>> row = {(0, c): np.array([[c, 0], [c + 1, 0], [c + 1, 1], [c, 1]], np.float32) for c in range(3)}
    >>> (frame_corners(row).round(3) + 0.0).tolist()
    [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [0.0, 1.0]]
    """
    top, left = (min(place[axis] for place in quads) for axis in (0, 1))
    bottom, right = (max(place[axis] for place in quads) + 1 for axis in (0, 1))
    if shape is not None:
        (top, left), (bottom, right) = (0, 0), shape
    flat = np.array([[[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]] for r, c in quads], np.float64).reshape(-1, 2)
    homography = cv2.findHomography(flat, np.array(list(quads.values()), np.float64).reshape(-1, 2))[0]
    frame = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(frame, homography)[0], np.float32)


def visible_parts(quads: NDArray[np.float32], shape: tuple[int, int]) -> NDArray[np.float32]:
    """The share, 0…1, of each of the quadrilaterals (rows, columns, 4, 2) that lies in a picture of a height and width.

    >>> half_out = np.array([[[[-1, 0], [1, 0], [1, 2], [-1, 2]]]], np.float32)
    >>> visible_parts(half_out, (10, 10)).tolist()
    [[0.5]]
    >>> visible_parts(half_out * 5 + [5, 0], (10, 10)).tolist()
    [[1.0]]
    """
    height, width = shape
    flat = quads.reshape(-1, 4, 2).astype(np.float64)
    inside = np.atleast_1d(((flat >= 0) & (flat <= [width, height])).all(axis=(1, 2)))
    parts = [1.0 if whole else _visible_part(quad, height, width) for quad, whole in zip(flat, inside, strict=True)]
    return np.array(parts, np.float32).reshape(quads.shape[:2])


def _visible_part(quad: Floats, height: int, width: int) -> float:
    """The share of a quadrilateral (4, 2) in a picture, clipped at one edge after the other (Sutherland–Hodgman).

    cv2.intersectConvexConvex says 0 or 25 for some quadrilaterals whose edges lie on those of the picture.
    """
    points = [(x, y) for x, y in quad.tolist()]
    for axis, sign, limit in ((0, 1, 0.0), (0, -1, -float(width)), (1, 1, 0.0), (1, -1, -float(height))):
        clipped: list[tuple[float, float]] = []
        for before, point in zip(points[-1:] + points[:-1], points, strict=True):
            from_edge, to_edge = sign * before[axis] - limit, sign * point[axis] - limit
            if from_edge * to_edge < 0:
                share = from_edge / (from_edge - to_edge)
                clipped.append((before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])))
            if to_edge >= 0:
                clipped.append(point)
        points = clipped
    return _area(points) / max(_area([(x, y) for x, y in quad.tolist()]), 1e-6)


def _area(points: Sequence[tuple[float, float]]) -> float:
    """The area of a polygon, whichever way round it goes."""
    return abs(sum(a * d - b * c for (a, b), (c, d) in zip(points, [*points[1:], *points[:1]], strict=True))) / 2
