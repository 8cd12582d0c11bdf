"""How many taps the usual ways take, besides those in the system's own camera or file chooser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.ui.browser.steps import UPLOAD, empty_board, on_a_phone, press, there, total

if TYPE_CHECKING:
    from playwright.sync_api import Page


@on_a_phone
def test_two_photos_make_a_result_and_a_square_is_corrected_by_two_taps(page: Page, photo: Path) -> None:
    for _ in range(2):  # each is one tap on the field that is on the screen
        assert page.locator(UPLOAD).first.is_visible()
        page.locator(UPLOAD).first.set_input_files(photo)
        there(page, "game")
    page.locator(".winner", has_text="Player 1 and Player 2").wait_for()
    press(page, ".panel:nth-of-type(n) .taps [data-value='1,4']")
    there(page, "kingdom")
    press(page, ".picker[open] [data-face='w1']")
    total(page, "21")
    press(page, "[data-key=back]")
    there(page, "game")
    page.locator(".winner", has_text="Player 2").wait_for()


@on_a_phone
def test_a_total_takes_three_taps_and_sharing_two(page: Page) -> None:
    empty_board(page)
    press(page, "[data-key=back]")
    there(page, "game")
    press(page, ".dock summary")
    press(page, ".dock input[type=text]")
    page.keyboard.type("45")
    press(page, ".dock form button")
    page.locator(".points", has_text="45").wait_for()
    press(page, "[data-key=go-share]")
    there(page, "share")
    page.locator(".link button").first.wait_for()
