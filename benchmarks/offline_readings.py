"""Does the offline app read what this computer reads?

    python -m benchmarks.offline_readings FOLDER DATA

FOLDER is one that ``python -m scorer offline FOLDER`` has written, with numpy in it; DATA are the labelled photos.
Every sample and every labelled picture is read by both: in a headless Chromium of 390×844, and on this machine. The
last picture is a sample enlarged to 12 megapixels. Seconds are wall-clock, for an idle machine.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
from playwright.sync_api import sync_playwright

from benchmarks.arguments import benchmark_parser
from scorer import Kingdom, read_photo
from scorer.lab.metrics.rows import write_rows
from scorer.samples import samples
from scorer.sharing.link import opened
from tests.offline.steps import Served, link_of, turn
from tests.ui.browsing import SHARP_PHONE, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 180_000
TWELVE_MEGAPIXELS = (4032, 3024)


@dataclass(frozen=True)
class OfflineReading:
    """One picture: the kingdoms found on this machine, whether the offline app found the same, the number of squares
    that differ, the maximum memory of the tab with the browser's own code, and the seconds of each."""

    picture: str
    source: str
    kingdoms: int
    equal: bool
    squares_apart: int
    most_megabytes_of_the_tab: int
    seconds_here: float
    seconds_in_the_tab: float


def pictures(data: Path, scratch: Path) -> Iterator[tuple[str, Path]]:
    """Where each picture comes from, and where it lies."""
    for sample in samples():
        yield "sample", sample.path
    for name in ("photos", "boards"):
        for entry in json.loads((data / f"{name}.json").read_text(encoding="utf-8")):
            yield name, data / entry["file"]
    yield "enlarged", enlarged(scratch)


def enlarged(scratch: Path, size: tuple[int, int] = TWELVE_MEGAPIXELS, quality: int = 95) -> Path:
    """A sample enlarged to a width and a height in pixels."""
    large = scratch / f"whole_{size[0]}_{quality}.jpg"
    image = cv2.imread(str(samples()[0].path))
    assert image is not None
    picture = cv2.resize(image, size, interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(large), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return large


class Tab:
    """The app in a tab."""

    def __init__(self, browser: Browser, address: str, script: str = "") -> None:
        context = browser.new_context(**SHARP_PHONE, locale="en")
        context.set_default_timeout(PATIENCE)
        session = browser.new_browser_cdp_session()
        self.page: Page = context.new_page()
        self.page.add_init_script(script)
        self.page.goto(address)
        self.page.locator("main[data-page]").wait_for()
        self.page.locator("main progress").wait_for(state="detached")
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        self._renderers = [process["id"] for process in processes if process["type"] == "renderer"]

    def read(self, path: Path) -> tuple[list[str], float]:
        """The kingdoms in a picture, in notation, and the seconds until they stood on the page."""
        page = self.page
        turn(page, "home")
        if page.get_by_role("button", name="Close", exact=True).count():
            page.get_by_role("button", name="Close", exact=True).click()
            page.locator("p.warning").wait_for(state="detached")
        started = time.monotonic()
        page.locator(".photos input").set_input_files(path)
        page.locator("[data-page=game] .player-card, [data-page=home] p.warning").first.wait_for()
        seconds = time.monotonic() - started
        page.get_by_text("Reading photo").wait_for(state="detached")
        if page.locator("main").get_attribute("data-page") == "home":
            return [], seconds
        return [str(player.kingdoms[0]) for player in opened(link_of(page)).players], seconds

    def reset_max_megabytes(self) -> None:
        """Begin anew to count the most memory held (Linux: "5" to clear_refs, see proc(5))."""
        for number in self._renderers:
            Path(f"/proc/{number}/clear_refs").write_text("5")

    @property
    def max_megabytes(self) -> float:
        """The most memory that the tab's process has held, in megabytes, with the browser's own code."""
        return self._megabytes("VmHWM")

    @property
    def megabytes(self) -> float:
        """The memory that the tab's process holds now, in megabytes, with the browser's own code."""
        return self._megabytes("VmRSS")

    @property
    def processor_seconds(self) -> float:
        """The processor time of the tab's process so far, in seconds, with the browser's own code."""
        fields = [Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split() for number in self._renderers]
        return max(int(of[11]) + int(of[12]) for of in fields) / os.sysconf("SC_CLK_TCK")

    def _megabytes(self, entry: str) -> float:
        lines = [Path(f"/proc/{number}/status").read_text() for number in self._renderers]
        held = [int(line.split()[1]) for text in lines for line in text.splitlines() if line.startswith(entry)]
        return max(held) / 1024


def apart(expected: Sequence[str], read: Sequence[str]) -> int:
    """How many squares differ, kingdom by kingdom; all squares of those that only one of them found."""
    expected, read = sorted(expected), sorted(read)
    count = 0
    for index in range(max(len(expected), len(read))):
        one, other = (dict(Kingdom.parse(of[index]).cells()) if index < len(of) else {} for of in (expected, read))
        count += sum(one.get(place) != other.get(place) for place in one.keys() | other.keys())
    return count


def read_twice(tab: Tab, data: Path, scratch: Path) -> Iterator[OfflineReading]:
    """Every picture, read on this machine and in the tab."""
    for source, path in pictures(data, scratch):
        started = time.monotonic()
        expected = [str(found.kingdom) for found in read_photo(path).kingdoms]
        seconds = time.monotonic() - started
        tab.reset_max_megabytes()
        read, tab_seconds = tab.read(path)
        row = OfflineReading(
            picture=path.name,
            source=source,
            kingdoms=len(expected),
            equal=sorted(expected) == sorted(read),
            squares_apart=apart(expected, read),
            most_megabytes_of_the_tab=round(tab.max_megabytes),
            seconds_here=round(seconds, 2),
            seconds_in_the_tab=round(tab_seconds, 2),
        )
        print(row, flush=True)
        yield row


def main() -> None:
    """Read everything twice, and write."""
    parser = benchmark_parser("offline_readings", __doc__, folder="accuracy")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("data", type=Path, metavar="DATA")
    chosen = parser.parse_args()
    server = Served(chosen.folder)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        tab = Tab(chromium(playwright), server.address)
        rows = write_rows(read_twice(tab, chosen.data, Path(scratch)), OfflineReading, chosen.out)
    server.end()
    print(f"{sum(row.equal for row in rows)} of {len(rows)} are the same")


if __name__ == "__main__":
    main()
