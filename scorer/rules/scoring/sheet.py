"""The values of a score sheet: rules, lines and total."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import SettledRules
from scorer.rules.scoring.territories import Territory

Section = Literal["coins", "territories", "queen", "buildings", "harmony", "middle_kingdom", "court", "quests"]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the sheet: points, their reason, and the squares that they come from."""

    section: Section
    message: Message
    points: int
    cells: tuple[Position, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildingScore:
    """The final score of one tile of Queendomino or The Court.

    Crowns are not included: they count for the territory of the tile. ``neighbours`` are the surrounding squares that
    gave points.
    """

    kind: str
    points: int
    message: Message
    position: Position
    neighbours: tuple[Position, ...] = ()


@dataclass(frozen=True)
class ScoreSheet:
    """A kingdom's score. The points of ``lines``, in the order of the rulebook, add up to ``total``.

    ``total_range`` is the minimum and maximum total that hidden crowns and unknown squares allow.
    ``largest`` and ``crowns`` (all those printed in the kingdom that no giant covers) decide ties. ``quests`` has the
    points of each of Age of Giants' open quests, ``court`` the tiles of The Court.
    """

    kingdom: Kingdom
    rules: SettledRules
    total: int
    total_range: tuple[int, int]
    territories: tuple[Territory, ...]
    lines: tuple[ScoreLine, ...]
    bonuses: Mapping[str, int]
    coins: int
    buildings: tuple[BuildingScore, ...]
    queen: int
    quests: Mapping[str, int] = field(default_factory=dict)
    court: tuple[BuildingScore, ...] = ()

    @property
    def largest(self) -> int:
        """Squares of the largest territory, crowned or not."""
        return max((territory.squares for territory in self.territories), default=0)

    @property
    def crowns(self) -> int:
        """All crowns printed in the kingdom that no giant covers."""
        return sum(max(0, (square.crowns or 0) - square.giants) for square in self.kingdom.squares().values())

    def to_dict(self) -> dict[str, object]:
        """Plain data, as ``score --json`` prints it."""
        return {
            "notation": str(self.kingdom),
            "edition": self.rules.edition,
            "box": str(self.rules.box.base),
            "giants": self.rules.giants,
            "size": self.rules.size,
            "total": self.total,
            "total_range": list(self.total_range),
            "territories": [
                {
                    "terrain": str(territory.terrain),
                    "squares": territory.squares,
                    "crowns": territory.crowns,
                    "points": territory.points,
                    "cells": [list(cell) for cell in territory.cells],
                }
                for territory in self.territories
            ],
            "bonuses": dict(self.bonuses),
            "coins": self.coins,
            "buildings": [
                {"kind": b.kind, "points": b.points, "why": str(b.message), "square": list(b.position)}
                for b in self.buildings
            ],
            "queen": self.queen,
            "quests": dict(self.quests),
            "court": [
                {
                    "kind": tile.kind,
                    "points": tile.points,
                    "why": str(tile.message),
                    "square": list(tile.position),
                    "around": [list(square) for square in tile.neighbours],
                }
                for tile in self.court
            ],
            "lines": [
                {
                    "section": line.section,
                    "message": str(line.message),
                    "points": line.points,
                    "cells": [list(cell) for cell in line.cells],
                }
                for line in self.lines
            ],
        }


def points_text(games: Iterable[ScoreSheet | int]) -> str:
    """The points of all games together, as a range if something is hidden; some games may have only a total.

    >>> from scorer.rules.scoring.score import score
    >>> points_text([score(Kingdom.parse("w1wC"))]), points_text([score(Kingdom.parse("w1w?C")), 40])
    ('2', '42–44')
    """
    ranges = [(game, game) if isinstance(game, int) else game.total_range for game in games]
    low, high = (sum(points) for points in zip((0, 0), *ranges, strict=True))
    return str(low) if low == high else f"{low}–{high}"
