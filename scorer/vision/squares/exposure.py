"""Lights up what a dark room has hidden, before anything is classified."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True)
class ExposureSettings:
    """How dark squares are made as bright as those the classifier knows."""

    bright: float = 200.0
    """A kingdom's brightest tones, 0…255; darker ones are lit up …"""
    most: float = 4.0
    """… by this factor at most."""
    smooth: float = 0.4
    """Standard deviation, in pixels, of the blur for each part of that factor above 1: noise is lit up, too."""
    worth: float = 0.3
    """Less blur than this is not worth its time."""


DEFAULTS = ExposureSettings()


def gain_for(squares: Image, settings: ExposureSettings = DEFAULTS) -> float:
    """By how much squares, uint8 BGR (n, side, side, 3), must be lit up; 1 for none.

    >>> gain_for(np.full((2, 8, 8, 3), 100, np.uint8)), gain_for(np.zeros((0, 8, 8, 3), np.uint8))
    (2.0, 1.0)
    """
    if not len(squares):
        return 1.0
    bright = float(np.percentile(squares.max(axis=3), 98))
    return float(np.clip(settings.bright / max(bright, 1.0), 1, settings.most))


def lit_up(squares: Image, gain: float, settings: ExposureSettings = DEFAULTS) -> Image:
    """The squares made brighter by a factor, and as much smoother as their noise needs.

    >>> int(lit_up(np.full((1, 8, 8, 3), 60, np.uint8), 3.0).max())
    180
    """
    if gain <= 1:
        return squares
    blur = settings.smooth * (gain - 1)
    bright = squares.astype(np.float32) * gain
    if blur > settings.worth:
        bright = np.stack([cv2.GaussianBlur(square, (0, 0), blur) for square in bright])
    return np.asarray(np.clip(bright, 0, 255), np.uint8)
