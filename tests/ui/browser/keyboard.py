"""A walk with the Tab key over a page of either host: the order of the controls, marks of the focus, and headings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tests.ui.browser.screens import SCREENS
from tests.ui.browser.steps import rest

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCRIPT = """
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

// Every element below a root in the order of the document, also those of components.
function* all(root) {
    for (const element of root.querySelectorAll("*")) {
        yield element;
        if (element.shadowRoot) yield* all(element.shadowRoot);
    }
}

// Of radio buttons, Tab comes to one.
function isStop(element) {
    const isOther = element.matches("input[type=radio]:not(:checked), [role=radio]:not([aria-checked=true])");
    const isReached = !isOther && element.tabIndex >= 0 && !element.disabled;
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
    while (over && !whole.contains(over)) {
        if (over.contains(element)) return false;
        over = over.getRootNode().host; // out of a component
    }
    return !over;
}

window.keyboard = {
    count: () => [...all(document)].filter(isStop).length,
    // Without what lies over the page for a while, and the corners, which follow one another in a circle.
    stops: () => [...all(document)].filter(isStop)
        .filter((element) => !element.matches(".notice *, .st-key-notice *, .handle"))
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


def heading_faults(page: Page) -> list[str]:
    """The headings, unless one of the first level comes first and no level is left out."""
    levels = keyboard(page, "headings")
    is_well = levels[:1] == [1] and 1 not in levels[1:] and all(two <= one + 1 for one, two in pairwise(levels))
    return [] if is_well else [f"headings: {levels}"]


def walk_faults(page: Page) -> list[str]:
    """The controls that do not show the focus or are covered then, and the walk unless it comes to all in order."""
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
    if keyboard(page, "count") < expected:
        return walk_faults(page)  # a notice with a button has faded meanwhile
    first = walked.index(0) if 0 in walked else 0
    is_whole = [*walked[first:], *walked[:first]] == [*range(expected)]
    return faults if is_whole else [*faults, f"walk over {expected}: {walked}"]


def order_faults(page: Page, scrolls: str) -> list[str]:
    """The pairs of neighbours that are not read in this order. ``scrolls`` is the selector of the element that
    scrolls."""
    height = page.evaluate("(name) => Math.ceil(document.querySelector(name).scrollHeight)", scrolls)
    page.set_viewport_size({"width": 390, "height": height})
    rest(page)
    stops = [Stop(**stop) for stop in keyboard(page, "stops")]
    return [f"{one.name} before {two.name}" for one, two in pairwise(stops) if not one.is_before(two)]
