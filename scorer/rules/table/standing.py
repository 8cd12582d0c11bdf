"""One player's place in a ranking."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Cell, Place, is_hidden
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.player import Player

POINTS, LARGEST = Message("points"), Message("largest territory")
CROWNS, SHARED = Message("most crowns"), Message("shared")
"""What can part two players, or not."""


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
        """The player's name."""
        return self.player.name

    @property
    def decision(self) -> Message:
        """What decided this place, in words for players: of one that is shared, what is shared."""
        if self.decided_by != SHARED:
            return self.decided_by
        return Message("shared victory") if self.place == 1 else Message("shared place")

    @property
    def total_range(self) -> tuple[int, int]:
        """The least and the most points that hidden crowns and unknown squares leave possible, all games together."""
        return sum(sheet.total_range[0] for sheet in self.sheets), sum(sheet.total_range[1] for sheet in self.sheets)

    @property
    def is_open(self) -> bool:
        """Whether crowns are hidden or squares unknown in one of the kingdoms, or else its points are not sure.

        Unknown squares of others may decide which grid was played on.
        """
        least, most = self.total_range
        return least != most or self.has_hidden

    @property
    def has_hidden(self) -> bool:
        """Whether crowns are hidden or squares unknown in one of the kingdoms."""
        return any(map(is_hidden, self._cells))

    @property
    def has_unknown(self) -> bool:
        """Whether squares are unknown in one of the kingdoms."""
        return Place.UNKNOWN in self._cells

    @property
    def _cells(self) -> tuple[Cell, ...]:
        return tuple(cell for kingdom in self.player.kingdoms for _, cell in kingdom.cells())

    def to_dict(self) -> dict[str, object]:
        """Plain data: ``place`` from 1, ``name``, ``total``, its range, what parts ties, ``decided_by`` in English."""
        return {
            "place": self.place,
            "name": self.name,
            "total": self.total,
            "total_range": list(self.total_range),
            "largest": self.largest,
            "crowns": self.crowns,
            "decided_by": str(self.decided_by),
        }
