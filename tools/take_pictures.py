"""Takes the pictures of the README and of the tutorial from the running page, and writes them into docs/pictures. Those
of the offline app's manifest are written into its shell.

python tools/take_pictures.py

It starts the page on a free port, plays a game on a phone with photos that the project drew itself, and needs Chromium.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Locator, Page, ViewportSize, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scorer.offline.manifest import SCREENSHOTS, screenshot_name  # noqa: E402 (found only now)
from scorer.samples import samples  # noqa: E402
from scorer.vision.reader import read_photo  # noqa: E402
from tests.ui.browser.steps import UPLOAD  # noqa: E402
from tests.ui.browsing import SHARP_PHONE, chromium, free_port, wait_for  # noqa: E402

FOLDER: Final = ROOT / "docs" / "pictures"
SHELL: Final = ROOT / "scorer" / "offline" / "shell"
WAIT: Final = 120_000
"""Milliseconds until a step must have happened."""
SETTLE: Final = 2500
"""Milliseconds after which the screen has come to rest."""

WIDTH: Final = 300
"""Of every picture, in pixels."""
MAX_ANIMATION: Final = 400_000
"""Bytes."""
SHOW, TAP, END = 2200, 700, 4000
"""Milliseconds for which a frame of the animation is shown: a screen, a tap, the last one."""

PAPER, PURPLE = (255, 253, 248), (122, 62, 157)
WOOD, LIGHT_WOOD = (165, 110, 60), (205, 150, 90)
PIECE_AT: Final = (1, 1)
"""Row and column of the square in the first kingdom on which a piece covers two of three crowns."""


@dataclass
class Film:
    """The frames of the animation, in pixels of a phone, with the milliseconds for which each is shown."""

    frames: list[tuple[Image.Image, int]] = field(default_factory=list)

    def add(self, picture: Image.Image, milliseconds: int = SHOW) -> None:
        """Append a frame."""
        self.frames.append((picture, milliseconds))

    def tap(self, page: Page, picture: Image.Image, target: Locator) -> None:
        """Append the frame again with a finger's mark on a target, then press it."""
        self.mark(page, picture, target)
        target.tap()

    def mark(self, page: Page, picture: Image.Image, target: Locator) -> None:
        """Append the frame again with a finger's mark on a target."""
        box = target.bounding_box()
        assert box is not None
        scale = picture.width / page.evaluate("innerWidth")
        x, y = (box["x"] + box["width"] / 2) * scale, (box["y"] + box["height"] / 2) * scale
        marked, radius = picture.convert("RGBA"), 22 * scale
        layer = Image.new("RGBA", marked.size)
        ImageDraw.Draw(layer).ellipse(
            (x - radius, y - radius, x + radius, y + radius), (*PURPLE, 110), (255, 255, 255, 255), round(3 * scale)
        )
        self.add(Image.alpha_composite(marked, layer).convert("RGB"), TAP)

    def save(self, file: Path) -> int:
        """Write an animated WebP and return its bytes."""
        pictures = [scaled(picture) for picture, _ in self.frames]
        pictures[0].save(
            file, save_all=True, append_images=pictures[1:], duration=[time for _, time in self.frames], loop=0,
            quality=62, method=6,
        )  # fmt: skip
        return file.stat().st_size


def main() -> int:
    """Take every picture; 1 if the animation is too large."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served() as address, sync_playwright() as playwright:
        photo = Path(folder) / "kingdoms.jpg"
        photo_with_piece().save(photo, quality=92)
        browser = chromium(playwright)
        page = browser.new_context(**SHARP_PHONE, locale="en").new_page()
        film = play(page, address, photo)
        for form, (width, height) in SCREENSHOTS.items():
            take_screenshot(browser, page.url, {"width": width, "height": height}).save(
                SHELL / screenshot_name(form), quality=8, method=6
            )
        browser.close()
    size = film.save(FOLDER / "animation.webp")
    print(f"{size} bytes in the animation, at most {MAX_ANIMATION}")
    return int(size > MAX_ANIMATION)


def play(page: Page, address: str, photo: Path) -> Film:
    """Photo, kingdoms, a correction, the winner: the pictures of the tutorial are saved on the way."""
    film = Film()
    page.goto(address)
    page.locator(".st-key-samples img").last.wait_for(timeout=WAIT)
    home = save(page, "home")
    film.add(home)
    film.mark(page, home, page.locator("[class*='st-key-upload-'] button").first)
    film.add(photo_screen(photo, home.size))
    page.locator(UPLOAD).set_input_files(photo)
    page.locator(".player-card").nth(1).wait_for(timeout=WAIT)
    for index, name in enumerate(("Ann", "Ben")):
        name_field = page.locator(f".st-key-name-{index} input")
        name_field.fill(name)
        name_field.press("Enter")
        page.locator(".player-card", has_text=name).wait_for(timeout=WAIT)
    page.evaluate("document.activeElement.blur(); document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    page.locator("[data-testid=stToast]").first.wait_for(state="detached", timeout=WAIT)
    game = save(page, "game")
    film.add(game)
    film.tap(page, game, page.locator(".board [data-value]").locator("visible=true").first)
    page.locator(".picker[open]").wait_for(timeout=WAIT)
    picker = save(page, "correction")
    film.add(picker)
    film.tap(page, picker, page.locator(".picker [data-face='m3']").first)
    page.locator(".picker:not([open])").wait_for(state="attached", timeout=WAIT)
    page.locator(".total:not(.waiting)").wait_for(timeout=WAIT)
    kingdom = save(page, "kingdom")
    film.add(kingdom)
    film.tap(page, kingdom, page.locator(".st-key-back button"))
    page.locator(".winner").wait_for(timeout=WAIT)
    film.add(save(page, "winner"), END)
    page.locator(".st-key-go-share button").tap()
    page.locator(".st-key-back button").wait_for(timeout=WAIT)
    save(page, "share")
    return film


def take_screenshot(browser: Browser, url: str, size: ViewportSize) -> Image.Image:
    """The screen of the game at ``url``."""
    page = browser.new_page(viewport=size, locale="en")
    page.goto(url.replace("page=share", "page=game"))
    page.get_by_role("button", name="Close").click(timeout=WAIT)
    page.get_by_role("button", name="Close").wait_for(state="detached", timeout=WAIT)
    page.wait_for_timeout(SETTLE)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


@contextmanager
def served() -> Iterator[str]:
    """The address of the page, served by a process of its own."""
    port = free_port()
    command = [sys.executable, "-m", "scorer", "serve", "--port", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)


def photo_with_piece() -> Image.Image:
    """The sample photo of two kingdoms with a wooden piece on a mine, so that there is a square to correct."""
    (file,) = (sample.path for sample in samples() if sample.path.stem == "two")
    picture = Image.open(file).convert("RGB")
    corners = read_photo(file).kingdoms[0].quads[PIECE_AT]
    (x, y), side = corners.mean(axis=0), float(abs(corners[1] - corners[0]).max())
    draw = ImageDraw.Draw(picture)
    for up, radius, colour in ((0.1, 0.36, WOOD), (0.15, 0.22, LIGHT_WOOD)):
        middle, reach = y - up * side, radius * side
        draw.ellipse((x - reach, middle - reach, x + reach, middle + reach), colour)
    return picture


def photo_screen(photo: Path, size: tuple[int, int]) -> Image.Image:
    """The photo on a screen of the given size."""
    screen, picture = Image.new("RGB", size, (0, 0, 0)), Image.open(photo)
    shown = picture.resize((size[0], round(picture.height * size[0] / picture.width)))
    screen.paste(shown, (0, (size[1] - shown.height) // 2))
    return screen


def save(page: Page, name: str) -> Image.Image:
    """The screen once it has come to rest, also as a small file in the folder."""
    page.wait_for_timeout(SETTLE)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    scaled(picture).save(FOLDER / f"{name}.webp", quality=78, method=6)
    return picture


def scaled(picture: Image.Image) -> Image.Image:
    """The picture at ``WIDTH``."""
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    raise SystemExit(main())
