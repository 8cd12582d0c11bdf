"""What the evenings come to: wins, averages, records, for everybody who played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.sharing.evenings.evening import Evening


@dataclass(frozen=True)
class Variant:
    """What was played: the box, the side of the grid, whether it was a Dynasty, and whether with The Court."""

    box: Box
    size: int
    dynasty: bool
    court: bool

    @classmethod
    def of(cls, evening: Evening) -> Variant:
        """The variant of an evening, as its kingdoms and its rules show."""
        rules = evening.game.settled_rules
        return cls(rules.box, rules.size, evening.game.dynasty, rules.court)


@dataclass(frozen=True)
class Record:
    """The most of something, and the kingdom that had it; ``None`` where only the total is known."""

    value: int
    day: date
    kingdom: Kingdom | None


@dataclass(frozen=True)
class PlayerStatistics:
    """One player over all evenings. ``played`` and ``wins`` count evenings, a shared victory as one for each.

    ``points`` are those of every single kingdom that is settled, the oldest first. ``best`` is the one of most points,
    ``crowns`` the one of most crowns; ``None`` where there is no such kingdom. ``open`` counts the other kingdoms:
    something in them is hidden or not known, or their evening is not settled.
    """

    name: str
    played: int
    wins: int
    points: tuple[int, ...]
    best: Record | None
    crowns: Record | None
    open: int = 0

    @property
    def average(self) -> float:
        """Points for each settled kingdom; 0 where there is none."""
        return sum(self.points) / max(1, len(self.points))


@dataclass(frozen=True)
class Tally:
    """What some evenings come to. ``variants`` is all that was ever played, ``players`` may be those of one variant."""

    variants: tuple[Variant, ...]
    players: tuple[PlayerStatistics, ...]


def tally(evenings: Iterable[Evening], variant: Variant | None = None) -> Tally:
    """The evenings counted: those of one variant, or all.

    >>> tally([]).players
    ()
    """
    evenings = tuple(evenings)
    chosen = [evening for evening in evenings if variant is None or Variant.of(evening) == variant]
    return Tally(variants(evenings), statistics(chosen))


def variants(evenings: Iterable[Evening]) -> tuple[Variant, ...]:
    """What was ever played, the most usual first."""
    counts: defaultdict[Variant, int] = defaultdict(int)
    for evening in evenings:
        counts[Variant.of(evening)] += 1
    return tuple(sorted(counts, key=lambda variant: -counts[variant]))


def statistics(evenings: Iterable[Evening]) -> tuple[PlayerStatistics, ...]:
    """Everybody who had a kingdom, who won most first. Players are told apart by their names.

    >>> from scorer.rules.table.player import Player
    >>> from scorer.sharing.game import Game
    >>> ann, ben = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "fC")))
    >>> [(s.name, s.wins, s.average) for s in statistics([Evening("a", date(2026, 5, 2), Game((ann, ben)))])]
    [('Ann', 1, 2.0), ('Ben', 0, 0.0)]
    """
    ordered = sorted(evenings, key=lambda evening: (evening.day, evening.key))
    played: defaultdict[str, int] = defaultdict(int)
    wins: defaultdict[str, int] = defaultdict(int)
    points: defaultdict[str, list[Record]] = defaultdict(list)
    crowns: defaultdict[str, list[Record]] = defaultdict(list)
    still_open: defaultdict[str, int] = defaultdict(int)
    for evening in ordered:
        winners, is_settled = evening.winners, evening.is_settled
        for name in {standing.name for standing in evening.standings}:
            played[name] += 1
            wins[name] += name in winners
        for standing in evening.standings:
            for sheet in standing.games:
                if isinstance(sheet, int):
                    points[standing.name].append(Record(sheet, evening.day, None))
                    continue
                least, most = sheet.total_range
                if least != most or not is_settled:
                    still_open[standing.name] += 1
                    continue
                points[standing.name].append(Record(sheet.total, evening.day, sheet.kingdom))
                crowns[standing.name].append(Record(sheet.crowns, evening.day, sheet.kingdom))
    found = (
        PlayerStatistics(
            name,
            played[name],
            wins[name],
            tuple(record.value for record in points[name]),
            max(points[name], key=lambda record: record.value, default=None),
            max(crowns[name], key=lambda record: record.value, default=None),
            still_open[name],
        )
        for name in played
    )
    return tuple(sorted(found, key=lambda player: (-player.wins, -player.average, player.name)))
