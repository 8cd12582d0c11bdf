"""A small picture of a photo, to be saved with a game."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE: Final = 320
"""Pixels of the longer side."""

QUALITIES: Final = (70, 55, 40, 25)
"""JPEG qualities in percent; the first one with a small enough file is used."""


def thumbnail_url(image: NDArray[np.uint8], max_length: int) -> str:
    """A JPEG of a photo as a data URL of at most ``max_length`` characters; empty if none is small enough.

    ``image`` is uint8 BGR (rows, columns, 3). Its longer side is reduced to ``SIDE`` pixels.

    >>> import numpy as np
    >>> thumbnail_url(np.zeros((600, 900, 3), np.uint8), 16_000)[:27]
    'data:image/jpeg;base64,/9j/'
    """
    height, width = image.shape[:2]
    part = min(1.0, SIDE / max(height, width))
    size = max(1, round(width * part)), max(1, round(height * part))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    for quality in QUALITIES:
        data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        url = f"data:image/jpeg;base64,{b64encode(data).decode()}"
        if len(url) <= max_length:
            return url
    return ""
