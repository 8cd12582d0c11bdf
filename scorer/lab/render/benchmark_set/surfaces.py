"""The tables of scenarios: wood, cloth, a ruled or patterned mat, white."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from scorer.art.surfaces import cloth, cutting_mat, planks
from scorer.lab.render.scene import Rng
from scorer.vision.common.arrays import Image

Surface = Callable[[int, int, Rng], Image]
"""A function from width and height in pixels to a table, uint8 BGR."""


def _wood(width: int, height: int, rng: Rng) -> Image:
    return planks(width, height, str(rng.choice(["#c99a5f", "#6b4630", "#3a2619", "#e2c79b", "#8a8078"])), rng)


def _cloth(width: int, height: int, rng: Rng) -> Image:
    colour = str(rng.choice(["#37695f", "#d8d2c6", "#3a4a68", "#7a2531", "#1c1c20", "#c8b400", "#4f7f2f"]))
    return cloth(width, height, colour, float(rng.choice([0, 0.03, 0.06])), rng)


def _leaning(flat: Image, rng: Rng) -> Image:
    """A drawn surface in perspective."""
    height, width = flat.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    lean = corners + rng.uniform(0, 0.25, (4, 2)) * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width, height]
    transform = cv2.getPerspectiveTransform(corners, lean.astype(np.float32))
    return np.asarray(cv2.warpPerspective(flat, transform, (width, height)), np.uint8)


def _ruled(width: int, height: int, rng: Rng) -> Image:
    colour = str(rng.choice(["#2f6f63", "#1f4f7f", "#2a2a2e", "#e9e6df", "#8f3a6a"]))
    return _leaning(cutting_mat(width, height, colour, int(width * rng.uniform(0.02, 0.12)), rng), rng)


CHECKS, STRIPES, RINGS, FLOWERS = range(4)


def _patterned(width: int, height: int, rng: Rng) -> Image:
    """Checks, stripes, rings or flowers in rows, in loud colours."""
    image = np.full((height, width, 3), rng.integers(0, 256, 3), np.uint8)
    inks = rng.integers(0, 256, (3, 3)).tolist()
    step, kind = max(12, int(width * rng.uniform(0.03, 0.12))), int(rng.integers(4))
    for row, y in enumerate(range(0, height, step)):
        for column, x in enumerate(range(0, width, step)):
            ink, at = inks[(row * 2 + column) % 3], (x + step // 2, y + step // 2)
            if kind == CHECKS and (row + column) % 2:
                cv2.rectangle(image, (x, y), (x + step - 1, y + step - 1), ink, -1)
            elif kind == STRIPES and row % 2:
                cv2.rectangle(image, (x, y), (x + step, y + step // 2), inks[row % 3], -1)
            elif kind == RINGS:
                cv2.circle(image, at, step // 3, ink, max(1, step // 10), cv2.LINE_AA)
            elif kind == FLOWERS:
                for petal in range(6):
                    out = np.deg2rad(60 * petal)
                    leaf = (int(at[0] + np.cos(out) * step / 4), int(at[1] + np.sin(out) * step / 4))
                    cv2.circle(image, leaf, step // 7, ink, -1, cv2.LINE_AA)
    return _leaning(image, rng)


def _white(width: int, height: int, rng: Rng) -> Image:
    return cloth(width, height, str(rng.choice(["#ffffff", "#f4f1ea", "#e8e8ee"])), 0, rng)


SURFACES: Mapping[str, Surface] = {
    "wood": _wood,
    "cloth": _cloth,
    "ruled": _ruled,
    "patterned": _patterned,
    "white": _white,
}
