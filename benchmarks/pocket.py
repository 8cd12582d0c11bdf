"""Size of the pocket edition and seconds until it can be used: ``python benchmarks/pocket.py OUT`` writes a row a run.

OUT is a folder that ``python -m scorer pocket OUT`` has written; ``results/pocket.csv`` gets the rows.
"""

from __future__ import annotations

import csv
import gzip
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import BrowserContext, sync_playwright  # noqa: E402 (found only now)

from tests.pocket.conftest import Served  # noqa: E402
from tests.ui.browsing import PHONE, chromium  # noqa: E402

COLUMNS = (
    "opened",
    "seconds_to_first_page",
    "seconds_to_total",
    "load_of_machine",
    "files",
    "megabytes",
    "megabytes_gzip",
)


def opened(phone: BrowserContext, address: str) -> tuple[float, float]:
    """Seconds until the first page can be used, and until a notation's total is there."""
    page = phone.new_page()
    started = time.monotonic()
    page.goto(address)
    page.locator("form input").wait_for(timeout=120_000)
    usable = time.monotonic() - started
    page.locator("form input").fill("fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg")
    page.locator("form button").click()
    page.locator(".kingdom .total strong").wait_for(timeout=120_000)
    total = time.monotonic() - started
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=120_000)
    page.close()
    return usable, total


def main(out: Path) -> None:
    """Open the app for the first time, from its own cache, and without a connection."""
    files = [path for path in out.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    packed = sum(len(gzip.compress(path.read_bytes())) for path in files) / 1e6
    server = Served(out)
    with sync_playwright() as playwright:
        phone = chromium(playwright).new_context(**PHONE, locale="en")
        rows = []
        for name in ("first time", "from the cache", "without a connection"):
            if name == "without a connection":
                server.end()
                phone.set_offline(True)
            usable, total = opened(phone, server.address)
            load = os.getloadavg()[0]
            rows.append(
                (name, f"{usable:.1f}", f"{total:.1f}", f"{load:.1f}", len(files), f"{size:.1f}", f"{packed:.1f}")
            )
    with (ROOT / "results" / "pocket.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([COLUMNS, *rows])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
