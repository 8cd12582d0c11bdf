"""A kingdom painted without a photo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.ui.browser.steps import empty_board, look_at, press

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_row_by_row_has_its_own_hint(page: Page) -> None:
    empty_board(page)
    page.locator(".ask", has_text="Or tap “Row by row”").wait_for()
    press(page, ".paint [data-press=rows]")
    page.locator(".ask", has_text="Pick your kingdom’s tile for the framed square").wait_for()
    press(page, ".paint [data-press=rows]")
    page.locator(".ask", has_text="Or tap “Row by row”").wait_for()


def test_tap_without_a_picked_tile_opens_the_square(page: Page) -> None:
    empty_board(page)
    press(page, ".brushes [data-face='w']")
    page.locator(".brushes [data-face='w'][aria-pressed=true]").wait_for()
    press(page, ".brushes [data-face='w']")
    page.locator(".notice", has_text="No tile picked").wait_for()
    look_at(page, "0,1")
