"""Takes the README's screenshots of the page: python tests/ui/take_pictures.py ADDRESS, with the app running there.

Only the samples that the project draws itself are shown.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

from tests.ui.browsing import DESKTOP, SHARP_PHONE, chromium

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
GAP = 24
WAIT = 120_000


def main(address: str) -> None:
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        phone = browser.new_context(**SHARP_PHONE, locale="en").new_page()
        strip = phone_steps(phone, address)
        desktop = browser.new_context(**DESKTOP, locale="fr", color_scheme="dark").new_page()
        desktop.goto(phone.url)
        sample(desktop, address, "holes")
        save("desktop", shot(desktop))
        browser.close()
    gap = np.full((strip[0].shape[0], GAP, 3), 255, np.uint8)
    save("phone", np.hstack([part for picture in strip for part in (picture, gap)][:-1]))


def phone_steps(page: Page, address: str) -> list[np.ndarray]:
    """Home, kingdom, choice, game: what a player sees on the way."""
    page.goto(address)
    page.locator(".st-key-samples img").last.wait_for(timeout=WAIT)
    steps = [shot(page)]
    sample(page, address, "two")
    steps.append(shot(page))
    page.locator(".photo [data-at='0,2']").tap()
    page.locator(".picker[open]").wait_for()
    steps.append(shot(page))
    page.locator(".close").tap()
    page.locator(".st-key-back button").tap()
    page.locator(".player-card").first.wait_for(timeout=WAIT)
    steps.append(shot(page))
    return steps


def sample(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.locator(f".st-key-sample-{name} button").click(timeout=WAIT)
    page.locator(".st-key-look-0 button").click(timeout=WAIT)
    page.locator(".bar").wait_for(timeout=WAIT)


def shot(page: Page) -> np.ndarray:
    """The screen, uint8 BGR, once it has come to rest."""
    page.wait_for_timeout(3000)
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def save(name: str, picture: np.ndarray) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    width = min(1560, picture.shape[1])
    small = cv2.resize(
        picture, (width, round(picture.shape[0] * width / picture.shape[1])), interpolation=cv2.INTER_AREA
    )
    cv2.imwrite(str(FOLDER / f"{name}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 86])


if __name__ == "__main__":
    main(*sys.argv[1:])
