"""The memory that a tab with the offline app holds while photos of 12 megapixels are read one after the other.

    python -m benchmarks.offline_memory FOLDER

FOLDER is one that ``python -m scorer offline FOLDER`` has written, with numpy in it. The photo is a sample, enlarged.
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

PHOTOS = 4


@dataclass(frozen=True)
class OfflineMemory:
    """One photo, counted from 1 and 0 before the first: the most megabytes that the tab held meanwhile."""

    photo: int
    most_megabytes_of_the_tab: int


def main() -> None:
    """Measure and write."""
    parser = benchmark_parser("offline_memory", __doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    chosen = parser.parse_args()
    server = Served(chosen.folder)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        photo = enlarged(Path(scratch))
        tab = Tab(chromium(playwright), server.address)
        rows = [OfflineMemory(0, round(tab.most_megabytes))]
        for number in range(1, PHOTOS + 1):
            tab.forget_most_megabytes()
            tab.read(photo)
            rows.append(OfflineMemory(number, round(tab.most_megabytes)))
            print(rows[-1], flush=True)
    write_rows(rows, OfflineMemory, chosen.out)
    server.end()


if __name__ == "__main__":
    main()
