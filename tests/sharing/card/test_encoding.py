"""A card's file holds its picture exactly, and its text."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from scorer.sharing.card.encoding import png_with_text


def test_png_keeps_every_pixel_and_the_text() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    with Image.open(io.BytesIO(png_with_text(picture, "game", "abc_-123" * 400))) as read:
        read.load()  # checks every chunk's sum
        assert np.array_equal(np.asarray(read), picture)
        assert read.info["game"] == "abc_-123" * 400
