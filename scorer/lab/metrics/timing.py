"""Statistics of times, and the machine they were taken on, for the benchmarks."""

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
    """The spread of some times, in their unit."""

    minimum: float
    median: float
    p95: float
    """The 95th percentile."""
    maximum: float


def spread(times: Sequence[float]) -> Spread:
    """The spread of at least one time.

    >>> spread([3.0, 1.0, 2.0])
    Spread(minimum=1.0, median=2.0, p95=3.0, maximum=3.0)
    """
    ordered = sorted(times)
    return Spread(ordered[0], median(ordered), ordered[int(0.95 * len(ordered))], ordered[-1])


def cpu_seconds(work: Callable[[], Result], repeats: int = 1) -> tuple[float, Result]:
    """The minimum processor time of several runs in seconds, and the result of the last one."""
    best = float("inf")
    for _ in range(repeats):
        started = time.process_time()
        result = work()
        best = min(best, time.process_time() - started)
    return best, result


def machine() -> str:
    """One line about the machine: cores, processor, Python version and load; above 0, other programs ran too."""
    cores, load = os.cpu_count(), os.getloadavg()[0]
    return f"{cores} cores, {platform.machine()}, Python {platform.python_version()}, load {load:.1f}"
