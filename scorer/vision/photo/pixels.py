"""Converts Pillow's pictures of any mode to numpy arrays."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

STRIP: Final = 256
"""Rows that are converted at a time, so that a large photo is never held three times."""


def bgr_pixels(source: Image.Image) -> NDArray[np.uint8]:
    """The pixels of a picture, uint8 BGR (rows, columns, 3), on white where it is transparent."""
    image = np.empty((source.height, source.width, 3), np.uint8)
    for top in range(0, source.height, STRIP):
        bottom = min(top + STRIP, source.height)
        image[top:bottom] = bgr_strip(source.crop((0, top, source.width, bottom)))
    return image


def bgr_strip(strip: Image.Image) -> NDArray[np.uint8]:
    """The same for a strip of a picture, of which several copies are in memory."""
    if strip.mode.startswith("I"):  # 16-bit grey
        grey = (np.asarray(strip).astype(np.int64).clip(0, 65535) >> 8).astype(np.uint8)
        return np.repeat(grey[..., None], 3, axis=2)
    if strip.has_transparency_data:
        paper = Image.new("RGBA", strip.size, "white")
        paper.alpha_composite(strip.convert("RGBA"))
        strip = paper
    rgb = strip if strip.mode == "RGB" else strip.convert("RGB")
    return np.frombuffer(rgb.tobytes("raw", "BGR"), np.uint8).reshape(rgb.height, rgb.width, 3)
