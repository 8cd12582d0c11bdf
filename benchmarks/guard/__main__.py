"""Compare the code of now with the stored baselines of commit 65ff186; the exit status is 1 where anything differs.

    python -m benchmarks.guard                        everything that can fail, with the pictures of ../shared/data
    python -m benchmarks.guard DATA --part json       one part, or several
    python -m benchmarks.guard --part speed           how fast it is by that commit, in turns; fails never
    python -m benchmarks.guard --part json --update --why "Findings name their squares"

labelled  readings of every labelled picture, default settings
rendered  readings of 200 photos, rendered by the recipes of results/guard/rendered_photos.csv
options   readings of some of both with the options box, giants, size, corners and grid
json      what score, check and rank print for 2,000 stored inputs
saved     links, files, cards, addresses and browser storage of that commit open (tests/saved_65ff186)
offline   its offline app, installed in a browser, updates with a saved game; needs Node.js and git's history
speed     benchmarks.read, sessions (taps) and cold of both, in turns; needs git's history and Pebble

Of every part the fields that differ are counted, and the first of each are shown. A picture that is rendered
otherwise than before is reported as such, not as another reading.
"""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from playwright.sync_api import Error

from benchmarks.guard import commands, offline, readings, speed
from benchmarks.guard.baselines import Entry, differences, note_accepted, store, stored
from benchmarks.guard.older import ROOT
from benchmarks.guard.project import benchmark_parser

COMPARED: Final[Mapping[str, Callable[[Path], Iterable[Entry]]]] = {
    "labelled": readings.labelled,
    "rendered": readings.rendered,
    "options": readings.options,
    commands.PART: lambda _: commands.printed_now(),
}
"""Parts with a stored baseline."""

TESTS: Final = "tests/test_saved_65ff186.py"

SHOWN: Final = 3
"""Differences of each field that are shown."""

MAX_SHOWN: Final = 600
"""Characters of each that are shown."""


def main() -> int:
    """Run the parts one after the other; 1 where something differs."""
    chosen = _arguments()
    failed = [part for part in chosen.part or (*COMPARED, "saved", "offline") if not _is_well(part, chosen)]
    print(f"differs: {', '.join(failed)}" if failed else "nothing differs")
    return 1 if failed else 0


def _arguments() -> Namespace:
    parser = benchmark_parser("guard", __doc__, writes=False)
    parser.add_argument("data", type=Path, nargs="?", default=Path("..", "shared", "data"))
    parser.add_argument("--part", choices=(*COMPARED, "saved", "offline", "speed"), action="append")
    parser.add_argument("--update", action="store_true", help="take the results of now as the baseline")
    parser.add_argument("--why", help="the reason, for results/guard/accepted.csv")
    chosen = parser.parse_args()
    if chosen.update and not (chosen.why and chosen.part and set(chosen.part) <= COMPARED.keys()):
        parser.error(f"--update needs --why, and --part with {', '.join(COMPARED)}")
    return chosen


def _is_well(part: str, chosen: Namespace) -> bool:
    if part == "saved":
        print("saved:", flush=True)
        return subprocess.run([sys.executable, "-m", "pytest", "-q", TESTS], cwd=ROOT, check=False).returncode == 0
    if part == "offline":
        try:
            offline.check()
        except (AssertionError, Error) as error:
            print(f"offline: {error}")
            return False
        print("offline: the installed app updates and keeps its saved game")
        return True
    if part == "speed":
        print("speed: before → now × ratio")
        speed.measure()
        return True
    now = list(COMPARED[part](chosen.data))
    changed = _report(part, stored(part), now)
    if changed and chosen.update:
        store(part, now)
        note_accepted(part, changed, chosen.why)
    return not changed or chosen.update


def _report(part: str, before: Mapping[str, Entry], entries: Iterable[Entry]) -> int:
    """Print the summary of a part; returns how many entries differ."""
    now = {entry["key"]: entry for entry in entries}
    missing = sorted(before.keys() ^ now.keys())
    common = [key for key in before if key in now]
    others = [key for key in common if before[key].get("of") != now[key].get("of")]
    found = {key: list(differences(before[key]["value"], now[key]["value"])) for key in common if key not in others}
    wrong = {key: lines for key, lines in found.items() if lines}
    fields: dict[str, list[str]] = {}
    for key, lines in wrong.items():
        for line in lines:
            fields.setdefault(re.sub(r"\[\d+\]", "[]", line.partition(": ")[0]), []).append(f"{key}: {line}")
    counts = {"differ": len(wrong), "have another picture": len(others), "are missing or new": len(missing)}
    summary = ", ".join(f"{count} {what}" for what, count in counts.items() if count or what == "differ")
    print(f"{part}: {len(before)} entries, {summary}", flush=True)
    for field, lines in sorted(fields.items(), key=lambda each: -len(each[1])):
        print(f"  {len(lines):6} × {field}", *(line[:MAX_SHOWN] for line in lines[:SHOWN]), sep="\n         ")
    for key in others[:SHOWN]:
        print(f"  {key}: another picture")
    for key in missing[:SHOWN]:
        print(f"  {key}: {'missing' if key in before else 'new'}")
    return sum(counts.values())


if __name__ == "__main__":
    sys.exit(main())
