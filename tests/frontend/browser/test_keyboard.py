"""The keyboard and the screen reader: controls are reached in the order of the screen, and changes are said."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.keyboard import OPEN_SHEET, PAGES, heading_faults, order_faults, walk_faults
from tests.ui.browser.screens import SCREENS, in_part, photos_by_name, show
from tests.ui.browser.steps import look_at, put, total, turn, upload, with_photo

if TYPE_CHECKING:
    from tests.ui.browser.steps import Opened


@pytest.mark.parametrize("name", in_part(PAGES, pytest.mark.nightly))
def test_tab_reaches_every_control_in_the_order_in_which_it_is_seen(
    opened: Opened, address: str, photo: Path, name: str
) -> None:
    page = opened("phone")
    show(page, f"{address}/", SCREENS[name], photos_by_name(photo))
    assert not heading_faults(page)
    assert not walk_faults(page)
    assert not order_faults(page, "html")


def test_a_sheet_keeps_the_focus_and_gives_it_back(opened: Opened, photo: Path) -> None:
    page = opened("phone")
    with_photo(page, photo)
    look_at(page, "1,4", on=".photo")
    for key in ("Tab", "Shift+Tab"):
        for _ in range(12):
            page.keyboard.press(key)
            assert page.evaluate(
                "(sheet) => document.activeElement.shadowRoot?.activeElement?.closest(sheet) != null"
                " || document.activeElement === document.body",
                OPEN_SHEET,
            )  # or the browser’s own controls
    page.keyboard.press("Escape")
    page.locator(OPEN_SHEET).wait_for(state="detached")
    assert page.evaluate("document.activeElement.shadowRoot.activeElement.dataset.at") == "1,4"


def test_a_screen_reader_says_the_new_points(opened: Opened, photo: Path) -> None:
    """In elements that were on the page before: an element that comes with its text is not said everywhere."""
    page = opened("phone")
    page.evaluate("() => { window.before = [...document.querySelectorAll('body > [role=status]')]; }")
    said = page.locator("body > [role=status]")
    upload(page, photo)
    said.filter(has_text="16 – please check").wait_for(state="attached")
    turn(page, "kingdom")
    total(page, "16")
    points = page.locator(".total[aria-live=polite]").element_handle()
    put(page, "0,4", "m3", on=".photo")
    assert points.text_content() == "18 points"
    turn(page, "game")
    page.locator("[data-key^=by-hand] summary").click()
    page.locator("[data-key=total] input").fill("45")
    page.locator("[data-key=total] button").click()
    said.filter(has_text="by 27").wait_for(state="attached")
    assert page.evaluate("window.before.length === 1 && window.before[0].isConnected")
