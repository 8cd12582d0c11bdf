"""The keyboard and the screen reader: controls are reached in the order of the screen, and changes are said."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.frontend.browser.conftest import HOME
from tests.ui.browser.screens import SCREENS, in_part, photos_by_name, show
from tests.ui.browser.steps import look_at, put, rest, total, turn, upload, with_photo

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.ui.browser.steps import Opened

SCRIPT = """
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

// Every element below a root in the order of the document, also those of components.
function* all(root) {
    for (const element of root.querySelectorAll("*")) {
        yield element;
        if (element.shadowRoot) yield* all(element.shadowRoot);
    }
}

// Of radio buttons with one name, Tab comes to one.
function isStop(element) {
    const isReached = element.tabIndex >= 0 && !element.disabled && !(element.type === "radio" && !element.checked);
    return isReached && element.matches(CONTROLS) && element.checkVisibility();
}

function focused() {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
}

function named(element) {
    return (element.getAttribute("aria-label") || element.textContent.trim() || element.outerHTML).slice(0, 50);
}

function box(element) {
    const { left, top, right, bottom } = (element.closest("label.photos") ?? element).getBoundingClientRect();
    return { left, top, right, bottom };
}

// Whether the focus can be seen on an element or on what surrounds it.
function isMarked(element) {
    const shapes = [element, element.closest("label"), element.querySelector("polygon, .ring")].filter(Boolean);
    return shapes.some((shape) => {
        const { outlineStyle, outlineWidth, strokeWidth } = getComputedStyle(shape);
        const isOutlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
        return isOutlined || (shape !== element && parseFloat(strokeWidth) > 1);
    });
}

// Whether something else lies over the middle of an element.
function isCovered(element) {
    const { left, top, right, bottom } = box(element);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return true;
    let over = document.elementFromPoint(x, y);
    while (over?.shadowRoot?.elementFromPoint(x, y) && over.shadowRoot.elementFromPoint(x, y) !== over) {
        over = over.shadowRoot.elementFromPoint(x, y);
    }
    const whole = element.closest("label") ?? element;
    return !(whole.contains(over) || over?.contains(element));
}

window.keyboard = {
    count: () => [...all(document)].filter(isStop).length,
    // Without what lies over the page for a while, and the corners, which follow one another in a circle.
    stops: () => [...all(document)].filter((element) => isStop(element) && !element.matches(".notice *, .handle"))
        .map((element) => ({ name: named(element), ...box(element) })),
    now() {
        const element = focused();
        const number = [...all(document)].filter(isStop).indexOf(element);
        if (number < 0) return null;
        return { number, name: named(element), unmarked: !isMarked(element), covered: isCovered(element) };
    },
    headings: () => [...all(document)].filter((element) => element.matches("h1, h2, h3, h4"))
        .filter((element) => element.checkVisibility()).map((element) => Number(element.tagName[1])),
};
"""


SLACK = 8
"""Pixels by which controls in reading order may overlap."""

OPEN_SHEET = ".picker[open]"
PAGES = [name for name, screen in SCREENS.items() if screen.shows != OPEN_SHEET]
"""The screens on which no sheet keeps the focus."""


@dataclass(frozen=True)
class Stop:
    """A control that Tab comes to, in pixels of the page."""

    name: str
    left: float
    top: float
    right: float
    bottom: float

    def is_before(self, other: Stop) -> bool:
        """Whether it is read first: it is above the other one, left of it, or in a column left of it."""
        is_below, is_above = other.top >= self.bottom - SLACK, other.bottom <= self.top + SLACK
        if is_below or other.left >= self.right - SLACK:
            return True
        return not is_above and other.left >= self.left


def keyboard(page: Page, function: str) -> Any:
    if not page.evaluate("'keyboard' in window"):
        page.evaluate(SCRIPT)
    return page.evaluate(f"window.keyboard.{function}()")


@pytest.mark.parametrize("name", in_part(PAGES))
def test_tab_reaches_every_control_in_the_order_in_which_it_is_seen(opened: Opened, photo: Path, name: str) -> None:
    page = opened("phone")
    show(page, HOME, SCREENS[name], photos_by_name(photo))
    headings = keyboard(page, "headings")
    assert headings[0] == 1 and 1 not in headings[1:]
    assert all(after <= before + 1 for before, after in pairwise(headings)), headings

    page.evaluate(
        "() => { document.activeElement.blur(); window.scrollTo(0, 0); document.querySelector('h1').focus(); }"
    )
    expected = keyboard(page, "count")
    walked: list[int] = []
    faults: list[str] = []
    page.keyboard.press("Shift+Tab")
    for _ in range(3 * expected):
        at = keyboard(page, "now")
        if at and at["number"] in walked[:-1]:
            break
        if at and at["number"] not in walked:  # a date has several fields
            walked.append(at["number"])
            faults += [f"{fault}: {at['name']}" for fault in ("unmarked", "covered") if at[fault]]
        page.keyboard.press("Tab")
    assert not faults
    first = walked.index(0)
    assert [*walked[first:], *walked[:first]] == [*range(expected)]

    height = page.evaluate("Math.ceil(document.documentElement.scrollHeight)")
    page.set_viewport_size({"width": 390, "height": height})
    rest(page)
    stops = [Stop(**stop) for stop in keyboard(page, "stops")]
    back = [(one.name, two.name) for one, two in pairwise(stops) if not one.is_before(two)]
    assert not back


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
    page.locator("[data-key=by-hand] summary").click()
    page.locator("[data-key=total] input").fill("45")
    page.locator("[data-key=total] button").click()
    said.filter(has_text="by 27").wait_for(state="attached")
    assert page.evaluate("window.before.length === 1 && window.before[0].isConnected")
