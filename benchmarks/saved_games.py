"""Time to read, count, store and write files of saved games that were made to keep a page busy.

    python -m benchmarks.saved_games [--out results/speed/saved_games.csv] [--share 1]

Every file has as many saved games of one kind as the limit allows, or ``--share`` of them. Values are CPU seconds with
all modules loaded: ``read`` parses the file, ``counted`` computes the statistics, ``kept`` writes the browser's
storage, ``written`` writes the two files for download. ``microseconds`` is the sum for each unit of effort, and checks
the costs in ``scorer.sharing.saved_games.saved_game``: all rows should have similar values. No file may take more than
three seconds. A game that cannot be saved at all, because it alone exceeds the limit, has no row.
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
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.sharing.saved_games.collection import MAX_EFFORT, MAX_SAVED_GAMES, SavedGames
from scorer.sharing.saved_games.export import FORMAT, VERSION, read_saved_games, to_csv, to_json
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.sharing.saved_games.statistics import tally
from tests.sharing.hostile import hostile_saved_games

MAX_SECONDS: Final = 3.0
"""Seconds that a file may make a page work."""


@dataclass(frozen=True)
class SavedGameTimes:
    """The cost of one file, in CPU seconds."""

    saved_games_of: str
    saved_games: int
    effort: int
    read_s: float
    counted_s: float
    kept_s: float
    written_s: float
    microseconds: float
    whole_s: float


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("saved_games", __doc__)
    parser.add_argument("--share", type=float, default=1.0, help="the share of the games that may be saved")
    chosen = parser.parse_args()
    print(machine())
    games = {name: game for name, game in hostile_saved_games().items() if _saved(game).effort <= MAX_EFFORT}
    times("to load everything", games["one player"], 0.01)
    rows = write_rows((times(name, game, chosen.share) for name, game in games.items()), SavedGameTimes, chosen.out)
    for row in rows:
        print(*vars(row).values())
    slow = [row.saved_games_of for row in rows if row.whole_s > MAX_SECONDS]
    print(f"{len(slow)} of {len(rows)} files take more than {MAX_SECONDS:g} s", *slow, sep="; ")


def times(name: str, game: Game, share: float) -> SavedGameTimes:
    """Time every step once, as the page runs it; ``whole_s`` is the time for a file at the limit of saved games."""
    each, link = _saved(game).effort, encode(game)
    max_games = min(MAX_SAVED_GAMES, MAX_EFFORT // each)
    number = max(1, round(max_games * share))
    plain = [{"key": f"{nth:x}", "day": "2026-05-02", "game": link} for nth in range(number)]
    data = json.dumps({"format": FORMAT, "version": VERSION, "evenings": plain}).encode()
    read_s, saved_games = cpu_seconds(partial(read_saved_games, data))
    counted_s, _ = cpu_seconds(partial(tally, saved_games))
    kept_s, _ = cpu_seconds(partial(_kept, saved_games))
    written_s, _ = cpu_seconds(partial(_written, saved_games))
    whole = read_s + counted_s + kept_s + written_s
    return SavedGameTimes(
        name,
        number,
        number * each,
        round(read_s, 3),
        round(counted_s, 3),
        round(kept_s, 3),
        round(written_s, 3),
        round(1e6 * whole / (number * each), 1),
        round(whole * max_games / number, 2),
    )


def _saved(game: Game) -> SavedGame:
    return SavedGame("a", date(2026, 5, 2), game)


def _kept(saved_games: SavedGames) -> None:
    for saved_game in saved_games:
        saved_game.to_text()


def _written(saved_games: SavedGames) -> None:
    to_json(saved_games)
    to_csv(saved_games)


if __name__ == "__main__":
    main()
