"""How long one photo takes in a warm process, stage by stage, and how much memory a very large one needs.

    python benchmarks/read.py --repeats 9 --out results/read_times.csv

The photos are rendered from the project's own tiles, so that no data is needed. Seconds are wall-clock; on a machine
that is busy with something else the least of the repeats says more than the median.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from scorer.art.surfaces import planks
from scorer.rules.model.kingdom import Kingdom
from scorer.synthesis.render import Image, Scene, render
from scorer.synthesis.samples import drawn_pool, laid_out
from scorer.vision.reader import read_photo

KINGDOMS = {
    "5×5": "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg",
    "7×7": "wwwll1ff/ffl1llf1f/ffff1www/f1ff1Cs2wm3/lwwllw1m/lw1wll1ww1/wws1g2gs2s",
}
STAGES = ("decode", "locate", "classify", "solve", "total")


def photo(notation: str, width: int = 4000, height: int = 3000) -> Image:
    """A kingdom of drawn tiles on a wooden table, a little turned and tilted; uint8 BGR."""
    rng = np.random.default_rng(7)
    layout = laid_out(Kingdom.parse(notation))
    square = 0.62 * height / layout.kingdom.height
    scene = Scene(width, height, square=square, turn=-8, tilt=20, tilt_axis=15, light=0.2)
    return render([layout], drawn_pool(pixels=320), (), scene, rng, planks(width, height, "#c99a5f", rng)).image


def jpeg(image: Image) -> bytes:
    """As phones keep it."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def stage_times(data: bytes, repeats: int) -> dict[str, list[float]]:
    """Seconds of every stage in each of the repeats, after one reading that is not counted; ``cpu`` for the whole."""
    read_photo(data)
    times: dict[str, list[float]] = {stage: [] for stage in (*STAGES, "cpu")}
    for _ in range(repeats):
        started = time.process_time()
        reading = read_photo(data)
        times["cpu"].append(time.process_time() - started)
        for stage in STAGES:
            times[stage].append(reading.seconds[stage])
    return times


def peak_megabytes(path: Path) -> int:
    """The most memory that a fresh process holds while it reads a photo, by Linux's own count."""
    command = [sys.executable, __file__, "--peak-of", str(path)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--out", type=Path, default=Path("results") / "read_times.csv")
    parser.add_argument("--peak-of", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.peak_of:
        read_photo(chosen.peak_of)
        # not getrusage: what it tells of a child goes back to before it was started, when it shared its parent's memory
        status = Path("/proc/self/status").read_text()
        print(int(status.split("VmHWM:")[1].split()[0]) // 1024)
        return
    rows = []
    for name, notation in KINGDOMS.items():
        image = photo(notation)
        what = f"{name}, {image.shape[0] * image.shape[1] / 1e6:.0f} megapixels"
        for stage, seconds in stage_times(jpeg(image), chosen.repeats).items():
            rows.append([what, stage, round(median(seconds), 4), round(min(seconds), 4), "s", chosen.repeats])
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "large.jpg"
        large.write_bytes(jpeg(np.asarray(cv2.resize(image, (8160, 6120)), np.uint8)))
        peak = peak_megabytes(large)
    rows.append(["7×7, 50 megapixels", "peak memory", peak, peak, "MB", 1])
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    with chosen.out.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["photo", "stage", "median", "least", "unit", "repeats"])
        writer.writerows(rows)
    for what, stage, middle, least, unit, _ in rows:
        print(f"{what:<22} {stage:<12} median {middle:>8} least {least:>8} {unit}")


if __name__ == "__main__":
    main()
