"""How long a command takes from the start of its process to its answer, this program's and an older one's.

    python -m benchmarks.cold --program CLONE --repeats 15 --out results/speed/cold.csv

Every command is run as a person would run it, with nothing loaded before, by all programs in turns. Seconds are
wall-clock, but ``cpu_s``, the processor time of the command's processes. On the terminal it tells, too, which packages
Python spends its time on while it imports them, each module's own time by ``python -X importtime``; this takes longer
than importing without it. The aims are 0.8 s for ``read`` and 0.13 s for ``score``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.arguments import benchmark_parser
from benchmarks.hostile import ROOT, spent_by_children
from benchmarks.read import KINGDOMS, jpeg, photo
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine, spread

SMALL, LARGE = KINGDOMS.values()
TABLE = (
    "Ann=f1ww1lm2/mw1wm3w/ffCf1w/fgss./gggs2.",
    "Bob=f.wwg1/fw1f1m2m1/fsCsw/fflw./.w1ww.",
    "Cleo=fffl1g/lwf1lw1/wfll1w/gl1lCg/g1ls2wf1",
    "Dan=fffss1/l1g2Cm2g/llwg2f1/ll1www/.wws1.",
)
"""Four kingdoms that were built of one box."""
AIMS = {"read a 5×5, 12 megapixels": 0.8, "score a 5×5": 0.13}
"""Seconds that some commands should take at most."""
THIS, OLDER = "this", "older"


@dataclass(frozen=True)
class ColdTime:
    """How long one command of one program takes from a cold start."""

    command: str
    program: str
    median_s: float
    least_s: float
    cpu_s: float
    """The least of the repeats."""
    aim_s: float | None
    of_older: float | None
    """The median by that of the older program; below 1 where this one is faster."""
    repeats: int


def commands(picture: Path) -> dict[str, tuple[str, ...]]:
    """The measured commands: arguments of ``python -m scorer`` by row name."""
    return {
        "read a 5×5, 12 megapixels": ("read", str(picture)),
        "score a 5×5": ("score", SMALL),
        "check a 5×5": ("check", SMALL),
        "check a 7×7": ("check", LARGE),
        "rank four players": ("rank", *TABLE),
        "rank two players, of more than one box": ("rank", f"Eve={SMALL}", "Finn=glfff/gfff1g/gs1Cfg/gs2lg2g1/fl1lg1w"),
    }


def run(arguments: Sequence[str], program: Path) -> tuple[float, float]:
    """Seconds of one command by the wall and of the processors. Raises ``RuntimeError`` where it fails."""
    started, spent = perf_counter(), spent_by_children()
    done = _run(arguments, program)
    taken = perf_counter() - started, spent_by_children() - spent
    if done.returncode:
        raise RuntimeError(f"{program} could not {arguments[0]}: {(done.stderr or done.stdout).strip()}")
    return taken


def _run(arguments: Sequence[str], program: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *options, "-m", "scorer", *arguments]
    return subprocess.run(command, cwd=program, env=environment(program), capture_output=True, text=True, check=False)


def environment(program: Path) -> dict[str, str]:
    """The environment of a measured command: the current one, but with Python's bytecode cache at its default."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**others, "PYTHONPATH": str(program)}


def cold_times(name: str, arguments: Sequence[str], programs: Mapping[str, Path], repeats: int) -> Iterator[ColdTime]:
    """A row for each program, after one run of each that is not counted: it compiles what was never run."""
    taken: dict[str, list[tuple[float, float]]] = {program: [] for program in programs}
    for turn in range(repeats + 1):
        for program, clone in programs.items():
            seconds = run(arguments, clone)
            if turn:
                taken[program].append(seconds)
    walls = {program: spread([wall for wall, _ in each]) for program, each in taken.items()}
    for program, wall in walls.items():
        compared = program != OLDER and OLDER in walls
        yield ColdTime(
            name,
            program,
            wall.median,
            wall.minimum,
            min(cpu for _, cpu in taken[program]),
            AIMS.get(name),
            wall.median / walls[OLDER].median if compared else None,
            repeats,
        )


def import_times(output: str) -> dict[str, float]:
    """Milliseconds of import by top-level package, the most first, from what ``python -X importtime`` tells.

    >>> output = '''import time: self [us] | cumulative | imported package
    ... import time:      1500 |       1500 |   numpy.version
    ... import time:       500 |       2000 | numpy
    ... import time:       250 |        250 | argparse
    ... import time:       125 |        125 | scorer'''
    >>> import_times(output)
    {'numpy': 2.0, 'the standard library': 0.25, 'scorer': 0.125}
    """
    times: dict[str, float] = defaultdict(float)
    for line in output.splitlines():
        kind, _, columns = line.partition(":")
        own, *_, module = columns.split("|")
        if kind == "import time" and own.strip().isdecimal():
            package = module.strip().partition(".")[0]
            times["the standard library" if package in sys.stdlib_module_names else package] += int(own) / 1000
    return dict(sorted(times.items(), key=lambda each: -each[1]))


def tell_imports(arguments: Sequence[str], program: Path) -> None:
    """Print what importing takes, package by package."""
    times = import_times(_run(arguments, program, "-X", "importtime").stderr)
    listed = ", ".join(f"{package} {milliseconds:.0f}" for package, milliseconds in list(times.items())[:8])
    print(f"  imports, ms: {sum(times.values()):.0f} in all; {listed}")


def measured(programs: Mapping[str, Path], repeats: int) -> Iterator[ColdTime]:
    """Every command by every program, printed as it comes."""
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "photo.jpg"
        picture.write_bytes(jpeg(photo(KINGDOMS["5×5"])))
        for name, arguments in commands(picture).items():
            for row in cold_times(name, arguments, programs, repeats):
                compared = f", {row.of_older:.2f} of the older" if row.of_older else ""
                print(
                    f"{name}, {row.program}: median {row.median_s:.3f} s, least {row.least_s:.3f}, "
                    f"processor {row.cpu_s:.3f}{compared}",
                    flush=True,
                )
                yield row
            tell_imports(arguments, ROOT)


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("cold", __doc__)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--program", type=Path, help="the clone of an older program, measured in turns with this one")
    chosen = parser.parse_args()
    programs = ({OLDER: chosen.program.resolve()} if chosen.program else {}) | {THIS: ROOT}
    print(machine())
    write_rows(measured(programs, chosen.repeats), ColdTime, chosen.out)


if __name__ == "__main__":
    main()
