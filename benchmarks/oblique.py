"""How long oblique photos take, how often the networks are called, and what is read, by this code and by older code.

    git archive COMMIT | tar -x -C OLDER
    python -m benchmarks.oblique DATA OLDER --out results/speed/oblique.csv

The photos are rendered with the squares of the data folder, for seeds that nothing was chosen with. Both programs read
each of them in turns, on one thread. Seconds are of the processor: compare the two of one row.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.rules.model.kingdom import Kingdom

SCENARIOS = tuple(
    f"oblique, {name}"
    for name in (
        "40°",
        "50°",
        "55°",
        "60°",
        "65°",
        "among boxes and kings",
        "beside the draft line",
        "through a wide lens",
    )
)

WORKER = """
import json, pickle, sys, time
sys.path.insert(0, sys.argv[1])
import cv2
cv2.setNumThreads(1)
from dataclasses import replace
from scorer.vision.models import Models
from scorer.vision.reader import Reader

class Counting:
    def __init__(self, net):
        self.net, self.calls, self.pixels = net, 0, 0
    def run(self, blob):
        self.calls, self.pixels = self.calls + 1, self.pixels + blob.shape[2] * blob.shape[3]
        return self.net.run(blob)

models = Models.shipped()
nets = [Counting(models.detector), Counting(models.squares)]
reader = Reader(replace(models, detector=nets[0], squares=nets[1]))
for line in sys.stdin:
    with open(line.strip(), "rb") as file:
        image = pickle.load(file)
    for net in nets:
        net.calls = net.pixels = 0
    started = time.thread_time()
    reading = reader.read(image)
    seconds = time.thread_time() - started
    print(json.dumps({
        "seconds": seconds,
        "detector": nets[0].calls,
        "megapixels": nets[0].pixels / 1e6,
        "classifier": nets[1].calls,
        "read": [str(kingdom.kingdom) for kingdom in reading.kingdoms],
    }), flush=True)
"""
"""Reads the pickled pictures whose paths come on standard input with the code in the folder of its argument."""


@dataclass(frozen=True)
class ObliqueTime:
    """One photo, read before and now; ``exact``: every kingdom of it is read without a mistake."""

    scenario: str
    seed: int
    seconds_before: float
    seconds: float
    detector_calls_before: int
    detector_calls: int
    detector_megapixels_before: float
    detector_megapixels: float
    classifier_calls_before: int
    classifier_calls: int
    same_reading: bool
    exact_before: bool
    exact: bool


def measured(data: Path, older: Path, count: int, seed: int) -> Iterator[ObliqueTime]:
    """A row per photo; readings that differ by a quarter turn only are the same."""
    environment = dict(os.environ, OMP_NUM_THREADS="1")
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(code)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for code in (older.resolve(), Path.cwd())
    ]
    with TemporaryDirectory() as folder:
        picture = Path(folder) / "picture"
        for scenario in SCENARIOS:
            for sample in benchmark_images(data, count, scenario, seed=seed, kingdoms_only=True):
                picture.write_bytes(pickle.dumps(sample.render.image))
                before, now = (_answer(worker, picture) for worker in workers)
                truth = sorted(_upright(str(sample.render.kingdoms[i].layout.kingdom)) for i in sample.kingdoms)
                first, second = (sorted(map(_upright, one["read"])) for one in (before, now))
                yield ObliqueTime(
                    scenario,
                    sample.seed,
                    before["seconds"],
                    now["seconds"],
                    before["detector"],
                    now["detector"],
                    before["megapixels"],
                    now["megapixels"],
                    before["classifier"],
                    now["classifier"],
                    first == second,
                    first == truth,
                    second == truth,
                )
    for worker in workers:
        worker.communicate()


def _answer(worker: subprocess.Popen[str], picture: Path) -> dict[str, Any]:
    assert worker.stdin is not None and worker.stdout is not None
    worker.stdin.write(f"{picture}\n")
    worker.stdin.flush()
    answer: dict[str, Any] = json.loads(worker.stdout.readline())
    return answer


def _upright(notation: str) -> str:
    """The same notation for a kingdom in each of its quarter turns."""
    return min(str(Kingdom.parse(notation).turned(turns)) for turns in range(4))


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("oblique", __doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("older", type=Path)
    parser.add_argument("--count", type=int, default=13, help="photos of each scenario")
    parser.add_argument("--seed", type=int, default=9000)
    chosen = parser.parse_args()
    print(machine())
    rows = write_rows(measured(chosen.data, chosen.older, chosen.count, chosen.seed), ObliqueTime, chosen.out)
    before, now = median(row.seconds_before for row in rows), median(row.seconds for row in rows)
    ratio = median(row.seconds / row.seconds_before for row in rows)
    print(f"{len(rows)} photos: median {before:.3f} → {now:.3f} s of a processor, median ratio {ratio:.2f}")
    print(f"{sum(not row.same_reading for row in rows)} readings differ")
    print(f"exact {sum(row.exact_before for row in rows)} → {sum(row.exact for row in rows)}")


if __name__ == "__main__":
    main()
