"""The shipped sample photos, and thumbnails of them for the buttons that read them."""

from __future__ import annotations

from pathlib import Path

import cv2

from scorer.vision.photo.decode import decode

_PACKAGE = Path(__file__).parents[1]
SAMPLES = next(
    (place for place in (_PACKAGE / "sample_images", _PACKAGE.parent / "sample_images") if place.is_dir()), _PACKAGE
)
"""Their folder: inside the package once installed, at the root of a clone."""

PIXELS = 208
"""Side of a thumbnail in pixels: sharp on a high-density screen, where it is 100 wide on the page."""

QUALITY = 60
"""WebP quality of a thumbnail, in percent."""


def thumbnail(path: Path) -> bytes:
    """The centre of a photo as a square WebP picture of a few kilobytes."""
    image = decode(path.read_bytes(), path.name, longest=400).image
    side = min(image.shape[:2])
    top, left = (image.shape[0] - side) // 2, (image.shape[1] - side) // 2
    square = image[top : top + side, left : left + side]
    small = cv2.resize(square, (PIXELS, PIXELS), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1].tobytes()
