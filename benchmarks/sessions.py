"""How long a tap on a square takes to its new total in the browser: alone, and while others read photos.

    python -m benchmarks.sessions --taps 30 --out results/sessions.csv

Serves the page as it is started by hand and opens it in headless Chromiums, one for the visitor who taps and one for
all others, so that the browsers share the machine's cores with the server. Milliseconds from the tap on a face to the
frame that shows the new total; the verdict on legality is in the same answer. Each of the others opens the page once,
sends a rendered photo of twelve megapixels, sees its kingdom, begins a new table and sends the photo again, without a
pause: to open the page anew for every photo, which no player does, would measure Streamlit's page more than ours.
``load`` is the machine's load when the taps began: above 0 something else ran too.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path

from playwright.async_api import Browser as AsyncBrowser
from playwright.async_api import async_playwright
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.arguments import benchmark_parser
from benchmarks.read import KINGDOMS, jpeg, photo
from scorer.evaluation.rows import write_rows
from scorer.evaluation.timing import machine, spread
from tests.ui.browsing import FLAGS, PHONE, ROOT, browser_file, chromium, served

OTHERS = (1, 8)
"""Visitors who read photos meanwhile."""
SQUARE = "0,4"
OTHER_MINES = ".faces [data-face^=m][aria-pressed=false]"
TABLE = 2
"""The place of the table among the pages to choose from."""
WAIT = 120_000

TAP = """(face) => new Promise((done) => {
    const total = face.getRootNode().querySelector(".total");
    const start = performance.now();
    const look = () => {
        if (total.classList.contains("waiting")) return;
        seen.disconnect();
        requestAnimationFrame(() => done(performance.now() - start));
    };
    const seen = new MutationObserver(look);
    face.click();
    seen.observe(total, { attributes: true });
})"""
"""Taps a face, and answers when the total no longer waits for the server."""


@dataclass(frozen=True)
class TapTimes:
    """How long some taps took, in milliseconds."""

    taps: str
    """What else went on."""
    count: int
    least_ms: int
    median_ms: int
    p95_ms: int
    most_ms: int
    photos_read: int
    """By the others, meanwhile."""
    photos_a_second: float
    load: float


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("sessions", __doc__)
    parser.add_argument("--taps", type=int, default=30)
    chosen = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder, served(ROOT / "app.py") as address, sync_playwright() as playwright:
        picture = Path(folder) / "photo.jpg"
        picture.write_bytes(jpeg(photo(KINGDOMS["5×5"])))
        browser = chromium(playwright)
        page = opened(browser, address, picture)
        taps(page, 5)
        rows = [measured("alone", page, chosen.taps, None)]
        for others in OTHERS:
            with reading_on(address, picture, others) as count:
                rows.append(measured(f"while {others} read photos", page, chosen.taps, count))
        browser.close()
    for row in write_rows(rows, TapTimes, chosen.out):
        print(*(f"{name} {value}" for name, value in vars(row).items()), sep=", ")


def opened(browser: Browser, address: str, picture: Path) -> Page:
    """The page on a phone of its own, with the kingdom of the photo on it."""
    page = browser.new_context(**PHONE, locale="en").new_page()
    page.goto(address)
    page.locator("[class*='st-key-upload-'] input[type=file]").set_input_files(picture, timeout=WAIT)
    page.locator(f".photo [data-at='{SQUARE}']").wait_for(timeout=WAIT)
    return page


def taps(page: Page, count: int) -> list[float]:
    """Milliseconds of so many taps, one after the other."""
    times = []
    for _ in range(count):
        page.locator(f".photo [data-at='{SQUARE}']").tap(timeout=WAIT)
        page.locator(".picker[open]").wait_for(timeout=WAIT)
        times.append(page.locator(OTHER_MINES).first.evaluate(TAP))
        page.wait_for_timeout(200)
    return times


def measured(what: str, page: Page, count: int, readings: Synchronized[int] | None) -> TapTimes:
    """A row of the table."""
    load, before, began = os.getloadavg()[0], readings.value if readings else 0, time.monotonic()
    times = spread(taps(page, count))
    read, seconds = readings.value - before if readings else 0, time.monotonic() - began
    return TapTimes(
        taps=what,
        count=count,
        least_ms=round(times.least),
        median_ms=round(times.median),
        p95_ms=round(times.p95),
        most_ms=round(times.most),
        photos_read=read,
        photos_a_second=round(read / seconds, 2),
        load=round(load, 1),
    )


@contextmanager
def reading_on(address: str, picture: Path, visitors: int) -> Iterator[Synchronized[int]]:
    """So many other visitors in a process of their own, reading until this ends; how many photos they have read."""
    context = multiprocessing.get_context("spawn")
    count, stop = context.Value("i", 0), context.Event()
    readers = context.Process(target=read_on, args=(address, picture, visitors, count, stop))
    readers.start()
    while count.value < visitors:
        readers.join(0.5)
        if readers.exitcode is not None:
            raise RuntimeError("the other visitors could not read a photo")
    yield count
    stop.set()
    readers.join()


def read_on(address: str, picture: Path, visitors: int, count: Synchronized[int], stop: Event) -> None:
    """Have the visitors read in one browser, each in a context of its own."""

    async def all_read() -> None:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=browser_file(), args=FLAGS)
            await asyncio.gather(*(visitor(browser, address, picture, count, stop) for _ in range(visitors)))
            await browser.close()

    asyncio.run(all_read())


async def visitor(browser: AsyncBrowser, address: str, picture: Path, count: Synchronized[int], stop: Event) -> None:
    """Open the page, and send the photo for one new table after the other."""
    page = await (await browser.new_context(**PHONE, locale="en")).new_page()
    page.set_default_timeout(WAIT)
    await page.goto(address)
    while True:
        await page.locator("[class*='st-key-upload-'] input[type=file]").set_input_files(picture)
        await page.locator(f".photo [data-at='{SQUARE}']").wait_for()
        count.value += 1
        if stop.is_set():
            return
        await page.locator(".st-key-page button").nth(TABLE).tap()
        await page.locator("button:has-text('New table')").tap()
        await page.locator("button:has-text('Begin a new table')").tap()


if __name__ == "__main__":
    main()
