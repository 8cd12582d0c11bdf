"""How long files of evenings that strangers made to keep a page busy take it: to read, to count, to keep, to write.

    python -m benchmarks.evenings [--out results/speed/evenings.csv] [--share 1]

Every file has as many evenings of one kind as may be kept (or that ``--share`` of them). Seconds of a processor with
everything loaded: ``read`` is the file to evenings, ``counted`` what they come to, ``kept`` what the browser is given
of them, ``written`` the two files that are offered. ``microseconds`` is all of it for each unit of effort, so that the
costs in ``scorer.sharing.evenings.evening`` can be checked: they should be alike. No file may take more than three
seconds.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Final

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import cpu_seconds, machine
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.files import FORMAT, VERSION, read_evenings, to_csv, to_json
from scorer.sharing.evenings.history import MOST_EFFORT, MOST_EVENINGS, Evenings
from scorer.sharing.evenings.statistics import tally
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.sharing.hostile import hostile_evenings

MOST: Final = 3.0
"""Seconds that a file may make a page work."""


@dataclass(frozen=True)
class EveningTimes:
    """What one file costs, in seconds of a processor."""

    evenings_of: str
    evenings: int
    effort: int
    read_s: float
    counted_s: float
    kept_s: float
    written_s: float
    microseconds: float
    whole_s: float


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("evenings", __doc__)
    parser.add_argument("--share", type=float, default=1.0, help="the share of the evenings that may be kept")
    chosen = parser.parse_args()
    print(machine())
    games = hostile_evenings()
    times("to load everything", games["one player"], 0.01)
    rows = write_rows((times(name, game, chosen.share) for name, game in games.items()), EveningTimes, chosen.out)
    for row in rows:
        print(*vars(row).values())
    slow = [row.evenings_of for row in rows if row.whole_s > MOST]
    print(f"{len(slow)} of {len(rows)} files take more than {MOST:g} s", *slow, sep="; ")


def times(name: str, game: Game, share: float) -> EveningTimes:
    """Every step once, as a page takes it; ``whole_s`` is that of a file with all evenings that may be kept."""
    each, link = Evening("a", date(2026, 5, 2), game).effort, encode(game)
    most = min(MOST_EVENINGS, MOST_EFFORT // each)
    number = max(1, round(most * share))
    plain = [{"key": f"{nth:x}", "day": "2026-05-02", "game": link} for nth in range(number)]
    data = json.dumps({"format": FORMAT, "version": VERSION, "evenings": plain}).encode()
    read_s, evenings = cpu_seconds(partial(read_evenings, data))
    counted_s, _ = cpu_seconds(partial(tally, evenings))
    kept_s, _ = cpu_seconds(partial(_kept, evenings))
    written_s, _ = cpu_seconds(partial(_written, evenings))
    whole = read_s + counted_s + kept_s + written_s
    return EveningTimes(
        name,
        number,
        number * each,
        round(read_s, 3),
        round(counted_s, 3),
        round(kept_s, 3),
        round(written_s, 3),
        round(1e6 * whole / (number * each), 1),
        round(whole * most / number, 2),
    )


def _kept(evenings: Evenings) -> None:
    for evening in evenings:
        evening.to_text()


def _written(evenings: Evenings) -> None:
    to_json(evenings)
    to_csv(evenings)


if __name__ == "__main__":
    main()
