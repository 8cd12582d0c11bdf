"""The whole way in a real browser, from the photo to the result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.rules.scoring.score import score
from scorer.sharing.files import game_from_file
from scorer.vision.reader import read_photo
from tests.ui.browser.steps import (
    CORRECTED,
    fits,
    go_to,
    in_address,
    look_at,
    on_a_phone,
    own_tab,
    phone,
    picture,
    press,
    put,
    there,
    total,
    turn,
    with_photo,
)
from tests.ui.browsing import PHONE, ROOT, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_from_photo_to_result(page: Page, photo: Path, tmp_path: Path) -> None:
    if phone(page):
        for width in (390, 360):
            page.set_viewport_size({"width": width, "height": 740})
            assert fits(page)
    picture(page, "1-start")
    assert fits(page)
    with_photo(page, photo)
    assert "E2" in page.locator(".ask").inner_text()
    picture(page, "2-kingdom")
    assert fits(page)

    look_at(page, "1,4", on=".photo")
    picture(page, "3-choose")
    press(page, ".guesses [data-face='w1']")
    total(page, "21")
    assert page.locator(".verdict").get_attribute("data-is") == "illegal"
    picture(page, "4-corrected")
    press(page, ".undo")
    total(page, "16")
    press(page, ".redo")
    total(page, "21")
    press(page, ".undo")
    total(page, "16")

    press(page, "[data-mode=drawn]")
    put(page, "0,4", "m3")
    total(page, "18")
    in_address(page, CORRECTED)
    picture(page, "5-board")

    turn(page, "game")
    page.locator(".player-card").wait_for()
    picture(page, "6-table")
    assert fits(page)
    turn(page, "rules")
    page.get_by_text("Harmony: 5 points").wait_for()
    picture(page, "7-rules")
    assert fits(page)
    turn(page, "share")
    page.get_by_role("button", name="Save as JSON").wait_for()
    picture(page, "8-share")
    assert fits(page)
    with page.expect_download() as download:
        press(page, "button:has-text('Save as JSON')")
    kept = tmp_path / "kept.json"
    download.value.save_as(kept)
    assert str(game_from_file(kept.read_bytes()).players[0].kingdoms[0]) == CORRECTED
    with page.expect_download() as download:
        press(page, "button:has-text('Save the result picture')")
    download.value.save_as(tmp_path / "card.png")
    assert b"Exif" not in (tmp_path / "card.png").read_bytes()


@pytest.mark.thorough
@on_a_phone
def test_the_browsers_back_button_closes_a_sheet_then_leads_to_the_page_before(page: Page, photo: Path) -> None:
    with_photo(page, photo)
    for _ in range(2):
        look_at(page, "0,4", on=".photo")
        page.go_back()
        page.locator(".picker:not([open])").wait_for(state="attached")
        there(page, "kingdom")
    look_at(page, "0,4", on=".photo")
    press(page, ".picker .close")
    page.locator(".picker:not([open])").wait_for(state="attached")
    put(page, "0,4", "m3", on=".photo")
    in_address(page, CORRECTED)
    page.go_back()
    there(page, "game")
    page.go_forward()
    there(page, "kingdom")
    in_address(page, CORRECTED)
    put(page, "0,4", "m1", on=".photo")
    turn(page, "game")
    assert page.evaluate("history.state.before") == "home", "the button Back adds no entry"
    page.go_back()
    there(page, "home")
    page.go_forward()
    there(page, "game")
    turn(page, "kingdom")
    total(page, "16")
    pressed = "() => new Promise((done) => { addEventListener('popstate', done, { once: true }); history.back(); })"
    for _ in range(2):
        page.evaluate(pressed)  # again, before the page has followed
    there(page, "home")


@pytest.mark.thorough
def test_a_sample_is_read_by_the_real_reader(browser: Browser) -> None:
    """The whole app as it is started by hand, with the shipped models: it shows what the reader reads."""
    points = score(read_photo(ROOT / "sample_images/whole.jpg").kingdoms[0].kingdom).total
    with served(ROOT / "app.py") as address, own_tab(browser, **PHONE) as page:
        go_to(page, address)
        press(page, ".st-key-sample-whole button")
        page.locator(".st-key-look-0").wait_for(timeout=120_000)
        there(page, "game")
        turn(page, "kingdom")
        picture(page, "sample")
        total(page, str(points))
