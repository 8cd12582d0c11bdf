"""Flat pictures in 3D space, painted by the same camera as the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image

Floats = NDArray[np.float64]

FAR = 1e5
"""Points farther than this from the picture's corner, in pixels, are not drawn: they lie behind the camera, or
nearly."""


@dataclass(frozen=True)
class Panel:
    """A picture uint8 BGRA on a parallelogram in space: its top left corner, its top edge, its left edge.

    All three are vectors (3,): squares right and down on the table, and up from it.
    """

    picture: Image
    corner: Floats
    along: Floats
    down: Floats


def project(matrix: Floats, points: Floats) -> Floats:
    """Pixels (n, 2) of points (n, 3) by a camera's matrix (3, 4)."""
    seen = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)


def paint(image: Image, panels: Sequence[Panel], matrix: Floats, light: float) -> Image:
    """The picture, uint8 BGR, with panels, the farthest painted first; ``light`` multiplies their colours."""
    for panel in sorted(panels, key=lambda panel: -_depth(panel, matrix)):
        image = _painted(image, panel, matrix, light)
    return image


def silhouettes(panels: Sequence[Panel], matrix: Floats, width: int, height: int) -> NDArray[np.bool_]:
    """The pixels, bool (height, width), that panels cover, transparent parts included."""
    mask = np.zeros((height, width), np.uint8)
    for panel in panels:
        quad = _outline(panel, matrix)
        if np.isfinite(quad).all() and np.abs(quad).max() < FAR:
            cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    return np.asarray(mask > 0, np.bool_)


def _outline(panel: Panel, matrix: Floats) -> Floats:
    a, u, v = panel.corner, panel.along, panel.down
    return project(matrix, np.array([a, a + u, a + u + v, a + v]))


def _depth(panel: Panel, matrix: Floats) -> float:
    return float(matrix[2] @ np.append(panel.corner + (panel.along + panel.down) / 2, 1))


def _painted(image: Image, panel: Panel, matrix: Floats, light: float) -> Image:
    quad = _outline(panel, matrix)
    height, width = image.shape[:2]
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, [width, height])
    if x1 - x0 < 1 or y1 - y0 < 1 or not np.isfinite(quad).all():
        return image
    rows, columns = panel.picture.shape[:2]
    reach = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    picture = panel.picture
    if max(rows, columns) > 2.5 * reach:  # reduce first, to avoid aliasing of thin lines
        scale = max(2.0 * reach / max(rows, columns), 4 / min(rows, columns))
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        rows, columns = picture.shape[:2]
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    transform = cv2.getPerspectiveTransform(flat, (quad - [x0, y0]).astype(np.float32))
    seen = cv2.warpPerspective(picture, transform, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    cover = seen[..., 3:].astype(np.float32) / 255
    part = image[y0:y1, x0:x1].astype(np.float32)
    lit = np.clip(seen[..., :3].astype(np.float32) * light, 0, 255)
    image = image.copy()
    image[y0:y1, x0:x1] = (lit * cover + part * (1 - cover)).astype(np.uint8)
    return image


def shadowed(image: Image, at: Floats, reach: float, matrix: Floats, rng: np.random.Generator) -> Image:
    """The soft shadow, about ``reach`` long, of an object standing at ``at`` (x, y) on the table."""
    direction = rng.uniform(0, 2 * np.pi)
    tip = np.array([np.cos(direction), np.sin(direction)]) * reach
    side = np.array([-tip[1], tip[0]]) / max(reach, 1e-6) * 0.35
    ground = np.array([at - side, at + side, at + tip + side, at + tip - side])
    quad = project(matrix, np.column_stack([ground, np.zeros(4)]))
    if np.abs(quad).max() > FAR:
        return image
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255, cv2.LINE_AA)
    size = float(np.linalg.norm(quad[1] - quad[0]))
    soft = cv2.GaussianBlur(mask, (0, 0), 0.08 * size + 0.5).astype(np.float32)[..., None] / 255
    return np.asarray(image * (1 - rng.uniform(0.15, 0.5) * soft), np.uint8)
