"""A kingdom scanned on a server: frames of the camera go there, and the score appears on the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.rules.scoring.score import score
from scorer.samples import samples
from tests.ui.browser.steps import all_in_address, go_to, own_tab, there, total, turn
from tests.ui.browsing import PHONE
from tests.ui.camera import browser_with_camera, pan, video

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Error, Page

SCANS = 180_000
"""Milliseconds: the processes that read frames start with the first one, which takes long where the machine is busy."""


@pytest.fixture
def filming(browser: Browser, address: str, tmp_path: Path) -> Iterator[Page]:
    """The page on a phone whose camera moves over a whole kingdom; an error in the browser fails the test."""
    faults: list[str] = []

    def note(error: Error) -> None:
        faults.append(str(error))

    with (
        browser_with_camera(browser, video(tmp_path / "film.mjpeg", pan())) as started,
        own_tab(started, **PHONE) as tab,
    ):
        tab.on("pageerror", note)
        go_to(tab, address)
        yield tab
    assert not faults, faults


@pytest.mark.thorough
def test_a_scan_ends_by_itself_with_the_score(filming: Page) -> None:
    (truth,) = next(sample.kingdoms for sample in samples() if sample.path.stem == "whole")
    points = score(truth).total
    filming.locator("button.scan").tap()
    filming.locator("dialog.view[open]").wait_for()
    filming.locator("dialog.view").wait_for(state="detached", timeout=SCANS)
    filming.wait_for_url("**#game", timeout=SCANS)
    there(filming, "game")
    all_in_address(filming, str(truth))
    filming.locator(".player-card .points", has_text=str(points)).wait_for()
    turn(filming, "kingdom")
    total(filming, str(points))
    assert filming.locator(".picture image").get_attribute("href"), "the frame is the kingdom's photo"
