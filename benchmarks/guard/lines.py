"""Lines of each part of the project, at the older commit and now, in ``results/guard/lines.csv``.

    python -m benchmarks.guard.lines

All lines of tracked files count, empty ones and comments included; a file of a part counts once.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import Final

from benchmarks.guard.baselines import FOLDER
from benchmarks.guard.older import COMMIT, ROOT
from benchmarks.guard.project import write_rows

LAB: Final = ("scorer/lab", "scorer/datasets", "scorer/synthesis", "scorer/training", "scorer/evaluation")

NOT_LAB: Final = tuple(f":(exclude){folder}" for folder in LAB)

SCRIPTS: Final = (".js", ".mjs", ".ts", ".css", ".html")

PARTS: Final = {
    "product, Python": ("app.py", "scorer/*.py", *NOT_LAB),
    "product, browser code": tuple(f"scorer/*{suffix}" for suffix in SCRIPTS),
    "lab": tuple(f"{folder}/*.py" for folder in LAB),
    "tests": ("conftest.py", "tests/*.py", "tests/*.mjs"),
    "benchmarks": ("benchmarks/*.py",),
    "tools": ("tools/*.py",),
}
"""Git's patterns of each part."""


@dataclass(frozen=True)
class Lines:
    """Files with text and their lines in one part."""

    part: str
    files_before: int
    lines_before: int
    files_now: int
    lines_now: int
    change: int


def counted(commit: str, patterns: tuple[str, ...]) -> tuple[int, int]:
    """The number of files and of lines at a commit."""
    command = ["git", "grep", "--count", "-e", "", commit, "--", *patterns]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return len(found), sum(int(line.rpartition(":")[2]) for line in found)


def main() -> None:
    """Count, print and write."""
    rows = []
    for part, patterns in PARTS.items():
        before, now = counted(COMMIT, patterns), counted("HEAD", patterns)
        rows.append(Lines(part, *before, *now, now[1] - before[1]))
        print(f"{part:<24} {before[1]:>7,} → {now[1]:>7,}  {rows[-1].change:+,}")
    write_rows(rows, Lines, FOLDER / "lines.csv")


if __name__ == "__main__":
    main()
