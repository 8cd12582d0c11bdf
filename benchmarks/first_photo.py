"""Difference between the times of the page's first and second photo.

    python -m benchmarks.first_photo --servers 5 --out results/speed/first_photo.csv

Starts the page, opens it in headless Chromium, and sends two rendered 12-megapixel photos one after the other, each on
a newly opened page. Seconds are wall-clock, from choosing the file to the frame that shows the kingdom. They include
the upload, the reading in a worker process and the rendering of the page. The first visitor chooses a photo either as
soon as the page accepts one, or ``looking_s`` seconds later, the time to find or take a photo; the server warms up in
the background meanwhile. The target for the first photo is at most 0.3 s more than for the second.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from benchmarks.arguments import benchmark_parser
from benchmarks.read import KINGDOMS, jpeg, photo
from benchmarks.readers import WAIT
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine, spread
from tests.ui.browsing import ROOT, SHARP_PHONE, chromium, served

LOOKING: Final = (0.0, 5.0)
"""Seconds for which a visitor looks for a photo."""
AIM_S: Final = 0.3
TILTS = (20.0, 24.0)
"""Degrees, of the first photo and of the second."""


@dataclass(frozen=True)
class FirstPhoto:
    """Times of a server's first two photos: medians over the servers, in seconds."""

    looking_s: float
    first_s: float
    second_s: float
    longer_s: float
    """The median of how much longer the first took than the second on the same server."""
    servers: int


def shown_after(browser: Browser, address: str, picture: Path, looking: float) -> float:
    """Seconds from choosing a photo on a page opened anew to its kingdom."""
    context = browser.new_context(**SHARP_PHONE, locale="en")
    page = context.new_page()
    page.goto(address)
    chooser = page.locator("[class*='st-key-upload-'] input[type=file]")
    chooser.wait_for(state="attached", timeout=WAIT)
    page.wait_for_timeout(1000 * looking)
    started = perf_counter()
    chooser.set_input_files(picture, timeout=WAIT)
    page.locator(".st-key-look-0 button").wait_for(timeout=WAIT)
    taken = perf_counter() - started
    context.close()
    return taken


def measured(pictures: list[Path], servers: int) -> Iterator[FirstPhoto]:
    """A row for each time of looking."""
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for looking in LOOKING:
            times = []
            for _ in range(servers):
                with served(ROOT / "app.py") as address:
                    times.append([shown_after(browser, address, picture, looking) for picture in pictures])
            first, second = (spread(each).median for each in zip(*times, strict=True))
            longer = spread([one - other for one, other in times]).median
            yield FirstPhoto(looking, first, second, longer, servers)
        browser.close()


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("first_photo", __doc__)
    parser.add_argument("--servers", type=int, default=5, help="for each time of looking")
    chosen = parser.parse_args()
    print(machine())
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else every server compiles the program anew
    with tempfile.TemporaryDirectory() as folder:
        pictures = [Path(folder) / f"{tilt:.0f}.jpg" for tilt in TILTS]
        for path, tilt in zip(pictures, TILTS, strict=True):
            path.write_bytes(jpeg(photo(KINGDOMS["5×5"], tilt=tilt)))
        rows = write_rows(measured(pictures, chosen.servers), FirstPhoto, chosen.out)
    for row in rows:
        print(
            f"after {row.looking_s:.0f} s: first {row.first_s:.2f} s, second {row.second_s:.2f} s, "
            f"{row.longer_s:+.2f} s (the aim: at most {AIM_S} s)"
        )


if __name__ == "__main__":
    main()
