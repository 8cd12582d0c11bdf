"""Times spread as they should, and the least one counts."""

from __future__ import annotations

import time

import pytest

from scorer.lab.metrics.timing import Spread, cpu_seconds, machine, spread


def test_one_slow_run_in_twenty_is_beyond_the_95th_per_cent() -> None:
    assert spread([*range(1, 20), 100.0]) == Spread(1, 10.5, 100.0, 100.0)
    assert spread([*range(1, 40), 100.0]).p95 == 39
    assert spread([2.0]) == Spread(2, 2, 2, 2)


def test_fastest_repeat_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 5.0, 10.0, 12.0, 20.0, 24.0])
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    given = iter("abc")
    assert cpu_seconds(lambda: next(given), repeats=3) == (2.0, "c")


def test_machine_is_described_in_one_line() -> None:
    assert "cores" in machine() and "Python 3." in machine() and "\n" not in machine()
