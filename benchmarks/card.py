"""Time to draw the card of a game: the first one of a process, and the following ones.

    python -m benchmarks.card --repeats 9 --out results/speed/card.csv

Four players with 5×5 kingdoms, and with 7×7 kingdoms full of buildings, the largest content of a card. The QR code that
opens the game is included, as on the page. Every repeat is a new process with the modules loaded and nothing drawn. In
``page opened``, the process has drawn what the page draws in the background once it is opened, so its ``first`` is the
wait of the first visitor. Seconds are wall-clock. The target is 0.4 s.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from time import perf_counter, process_time
from typing import Final

from benchmarks.arguments import benchmark_parser
from benchmarks.hostile import ROOT
from scorer.i18n.translator import translator
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine, spread
from scorer.sharing.card import card_png
from scorer.sharing.link import encode
from tests.sharing.some_games import FOUR, QUEENS

GAMES = {"four 5×5": FOUR, "four 7×7 with buildings": QUEENS}
STARTS = ("nothing drawn", "page opened")
AIM_S: Final = 0.4
FOLLOWING: Final = 3
"""Cards drawn after the first of a process; the least of them counts."""


@dataclass(frozen=True)
class CardTimes:
    """How long a card takes, in seconds."""

    game: str
    drawn_before: str
    card: str
    """``first`` or ``following``."""
    median_s: float
    least_s: float
    cpu_s: float
    """Processor time, the least of the repeats."""
    bytes: int
    repeats: int


def drawn_once(game: str, start: str) -> dict[str, list[float]]:
    """In a fresh process: wall-clock and processor seconds and bytes of the first card and of those that follow."""
    if start == "page opened":
        from scorer.frontend.sprites import sprite_sheet

        sprite_sheet()
    first, *others = [_drawn(game) for _ in range(1 + FOLLOWING)]
    return {"first": first, "following": min(others)}


def _drawn(game: str) -> list[float]:
    address = f"https://example.org/?game={encode(GAMES[game])}"
    started, spent = perf_counter(), process_time()
    picture = card_png(GAMES[game], translator("en"), address)
    return [perf_counter() - started, process_time() - spent, len(picture)]


def measured(repeats: int) -> Iterator[CardTimes]:
    """Two rows for each game and each start."""
    for game, start in product(GAMES, STARTS):
        command = [sys.executable, "-m", "benchmarks.card", "--once", game, start]
        outputs = [subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout for _ in range(repeats)]
        times = [json.loads(one) for one in outputs]
        for card in ("first", "following"):
            walls, cpus, sizes = zip(*(one[card] for one in times), strict=True)
            wall = spread(walls)
            yield CardTimes(game, start, card, wall.median, wall.minimum, min(cpus), sizes[0], repeats)


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("card", __doc__)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--once", nargs=2, metavar=("GAME", "START"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.once:
        print(json.dumps(drawn_once(*chosen.once)))
        return
    print(machine())
    for row in write_rows(measured(chosen.repeats), CardTimes, chosen.out):
        print(
            f"{row.game:<25} {row.drawn_before:<14} {row.card:<10} median {row.median_s:.3f} s, "
            f"least {row.least_s:.3f}, processor {row.cpu_s:.3f}"
        )
    print(f"the aim is {AIM_S} s for four 7×7")


if __name__ == "__main__":
    main()
