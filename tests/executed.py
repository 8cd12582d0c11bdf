"""Compares all collected tests with those that were executed.

    python -m tests.executed MARKERS FILE

MARKERS is an expression as for ``pytest -m``; FILE is what ``conftest.py`` wrote to ``$KINGDOM_EXECUTED_TESTS``, one
outcome and one test per line. The exit status is 1 if a test with these markers did not pass, and every such test is
named, with the reason why it was skipped.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SHOWN = 40


def collected(markers: str) -> set[str]:
    """All tests with these markers, doctests included, by their pytest names."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", markers, "-p", "no:cacheprovider"]
    ran = subprocess.run([*command, "-o", "addopts=--doctest-modules --import-mode=importlib"],
                         capture_output=True, text=True, check=False)  # fmt: skip
    if ran.returncode:
        raise SystemExit(f"pytest could not collect the tests:\n{ran.stdout[-2000:]}")
    return {line for line in ran.stdout.splitlines() if "::" in line}


def outcomes(text: str) -> dict[str, str]:
    """What happened to each test; ``passed`` wins where a test was executed more than once.

    >>> outcomes("skipped no browser\\ta::b\\npassed\\ta::b\\nskipped no data\\ta::c\\n")
    {'a::b': 'passed', 'a::c': 'skipped no data'}
    """
    found: dict[str, str] = {}
    for line in text.splitlines():
        outcome, _, test = line.partition("\t")
        if found.get(test) != "passed":
            found[test] = outcome
    return found


def main(markers: str, file: str) -> int:
    """Print every test that did not pass; return the exit status."""
    executed, wanted = outcomes(Path(file).read_text("utf-8")), collected(markers)
    missing = sorted(test for test in wanted if executed.get(test) != "passed")
    for test in missing[:SHOWN]:
        print(f"{test}: {executed.get(test, 'not executed')}")
    print(f"{len(wanted) - len(missing)} of {len(wanted)} collected tests were executed ({markers})")
    return 1 if missing or not wanted else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
