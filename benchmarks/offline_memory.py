"""The memory that a tab with the offline app holds while ten photos of 12 megapixels are read, and ten of 48.

    python -m benchmarks.offline_memory FOLDER

FOLDER is one that ``python -m scorer offline FOLDER`` has written, with numpy in it. The photo is a sample, enlarged;
each file has another JPEG quality.
Linux only, as ``benchmarks.offline_readings``.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.arguments import benchmark_parser
from benchmarks.offline_readings import Tab, enlarged
from scorer.lab.metrics.rows import write_rows
from tests.offline.steps import Served
from tests.ui.browsing import chromium

SIZES = {12: (4032, 3024), 48: (8064, 6048)}
"""Width and height in pixels of a photo by its megapixels."""

PHOTOS = 10


@dataclass(frozen=True)
class OfflineMemory:
    """One photo, counted from 1 and 0 before the first: the most megabytes that the tab held meanwhile, those that it
    held afterwards, and the seconds until the kingdom was on the page."""

    megapixels: int
    photo: int
    most_megabytes_of_the_tab: int
    megabytes_afterwards: int
    seconds: float


def main() -> None:
    """Measure and write."""
    parser = benchmark_parser("offline_memory", __doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    chosen = parser.parse_args()
    server = Served(chosen.folder)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        tab = Tab(chromium(playwright), server.address)
        rows = [OfflineMemory(0, 0, round(tab.max_megabytes), round(tab.megabytes), 0)]
        for megapixels, size in SIZES.items():
            for number in range(1, PHOTOS + 1):
                photo = enlarged(Path(scratch), size, quality=85 + number)
                tab.reset_max_megabytes()
                found, seconds = tab.read(photo)
                assert len(found) == 1
                held = round(tab.max_megabytes), round(tab.megabytes)
                rows.append(OfflineMemory(megapixels, number, *held, round(seconds, 2)))
                print(rows[-1], flush=True)
    write_rows(rows, OfflineMemory, chosen.out)
    server.end()


if __name__ == "__main__":
    main()
