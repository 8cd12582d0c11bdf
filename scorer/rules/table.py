"""Several kingdoms of one game: ranking, ties, Dynasty, teams."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from scorer.rules.findings import Finding
from scorer.rules.kingdom import Kingdom
from scorer.rules.messages import Message
from scorer.rules.scoring import Rules, ScoreSheet, score


@dataclass(frozen=True)
class Player:
    """A player, or a team under both names, with one kingdom, or with one for each game of a Dynasty."""

    name: str
    kingdoms: tuple[Kingdom, ...]


@dataclass(frozen=True)
class Table:
    """Everybody at one table. ``players_count`` says how many people played, where teams or absent kingdoms hide it.

    >>> table = Table((Player("Ann", (Kingdom.parse("w1wC"),)), Player("Bob", (Kingdom.parse("f1lC"),))))
    >>> [(standing.place, standing.name, standing.total) for standing in rank(table).standings]
    [(1, 'Ann', 2), (2, 'Bob', 1)]
    """

    players: tuple[Player, ...]
    rules: Rules = field(default_factory=Rules)
    players_count: int | None = None


@dataclass(frozen=True)
class Standing:
    """A player's place. ``decided_by`` says what parted this player from others with as many points."""

    place: int
    name: str
    total: int
    largest: int
    crowns: int
    decided_by: Message
    sheets: tuple[ScoreSheet, ...]

    def to_dict(self) -> dict[str, object]:
        return {
            "place": self.place,
            "name": self.name,
            "total": self.total,
            "largest": self.largest,
            "crowns": self.crowns,
            "decided_by": str(self.decided_by),
        }


@dataclass(frozen=True)
class Ranking:
    """The standings, best first, and what the table as a whole shows to be wrong."""

    standings: tuple[Standing, ...]
    findings: tuple[Finding, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Plain data, as ``rank --json`` prints it."""
        return {
            "ranking": [standing.to_dict() for standing in self.standings],
            "findings": [finding.to_dict() for finding in self.findings],
        }


POINTS, LARGEST, CROWNS, SHARED = (
    Message("points"),
    Message("largest territory"),
    Message("most crowns"),
    Message("shared"),
)


def rank(table: Table) -> Ranking:
    """The players by points; ties by the edition's rules, a Dynasty's not at all, for no rulebook names any."""
    entries = []
    for player in table.players:
        sheets = tuple(score(kingdom, table.rules) for kingdom in player.kingdoms)
        largest = max((sheet.largest for sheet in sheets), default=0)
        crowns = sum(sheet.crowns for sheet in sheets)
        entries.append((player.name, sheets, (sum(sheet.total for sheet in sheets), largest, crowns)))
    steps = _tie_steps(table)
    entries.sort(key=lambda entry: entry[2][:steps], reverse=True)
    standings: list[Standing] = []
    for _, tied in groupby(entries, key=lambda entry: entry[2][:steps]):
        place = len(standings) + 1
        group = list(tied)
        for name, sheets, key in group:
            decided = SHARED if len(group) > 1 else _decided_by(key, [entry[2] for entry in entries], steps)
            standings.append(Standing(place, name, *key, decided, sheets))
    return Ranking(tuple(standings))


def _tie_steps(table: Table) -> int:
    """How many of points, largest territory and crowns count."""
    if any(len(player.kingdoms) > 1 for player in table.players):
        return 1
    queendomino = any(
        score(kingdom, table.rules).rules.box != "kingdomino" for player in table.players for kingdom in player.kingdoms
    )
    return 3 if table.rules.edition == "older" and not queendomino else 2


def _decided_by(key: tuple[int, int, int], keys: list[tuple[int, int, int]], steps: int) -> Message:
    """The first step at which nobody else is level."""
    for step, message in enumerate((POINTS, LARGEST, CROWNS)[:steps], start=1):
        if sum(other[:step] == key[:step] for other in keys) == 1:
            return message
    return SHARED
