"""Processor time of a tap in the kingdom editor, without and with automatic saving.

    python -m benchmarks.taps [--out results/speed/taps.csv]

Six players have 7×7 kingdoms of both boxes. Each tap puts another face on one square; the program answers with the
page, as for a browser. Times are milliseconds of one processor in the program alone: no host draws the page.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass

from benchmarks.arguments import benchmark_parser
from benchmarks.solve import random_kingdom
from scorer.app.state.actions import identity
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine, spread
from scorer.rules.model.dominoes import Box
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.app.asking import StubProgram, new_program

TAPS = 200
FACES = ("l1", "w", "f", "s1")


@dataclass(frozen=True)
class TapTimes:
    """Milliseconds of processor time for a tap."""

    is_saved: bool
    taps: int
    median_ms: float
    p95_ms: float


def main() -> None:
    """Measure, print, write."""
    chosen = benchmark_parser("taps", __doc__).parse_args()
    print(machine())
    timed(is_saved=False)  # loads all modules
    rows = write_rows((timed(is_saved=is_saved) for is_saved in (False, True)), TapTimes, chosen.out)
    print(*rows, sep="\n")


def timed(*, is_saved: bool) -> TapTimes:
    """Time taps on the first kingdom of a game, which is saved or not."""
    rng = random.Random(3)
    players = (Player(f"P{n}", kingdoms=(random_kingdom(7, Box.BOTH, rng),)) for n in range(6))
    program = new_program()
    program.game_history.known = True
    program.do({"kind": "arrive", "parts": {"game": encode(Game(tuple(players), Rules(size=7)))}})
    program.do({"kind": "choose", "value": "0.0"})
    tap(program, "m")
    if is_saved:
        program.do({"kind": "page", "value": "game"})
        program.do({"kind": "choose", "value": "0.0"})
    assert bool(program.state.saved_game) is is_saved
    times = spread([tap(program, FACES[nth % len(FACES)]) for nth in range(TAPS)])
    return TapTimes(is_saved, TAPS, round(times.median, 2), round(times.p95, 2))


def tap(program: StubProgram, code: str) -> float:
    """Put a face on a square of the shown kingdom; return the milliseconds that it took."""
    action = {"kind": "put", "places": ["0,0"], "code": code, "sent": program.acted + 1}
    request = json.dumps({"kind": "actions", "value": [{**action, "kingdom": identity(program.state)}]})
    started = time.process_time()
    program.answer(request)
    return 1000 * (time.process_time() - started)


if __name__ == "__main__":
    main()
