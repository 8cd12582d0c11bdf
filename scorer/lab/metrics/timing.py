"""Times of many runs, and what they were taken on; what the benchmarks share."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True)
class Spread:
    """How some times spread, in the unit of the times."""

    least: float
    median: float
    p95: float
    """95 of 100 times are shorter."""
    most: float


def spread(times: Sequence[float]) -> Spread:
    """How at least one time spreads.

    >>> spread([3.0, 1.0, 2.0])
    Spread(least=1.0, median=2.0, p95=3.0, most=3.0)
    """
    ordered = sorted(times)
    return Spread(ordered[0], median(ordered), ordered[int(0.95 * len(ordered))], ordered[-1])


def cpu_seconds(work: Callable[[], Result], repeats: int = 1) -> tuple[float, Result]:
    """The least processor time of some runs in seconds, and what the last one gave."""
    best = float("inf")
    for _ in range(repeats):
        started = time.process_time()
        result = work()
        best = min(best, time.process_time() - started)
    return best, result


def machine() -> str:
    """What times were taken on, in a line; a load above 0 says that something else ran too."""
    cores, load = os.cpu_count(), os.getloadavg()[0]
    return f"{cores} cores, {platform.machine()}, Python {platform.python_version()}, load {load:.1f}"
