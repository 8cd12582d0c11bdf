"""What a visitor does in a browser: by touch on a phone, by mouse on a desktop."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import pytest

from scorer.sharing.codec import GameError
from scorer.sharing.link import address_of, opened
from scorer.ui.labels import JOINER
from tests.ui.browsing import next_press
from tests.ui.drawn import NOTATION

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from scorer.sharing.game import Game

Scheme = Literal["light", "dark"]


EITHER_DEVICE = ("phone", pytest.param("desktop", marks=pytest.mark.thorough))
"""Parameters for behaviour that touch or the size of a screen may change: a thorough run also uses a desktop."""

on_a_phone = pytest.mark.parametrize("tab", ["phone"], indirect=True)
"""For behaviour that does not depend on touch or the size of a screen."""


class NewTab(Protocol):
    """What the fixture ``prepared_tab`` gives: it makes a tab on a device."""

    def __call__(self, device: str) -> Page: ...


class TabOn(Protocol):
    """What the fixture ``tab_on`` gives: the tab on a device, to open the page in."""

    def __call__(self, device: str) -> Page: ...


class Opened(Protocol):
    """What the fixture of that name gives: it opens the page in the device's tab."""

    def __call__(self, device: str, color_scheme: Scheme = "light", size: tuple[int, int] | None = None) -> Page: ...


PAGES = {
    "home": ".st-key-language, [data-key=language]",
    "kingdom": ".bar",
    "game": ".st-key-dock, .dock",
    "rules": ".st-key-rule-box, [data-key=rule-box]",
    "share": "[class*='st-key-open-'] input[type=file], [data-key^='open-'] input[type=file]",
    "history": "[class*='st-key-saved-games-'] input[type=file], [data-key^='saved-games-'] input[type=file]",
    "saved": "[class*='st-key-notes-'], [data-key^='notes-']",
}
"""The pages, as the address names them, each with something that it alone shows."""

UPLOAD = "[class*='st-key-upload-'] input[type=file], [data-key^='upload-'] input[type=file]"
"""The field for photos."""

CORRECTED = NOTATION.replace("m1", "m3", 1)
"""The drawn photo's kingdom with the three crowns of ``with_corrected_photo``: 18 points."""

RESTS = """() => {
    if (document.documentElement.dataset.waits) return document.documentElement.dataset.waits === "0";
    const app = document.querySelector("[data-testid=stApp]");
    return app?.dataset.testScriptState === "notRunning" && !app.querySelector("[data-stale=true]")
        && document.getAnimations().every((animation) => animation.playState !== "running");
}"""
"""No run is under way, nothing is left of an earlier one, and nothing moves; without Streamlit, all is answered."""

WAIT = 20_000
"""Milliseconds for whatever is waited for: a machine may be busy with other things."""

PICTURES = os.environ.get("KINGDOM_PICTURES")
"""Where to leave screenshots of the steps, if anywhere."""


def phone(page: Page) -> bool:
    return bool(page.viewport_size and page.viewport_size["width"] < 500)


def press(page: Page, selector: str) -> None:
    """A tap on the phone, a click on the desktop."""
    found = page.locator(selector).first
    (found.tap if phone(page) else found.click)(timeout=WAIT)


@contextmanager
def own_tab(browser: Browser, **options: Any) -> Iterator[Page]:
    """A tab in a browser that shares nothing with the others."""
    tab = new_tab(browser, **options)
    try:
        yield tab
    finally:
        tab.context.close()


NOTICES_STAY = """addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent = '.st-key-notice { animation-play-state: paused !important; }';
  document.head.append(style);
});"""
"""A notice can be read for eight seconds, which a busy machine may need to get there."""


def new_tab(browser: Browser, **options: Any) -> Page:
    """A tab in a browser of its own, where notices stay."""
    context = browser.new_context(**{"locale": "en-GB", **options})
    context.set_default_timeout(WAIT)
    context.add_init_script(NOTICES_STAY)
    return context.new_page()


def go_to(page: Page, address: str) -> None:
    """Opens the page, and waits until a photo can be chosen."""
    page.goto(address)
    there(page, "home")


def by_link(tab: Page, address: str, game: Game, shows: str = "kingdom") -> Page:
    """The page as a link to a game opens it: it shows the game, and then the page that is asked for."""
    tab.goto(address_of(game, address + "/"))
    there(tab, "game")
    if shows != "game":
        turn(tab, shows)
    return tab


def turn(page: Page, name: str) -> None:
    """Turns to another page, and waits until it is there."""
    assert not page.url.endswith(f"#{name}"), "it is there already, or what was pressed before was not waited for"
    while not page.url.endswith(f"#{name}"):
        before = page.url.partition("#")[2]
        selector = next_press(page, name)
        unfold_around(page, selector)
        press(page, selector)
        page.wait_for_url(re.compile(f"#(?!{before}$)"))
        there(page, page.url.partition("#")[2])


def speak(page: Page, language: str) -> None:
    """Chooses a language on Home."""
    if not page.url.endswith("#home"):
        turn(page, "home")
    unfold_around(page, ".st-key-language")
    press(page, ".st-key-language input")
    press(page, f"[role=option]:has-text('{language.upper()}')")
    page.locator(f"html[lang={language}]").wait_for(state="attached")
    rest(page)


def there(page: Page, name: str) -> None:
    """Waits until a page that was turned to is in the address and on the screen, and rests."""
    page.wait_for_url(re.compile(f"#{name}$"))
    page.locator(PAGES[name]).first.wait_for(state="attached", timeout=WAIT)
    rest(page)


def rest(page: Page) -> None:
    """Waits until nothing on the page is about to change.

    It rests too until the server has been reached: after something was pressed, wait first for what comes of that.
    """
    page.wait_for_function(RESTS, timeout=WAIT)


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """Waits until what is done here has changed the table in the address, as whatever changes it does in the end."""
    before = page.url
    yield
    page.wait_for_url(lambda url: url != before)
    rest(page)


def in_address(page: Page, notation: str) -> None:
    """Waits until the first player's kingdom is this one in the address, from which a reload goes on."""
    all_in_address(page, notation)


def all_in_address(page: Page, *notations: str) -> None:
    """Waits until the first kingdoms in the address are these."""

    def is_there(url: str) -> bool:
        try:
            found = [str(kingdom) for player in opened(url).players for kingdom in player.kingdoms]
            return found[: len(notations)] == [*notations]
        except GameError:
            return False

    page.wait_for_url(is_there)


def unfold(page: Page, label: str) -> None:
    """Opens a fold, unless it is open."""
    open_fold(page, page.locator("details", has=page.locator("summary", has_text=label)))


def unfold_around(page: Page, selector: str) -> None:
    """Opens the fold that holds an element, if one does."""
    fold = page.locator("details", has=page.locator(selector))
    if fold.count():
        open_fold(page, fold)


def open_fold(page: Page, fold: Locator) -> None:
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()
    rest(page)


def empty_board(page: Page) -> None:
    """An empty board to paint on."""
    if page.url.endswith("#home"):
        unfold(page, "More ways to start")
    press(page, "button:has-text('Enter squares')")
    there(page, "kingdom")
    total(page, "0")


def with_photo(page: Page, photo: Path) -> None:
    """The drawn photo is read."""
    upload(page, photo)
    there(page, "game")
    turn(page, "kingdom")
    total(page, "16")


def with_corrected_photo(page: Page, photo: Path) -> None:
    """The drawn photo is read, and one of its squares gets three crowns."""
    with_photo(page, photo)
    put(page, "0,4", "m3", on=".photo")
    total(page, "18")
    in_address(page, CORRECTED)


def upload(page: Page, *paths: Path) -> None:
    page.locator(UPLOAD).set_input_files(paths)


def put(page: Page, at: str, face: str, on: str = ".drawn") -> None:
    """Decides a square, and waits until the score has followed."""
    look_at(page, at, on)
    press(page, f".picker [data-face='{face}']")
    page.locator(".picker:not([open])").wait_for(state="attached")
    page.locator(".total:not(.waiting)").wait_for()


def look_at(page: Page, at: str, on: str = ".drawn") -> None:
    """Opens the sheet of a square."""
    press(page, f"{on} [data-at='{at}']")
    page.locator(".picker[open]").wait_for()


def total(page: Page, points: str) -> None:
    """Waits until the canvas shows so many points."""
    page.locator(".total strong", has_text=re.compile(f"^{points}$")).wait_for(timeout=WAIT)


def escaped(text: str) -> re.Pattern[str]:
    """Words as a message shows them, whose signs are parted by joiners."""
    return re.compile(f"{JOINER}?".join(map(re.escape, text)))


def picture(page: Page, name: str) -> None:
    if PICTURES:
        rest(page)
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
