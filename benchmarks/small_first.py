"""Does looking at a small copy first read anything otherwise than a search of all sizes? The same photos, twice.

    python -m benchmarks.small_first DATA --seed 0 --minutes 20 --out results/small_first.csv

One photo of every scenario after the other, until the time is over. Seconds are of a processor.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from benchmarks.arguments import benchmark_parser
from scorer.lab.evaluate.rendered import measure
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import cpu_seconds
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.vision.models import Models
from scorer.vision.reader import Reader
from scorer.vision.settings import Settings

DEFAULTS = Settings()
SMALL_FIRST = Reader(Models.shipped())
ALL_SIZES = Reader(Models.shipped(), replace(DEFAULTS, board=replace(DEFAULTS.board, sufficient_confidence=2.0)))
"""Never sure enough of what it saw in the small copy."""


@dataclass(frozen=True)
class Pair:
    """One photo read in both ways."""

    scenario: str
    seed: int
    fault_small_first: str
    fault_all_sizes: str
    same: bool
    """Whether every kingdom was read the same."""
    doubtful_small_first: int
    doubtful_all_sizes: int
    seconds_small_first: float
    seconds_all_sizes: float


def pair(sample: SampleImage) -> Pair:
    """Read a photo in both ways."""
    small_seconds, (small, _) = cpu_seconds(lambda: measure(sample, SMALL_FIRST))
    all_seconds, (full, _) = cpu_seconds(lambda: measure(sample, ALL_SIZES))
    return Pair(
        sample.scenario,
        sample.seed,
        small.fault,
        full.fault,
        small.read == full.read,
        small.doubtful,
        full.doubtful,
        round(small_seconds, 4),
        round(all_seconds, 4),
    )


def pairs(data: Path, seed: int, minutes: float) -> Iterator[Pair]:
    """A photo of each scenario, then another one of each, until the time is over."""
    end = time.monotonic() + 60 * minutes
    for number in count():
        for sample in benchmark_images(data, 1, seed=seed + number):
            if time.monotonic() > end:
                return
            yield pair(sample)


def main() -> None:
    """Measure, write, print the sums."""
    parser = benchmark_parser("small_first", __doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=20)
    chosen = parser.parse_args()
    rows = write_rows(pairs(chosen.data, chosen.seed, chosen.minutes), Pair, chosen.out)
    seconds = [sum(row.seconds_small_first for row in rows), sum(row.seconds_all_sizes for row in rows)]
    faults = [sum(bool(row.fault_small_first) for row in rows), sum(bool(row.fault_all_sizes) for row in rows)]
    print(f"{len(rows)} photos, {sum(row.same for row in rows)} read the same; small first and all sizes:")
    print(f"faults {faults[0]} and {faults[1]}, {seconds[0]:.1f} and {seconds[1]:.1f} s of a processor")


if __name__ == "__main__":
    main()
