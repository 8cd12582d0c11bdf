"""Several kingdoms of one game: ranking, ties, Dynasty, teams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from scorer.rules.legality.checking import check
from scorer.rules.legality.findings import Finding
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules, box_of, size_of
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.checks import (
    discard_faults,
    grid_sizes,
    kingdom_faults,
    people_faults,
    shared_box_faults,
    token_faults,
    unknowable,
)

DYNASTY_GAMES = 3


@dataclass(frozen=True)
class Player:
    """A player, or a team named “Ann+Bob”, with one kingdom, or with one for each game of a Dynasty."""

    name: str
    kingdoms: tuple[Kingdom, ...]


@dataclass(frozen=True)
class Table:
    """Everybody at one table. ``players_count`` says how many people played, if not everybody's kingdom is here.

    >>> table = Table((Player("Ann", (Kingdom.parse("w1wC"),)), Player("Bob", (Kingdom.parse("f1lC"),))))
    >>> [(standing.place, standing.name, standing.total) for standing in rank(table).standings]
    [(1, 'Ann', 2), (2, 'Bob', 1)]
    """

    players: tuple[Player, ...]
    rules: Rules = field(default_factory=Rules)
    players_count: int | None = None

    @property
    def people(self) -> int:
        """How many played, team members counted one by one."""
        return self.players_count or sum(len(player.name.split("+")) for player in self.players)

    @property
    def settled_rules(self) -> Rules:
        """The rules with the one box and the one grid that everybody at the table played with."""
        kingdoms = [kingdom for player in self.players for kingdom in player.kingdoms]
        queendomino = any(box_of(kingdom) is Box.QUEENDOMINO for kingdom in kingdoms)
        box = self.rules.box or (Box.QUEENDOMINO if queendomino else Box.KINGDOMINO)
        teams = any("+" in player.name for player in self.players)
        largest = max(map(size_of, kingdoms), default=5)
        allowed = grid_sizes(box, self.people, teams=teams)
        size = self.rules.size or (largest if largest in allowed else max(allowed))
        return replace(self.rules, box=box, size=size)


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
    """The standings, best first, what the table as a whole shows to be wrong, and what it cannot show."""

    standings: tuple[Standing, ...]
    findings: tuple[Finding, ...] = ()
    notes: tuple[Message, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Plain data, as ``rank --json`` prints it."""
        return {
            "ranking": [standing.to_dict() for standing in self.standings],
            "findings": [finding.to_dict() for finding in self.findings],
            "notes": [str(note) for note in self.notes],
        }


POINTS, LARGEST, CROWNS, SHARED = map(Message, ("points", "largest territory", "most crowns", "shared"))
"""What can part two players, or not."""


def rank(table: Table) -> Ranking:
    """The players by points, ties by the edition's rules; no rulebook parts ties of a Dynasty."""
    rules = table.settled_rules
    entries = []
    for player in table.players:
        sheets = tuple(score(kingdom, rules) for kingdom in player.kingdoms)
        largest = max((sheet.largest for sheet in sheets), default=0)
        crowns = sum(sheet.crowns for sheet in sheets)
        entries.append((player.name, sheets, (sum(sheet.total for sheet in sheets), largest, crowns)))
    steps = _tie_steps(table, rules)
    entries.sort(key=lambda entry: entry[2][:steps], reverse=True)
    standings: list[Standing] = []
    for _, tied in groupby(entries, key=lambda entry: entry[2][:steps]):
        place = len(standings) + 1
        for name, sheets, key in list(tied):
            decided = _decided_by(key, [entry[2] for entry in entries], steps)
            standings.append(Standing(place, name, *key, decided, sheets))
    return Ranking(tuple(standings), tuple(_findings(table, rules)), _notes(table, rules))


def _tie_steps(table: Table, rules: Rules) -> int:
    """How many of points, largest territory and crowns count."""
    if any(len(player.kingdoms) > 1 for player in table.players):
        return 1
    return 3 if rules.edition == "older" and rules.box is Box.KINGDOMINO else 2


def _decided_by(key: tuple[int, int, int], keys: Sequence[tuple[int, int, int]], steps: int) -> Message:
    """The first step at which nobody else is level."""
    for step, message in enumerate((POINTS, LARGEST, CROWNS)[:steps], start=1):
        if sum(other[:step] == key[:step] for other in keys) == 1:
            return message
    return SHARED


def _findings(table: Table, rules: Rules) -> Iterator[Finding]:
    assert rules.box is not None
    yield from people_faults([player.name for player in table.players], table.people, rules.box)
    games = {len(player.kingdoms) for player in table.players}
    if len(games) > 1 or max(games, default=1) not in (1, DYNASTY_GAMES):
        counts = ", ".join(f"{player.name} {len(player.kingdoms)}" for player in table.players)
        template = "a Dynasty is {games} games for everybody; there are {counts}"
        yield Finding("dynasty", Message(template, {"games": DYNASTY_GAMES, "counts": counts}))
    for players, kingdoms in _games(table):
        checks = [check(kingdom, size=rules.size, box=rules.box) for kingdom in kingdoms]
        for name, result in zip(players, checks, strict=True):
            yield from kingdom_faults(name, result)
        yield from shared_box_faults(players, checks, rules.box)
        if rules.box is not Box.KINGDOMINO:
            yield from token_faults(players, kingdoms)
        yield from discard_faults(players, checks)


def _notes(table: Table, rules: Rules) -> tuple[Message, ...]:
    assert rules.box is not None
    notes: dict[str, Message] = {}
    for _, kingdoms in _games(table):
        assert rules.size is not None
        for note in unknowable(kingdoms, rules.size, rules.box):
            notes[note.template] = note
    return tuple(notes.values())


def _games(table: Table) -> Iterator[tuple[list[str], list[Kingdom]]]:
    """Game by game, the players who have a kingdom in it and their kingdoms."""
    for game in range(max((len(player.kingdoms) for player in table.players), default=0)):
        playing = [player for player in table.players if len(player.kingdoms) > game]
        yield [player.name for player in playing], [player.kingdoms[game] for player in playing]
