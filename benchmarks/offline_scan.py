"""Speed of a live scan in the offline app: frames a second, time to the first outline, memory over a minute.

    python -m benchmarks.offline_scan FOLDER

FOLDER is one that ``python -m scorer offline FOLDER`` has written, with numpy in it. The camera of a headless Chromium
of 390×844 shows a rendered video again and again, 1024 pixels on the longer side once it is reduced: first from the
side to above, then from above. Both never show the whole kingdom, so that no scan ends by itself. Times are
milliseconds in the page: ``outline`` is the time from the camera's first frame to the answer with an outline, ``tap``
from the tap on the button. Linux only, as ``benchmarks.offline_readings``.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from benchmarks.arguments import benchmark_parser
from benchmarks.offline_readings import Tab
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine, spread
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.videos import NEVER_WHOLE, RATE, render_video
from scorer.vision.common.arrays import Image
from tests.offline.steps import Served, until
from tests.ui.browsing import chromium
from tests.ui.camera import camera_flags, pan, video

SEED = 7
FPS = 30
"""Frames a second at which Chromium plays a file of JPEG pictures."""
SIZE = (1024, 768)
PART = 0.6
"""The share of the sample photo that the camera shows from above: a part of the kingdom."""
WARM_UP, SECONDS = 10, 60
"""Seconds of a scan before its memory is first read, and until it is read again."""

WATCHED = """
window.scan = { tapped: 0, sent: [], took: [], outline: 0 };
addEventListener("click", () => { scan.tapped = performance.now(); }, true);
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (data, ...rest) {
  if (data?.frame) {
    const sent = performance.now();
    scan.sent.push(sent);
    this.addEventListener("message", ({ data: { answer } }) => {
      scan.took.push(performance.now() - sent);
      if (!scan.outline && JSON.parse(answer).kingdoms.length) scan.outline = performance.now();
    }, { once: true });
  }
  return post.call(this, data, ...rest);
};
"""


@dataclass(frozen=True)
class ScanTimes:
    """One scan. ``median_ms`` and ``p95_ms`` are of a frame in the photo reader; ``processor_ms`` is the tab's
    processor time for each frame, which other programs hardly change; ``load`` is the machine's before."""

    film: str
    frames: int
    frames_a_second: float
    median_ms: int
    p95_ms: int
    processor_ms: int
    outline_ms: int
    tap_ms: int
    megabytes_at_first: int
    megabytes_after_a_minute: int
    most_megabytes: int
    load: float


def from_the_side() -> Iterator[Image]:
    """A camera that moves from the side of a table to above it."""
    for index, (_, taken) in enumerate(render_video(SEED, [drawn_pool()], [], NEVER_WHOLE).frames()):
        larger = np.asarray(cv2.resize(taken.image, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
        for _ in range(FPS * (index + 1) // RATE - FPS * index // RATE):
            yield larger


def from_above() -> Iterator[Image]:
    """A camera above the left part of a kingdom, upright as a phone is held."""
    for taken in pan(share=PART):
        yield np.asarray(cv2.resize(taken, None, fx=1.6, fy=1.6, interpolation=cv2.INTER_CUBIC), np.uint8)


FILMS = {"from the side to above": from_the_side, "from above": from_above}


def scan(film: str, folder: Path, scratch: Path) -> ScanTimes:
    """Scan a film for a minute and ten seconds."""
    path, server = video(scratch / "film.mjpeg", FILMS[film]()), Served(folder)
    with sync_playwright() as playwright:
        browser = chromium(playwright, *camera_flags(path))
        tab = Tab(browser, server.address, WATCHED)
        load = os.getloadavg()[0]
        tab.reset_max_megabytes()
        tab.page.locator("button.scan").click()
        until(tab.page, "() => scan.outline > 0")
        time.sleep(WARM_UP)
        first, before, processor = tab.megabytes, tab.page.evaluate("scan.took.length"), tab.processor_seconds
        time.sleep(SECONDS)
        last, highest = tab.megabytes, tab.max_megabytes
        seen = tab.page.evaluate("({ ...scan, lasted: performance.now() - scan.sent[0] })")
        processor = (tab.processor_seconds - processor) / (len(seen["took"]) - before)
        browser.close()
    server.end()
    took = spread(seen["took"])
    return ScanTimes(
        film=film,
        frames=len(seen["took"]),
        frames_a_second=round(1000 * len(seen["took"]) / seen["lasted"], 2),
        median_ms=round(took.median),
        p95_ms=round(took.p95),
        processor_ms=round(1000 * processor),
        outline_ms=round(seen["outline"] - seen["sent"][0]),
        tap_ms=round(seen["outline"] - seen["tapped"]),
        megabytes_at_first=round(first),
        megabytes_after_a_minute=round(last),
        most_megabytes=round(highest),
        load=round(load, 1),
    )


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("offline_scan", __doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    chosen = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as scratch:
        rows = write_rows((scan(film, chosen.folder, Path(scratch)) for film in FILMS), ScanTimes, chosen.out)
    print(*rows, sep="\n")


if __name__ == "__main__":
    main()
