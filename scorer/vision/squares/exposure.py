"""Brightens underexposed squares before they are classified."""

from __future__ import annotations

import cv2
import numpy as np

from scorer.vision.common.arrays import Image
from scorer.vision.settings import ExposureSettings

_STEP = 8
"""Every so many pixels of a whole picture are looked at."""


def gain_for(squares: Image, settings: ExposureSettings) -> float:
    """The factor that makes squares, uint8 BGR (n, side, side, 3), bright; 1 if they are.

    >>> gain_for(np.full((2, 8, 8, 3), 100, np.uint8), ExposureSettings())
    2.0
    >>> gain_for(np.zeros((0, 8, 8, 3), np.uint8), ExposureSettings())
    1.0
    """
    if not len(squares):
        return 1.0
    blue, green, red = squares[..., 0], squares[..., 1], squares[..., 2]
    brightest = np.maximum(np.maximum(blue, green), red)  # 25 times as fast as max(axis=3)
    highlights = float(np.percentile(brightest, settings.percentile))
    return max(settings.target / max(highlights, 1.0), 1.0)


def picture_gain(picture: Image, settings: ExposureSettings) -> float:
    """The factor that makes a whole picture, uint8 BGR (rows, columns, 3), bright; 1 if it is.

    >>> picture_gain(np.full((64, 64, 3), 50, np.uint8), ExposureSettings())
    4.0
    """
    return gain_for(picture[None, ::_STEP, ::_STEP], settings)


def denoised(picture: Image, settings: ExposureSettings) -> tuple[Image, float]:
    """A dark picture, uint8 BGR (rows, columns, 3), blurred before it is brightened, and the factor of that.

    A blur by a few pixels removes most of the noise and little of squares that are far larger.

    >>> picture, gain = denoised(np.full((64, 64, 3), 25, np.uint8), ExposureSettings())
    >>> gain, int(picture.max())
    (8.0, 200)
    """
    deviation = settings.denoising_blur * max(picture.shape)
    quiet = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), deviation)
    gain = picture_gain(np.asarray(np.round(quiet), np.uint8), settings)
    return np.asarray(np.clip(quiet * gain, 0, 255), np.uint8), gain


def brightened(squares: Image, gain: float, settings: ExposureSettings) -> Image:
    """The squares brightened by a gain, at most ``max_gain``, and blurred in proportion to it.

    >>> int(brightened(np.full((1, 8, 8, 3), 60, np.uint8), 3.0, ExposureSettings()).max())
    180
    """
    if gain <= 1:
        return squares
    gain = min(gain, settings.max_gain)
    blur = settings.blur_per_gain * (gain - 1)
    bright = squares.astype(np.float32) * gain
    if blur > settings.min_blur:
        bright = np.stack([cv2.GaussianBlur(square, (0, 0), blur) for square in bright])
    return np.asarray(np.clip(bright, 0, 255), np.uint8)
