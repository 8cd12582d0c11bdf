"""The camera of a photo of a board, and what an object standing on one of its places hides."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FOCAL = (0.6, 2.0)
"""Shortest and longest focal length of a phone's cameras, as a multiple of the picture's longer side."""
USUAL_FOCAL = 0.85
"""Focal length of a phone's main camera, where the view is too straight to determine it."""
_FLAT = 1e-4
"""Perspective below this share of the board's size does not determine the focal length."""


def camera_of(homography: Floats, shape: tuple[int, int]) -> Floats:
    """The matrix (3, 4) of the camera: from squares right, down and up from a grid's first corner to pixels (x, y).

    ``homography`` (3, 3) takes columns and rows on the table to pixels of a picture of ``shape`` (rows, columns). The
    optical axis is assumed to pass through the picture's centre, without distortion; the focal length then follows from
    the homography, whose first columns are two perpendicular edges of equal length (Zhang, "A flexible new technique
    for camera calibration", 2000).

    >>> camera = camera_of(np.array([[100.0, 0, 320], [0, 100, 240], [0, 0, 1]]), (480, 640))
    >>> (camera @ [1, 0, 0, 1]).round(3).tolist()  # flat on the table, one square to the right
    [420.0, 240.0, 1.0]
    """
    longest = max(shape)
    normal = np.array([[1, 0, -shape[1] / 2], [0, 1, -shape[0] / 2], [0, 0, longest]]) / longest
    seen = normal @ homography
    a, b = seen[:, 0], seen[:, 1]
    flat = np.array([a[0] * b[0] + a[1] * b[1], a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2])
    deep = np.array([a[2] * b[2], a[2] ** 2 - b[2] ** 2])
    tells = deep @ deep > (_FLAT * (a @ a + b @ b)) ** 2
    focal = float(np.clip(np.sqrt(max(-(flat @ deep) / (deep @ deep), 0)), *FOCAL)) if tells else USUAL_FOCAL
    lens = np.diag([focal, focal, 1.0])
    right, down, origin = (np.linalg.inv(lens) @ seen).T
    length = np.sign(origin[2]) * np.sqrt(np.linalg.norm(right) * np.linalg.norm(down))
    right, down, origin = right / length, down / length, origin / length
    camera = np.linalg.inv(normal) @ lens @ np.column_stack([right, down, -np.cross(right, down), origin])
    return np.asarray(camera / camera[2, 3], np.float64)


def hidden_parts(
    camera: Floats, quads: NDArray[np.float32], at: tuple[int, int], width: float, height: float
) -> NDArray[np.float32]:
    """The share, 0…1, of each place, corners (rows, columns, 4, 2) in pixels, that a box on the place ``at`` hides.

    The box stands in the centre of its square, ``width`` and ``height`` are in squares. Its own place is visible.
    """
    row, column = at
    ends = 0.5 - width / 2, 0.5 + width / 2
    box = np.array([[column + x, row + y, z, 1] for x in ends for y in ends for z in (0.0, height)]) @ camera.T
    outline = cv2.convexHull((box[:, :2] / box[:, 2:]).astype(np.float32))
    low, high = outline.min(axis=(0, 1)), outline.max(axis=(0, 1))
    near = (quads.max(axis=2) > low).all(axis=2) & (quads.min(axis=2) < high).all(axis=2)
    near[row, column] = False
    hidden = np.zeros(quads.shape[:2], np.float32)
    for place in zip(*np.nonzero(near), strict=True):
        hull = cv2.convexHull(quads[place])
        hidden[place] = cv2.intersectConvexConvex(hull, outline)[0] / max(cv2.contourArea(hull), 1e-6)
    return hidden
