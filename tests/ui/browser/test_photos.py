"""Files that are too large, and photos of a part of a kingdom."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.ui.browser.steps import WAIT, look_at, on_a_phone, picture, press, upload, with_photo

if TYPE_CHECKING:
    from playwright.sync_api import Page

SAYS_BELOW = """(words) => [...document.querySelectorAll("[class*='st-key-upload-'] .stFileUploader,"
  + ".stFileUploader[class*='st-key-upload-']")].some((e) => getComputedStyle(e, "::after").content.includes(words))"""
"""Whether the field for photos says so in its style."""

MIN_TAP_SIZE = 44
"""Pixels that a finger needs, both ways."""

SEEN_OF_SQUARES = """(polygons) => polygons.map((polygon) => {
  const square = polygon.getBoundingClientRect(), picture = polygon.ownerSVGElement.getBoundingClientRect();
  return [Math.min(square.right, picture.right) - Math.max(square.left, picture.left),
    Math.min(square.bottom, picture.bottom) - Math.max(square.top, picture.top)];
})"""
"""Width and height of what is seen of each square in its picture."""


@pytest.mark.thorough
@on_a_phone
def test_a_file_that_is_too_large_is_refused_and_a_photo_that_cuts_squares_off_shows_them(
    page: Page, photo: Path, tmp_path: Path
) -> None:
    """The lowest row lies below the second photo, but for a strip of it."""
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(61_000_000 + (1 << 20) * 2)
    upload(page, large)
    page.locator("[data-testid=stFileChip][aria-invalid=true]").wait_for()
    page.wait_for_function(SAYS_BELOW, arg="larger than 60 MB", timeout=WAIT)  # the page's own style may come later
    cut = tmp_path / "cut.png"
    with Image.open(photo) as whole:
        whole.crop((0, 0, whole.width, 800)).save(cut)
    with_photo(page, cut)
    page.locator(".photo .square[data-at='4,4']").wait_for()
    seen = page.locator(".photo .square polygon").evaluate_all(SEEN_OF_SQUARES)
    picture(page, "11-cut")
    assert len(seen) == 25
    assert min(map(min, seen)) >= MIN_TAP_SIZE, seen
    look_at(page, "4,2", on=".photo")
    press(page, ".faces [data-face='l1']")
    page.locator(".photo .square[data-at='4,2'].of-l").wait_for()
