"""How much memory the page's server holds when visitors with large photos have come and gone.

    python -m benchmarks.visits --visits 50 --out results/speed/visits.csv

Every visitor opens the page in a browser of its own, sends one photo of 30 MB and leaves when its kingdom is shown. The
page is the real one, but for the seconds that a visit waits for its browser to come back: two here, as tests have it.
Megabytes are resident memory by Linux's own count, taken when the last visit has ended: ``server_mb`` of the page's
server, ``workers_mb`` of the processes that read photos, all together.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.arguments import benchmark_parser
from benchmarks.hostile import children
from benchmarks.readers import WAIT
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine
from tests.ui.browsing import DESKTOP, ROOT, chromium, served

MEGABYTES = 30
"""Of each photo: a sample with random bytes behind its end, as phones put videos there."""
SETTLING = 8.0
"""Seconds from the last visitor's leaving to the count; their visits end two seconds after they have left."""


@dataclass(frozen=True)
class VisitsMemory:
    """The memory in use after a number of visits."""

    visits: int
    server_mb: int
    workers_mb: int


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("visits", __doc__)
    parser.add_argument("--visits", type=int, default=50)
    parser.add_argument("--every", type=int, default=5, help="count after each so many visits")
    chosen = parser.parse_args()
    print(machine())
    with served(ROOT / "tests" / "ui" / "browser" / "served_briefly.py") as address, sync_playwright() as playwright:
        browser = chromium(playwright)
        rows = write_rows(held(browser, address, chosen.visits, chosen.every), VisitsMemory, chosen.out)
        browser.close()
    first, last = rows[0], rows[-1]
    print(f"{last.server_mb - first.server_mb} MB more after {last.visits} visits than after {first.visits}")


def held(browser: Browser, address: str, visits: int, every: int) -> Iterator[VisitsMemory]:
    """A row after each so many visits."""
    (server,) = [one for one in children(os.getpid()) if b"streamlit" in Path(f"/proc/{one}/cmdline").read_bytes()]
    for number in range(1, visits + 1):
        visit(browser, address)
        if number % every == 0:
            time.sleep(SETTLING)
            row = VisitsMemory(number, resident(server), sum(map(resident, children(server))))
            print(row, flush=True)
            yield row


def visit(browser: Browser, address: str) -> None:
    """Open the page, send a photo that nobody else has, see its kingdom, leave."""
    with tempfile.NamedTemporaryFile(suffix=".jpg") as photo:
        photo.write((ROOT / "sample_images" / "whole.jpg").read_bytes() + os.urandom(MEGABYTES << 20))
        photo.flush()
        context = browser.new_context(**DESKTOP, locale="en")
        page = context.new_page()
        page.goto(address)
        page.locator("[class*='st-key-upload-'] input[type=file]").set_input_files(photo.name, timeout=WAIT)
        page.locator(".st-key-look-0 button").click(timeout=WAIT)
        page.locator(".photo [data-at]").first.wait_for(timeout=WAIT)
        context.close()


def resident(process: int) -> int:
    """Megabytes that a process holds in memory now."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


if __name__ == "__main__":
    main()
