"""How many kingdoms with unknown squares the legality check settles in its time.

    python -m benchmarks.unknown [--kingdoms 100] [--seed 1] [--out results/speed/unknown.csv]

Kingdoms of played games, of which 5 to 12 squares are hidden, as they were or with two squares swapped first. Times are
processor times of one check with HiGHS loaded, in seconds. A check has two seconds; here it has more, for a busy
machine gives it only a part of them, and what took more than two of a processor counts as not settled. On a machine
with less than a quarter of a core to spare the figures say nothing. ``slowest`` is a kingdom to try by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import cpu_seconds, machine, spread
from scorer.rules.covering.integer_program import IntegerProgram
from scorer.rules.legality import check
from scorer.rules.legality.checking import SECONDS
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from scorer.rules.play import random_game

HIDDEN: Final = range(5, 13)
"""How many squares are hidden."""

PLAYERS: Final = {5: 4, 7: 2}
"""So many players share the one box, by the side of their grids."""


BUSY: Final = 4
"""So many times its seconds a check may take here."""


@dataclass(frozen=True)
class UnknownFigures:
    """Verdicts of the check on kingdoms of one kind, and their times in CPU seconds."""

    size: int
    sort: str
    kingdoms: int
    legal: int
    not_legal: int
    not_settled: int
    median_s: float
    p95_s: float
    worst_s: float
    slowest: str


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("unknown", __doc__)
    parser.add_argument("--kingdoms", type=int, default=100, help="of each sort")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(machine())
    ilp = IntegerProgram()
    ilp.limit([ilp.choice()])
    ilp.cheapest(seconds=60)  # loads HiGHS
    write_rows(measured(chosen.kingdoms, chosen.seed), UnknownFigures, chosen.out)


def measured(count: int, seed: int) -> Iterator[UnknownFigures]:
    """A row for each size and sort, printed as it comes."""
    for size, players in PLAYERS.items():
        rng = Random(seed)
        played = [random_game(rng, players, size)[0].kingdom for _ in range(count)]
        for sort, kingdoms in {
            "as played": [hidden(rng, kingdom) for kingdom in played],
            "two squares swapped": [hidden(rng, swapped(rng, kingdom)) for kingdom in played],
        }.items():
            row = figures(size, sort, kingdoms)
            print(*vars(row).values(), flush=True)
            yield row


def figures(size: int, sort: str, kingdoms: list[Kingdom]) -> UnknownFigures:
    """Check every kingdom once."""
    verdicts, times = [], []
    for kingdom in kingdoms:
        seconds, result = cpu_seconds(partial(check, kingdom, size=size, seconds=BUSY * SECONDS))
        verdicts.append(result.legal if seconds <= SECONDS else None)
        times.append(seconds)
    spent = spread(times)
    return UnknownFigures(
        size=size,
        sort=sort,
        kingdoms=len(kingdoms),
        legal=verdicts.count(True),
        not_legal=verdicts.count(False),
        not_settled=verdicts.count(None),
        median_s=round(spent.median, 3),
        p95_s=round(spent.p95, 2),
        worst_s=round(spent.maximum, 2),
        slowest=str(kingdoms[times.index(spent.maximum)]),
    )


def hidden(rng: Random, kingdom: Kingdom) -> Kingdom:
    """The kingdom with some squares unknown."""
    places = rng.sample(sorted(kingdom.squares()), min(rng.choice(HIDDEN), len(kingdom.squares())))
    return Kingdom.from_cells({**dict(kingdom.cells()), **dict.fromkeys(places, Place.UNKNOWN)})


def swapped(rng: Random, kingdom: Kingdom) -> Kingdom:
    """The kingdom with two squares exchanged."""
    cells = dict(kingdom.cells())
    one, other = rng.sample(sorted(kingdom.squares()), 2)
    cells[one], cells[other] = cells[other], cells[one]
    return Kingdom.from_cells(cells)


if __name__ == "__main__":
    main()
