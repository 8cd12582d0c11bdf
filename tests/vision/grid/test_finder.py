"""A small copy of a photo is looked at first, and larger ones only where that was not enough."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Kingdom
from scorer.vision.models import Models
from scorer.vision.reader import Reader
from scorer.vision.settings import BoardSettings, Settings
from tests.vision.photographed import PLAIN, SECOND, WHOLE, photo
from tests.vision.watched import Watched

pytestmark = pytest.mark.slow

NEVER_SURE = replace(Settings(), board=BoardSettings(sufficient_confidence=2.0))
GLANCE = BoardSettings().first_max_side


def read(image: NDArray[np.uint8], settings: Settings | None = None) -> tuple[list[Kingdom], bool]:
    """The kingdoms, and whether the detector was shown more of the picture than its small copy."""
    models = Models.shipped()
    detector = Watched(models.detector)
    reading = Reader(replace(models, detector=detector), settings).read(image)
    return [kingdom.kingdom for kingdom in reading.kingdoms], detector.longest > 1.5 * GLANCE


def beside(image: NDArray[np.uint8], other: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """Two pictures in one, the other one made smaller."""
    small = cv2.resize(other, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    both = np.full((image.shape[0], image.shape[1] + small.shape[1], 3), image[0, 0], np.uint8)
    both[:, : image.shape[1]] = image
    both[: small.shape[0], image.shape[1] :] = small
    return both


def test_a_large_and_clear_kingdom_is_read_in_the_small_copy_alone() -> None:
    image = photo(WHOLE).image
    assert read(image) == ([Kingdom.parse(WHOLE)], False)
    assert read(image, NEVER_SURE) == ([Kingdom.parse(WHOLE)], True)


def test_kingdom_of_small_squares_is_read_in_a_larger_copy() -> None:
    assert read(photo(WHOLE, scene=replace(PLAIN, square=40)).image) == ([Kingdom.parse(WHOLE)], True)


def test_small_kingdom_next_to_a_large_one_is_found() -> None:
    both = beside(photo(WHOLE).image, photo(SECOND).image, 0.3)
    found, in_larger = read(both)
    assert sorted(map(str, found)) == sorted([WHOLE, SECOND])
    assert in_larger


def test_far_smaller_kingdom_is_searched_if_the_picture_has_space() -> None:
    large = photo(WHOLE).image
    room = large.shape[0] * 5 // 4, large.shape[1] * 5 // 4, 3
    screen = np.full(room, large[0, 0], np.uint8)
    screen[: large.shape[0], : large.shape[1]] = large
    anyway = replace(Settings(), board=BoardSettings(sufficient_share=0.0))
    assert read(screen, anyway) == ([Kingdom.parse(WHOLE)], False)
    leaving_room = replace(Settings(), board=BoardSettings(sufficient_share=0.4))
    assert read(screen, leaving_room) == ([Kingdom.parse(WHOLE)], True)


def test_search_beyond_the_small_copy_equals_a_full_search() -> None:
    image = photo(WHOLE, scene=replace(PLAIN, square=40)).image
    fast, full = (Reader(Models.shipped(), settings).finder.find_boards(image) for settings in (None, NEVER_SURE))
    assert [board.quads.tolist() for board in fast] == [board.quads.tolist() for board in full]


def test_bare_table_is_searched_at_full_resolution() -> None:
    assert read(photo(scene=PLAIN).image) == ([], True)
