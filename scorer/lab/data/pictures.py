"""Reads pictures of a data folder, rectifies them, and cuts them into squares of the size that training uses."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image

SQUARE_PIXELS = 64
"""Side of a stored training square in pixels, which is also the classifier's input size."""


def read_picture(file: Path) -> Image:
    """The picture in a file, uint8 BGR; ``FileNotFoundError`` if there is no readable one."""
    image = cv2.imread(str(file))
    if image is None:
        raise FileNotFoundError(f"no readable picture: {file.name}")
    return np.asarray(image, np.uint8)


def stored(image: Image) -> Image:
    """The picture of one square, resized to ``SQUARE_PIXELS``.

    >>> stored(np.zeros((90, 80, 3), np.uint8)).shape
    (64, 64, 3)
    """
    shrinks = image.shape[0] > SQUARE_PIXELS
    interpolation = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (SQUARE_PIXELS, SQUARE_PIXELS), interpolation=interpolation), np.uint8)


def cut_grid(image: Image, corners: NDArray[np.float32], rows: int, columns: int, pixels: int) -> list[list[Image]]:
    """The ``rows`` × ``columns`` squares of a quadrilateral (4, 2), rectified to ``pixels`` a side.

    ``corners`` are in pixels, clockwise from the outer corner of the first square.

    >>> grid = cut_grid(np.zeros((60, 90, 3), np.uint8), np.float32([[0, 0], [90, 0], [90, 60], [0, 60]]), 2, 3, 16)
    >>> len(grid), len(grid[0]), grid[0][0].shape
    (2, 3, (16, 16, 3))
    """
    target = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) * pixels
    flat = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(corners.astype(np.float32), target),
        (columns * pixels, rows * pixels),
        flags=cv2.INTER_AREA,
    )
    return [
        [
            np.asarray(flat[r * pixels : (r + 1) * pixels, c * pixels : (c + 1) * pixels], np.uint8)
            for c in range(columns)
        ]
        for r in range(rows)
    ]
