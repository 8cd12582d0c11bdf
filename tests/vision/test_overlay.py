"""The reading drawn on its photo."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Kingdom
from scorer.vision.overlay import draw_reading
from scorer.vision.reading import KingdomReading, Reading
from tests.vision.photographed import WHOLE, photo

RED = (40, 40, 255)


def reading(sure: float = 0.99, scale: float = 1.0) -> Reading:
    """A right reading of the test photo, made by hand, every square as sure."""
    taken = photo(WHOLE)
    laid = taken.kingdoms[0]
    kingdom = Kingdom.parse(WHOLE)
    found = KingdomReading(
        kingdom=kingdom,
        seen=kingdom.rows,
        size=5,
        corners=tuple((float(x), float(y)) for x, y in laid.corners() * scale),
        confidence=sure,
        squares=((sure,) * 5,) * 5,
        faces=np.zeros((5, 5, 20), np.float32),
        quads=np.array([[laid.quads[r, c] for c in range(5)] for r in range(5)], np.float32) * scale,
    )
    height, width = taken.image.shape[:2]
    return Reading("test", int(width * scale), int(height * scale), (found,))


def red(picture: NDArray[np.uint8]) -> int:
    return int((np.abs(picture.astype(int) - RED).max(axis=2) < 30).sum())


def test_the_grid_is_drawn_where_it_lies_and_nowhere_else() -> None:
    image = photo(WHOLE).image
    before = image.copy()
    drawn = draw_reading(image, reading())
    changed = np.abs(drawn.astype(int) - image).max(axis=2) > 40
    hull = np.zeros(image.shape[:2], np.uint8)
    corners = photo(WHOLE).kingdoms[0].corners()
    cv2.fillConvexPoly(hull, corners.astype(np.int32), 1)
    near = cv2.dilate(hull, np.ones((25, 25), np.uint8)) > 0
    assert changed[near].mean() > 0.02 and not changed[~near].any()
    assert np.array_equal(image, before)


def test_only_flagged_squares_are_red() -> None:
    image = photo(WHOLE).image
    bare = red(image)
    assert red(draw_reading(image, reading(sure=0.99))) < bare + 200
    assert red(draw_reading(image, reading(sure=0.4))) > bare + 2000


def test_a_picture_without_a_kingdom_stays_as_it_is() -> None:
    image = photo(WHOLE).image
    assert np.array_equal(draw_reading(image, Reading("test", 900, 700, ())), image)


def test_a_large_photo_is_drawn_smaller() -> None:
    image = photo(WHOLE).image
    drawn = draw_reading(image, reading(), longest=450)
    assert drawn.shape == (350, 450, 3)


def test_the_reading_of_a_larger_photo_fits_its_smaller_picture() -> None:
    image = photo(WHOLE).image
    assert np.abs(draw_reading(image, reading(scale=3)).astype(int) - draw_reading(image, reading())).mean() < 1
