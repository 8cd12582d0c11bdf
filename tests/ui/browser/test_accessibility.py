"""The page for everybody: axe finds nothing, text may be twice as large, and the keyboard is enough."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.sharing.link import opened as opened_link
from tests.ui.browser.axe import NOTHING, faults, faults_in_both_schemes, needs_axe
from tests.ui.browser.screens import SCREENS, photos_by_name, show
from tests.ui.browser.steps import (
    answered,
    empty_board,
    in_address,
    look_at,
    rest,
    there,
    total,
    turn,
    upload,
    with_photo,
)
from tests.ui.browsing import next_press
from tests.ui.drawn import NOTATION

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.ui.browser.steps import Opened, TabOn

TWICE_AS_LARGE = "html { font-size: 32px !important; }"
CUT = """(elements) => elements.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""
VIEWS = {"desktop": ("desktop", ""), "twice as large": ("phone", TWICE_AS_LARGE)}

FOCUSED = """() => {
    const element = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
    return element.dataset?.stop ?? element.dataset?.mode ?? element.className ?? "";
}"""
"""The square, the face or the view that has the focus, else the class of what has it."""


OFTEN = ("home with games", "game of four", "game with a question", "kingdom", "picker", "statistics", "share", "rules")
"""Screens that every run looks at on the server; the nightly run looks at the others. Offline all are looked at."""


@pytest.mark.thorough
@needs_axe
@pytest.mark.parametrize(
    "name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.nightly) for name in SCREENS]
)
def test_axe_finds_nothing_on_any_screen(tab_on: TabOn, address: str, photo: Path, name: str) -> None:
    page = tab_on("phone")
    page.goto(f"{address}/_stcore/health")
    show(page, f"{address}/", SCREENS[name], photos_by_name(photo))
    assert faults_in_both_schemes(page) == NOTHING


@pytest.mark.nightly
@needs_axe
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_on_a_desktop_and_at_twice_the_size(opened: Opened, photo: Path, view: str) -> None:
    device, style = VIEWS[view]
    page = opened(device)
    if style:
        page.add_style_tag(content=style)
    found = {"start": faults(page)}
    with_photo(page, photo)
    found["photo"] = faults(page)
    look_at(page, "1,4", on=".photo")
    found["picker"] = faults(page)
    page.keyboard.press("Escape")
    for mode in ("drawn", "grid"):
        page.locator(f"[data-mode={mode}]").click()
        page.locator(f"[data-mode={mode}][aria-pressed=true]").wait_for()
        found[mode] = faults(page)
    for name in ("game", "rules", "share"):
        turn(page, name)
        found[name] = faults(page)
    assert found == {name: [] for name in found}


@pytest.mark.thorough
def test_a_screen_reader_says_the_points_of_a_new_photo(opened: Opened, photo: Path) -> None:
    page = opened("phone")
    upload(page, photo)
    page.locator("body > [role=status]", has_text=re.compile(r": 16\W+please check")).wait_for(state="attached")


@pytest.mark.thorough
def test_no_label_of_a_tab_or_button_is_cut_at_twice_the_size(opened: Opened, photo: Path) -> None:
    page = opened("phone")
    page.add_style_tag(content=TWICE_AS_LARGE)
    with_photo(page, photo)
    look_at(page, "1,4", on=".photo")
    for labels in (".stElementContainer:not(.st-key-back) > .stButton button p", ".picker .face"):
        page.locator(labels).first.wait_for()
        assert page.locator(labels).evaluate_all(CUT) == []


@pytest.mark.thorough
def test_photo_to_result_works_by_keyboard_alone(opened: Opened, photo: Path) -> None:
    """From the photo to the link, with Tab, arrows, Enter, Space and Escape; the focus is never lost on the way."""
    page = opened("desktop")
    page.context.grant_permissions(["clipboard-write"])
    with_photo(page, photo)  # a file chooser is the system's own window
    tab_to(page, "[data-mode=photo]")
    tab_to(page, ".photo [data-at]")
    walk(page, "1,4")
    ring = page.locator(".photo [data-at='1,4'] polygon").evaluate("(shape) => getComputedStyle(shape).stroke")
    assert "255, 255, 255" not in ring  # as the borders of dominoes
    page.keyboard.press("Enter")
    page.locator(".picker[open]").wait_for()
    assert focused(page) == "w"  # the face that lies there
    page.keyboard.press("ArrowRight")
    assert focused(page) == "w1"
    page.keyboard.press("Enter")
    total(page, "21")
    focus_comes_to(page, "1,4")
    rest(page)
    assert focused(page) == "1,4"
    tab_to(page, ".undo", back=True)
    page.keyboard.press("Enter")
    total(page, "16")
    in_address(page, NOTATION)
    rest(page)
    assert focused(page) == "undo"
    tab_to(page, "[data-mode=grid]")
    page.keyboard.press("Enter")
    tab_to(page, ".handle")
    before = page.locator(".mesh").get_attribute("d")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".mesh").get_attribute("d") != before
    tab_to(page, ".grid-tools .main")
    page.keyboard.press("Enter")
    page.locator("[data-mode=photo][aria-pressed=true]").wait_for()
    focus_comes_to(page, "photo")
    turn_to(page, "rules")
    tab_to(page, ".st-key-rule-harmony input")
    with answered(page):
        page.keyboard.press("Space")
    page.locator(".st-key-rule-harmony input:checked").wait_for(state="attached")
    turn_to(page, "share")
    page.locator(".link input").wait_for()
    tab_to(page, ".link input")
    link = page.locator(".link input").input_value()
    assert opened_link(link).rules.harmony
    tab_to(page, ".link button")
    page.keyboard.press("Enter")
    page.locator(".link button", has_text="Copied").wait_for()


def turn_to(page: Page, name: str) -> None:
    """Opens another page by its buttons, Tab being pressed backwards until each has the focus."""
    while not page.url.endswith(f"#{name}"):
        before = page.url.partition("#")[2]
        tab_to(page, next_press(page, name).partition(",")[0], back=True)
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(f"#(?!{before}$)"))
        there(page, page.url.partition("#")[2])


def focused(page: Page) -> str:
    return str(page.evaluate(FOCUSED))


def focus_comes_to(page: Page, name: str) -> None:
    page.wait_for_function(f"(name) => ({FOCUSED})() === name", arg=name)


def tab_to(page: Page, selector: str, back: bool = False) -> None:
    """Presses Tab until an element has the focus."""
    for _ in range(60):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        is_reached = page.evaluate(
            """(selector) => {
                const outer = document.activeElement, inner = outer?.shadowRoot?.activeElement ?? outer;
                return Boolean(inner?.matches(selector));
            }""",
            selector,
        )
        if is_reached:
            return
    raise AssertionError(f"Tab never came to {selector}")


def walk(page: Page, at: str) -> None:
    """By arrow keys from the focused square to another."""
    row, column = map(int, at.split(","))
    for _ in range(12):
        now_row, now_column = map(int, focused(page).split(","))
        if (now_row, now_column) == (row, column):
            return
        vertical = "ArrowDown" if now_row < row else "ArrowUp"
        horizontal = "ArrowRight" if now_column < column else "ArrowLeft"
        page.keyboard.press(vertical if now_row != row else horizontal)
    raise AssertionError(f"the arrows never came to {at}")


@pytest.mark.thorough
def test_fields_are_large_enough_that_no_phone_zooms_in(opened: Opened) -> None:
    page = opened("phone")
    empty_board(page)
    for name in ("home", "game", "share"):
        turn(page, name)
        fields = page.locator(".stApp input:not([type=file]):not([type=radio]):not([type=checkbox])")
        fields.first.wait_for(state="attached")  # on Home it is in a fold
        sizes = fields.evaluate_all("(fields) => fields.map((field) => parseFloat(getComputedStyle(field).fontSize))")
        assert min(sizes) >= 16


@pytest.mark.thorough
def test_kingdom_fills_most_of_a_landscape_screen(opened: Opened, photo: Path) -> None:
    page = opened("phone", size=(844, 390))
    with_photo(page, photo)
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert bar["y"] < 390 / 4
    boxes = (page.locator(selector).bounding_box() for selector in (".st-key-back", "h1.title"))
    back, title = boxes
    assert back and title
    assert back["x"] + back["width"] <= title["x"], "neither covers the other"
