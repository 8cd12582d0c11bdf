"""The page for everybody: axe finds nothing, text may be twice as large, and the keyboard is enough."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.sharing.link import opened as opened_link
from tests.ui.browsing import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.ui.browser.steps import Opened, Scheme

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
"""Comes with ``npm install``."""

STREAMLITS_OWN = "[data-testid=stFileUploaderDropzone]"
"""Streamlit gives its drop zone a label and the role of no role at all, which nothing of ours can mend."""

TWICE_AS_LARGE = "html { font-size: 32px !important; }"
SCREENS: dict[str, tuple[str, str, Scheme]] = {
    "phone": ("phone", "", "light"),
    "desktop": ("desktop", "", "light"),
    "dark": ("phone", "", "dark"),
    "twice as large": ("phone", TWICE_AS_LARGE, "light"),
}
PAGES = ("start", "kingdoms", "table", "rules", "share")


def with_kingdom(page: Page, photo: Path) -> None:
    page.locator("[class*='st-key-upload-'] input[type=file]").set_input_files(photo)
    page.locator(".total strong", has_text="16").wait_for()


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(opened: Opened, photo: Path, screen: str) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core here: npm install")
    device, style, scheme = SCREENS[screen]
    page = opened(device, scheme)
    page.evaluate(AXE.read_text("utf-8"))
    if style:
        page.add_style_tag(content=style)
    found = {"start": faults(page)}
    with_kingdom(page, photo)
    found["photo"] = faults(page)
    page.locator(".photo [data-at='1,4']").click()
    found["picker"] = faults(page)
    page.keyboard.press("Escape")
    for mode in ("drawn", "grid"):
        page.locator(f"[data-mode={mode}]").click()
        found[mode] = faults(page)
    for number, name in enumerate(PAGES[2:], start=2):
        turn(page, number)
        found[name] = faults(page)
    assert found == {name: [] for name in found}


def turn(page: Page, number: int) -> None:
    """Opens another page, and waits until it has come to rest."""
    tab = page.locator(".st-key-page button").nth(number)
    tab.click()
    tab.and_(page.locator("[aria-checked=true]")).wait_for()
    settle(page)


def settle(page: Page) -> None:
    """Waits until the page has come to rest."""
    page.locator(".stApp[data-test-script-state=notRunning]").wait_for()
    page.wait_for_timeout(300)


def faults(page: Page) -> list[str]:
    """What axe finds, and what sticks out to the side."""
    settle(page)
    found = page.evaluate(
        "async (own) => (await axe.run({exclude: [own]}, {resultTypes: ['violations']})).violations", STREAMLITS_OWN
    )
    said = [f"{fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return [*said, *([f"{wide} pixels too wide"] if wide > 0 else [])]


def test_no_label_of_a_tab_or_button_is_cut_at_twice_the_size(opened: Opened, photo: Path) -> None:
    page = opened("phone")
    page.add_style_tag(content=TWICE_AS_LARGE)
    with_kingdom(page, photo)
    settle(page)
    page.locator(".photo [data-at='1,4']").click()
    cut = """(elements) => elements.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""
    assert page.locator(".st-key-page button p").evaluate_all(cut) == []
    assert page.locator(".picker .face").evaluate_all(cut) == []


def test_the_whole_way_by_keyboard_alone(opened: Opened, photo: Path) -> None:
    """From the photo to the link, with Tab, arrows, Enter, Space and Escape; the focus is never lost on the way."""
    page = opened("desktop")
    page.context.grant_permissions(["clipboard-write"])
    with_kingdom(page, photo)  # a file chooser is the system's own window
    settle(page)
    tab_to(page, "[data-mode=photo]")
    tab_to(page, ".photo [data-at]")
    walk(page, "1,4")
    page.keyboard.press("Enter")
    page.locator(".picker[open]").wait_for()
    assert focused(page) == "w"  # the face that lies there
    page.keyboard.press("ArrowRight")
    assert focused(page) == "w1"
    page.keyboard.press("Enter")
    page.locator(".total strong", has_text="21").wait_for()
    settle(page)
    assert focused(page) == "1,4"
    tab_to(page, ".undo", back=True)
    page.keyboard.press("Enter")
    page.locator(".total strong", has_text="16").wait_for()
    settle(page)
    assert page.evaluate("document.activeElement.shadowRoot?.activeElement?.className") == "undo"
    tab_to(page, "[data-mode=grid]")
    page.keyboard.press("Enter")
    tab_to(page, ".handle")
    before = page.locator(".mesh").get_attribute("d")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".mesh").get_attribute("d") != before
    tab_to(page, ".grid-tools .main")
    page.keyboard.press("Enter")
    page.locator("[data-mode=photo][aria-pressed=true]").wait_for()
    assert page.evaluate("document.activeElement.shadowRoot?.activeElement?.dataset.mode") == "photo"
    turn_to(page, "Rules")
    tab_to(page, ".st-key-rule-harmony input")
    page.keyboard.press("Space")
    page.locator(".st-key-rule-harmony input:checked").wait_for(state="attached")
    settle(page)
    turn_to(page, "Share")
    tab_to(page, ".link input")
    link = page.locator(".link input").input_value()
    assert opened_link(link).rules.harmony
    tab_to(page, ".link button")
    page.keyboard.press("Enter")
    page.locator(".link button", has_text="Copied").wait_for()


def turn_to(page: Page, name: str) -> None:
    """Opens another page from its tab, by arrow keys, Tab being pressed backwards until the tabs are there."""
    tab_to(page, ".st-key-page button", back=True)
    for key in ("ArrowLeft",) * len(PAGES) + ("ArrowRight",) * len(PAGES):
        if page.evaluate("document.activeElement.innerText.trim()") == name:
            break
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.locator(".st-key-page button[aria-checked=true]", has_text=name).wait_for()
    settle(page)


def focused(page: Page) -> str | None:
    """The square or the face that has the focus."""
    found = page.evaluate(
        """() => {
            const element = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
            return element.dataset?.stop ?? null;
        }"""
    )
    return None if found is None else str(found)


def tab_to(page: Page, selector: str, back: bool = False) -> None:
    """Presses Tab until an element has the focus."""
    for _ in range(60):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        here = page.evaluate(
            """(selector) => {
                const outer = document.activeElement, inner = outer?.shadowRoot?.activeElement ?? outer;
                return Boolean(inner?.matches(selector));
            }""",
            selector,
        )
        if here:
            return
    raise AssertionError(f"Tab never came to {selector}")


def walk(page: Page, at: str) -> None:
    """By arrow keys from the focused square to another."""
    row, column = map(int, at.split(","))
    for _ in range(12):
        here = focused(page)
        assert here is not None
        now_row, now_column = map(int, here.split(","))
        if (now_row, now_column) == (row, column):
            return
        vertical = "ArrowDown" if now_row < row else "ArrowUp"
        horizontal = "ArrowRight" if now_column < column else "ArrowLeft"
        page.keyboard.press(vertical if now_row != row else horizontal)
    raise AssertionError(f"the arrows never came to {at}")


def test_the_drawn_board_is_a_grid_with_rows_and_one_stop_for_tab(opened: Opened, photo: Path) -> None:
    page = opened("desktop")
    with_kingdom(page, photo)
    page.locator("[data-mode=drawn]").click()
    assert page.locator(".drawn[role=grid] > [role=row]").count() == 5
    assert page.locator(".drawn [role=row] > [role=gridcell]").count() == 25
    assert page.locator(".drawn [tabindex='0']").count() == 1


def test_fields_are_large_enough_that_no_phone_zooms_in(opened: Opened) -> None:
    page = opened("phone")
    page.get_by_role("button", name="Empty board").click()
    for number in (0, 2, 4):
        turn(page, number)
        sizes = page.locator(".stApp input:not([type=file]):not([type=radio]):not([type=checkbox])").evaluate_all(
            "(fields) => fields.map((field) => parseFloat(getComputedStyle(field).fontSize))"
        )
        assert sizes
        assert min(sizes) >= 16


def test_held_sideways_most_of_the_screen_is_the_kingdoms(opened: Opened, photo: Path) -> None:
    page = opened("phone", size=(844, 390))
    with_kingdom(page, photo)
    settle(page)
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert bar["y"] < 390 / 4
