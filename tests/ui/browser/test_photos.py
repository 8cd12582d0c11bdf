"""Files that are no photos of a kingdom."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.ui.browser.steps import escaped, picture, total, turn, upload

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_file_that_is_too_large_is_told_in_a_sentence(page: Page, tmp_path: Path) -> None:
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(61_000_000 + (1 << 20) * 2)
    upload(page, large)
    page.locator("[data-testid=stFileChip][aria-invalid=true]").wait_for()
    uploader = page.locator("[class*='st-key-upload-'] .stFileUploader, .stFileUploader[class*='st-key-upload-']").first
    said = uploader.evaluate("(element) => getComputedStyle(element, '::after').content")
    assert "60 MB at most" in said


def test_a_broken_photo_says_why_and_loses_nothing(page: Page, photo: Path, tmp_path: Path) -> None:
    upload(page, photo)
    total(page, "16")
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(photo.read_bytes()[:2000])
    turn(page, 0)
    upload(page, broken)
    page.get_by_text(escaped("broken.jpg is damaged or cut short")).wait_for()
    picture(page, "10-broken")
    turn(page, 1)
    total(page, "16")
