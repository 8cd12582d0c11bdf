"""Cuts squares out of a picture and rectifies each by its own corners."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image
from scorer.vision.common.geometry import median_side

PIXELS = 64
"""Side of a rectified square, in pixels, as the classifier takes it (trained)."""

_REDUCE_ABOVE, _REDUCE_TO = 1.5, 1.25
"""Where squares are larger than the first, in sides of the result, the picture is reduced so that they have the
second."""
_MARGIN = 0.25
"""Margin around the squares when it is reduced, in sides: more than the reach of the filter."""


def cut_squares(image: Image, quads: NDArray[np.float32], pixels: int = PIXELS) -> Image:
    """Rectified squares, uint8 BGR (n, pixels, pixels, 3), of quadrilaterals float32 (n, 4, 2).

    Corners go clockwise from the square's top left. Beyond the picture its edge is repeated.

    >>> quad = np.array([[0, 0], [40, 0], [40, 40], [0, 40]], np.float32)
    >>> cut_squares(np.full((40, 40, 3), 7, np.uint8), quad[None]).shape
    (1, 64, 64, 3)
    """
    if not len(quads):
        return np.zeros((0, pixels, pixels, 3), np.uint8)
    side = median_side(quads)
    if side > _REDUCE_ABOVE * pixels:  # reduce first, to avoid aliasing
        scale = _REDUCE_TO * pixels / side
        smallest = int(np.ceil(1 / scale))  # squares may lie outside the picture, but some of it must remain
        last = np.maximum(np.array(image.shape[1::-1]) - smallest, 0)
        top_left = np.floor((quads.min(axis=(0, 1)) - _MARGIN * side).clip(0, last)).astype(int)
        bottom_right = np.ceil(np.maximum(quads.max(axis=(0, 1)) + _MARGIN * side, top_left + smallest)).astype(int)
        image = image[top_left[1] : bottom_right[1], top_left[0] : bottom_right[0]]
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        quads = (quads - top_left) * scale
    return warped(image, quads, pixels)


def warped(image: Image, quads: NDArray[np.float32], pixels: int) -> Image:
    """Quadrilaterals float32 (n, 4, 2) of a picture as squares, uint8 BGR (n, pixels, pixels, 3)."""
    target = np.array([[0, 0], [pixels, 0], [pixels, pixels], [0, pixels]], np.float32)
    return np.stack(
        [
            cv2.warpPerspective(
                image,
                cv2.getPerspectiveTransform(quad.astype(np.float32), target),
                (pixels, pixels),
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for quad in quads
        ]
    ).astype(np.uint8)
