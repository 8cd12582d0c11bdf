"""Takes a picture of every screen of the app in every size and both themes, and puts them also on a few sheets.

python -m tools.take_screenshots OUT [--host server|offline] [--view NAME …] [--only WORD] [--language de]

It prints what axe finds on each. The photos are drawn, and the reader knows them. It needs Chromium.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.frontend.browser.page_server import add_program, page_served  # noqa: E402 (found only now)
from tests.ui.browser.axe import AXE, faults  # noqa: E402
from tests.ui.browser.screens import SCREENS, in_language, photos_by_name, show  # noqa: E402
from tests.ui.browser.steps import new_tab, rest  # noqa: E402
from tests.ui.browsing import DESKTOP, PHONE, SERVED, chromium, served  # noqa: E402

SHEET: Final = 1800
"""Pixels from left to right of a sheet."""


@dataclass(frozen=True)
class View:
    """A size of the screen in pixels; ``text`` is the size of letters, 1 for the usual one."""

    width: int
    height: int
    scheme: Literal["light", "dark"] = "light"
    text: float = 1
    is_whole: bool = True
    """Whether the picture shows the whole page, not only what is on the screen first."""


VIEWS: Final = {
    "phone": View(390, 844),
    "first": View(390, 844, is_whole=False),
    "dark": View(390, 844, "dark"),
    "narrow": View(320, 640),
    "sideways": View(844, 390, is_whole=False),
    "desktop": View(1440, 900, is_whole=False),
    "large": View(390, 844, text=2),
}


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--host", choices=("server", "offline"), default="server")
    parser.add_argument("--view", nargs="*", choices=list(VIEWS), default=list(VIEWS))
    parser.add_argument("--only", default="", help="a word of the screens' names")
    parser.add_argument("--language", default="en-GB", help="the browser's")
    given = parser.parse_args()
    names = [name for name in SCREENS if given.only in name]
    pictures: dict[str, list[tuple[str, Image.Image]]] = {view: [] for view in given.view}
    with TemporaryDirectory() as folder, sync_playwright() as playwright, opened(given.host) as (address, prepare):
        photos = photos_by_name(Path(folder) / "photo.jpg")
        browser = chromium(playwright)
        for name in names:
            device = PHONE if set(given.view) != {"desktop"} else DESKTOP
            page = tab(browser, {**device, "locale": given.language}, prepare, address)
            try:
                show(page, address, in_language(SCREENS[name], given.language[:2]), photos)
                for view in given.view:
                    pictures[view].append((name, picture(page, VIEWS[view])))
                    if AXE.exists():
                        print(*(f"{name}, {view}: {fault}" for fault in faults(page)), sep="\n", end="")
            except PlaywrightError as error:
                print(f"{name}: {error}", file=sys.stderr)
            page.context.close()
        browser.close()
    for view, found in pictures.items():
        singles = given.out / f"{given.host}-{view}"
        singles.mkdir(parents=True, exist_ok=True)
        for name, shot in found:
            shot.save(singles / f"{name.replace(' ', '-')}.png")
        for number, sheet in enumerate(sheets(found, VIEWS[view].width), start=1):
            sheet.save(given.out / f"{given.host}-{view}-{number}.png")


@contextmanager
def opened(host: str) -> Iterator[tuple[str, Callable[[Page], None]]]:
    """The address of the page, and what prepares a tab for it."""
    if host == "offline":
        with page_served() as address:
            yield address + "/", add_program
    else:
        with served(SERVED) as address:
            yield address + "/", lambda _: None


def tab(browser: Browser, device: dict[str, object], prepare: Callable[[Page], None], address: str) -> Page:
    """A tab in which nothing is kept, at an address from which the app's storage can be written."""
    page = new_tab(browser, **device)
    page.context.set_default_timeout(20_000)
    prepare(page)
    page.goto(f"{address}_stcore/health")
    return page


def picture(page: Page, view: View) -> Image.Image:
    """The page in this view."""
    page.set_viewport_size({"width": view.width, "height": view.height})
    page.emulate_media(color_scheme=view.scheme)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", f"{100 * view.text}%")
    rest(page)
    if view.is_whole:
        height = page.evaluate(
            "(names) => Math.max(...names.map((name) => document.querySelector(name)?.scrollHeight ?? 0))",
            ["html", "[data-testid=stMain]"],
        )
        page.set_viewport_size({"width": view.width, "height": max(view.height, min(4000, height))})
        rest(page)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def sheets(pictures: list[tuple[str, Image.Image]], width: int) -> Iterator[Image.Image]:
    """The pictures side by side, each below its name."""
    across = max(1, SHEET // (width + 10))
    for first in range(0, len(pictures), across):
        row = pictures[first : first + across]
        sheet = Image.new("RGB", ((width + 10) * across, max(screenshot.height for _, screenshot in row) + 20), "#888")
        draw = ImageDraw.Draw(sheet)
        for nth, (name, screenshot) in enumerate(row):
            draw.text((nth * (width + 10) + 4, 4), name, "white")
            sheet.paste(screenshot, (nth * (width + 10), 20))
        yield sheet


if __name__ == "__main__":
    main()
