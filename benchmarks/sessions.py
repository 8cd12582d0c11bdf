"""How long a tap on a square takes to its new total in the browser: alone, and while another visitor reads photos.

    python -m benchmarks.sessions --taps 30 --out results/sessions.csv

Serves the page as it is started by hand and opens it in headless Chromiums, one for each visitor, so that the browsers
share the machine's cores with the server. Milliseconds from the tap on a face to the frame that shows the new total;
the verdict on legality is in the same answer. The other visitor sends the same rendered photo of twelve megapixels over
and over, beginning anew each time. ``load`` is the machine's load when the taps began: above 0 something else ran too.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.read import KINGDOMS, jpeg, photo
from scorer.evaluation.rows import write_rows
from scorer.evaluation.timing import machine, spread
from tests.ui.browsing import PHONE, ROOT, chromium, served

SQUARE = "0,4"
OTHER_MINES = ".faces [data-face^=m][aria-pressed=false]"
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
    """By the other visitor, meanwhile."""
    load: float


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.sessions", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--taps", type=int, default=30)
    parser.add_argument("--out", type=Path, default=Path("results") / "sessions.csv")
    chosen = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder, served(ROOT / "app.py") as address, sync_playwright() as playwright:
        picture = Path(folder) / "photo.jpg"
        picture.write_bytes(jpeg(photo(KINGDOMS["5×5"])))
        browser = chromium(playwright)
        page = opened(browser, address, picture)
        taps(page, 5)
        rows = [measured("alone", page, chosen.taps, None)]
        with reading_on(address, picture) as count:
            rows.append(measured("while another reads photos", page, chosen.taps, count))
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
    load, before = os.getloadavg()[0], readings.value if readings else 0
    times = spread(taps(page, count))
    return TapTimes(
        taps=what,
        count=count,
        least_ms=round(times.least),
        median_ms=round(times.median),
        p95_ms=round(times.p95),
        most_ms=round(times.most),
        photos_read=readings.value - before if readings else 0,
        load=round(load, 1),
    )


@contextmanager
def reading_on(address: str, picture: Path) -> Iterator[Synchronized[int]]:
    """Another visitor in a process of its own, reading until this ends; how many photos that were."""
    context = multiprocessing.get_context("spawn")
    count, stop = context.Value("i", 0), context.Event()
    reader = context.Process(target=read_on, args=(address, picture, count, stop))
    reader.start()
    while not count.value:
        reader.join(0.5)
        if reader.exitcode is not None:
            raise RuntimeError("the other visitor could not read a photo")
    yield count
    stop.set()
    reader.join()


def read_on(address: str, picture: Path, count: Synchronized[int], stop: Event) -> None:
    """Open the page and send the photo, again and again."""
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        while not stop.is_set():
            opened(browser, address, picture).context.close()
            count.value += 1
        browser.close()


if __name__ == "__main__":
    main()
