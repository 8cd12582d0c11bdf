"""Several kingdoms of one game: ranking, ties, Dynasty, teams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorer.rules.legality.checking import check
from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.model.dominoes import Box
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import SettledRules
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.checks import (
    discard_faults,
    kingdom_faults,
    people_faults,
    shared_box_faults,
    token_faults,
    unknowable,
)
from scorer.rules.table.player import DYNASTY_GAMES, Player
from scorer.rules.table.table import Table


@dataclass(frozen=True)
class Standing:
    """A player's place. ``decided_by`` says what parted this player from others with as many points."""

    place: int
    player: Player
    total: int
    largest: int
    crowns: int
    decided_by: Message
    sheets: tuple[ScoreSheet, ...]

    @property
    def name(self) -> str:
        return self.player.name

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


POINTS, LARGEST = Message("points"), Message("largest territory")
CROWNS, SHARED = Message("most crowns"), Message("shared")
"""What can part two players, or not."""


def rank(table: Table) -> Ranking:
    """The players by points, ties by the edition's rules; no rulebook parts ties of a Dynasty.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> ann, bob = (Player(name, kingdoms=(Kingdom.parse("w1wC"),)) for name in ("Ann", "Bob"))
    >>> [(standing.place, standing.name, standing.total) for standing in rank(Table((ann, bob))).standings]
    [(1, 'Ann', 2), (1, 'Bob', 2)]
    """
    rules = table.settled_rules
    return Ranking(standings(table), tuple(_findings(table, rules)), _notes(table, rules))


def standings(table: Table) -> tuple[Standing, ...]:
    """The places alone, best first: what ``rank`` says of the players, without checking any kingdom."""
    rules = table.settled_rules
    entries = []
    for player in table.players:
        sheets = tuple(score(kingdom, rules) for kingdom in player.kingdoms)
        largest = max((sheet.largest for sheet in sheets), default=0)
        crowns = sum(sheet.crowns for sheet in sheets)
        entries.append((player, sheets, (sum(sheet.total for sheet in sheets), largest, crowns)))
    steps = _tie_steps(table, rules)
    entries.sort(key=lambda entry: entry[2][:steps], reverse=True)
    places: list[Standing] = []
    for _, tied in groupby(entries, key=lambda entry: entry[2][:steps]):
        place = len(places) + 1
        for player, sheets, key in list(tied):
            decided = _decided_by(key, [entry[2] for entry in entries], steps)
            places.append(Standing(place, player, *key, decided, sheets))
    return tuple(places)


def _tie_steps(table: Table, rules: SettledRules) -> int:
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


def _findings(table: Table, rules: SettledRules) -> Iterator[Finding]:
    yield from people_faults(table.players, table.people, rules.box)
    games = {len(player.kingdoms) for player in table.players}
    if len(games) > 1 or max(games, default=1) not in (1, DYNASTY_GAMES):
        counts = ", ".join(f"{player.name} {len(player.kingdoms)}" for player in table.players)
        values = {"games": DYNASTY_GAMES, "counts": counts}
        yield Finding(
            FindingCode.DYNASTY, Message("a Dynasty is {games} games for everybody; there are {counts}", values)
        )
    for playing, kingdoms in table.games():
        players = [player.name for player in playing]
        checks = [check(kingdom, size=rules.size, box=rules.box) for kingdom in kingdoms]
        for name, result in zip(players, checks, strict=True):
            yield from kingdom_faults(name, result)
        yield from shared_box_faults(players, checks, rules.box)
        if rules.box is not Box.KINGDOMINO:
            yield from token_faults(players, kingdoms)
        yield from discard_faults(players, checks)


def _notes(table: Table, rules: SettledRules) -> tuple[Message, ...]:
    notes: dict[str, Message] = {}
    for _, kingdoms in table.games():
        for note in unknowable(kingdoms, rules.size, rules.box):
            notes[note.template] = note
    return tuple(notes.values())
