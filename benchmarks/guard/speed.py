"""How fast the code of now is by that of the older commit, in turns on this machine: reading, starting, taps.

Ratios are those of the medians, and below 1 where the code of now is faster. On a busy machine the least ones say more.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.guard.baselines import FOLDER
from benchmarks.guard.older import ROOT, extract, require_pebble
from benchmarks.guard.project import write_rows

ROUNDS: Final = 2
"""How often the two take turns; the better of each counts."""

BENCHMARKS: Final = {
    "read": (("--repeats", "7"), ("photo", "stage"), "median"),
    "sessions": (("--taps", "20"), ("taps",), "median_ms"),
}
"""Arguments, the columns that name a row, and the column that is compared."""


@dataclass(frozen=True)
class Speed:
    """One row of one benchmark, in its own unit, before and now."""

    benchmark: str
    row: str
    before: float
    now: float
    ratio: float


def measure() -> None:
    """Measure, print, and write ``results/guard/speed.csv``."""
    require_pebble()
    with TemporaryDirectory() as scratch:
        older = extract(Path(scratch) / "older")
        write_rows(map(_printed, measured(older, Path(scratch) / "rows.csv")), Speed, FOLDER / "speed.csv")


def _printed(row: Speed) -> Speed:
    print(f"  {row.benchmark:<9} {row.row:<60} {row.before:>9.4g} → {row.now:>9.4g}  × {row.ratio:.2f}", flush=True)
    return row


def measured(older: Path, out: Path) -> Iterator[Speed]:
    """Every row that both have."""
    for name, (arguments, keys, column) in BENCHMARKS.items():
        best: dict[Path, dict[str, float]] = {older: {}, ROOT: {}}
        for _ in range(ROUNDS):
            for program, found in best.items():
                for row in rows_of(program, name, arguments, out):
                    key = ", ".join(row[one] for one in keys)
                    found[key] = min(float(row[column]), found.get(key, float("inf")))
        for key in (key for key in best[older] if key in best[ROOT]):
            yield speed(name, key, best[older][key], best[ROOT][key])
    cold = rows_of(ROOT, "cold", ("--program", str(older), "--repeats", "9"), out)
    before = {row["command"]: float(row["median_s"]) for row in cold if row["program"] == "older"}
    for row in cold:
        if row["program"] == "this":
            yield speed("cold", row["command"], before[row["command"]], float(row["median_s"]))


def speed(benchmark: str, row: str, before: float, now: float) -> Speed:
    """A row with its ratio."""
    return Speed(benchmark, row, before, now, round(now / before, 3) if before else float("nan"))


def rows_of(program: Path, name: str, arguments: Sequence[str], out: Path) -> list[dict[str, str]]:
    """The output of a benchmark program."""
    others = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    command = [sys.executable, "-m", f"benchmarks.{name}", *arguments, "--out", str(out)]
    subprocess.run(command, cwd=program, env=others, check=True, stdout=subprocess.DEVNULL)
    with out.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
