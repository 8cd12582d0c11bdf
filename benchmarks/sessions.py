"""Latency from a tap on a square to the new total in the browser: alone, and while others read photos or scan.

    python -m benchmarks.sessions --taps 30 --out results/speed/sessions.csv

Serves the page and opens it in two headless Chromiums, one for the tapping visitor and one for the others
(``benchmarks/readers.py``), so the browsers share the machine's cores with the server. Values are milliseconds from the
tap to the frame that shows the new total; the legality verdict is in the same response. The photo is rendered and has
12 megapixels; the scan's camera shows a part of a kingdom, and the scan never ends. Where that is said, only the
others' browser yields to all other processes, as if it ran on another machine.
``load`` is the machine's load when the taps began: above 0 something else ran too.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from benchmarks.arguments import benchmark_parser
from benchmarks.read import KINGDOMS, jpeg, photo
from benchmarks.readers import SQUARE, WAIT, Readers, Tally, reading_on
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine, spread
from tests.ui.browsing import ROOT, SHARP_PHONE, chromium, served
from tests.ui.camera import camera_flags, pan, video

OTHERS = (None, Readers(1), Readers(8), Readers(8, yields=True))
"""The visitors with photos meanwhile; none at first."""
SCANS = "while 1 scans"
PART = 0.6
"""The share of a sample photo that the scan's camera shows."""
OTHER_MINES = ".faces [data-face^=m][aria-pressed=false]"

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

FRAMES_READ = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('api/scan/')).length"
"""The number of a scan's requests that were answered."""


@dataclass(frozen=True)
class TapTimes:
    """How long some taps took, in milliseconds."""

    taps: str
    """The activity during the taps."""
    count: int
    least_ms: int
    median_ms: int
    p95_ms: int
    most_ms: int
    photos_read: int
    """By the others, meanwhile."""
    photos_a_second: float
    photos_lost: int
    """Waited for in vain."""
    frames_a_second: float
    """Read for the visitor who scans."""
    load: float


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("sessions", __doc__)
    parser.add_argument("--taps", type=int, default=30)
    parser.add_argument("--scan", action="store_true", help="only alone, and while another visitor scans")
    parser.add_argument("--losses", type=Path, help="folder for pictures and texts of pages on which a photo was lost")
    chosen = parser.parse_args()
    print(machine())
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        address = stack.enter_context(served(ROOT / "app.py"))
        playwright = stack.enter_context(sync_playwright())
        picture = Path(folder) / "photo.jpg"
        picture.write_bytes(jpeg(photo(KINGDOMS["5×5"])))
        browser = chromium(playwright)
        page = opened(browser, address, picture)
        taps(page, 5)
        rows = []
        for others in OTHERS[:1] if chosen.scan else OTHERS:
            reading = reading_on(address, picture, others, chosen.losses) if others else nullcontext()
            with reading as tally:
                rows.append(measured(str(others or "alone"), page, chosen.taps, tally))
        film = video(Path(folder) / "film.mjpeg", pan(share=PART))
        with scanning_on(playwright, address, film) as scan:
            rows.append(measured(SCANS, page, chosen.taps, scan=scan))
        browser.close()
    for row in write_rows(rows, TapTimes, chosen.out):
        print(*(f"{name} {value}" for name, value in vars(row).items()), sep=", ")


def opened(browser: Browser, address: str, picture: Path) -> Page:
    """The page on a phone of its own, with the kingdom of the photo on it."""
    page = browser.new_context(**SHARP_PHONE, locale="en").new_page()
    page.goto(address)
    page.locator("[class*='st-key-upload-'] input[type=file]").set_input_files(picture, timeout=WAIT)
    page.locator(".st-key-look-0 button").tap(timeout=WAIT)
    page.locator(f".photo [data-at='{SQUARE}']").wait_for(timeout=WAIT)
    return page


@contextmanager
def scanning_on(playwright: Playwright, address: str, film: Path) -> Iterator[Page]:
    """A visitor who scans a film, in a browser of their own, from the first kingdom found until this ends."""
    browser = chromium(playwright, *camera_flags(film))
    page = browser.new_context(**SHARP_PHONE, locale="en").new_page()
    page.goto(address)
    page.locator("button.scan").tap(timeout=WAIT)
    page.locator("dialog.view .main:enabled").wait_for(timeout=WAIT)
    yield page
    browser.close()


def frames_read(scan: Page) -> int:
    """The number of frames that the server has read."""
    return int(scan.evaluate(FRAMES_READ))


def taps(page: Page, count: int) -> list[float]:
    """Milliseconds of so many taps, one after the other."""
    times = []
    for _ in range(count):
        page.locator(f".photo [data-at='{SQUARE}']").tap(timeout=WAIT)
        page.locator(".picker[open]").wait_for(timeout=WAIT)
        times.append(page.locator(OTHER_MINES).first.evaluate(TAP))
        page.wait_for_timeout(200)
    return times


def measured(what: str, page: Page, count: int, tally: Tally | None = None, scan: Page | None = None) -> TapTimes:
    """A row of the table."""
    load, before, began = os.getloadavg()[0], tally.read if tally else 0, time.monotonic()
    frames = frames_read(scan) if scan else 0
    times = spread(taps(page, count))
    read, seconds = tally.read - before if tally else 0, time.monotonic() - began
    frames = frames_read(scan) - frames if scan else 0
    return TapTimes(
        taps=what,
        count=count,
        least_ms=round(times.minimum),
        median_ms=round(times.median),
        p95_ms=round(times.p95),
        most_ms=round(times.maximum),
        photos_read=read,
        photos_a_second=round(read / seconds, 2),
        photos_lost=tally.lost if tally else 0,
        frames_a_second=round(frames / seconds, 2),
        load=round(load, 1),
    )


if __name__ == "__main__":
    main()
