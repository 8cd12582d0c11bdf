"""One square of a kingdom in an oblique view, with a solid castle on it or on an adjacent one."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.pieces.panels import paint, shadowed, silhouettes
from scorer.lab.render.pieces.solids import PLAYERS, castle
from scorer.lab.render.scene import Scene, camera, projection
from scorer.vision.common.arrays import Image
from scorer.vision.squares.rectify import cut_squares

BLOCK = 3
"""Squares along each side of the photographed block; the middle one is cut out."""
TILT, DISTANCE, SIDE = (20.0, 72.0), (4.0, 14.0), (16.0, 60.0)
"""Camera tilt in degrees, its distance in squares, and the side of a square in pixels."""
PICTURE = 4.5
"""Side of the photographed picture, in squares."""
SHIFTED, RESIZED = 0.05, 0.05
"""Standard deviations, in sides, of the detected centre and half-axes."""
MOSTLY = 0.5
"""A castle on an adjacent square is left out if it hides more than this share of the square."""

HERE = (0, 0)


def oblique_square(
    block: Sequence[Image],
    castle_at: tuple[int, int] | None,
    pixels: int,
    rng: np.random.Generator,
) -> Image:
    """The middle square of a block of 3 × 3, rectified as the reader cuts it from an oblique photo, uint8 BGR.

    ``block``: nine pictures, uint8 BGR (n, n, 3) of one size, row by row. ``castle_at``: rows and columns from the
    middle square to that of a solid castle, ``(0, 0)`` for its own; ``None`` without one. A castle on an adjacent
    square that would hide most of it is left out. Returns uint8 BGR (pixels, pixels, 3).
    """
    side = float(np.exp(rng.uniform(*np.log(SIDE))))
    room = round(PICTURE * side)
    distance = float(rng.uniform(*DISTANCE))
    scene = Scene(
        width=room,
        height=room,
        square=side,
        turn=float(rng.uniform(0, 360)),
        tilt=float(rng.uniform(*TILT)),
        tilt_axis=float(rng.uniform(0, 360)),
        focal=distance * side / room,
    )
    picture = _photographed(block, scene)
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    seen = corners * (1 + rng.normal(0, RESIZED, 2)) + rng.normal(0, SHIFTED, 2)
    quad = cv2.perspectiveTransform(seen[None], camera(scene))[0].astype(np.float32)
    if castle_at is not None:
        picture = _with_castle(picture, castle_at, quad, scene, rng)
    return np.asarray(cut_squares(picture, quad[None], pixels)[0], np.uint8)


def _photographed(block: Sequence[Image], scene: Scene) -> Image:
    """The block of squares, with the centre of its middle square in the picture's centre."""
    rows = [np.concatenate(block[start : start + BLOCK], axis=1) for start in range(0, BLOCK * BLOCK, BLOCK)]
    flat = np.asarray(np.concatenate(rows), np.uint8)
    unit, middle = block[0].shape[0], BLOCK / 2
    to_table = np.array([[1 / unit, 0, -middle], [0, 1 / unit, -middle], [0, 0, 1.0]])
    if unit > scene.square:  # reduce first, to avoid aliasing
        flat = np.asarray(cv2.blur(flat, (round(unit / scene.square),) * 2), np.uint8)
    size = scene.width, scene.height
    return np.asarray(
        cv2.warpPerspective(flat, camera(scene) @ to_table, size, borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def _with_castle(
    picture: Image, at: tuple[int, int], quad: NDArray[np.float32], scene: Scene, rng: np.random.Generator
) -> Image:
    """The picture with a solid castle, unless it hides most of the adjacent square with corners ``quad``."""
    middle = np.array(at[::-1], np.float64) + rng.normal(0, 0.05, 2)
    turn = float(np.pi / 2 * rng.integers(4) + rng.normal(0, 0.1))
    matrix = projection(scene)
    panels = castle(middle, turn, PLAYERS[int(rng.integers(len(PLAYERS)))], rng)
    if at != HERE:
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
        if silhouettes(panels, matrix, scene.width, scene.height)[mask > 0].mean() > MOSTLY:
            return picture
    picture = shadowed(picture, middle, float(rng.uniform(0.3, 1.2)), matrix, rng)
    return paint(picture, panels, matrix, float(rng.uniform(0.7, 1.1)))
