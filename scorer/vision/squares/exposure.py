"""Lights up what a dark room has hidden, before anything is classified."""

from __future__ import annotations

import cv2
import numpy as np

from scorer.vision.arrays import Image
from scorer.vision.settings import ExposureSettings


def gain_for(squares: Image, settings: ExposureSettings) -> float:
    """By how much squares, uint8 BGR (n, side, side, 3), would have to be lit up to be bright; 1 for none.

    >>> gain_for(np.full((2, 8, 8, 3), 100, np.uint8), ExposureSettings())
    2.0
    >>> gain_for(np.zeros((0, 8, 8, 3), np.uint8), ExposureSettings())
    1.0
    """
    if not len(squares):
        return 1.0
    bright = float(np.percentile(squares.max(axis=3), settings.percentile))
    return max(settings.bright / max(bright, 1.0), 1.0)


def lit_up(squares: Image, gain: float, settings: ExposureSettings) -> Image:
    """The squares made brighter by a factor, or by the ``most`` that is worth it, and as much smoother as their noise
    needs.

    >>> int(lit_up(np.full((1, 8, 8, 3), 60, np.uint8), 3.0, ExposureSettings()).max())
    180
    """
    if gain <= 1:
        return squares
    gain = min(gain, settings.most)
    blur = settings.smooth * (gain - 1)
    bright = squares.astype(np.float32) * gain
    if blur > settings.worth:
        bright = np.stack([cv2.GaussianBlur(square, (0, 0), blur) for square in bright])
    return np.asarray(np.clip(bright, 0, 255), np.uint8)
