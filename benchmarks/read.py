"""How long one photo takes in a warm process, stage by stage, and how much memory a very large one needs.

    python -m benchmarks.read --repeats 9 --out results/speed/read_times.csv

The photos are rendered from the project's own tiles, so that no data is needed. Seconds are wall-clock; on a machine
that is busy with something else the least of the repeats says more than the median.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

from benchmarks.arguments import benchmark_parser
from scorer.art.surfaces import planks
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import cpu_seconds, machine, spread
from scorer.lab.render.pieces.layouts import laid_out
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import render
from scorer.lab.render.scene import Scene
from scorer.rules.model.kingdom import Kingdom
from scorer.vision.common.arrays import Image
from scorer.vision.reader import STAGES, read_photo

KINGDOMS = {
    "5×5": "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg",
    "7×7": "wwwll1ff/ffl1llf1f/ffff1www/f1ff1Cs2wm3/lwwllw1m/lw1wll1ww1/wws1g2gs2s",
}
TIMES = (*STAGES, "total")
DECODING, RATIO = "cv2 decodes it", "total by that"
"""OpenCV's full decoding of the same file, and how many of them the whole reading takes."""
SIZES = ((4000, 3000), (4608, 3456))
"""Pixels of the photos: 12 and 16 megapixels."""
OBLIQUE = 55.0
"""Degrees from straight above, for somebody who sits at the table."""


@dataclass(frozen=True)
class StageTime:
    """How long one stage of reading a photo took, or how much memory the whole."""

    photo: str
    stage: str
    """A key of ``Reading.seconds``; ``cpu``: processor time of the whole; ``DECODING``; ``RATIO``; ``peak memory``."""
    median: float
    least: float
    unit: str
    repeats: int


def photo(notation: str, width: int = 4000, height: int = 3000, tilt: float = 20) -> Image:
    """A kingdom of drawn tiles on a wooden table, a little turned, and tilted by degrees; uint8 BGR."""
    rng = np.random.default_rng(7)
    layout = laid_out(Kingdom.parse(notation))
    square = 0.62 * height / layout.kingdom.height
    scene = Scene(width, height, square=square, turn=-8, tilt=tilt, tilt_axis=15, light=0.2)
    return render([layout], drawn_pool(pixels=320), (), scene, rng, planks(width, height, "#c99a5f", rng)).image


def jpeg(image: Image) -> bytes:
    """As phones keep it."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def stage_times(what: str, data: bytes, repeats: int) -> Iterator[StageTime]:
    """Seconds of every stage over the repeats, after one reading that is not counted; and the whole against OpenCV's
    full decoding of the same file, in turns with it."""
    read_photo(data)
    times: dict[str, list[float]] = {stage: [] for stage in (*TIMES, "cpu", DECODING)}
    for _ in range(repeats):
        started = perf_counter()
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        times[DECODING].append(perf_counter() - started)
        cpu, reading = cpu_seconds(lambda: read_photo(data))
        times["cpu"].append(cpu)
        for stage in TIMES:
            times[stage].append(reading.seconds[stage])
    for stage, seconds in times.items():
        yield StageTime(what, stage, spread(seconds).median, spread(seconds).minimum, "s", repeats)
    total, decoding = spread(times["total"]), spread(times[DECODING])
    yield StageTime(what, RATIO, total.median / decoding.median, total.minimum / decoding.minimum, "×", repeats)


def peak_megabytes(image: Image) -> int:
    """The most memory that a fresh process holds while it reads a photo, by Linux's own count."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.jpg"
        path.write_bytes(jpeg(image))
        command = [sys.executable, "-m", "benchmarks.read", "--peak-of", str(path)]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def own_peak(photo: Path) -> int:
    """Read a photo; the most memory that this process has held, in megabytes."""
    read_photo(photo)
    # not getrusage: what it tells of a child goes back to before it was started, when it shared its parent's memory
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


def measured(repeats: int) -> Iterator[StageTime]:
    """Time every stage of five photos, one of them an oblique view, and measure the memory for a very large one."""
    for (name, notation), size in product(KINGDOMS.items(), SIZES):
        image = photo(notation, *size)
        yield from stage_times(f"{name}, {image.shape[0] * image.shape[1] / 1e6:.0f} megapixels", jpeg(image), repeats)
    yield from stage_times("5×5 from the seat, 12 megapixels", jpeg(photo(KINGDOMS["5×5"], tilt=OBLIQUE)), repeats)
    peak = peak_megabytes(np.asarray(cv2.resize(image, (8160, 6120)), np.uint8))
    yield StageTime("7×7, 50 megapixels", "peak memory", peak, peak, "MB", 1)


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("read", __doc__, writes=False)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--out", type=Path, default=Path("results") / "speed" / "read_times.csv")
    parser.add_argument("--peak-of", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.peak_of:
        print(own_peak(chosen.peak_of))
        return
    print(machine())
    for row in write_rows(measured(chosen.repeats), StageTime, chosen.out):
        print(f"{row.photo:<33} {row.stage:<12} median {row.median:>8.4g} least {row.least:>8.4g} {row.unit}")


if __name__ == "__main__":
    main()
