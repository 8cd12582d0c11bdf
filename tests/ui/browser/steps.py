"""What a visitor does in a browser: by touch on a phone, by mouse on a desktop."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from scorer.sharing.link import address_of
from scorer.ui.labels import JOINER

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from scorer.sharing.game import Game

Scheme = Literal["light", "dark"]


class TabOn(Protocol):
    """What the fixture ``tab_on`` gives: the tab on a device, to open the page in."""

    def __call__(self, device: str) -> Page: ...


class Opened(Protocol):
    """What the fixture of that name gives: it opens the page in the device's tab."""

    def __call__(self, device: str, color_scheme: Scheme = "light", size: tuple[int, int] | None = None) -> Page: ...


PAGES = ("start", "kingdoms", "table", "rules", "share", "evenings")
"""In the order of the page, as its address names them."""

WAIT = 60_000
"""Milliseconds for whatever is waited for: a machine may be busy with other things."""

PICTURES = os.environ.get("KINGDOM_PICTURES")
"""Where to leave screenshots of the steps, if anywhere."""


def phone(page: Page) -> bool:
    return bool(page.viewport_size and page.viewport_size["width"] < 500)


def press(page: Page, selector: str) -> None:
    """A tap on the phone, a click on the desktop."""
    found = page.locator(selector).first
    (found.tap if phone(page) else found.click)(timeout=WAIT)


def go_to(page: Page, address: str) -> None:
    """Opens the page, and waits until a photo can be chosen."""
    page.goto(address)
    page.locator("input[type=file]").first.wait_for(state="attached", timeout=WAIT)


def by_link(tab: Page, address: str, game: Game) -> Page:
    """The page as a link to a table opens it."""
    tab.goto(address_of(game, address + "/"))
    return tab


def turn(page: Page, number: int) -> None:
    """Turns to a page, and waits until it is there: others have buttons of the same names."""
    press(page, f".st-key-page button >> nth={number}")
    page.wait_for_url(re.compile(f"#{PAGES[number]}$"))


def rest(page: Page) -> None:
    """Waits until no run of the script is under way, which might draw what is about to be pressed anew."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def upload(page: Page, *paths: Path) -> None:
    page.locator("[class*='st-key-upload-'] input[type=file]").set_input_files(paths)


def total(page: Page, points: str, timeout: int = WAIT) -> None:
    """Waits until the canvas shows so many points."""
    page.locator(".total strong", has_text=re.compile(f"^{points}$")).wait_for(timeout=timeout)


def escaped(text: str) -> re.Pattern[str]:
    """Words as a message shows them, whose signs are parted by joiners."""
    return re.compile(f"{JOINER}?".join(map(re.escape, text)))


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.wait_for_timeout(600)
        device = "phone" if phone(page) else "desktop"
        page.screenshot(path=Path(PICTURES) / f"{device}-{name}.jpg", type="jpeg", quality=85)


def fits(page: Page) -> bool:
    """Nothing sticks out to the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def stroke(page: Page, points: list[tuple[float, float]]) -> None:
    """Over all points without lifting: by finger on the phone, by mouse on the desktop."""
    if not phone(page):
        page.mouse.move(*points[0])
        page.mouse.down()
        for point in points[1:]:
            page.mouse.move(*point, steps=4)
        page.mouse.up()
        return
    touch = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()
