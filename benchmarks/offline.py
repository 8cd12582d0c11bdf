"""Size of the offline app, and seconds until it can be used.

    python -m benchmarks.offline FOLDER

FOLDER is one that ``python -m scorer offline FOLDER`` has written. It is opened for the first time, from the browser's
own cache, and without a connection. Sizes are of all its files, in millions of bytes, as they are and by gzip.
"""

from __future__ import annotations

import gzip
import os
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import write_rows
from tests.offline.steps import WHOLE, Served, kept, turn, type_in
from tests.ui.browsing import SHARP_PHONE, chromium


@dataclass(frozen=True)
class OfflineFigures:
    """One opening of the app. The load is the machine's when it was open."""

    opened: str
    seconds_to_first_page: float
    seconds_to_total: float
    seconds_to_reader: float
    load_of_machine: float
    files: int
    megabytes: float
    megabytes_gzip: float


def opened(phone: BrowserContext, address: str) -> tuple[float, float, float]:
    """Seconds until the first page can be used, until a notation's total is there, and until photos can be read."""
    page = phone.new_page()
    started = time.monotonic()
    page.goto(address)
    page.locator("main[data-page]").wait_for(timeout=120_000)
    usable = time.monotonic() - started
    type_in(page, WHOLE)
    total = time.monotonic() - started
    turn(page, "home")
    page.locator("main progress").wait_for(state="detached", timeout=120_000)
    ready = time.monotonic() - started
    kept(page)
    page.close()
    return usable, total, ready


def main() -> None:
    """Measure and write."""
    parser = benchmark_parser("offline", __doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    chosen = parser.parse_args()
    files = [path for path in chosen.folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    packed = sum(len(gzip.compress(path.read_bytes())) for path in files) / 1e6
    server = Served(chosen.folder)
    with sync_playwright() as playwright:
        phone = chromium(playwright).new_context(**SHARP_PHONE, locale="en")
        rows = []
        for name in ("first time", "from the cache", "without a connection"):
            if name == "without a connection":
                server.end()
                phone.set_offline(True)
            usable, total, ready = opened(phone, server.address)
            load = os.getloadavg()[0]
            rows.append(
                OfflineFigures(
                    opened=name,
                    seconds_to_first_page=round(usable, 1),
                    seconds_to_total=round(total, 1),
                    seconds_to_reader=round(ready, 1),
                    load_of_machine=round(load, 1),
                    files=len(files),
                    megabytes=round(size, 1),
                    megabytes_gzip=round(packed, 1),
                )
            )
    write_rows(rows, OfflineFigures, chosen.out)


if __name__ == "__main__":
    main()
