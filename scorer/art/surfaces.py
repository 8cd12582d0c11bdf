"""Drawn table tops to lay kingdoms on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.art.brush import Picture, bgr


def planks(width: int, height: int, colour: str, rng: np.random.Generator) -> Picture:
    """A wooden table of boards that run across the picture, with grain, knots and seams; uint8 BGR."""
    image = np.empty((height, width, 3), np.float32)
    board = max(40, height // 6)
    for top in range(-int(rng.integers(board)), height, board):
        rows = slice(max(top, 0), min(top + board, height))
        deep = rows.stop - rows.start
        if deep <= 0:
            continue
        bend = _clouds(width, deep, (width / 5, board), rng) * 9
        lines = np.sin((np.arange(deep)[:, None] + bend) * rng.uniform(0.25, 0.4) + rng.uniform(0, 6))
        fibre = _clouds(width, deep, (width / 12, 1.2), rng)
        tone = rng.normal(1, 0.05) + 0.035 * lines + 0.035 * fibre
        image[rows] = np.array(bgr(colour), np.float32) * tone[..., None]
        image[rows.start : rows.start + 2] *= 0.55
    return np.clip(image, 0, 255).astype(np.uint8)


def cloth(width: int, height: int, colour: str, weave: float, rng: np.random.Generator) -> Picture:
    """Felt (``weave`` 0) or a woven cloth with long soft folds; uint8 BGR."""
    folds = _clouds(width, height, (width / 2, height / 3), rng) * 0.07
    fuzz = rng.normal(0, 0.045, (height, width))
    threads = np.sin(np.arange(height) * 1.25)[:, None] + np.sin(np.arange(width) * 1.25)[None, :]
    tone = 1 + folds + cv2.GaussianBlur(fuzz, (0, 0), 0.7) + weave * threads
    image = np.array(bgr(colour), np.float32) * tone[..., None]
    return np.asarray(np.clip(image, 0, 255), dtype=np.uint8)


def cutting_mat(width: int, height: int, colour: str, step: int, rng: np.random.Generator) -> Picture:
    """A cutting mat ruled with pale lines ``step`` pixels apart, every fifth of them stronger; uint8 BGR."""
    image = cloth(width, height, colour, 0, rng).astype(np.float32)
    for number, at in enumerate(range(step // 2, max(width, height), step)):
        light = 70 if number % 5 == 0 else 34
        image[:, at : at + 2] += light
        image[at : at + 2] += light
    return np.clip(image, 0, 255).astype(np.uint8)


def _clouds(width: int, height: int, size: tuple[float, float], rng: np.random.Generator) -> NDArray[np.float32]:
    """Smooth noise of spread 1 in patches ``size`` (wide, high)."""
    few = rng.normal(0, 1, (int(height / size[1]) + 3, int(width / size[0]) + 3)).astype(np.float32)
    return np.asarray(cv2.resize(few, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
