"""How many photos a second ``python -m scorer read FOLDER`` reads, on one processor and on two.

    python -m benchmarks.many --photos 24 96 --repeats 3 --out results/speed/many.csv

The folder is filled with rendered photos of twelve megapixels, of which only the first dozen are different: every photo
is read anew. The whole command is timed with its start, which few photos have to pay for more than many, in turns:
bound to one processor; with all processors, one photo at a time, of which finding and decoding keep a second one busy
now and then; and with all processors, two photos at a time, in processes of their own. ``first_s`` is the time to the
first answer: what starting takes. The aim is that two processors read 1.8 times as many photos as one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from benchmarks.arguments import benchmark_parser
from benchmarks.cold import environment
from benchmarks.hostile import ROOT, spent_by_children
from benchmarks.read import KINGDOMS, jpeg, photo
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine, spread

DISTINCT: Final = 12
"""Photos that are rendered; the others are copies of them."""
AIM: Final = 1.8
"""Photos a second on two processors by those on one."""


@dataclass(frozen=True)
class Way:
    """A way to read a folder."""

    name: str
    jobs: int
    processors: int


WAYS = (
    Way("one processor", 1, 1),
    Way("two processors, --jobs 1", 1, 2),
    Way("two processors, --jobs 2", 2, 2),
)
"""The first is what the others are compared with."""


@dataclass(frozen=True)
class Throughput:
    """How fast a folder was read in one way; medians of the repeats."""

    way: str
    photos: int
    photos_a_second: float
    of_one_processor: float
    """By the photos a second of the first way."""
    first_s: float
    """Seconds to the first answer."""
    cpu_s: float
    """Processor seconds of the whole command, the least of the repeats."""
    repeats: int


@dataclass(frozen=True)
class _Run:
    seconds: float
    first: float
    cpu: float


def fill(folder: Path, count: int) -> None:
    """Photos of a kingdom, each of the first ones tilted a little more than the one before."""
    rendered = [jpeg(photo(KINGDOMS["5×5"], tilt=5 + 20 * number / DISTINCT)) for number in range(min(count, DISTINCT))]
    for number in range(count):
        (folder / f"{number:03}.jpg").write_bytes(rendered[number % DISTINCT])


def run(folder: Path, way: Way) -> _Run:
    """Read the folder once."""
    command = [sys.executable, "-m", "scorer", "read", str(folder), "--json", "--jobs", str(way.jobs)]
    started, spent = perf_counter(), spent_by_children()
    unbuffered = {**environment(ROOT), "PYTHONUNBUFFERED": "1"}
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(all_of_them)[: way.processors])  # what is started now inherits it
    with subprocess.Popen(command, cwd=ROOT, env=unbuffered, stdout=subprocess.PIPE) as running:
        os.sched_setaffinity(0, all_of_them)
        assert running.stdout is not None
        running.stdout.readline()
        first = perf_counter() - started
        running.stdout.read()
    if running.returncode:
        raise RuntimeError(f"{folder} could not be read: exit status {running.returncode}")
    return _Run(perf_counter() - started, first, spent_by_children() - spent)


def measured(photos: int, repeats: int) -> Iterator[Throughput]:
    """A row for each way to read a folder of so many photos."""
    runs: dict[Way, list[_Run]] = {way: [] for way in WAYS}
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name), photos)
        for _ in range(repeats):
            for way, made in runs.items():
                made.append(run(Path(name), way))
    rates = {way: photos / spread([one.seconds for one in made]).median for way, made in runs.items()}
    for way, made in runs.items():
        first, cpu = spread([one.first for one in made]).median, min(one.cpu for one in made)
        yield Throughput(way.name, photos, rates[way], rates[way] / rates[WAYS[0]], first, cpu, repeats)


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("many", __doc__)
    parser.add_argument("--photos", type=int, nargs="+", default=[24, 96], help="in each folder")
    parser.add_argument("--repeats", type=int, default=3)
    chosen = parser.parse_args()
    if len(os.sched_getaffinity(0)) < WAYS[-1].processors:
        raise SystemExit("benchmarks.many needs two processors; give it another or run it elsewhere")
    print(machine())
    rows = (row for photos in chosen.photos for row in measured(photos, chosen.repeats))
    for row in write_rows(rows, Throughput, chosen.out):
        print(
            f"{row.photos:3} photos, {row.way:<25} {row.photos_a_second:5.2f} a second, "
            f"{row.of_one_processor:.2f} × one processor, first after {row.first_s:.2f} s, processor {row.cpu_s:.2f} s"
        )
    print(f"the aim is {AIM} × on two processors")


if __name__ == "__main__":
    main()
