"""The lighting of a scenario: indoors, overexposed, dark, or with reflections of lamps."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from scorer.lab.render.probability import happens
from scorer.lab.render.scene import Rng
from scorer.vision.common.arrays import Image

Light = Callable[[Image, Rng], Image]
"""A function from a picture to the same one in another light, uint8 BGR both."""


def _room(image: Image, rng: Rng) -> Image:
    del rng
    return image


def _burnt(image: Image, rng: Rng) -> Image:
    table = np.arange(256) / 255 * rng.uniform(1.25, 1.6) + rng.uniform(0, 0.08)
    return np.asarray(cv2.LUT(image, np.clip(table * 255, 0, 255).astype(np.uint8)), np.uint8)


def _dark(image: Image, rng: Rng) -> Image:
    level = rng.uniform(0.12, 0.35)
    tint = np.array([0.75, 0.9, 1.0]) if happens(rng, 0.5) else np.ones(3)
    noise = rng.normal(0, 5, image.shape[:2]).astype(np.float32)[..., None]
    return np.asarray(np.clip(image * (level * tint).astype(np.float32) + noise, 0, 255), np.uint8)


def _glaring(image: Image, rng: Rng) -> Image:
    """One or two lamps reflected near the centre of the picture."""
    rows, columns = np.mgrid[0 : image.shape[0], 0 : image.shape[1]].astype(np.float32)
    shown = image.astype(np.float32)
    for _ in range(int(rng.integers(1, 3))):
        x = (columns / image.shape[1] - rng.uniform(0.25, 0.75)) / rng.uniform(0.05, 0.18)
        y = (rows / image.shape[0] - rng.uniform(0.25, 0.75)) / rng.uniform(0.05, 0.18)
        shown += (np.exp(-(x * x + y * y)) * rng.uniform(60, 190))[..., None]
    return np.clip(shown, 0, 255).astype(np.uint8)


LIGHTING: Mapping[str, Light] = {"room": _room, "burnt": _burnt, "dark": _dark, "glare": _glaring}
