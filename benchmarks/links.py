"""How long links that strangers made to keep a page busy take it: to open, to rank, to judge, to draw as a card.

    python -m benchmarks.links [--out results/speed/links.csv]

Every link is as large as a link may be in one way: kingdoms, squares, unknown squares, faces, names, dominoes that
nearly fit. Seconds of a processor with everything loaded, each step as a page takes it: ``open`` is the link to a game
and back, ``table`` its ranking with all findings, ``kingdom`` score and check of its slowest kingdom, ``corrections``
what is sought beside the page for that one, ``card`` its picture with the code. No step may take more than three.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from benchmarks.arguments import benchmark_parser
from scorer.i18n.translator import translator
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import cpu_seconds, machine
from scorer.rules.legality import check, corrections
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import SettledRules
from scorer.rules.scoring.score import score
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table
from scorer.sharing.card import card_png
from scorer.sharing.game import Game
from scorer.sharing.link import decode, encode
from tests.sharing.hostile import hostile_games

MAX_SECONDS: Final = 3.0
"""Seconds that a link may make a page work."""


@dataclass(frozen=True)
class LinkTimes:
    """The cost of one link, in CPU seconds."""

    link: str
    characters: int
    open_s: float
    table_s: float
    kingdom_s: float
    corrections_s: float
    card_s: float

    @property
    def worst(self) -> float:
        """The slowest step."""
        return max(self.open_s, self.table_s, self.kingdom_s, self.corrections_s, self.card_s)


def main() -> None:
    """Measure, print, write."""
    chosen = benchmark_parser("links", __doc__).parse_args()
    print(machine())
    links = hostile_games()
    times("to load everything", links["unknown squares"])
    rows = write_rows((times(name, game) for name, game in links.items()), LinkTimes, chosen.out)
    for row in rows:
        print(*vars(row).values())
    slow = [row.link for row in rows if row.worst > MAX_SECONDS]
    print(f"{len(slow)} of {len(rows)} links take a step of more than {MAX_SECONDS:g} s", *slow, sep="; ")


def times(name: str, game: Game) -> LinkTimes:
    """Every step once, as a page takes it."""
    link = encode(game)
    open_s, game = cpu_seconds(partial(decode, link))
    table = Table(game.players, game.rules)
    table_s, ranking = cpu_seconds(partial(rank, table))
    rules = ranking.rules
    judged = {}
    for kingdom in dict.fromkeys(kingdom for player in game.players for kingdom in player.kingdoms):
        judged[cpu_seconds(partial(_judged, kingdom, rules))[0]] = kingdom
    kingdom_s = max(judged)
    seek = partial(corrections, judged[kingdom_s], size=rules.size, box=rules.box, most=3)
    corrections_s, _ = cpu_seconds(seek)
    card_s, _ = cpu_seconds(partial(card_png, game, translator("en"), f"https://example.org/?game={link}"))
    seconds = (round(one, 3) for one in (open_s, table_s, kingdom_s, corrections_s, card_s))
    return LinkTimes(name, len(link), *seconds)


def _judged(kingdom: Kingdom, rules: SettledRules) -> None:
    score(kingdom, rules)
    check(kingdom, size=rules.size, box=rules.box)


if __name__ == "__main__":
    main()
