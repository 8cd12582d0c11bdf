"""Kingdoms scanned by the built folder alone, on a phone whose camera shows a video."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.rules.scoring.score import score
from scorer.samples import samples
from scorer.sharing.link import opened
from tests.offline.steps import LOADS, link_of, new_phone, opened_page, total, turn, without_faults
from tests.ui.camera import browser_with_camera, pan, video

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from tests.offline.steps import Served


@pytest.fixture(params=[1.0])
def filming(
    browser: Browser, elsewhere: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[BrowserContext]:
    """A phone whose camera moves over a whole kingdom, or over a share of it."""
    with browser_with_camera(browser, video(tmp_path / "film.mjpeg", pan(share=request.param))) as started:
        phone = new_phone(started, elsewhere)
        with without_faults(phone):
            yield phone


def test_a_scan_ends_by_itself_with_the_score(filming: BrowserContext, reading: Served) -> None:
    page = opened_page(filming, reading.address)
    page.locator("button.scan").click(timeout=LOADS)
    page.locator("dialog.view[open]").wait_for()
    page.locator("dialog.view").wait_for(state="detached", timeout=LOADS)
    page.locator("[data-key=look-0]").wait_for(timeout=LOADS)
    (sample,) = (sample for sample in samples() if sample.path.stem == "whole")
    (truth,) = sample.kingdoms
    assert [str(player.kingdoms[0]) for player in opened(link_of(page)).players] == [str(truth)]
    turn(page, "kingdom")
    total(page, score(truth).total)
    assert page.locator(".picture image").get_attribute("href", timeout=LOADS), "the frame is the kingdom's photo"
    turn(page, "history")
    thumbnail = page.locator(".thumb img").get_attribute("src")
    assert thumbnail and thumbnail.startswith("data:image/jpeg"), "the saved game shows the kingdom"


@pytest.mark.parametrize("filming", [0.6], indirect=True)
def test_a_kingdom_that_is_never_complete_joins_the_game_when_the_player_is_done(
    filming: BrowserContext, reading: Served
) -> None:
    page = opened_page(filming, reading.address)
    page.locator("button.scan").click(timeout=LOADS)
    page.locator("dialog.view[open]").wait_for()
    page.wait_for_timeout(500)  # until then its buttons do nothing
    page.get_by_role("button", name="Cancel").click()
    page.locator("dialog.view").wait_for(state="detached")
    page.locator("button.scan").click()
    page.locator("dialog.view .main:enabled").click(timeout=LOADS)
    page.locator("dialog.view").wait_for(state="detached", timeout=LOADS)
    page.locator("[data-key=look-0]").wait_for(timeout=LOADS)
    incomplete = page.locator("[data-key=open-0-0-cut], [data-key=open-0-0-edge]")  # whether a square is cut is chance
    incomplete.wait_for()
    assert len(opened(link_of(page)).players) == 1, "the scan that was cancelled left nothing"
