"""One player's place in a ranking."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Cell, Place, Terrain, is_hidden
from scorer.rules.scoring.sheet import ScoreSheet, points_text
from scorer.rules.scoring.territories import groups
from scorer.rules.table.player import Player

POINTS, LARGEST = Message("points"), Message("largest territory")
CROWNS, SHARED = Message("most crowns"), Message("shared")
"""The criteria that can separate two players, and the label of a shared place."""

OPEN = Message("open")
"""The label of a tie whose tie-break is unknown, because only a total is known."""


@dataclass(frozen=True)
class Standing:
    """A player's place. ``decided_by`` is the criterion that separated this player from others with equal points.

    ``sheets`` are those of the kingdoms. ``largest`` and ``crowns``, which break ties, are ``None`` if only the total
    of some game is known.
    """

    place: int
    player: Player
    total: int
    largest: int | None
    crowns: int | None
    decided_by: Message
    sheets: tuple[ScoreSheet, ...]

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    @property
    def decision(self) -> Message:
        """The criterion that decided this place, for players; for a shared place, the kind of place that is shared."""
        if self.decided_by == OPEN:
            return Message("undecided, because only a total is known")
        if self.decided_by != SHARED:
            return self.decided_by
        return Message("shared victory") if self.place == 1 else Message("shared place")

    @property
    def games(self) -> tuple[ScoreSheet | int, ...]:
        """For each game the score sheet, or the points if only the total is known."""
        sheets = iter(self.sheets)
        return tuple(game if isinstance(game, int) else next(sheets) for game in self.player.games)

    @property
    def points(self) -> str:
        """The points of all games together, as a range if something is hidden."""
        return points_text(self.games)

    @property
    def points_by_game(self) -> str:
        """The points of each game, joined by plus signs."""
        return " + ".join(points_text([game]) for game in self.games)

    @property
    def total_range(self) -> tuple[int, int]:
        """The minimum and maximum points of all games together, for any hidden crowns and unknown squares."""
        entered = sum(total for total in self.player.totals if total is not None)
        low, high = (sum(sheet.total_range[end] for sheet in self.sheets) for end in (0, 1))
        return entered + low, entered + high

    @property
    def largest_range(self) -> tuple[int, int]:
        """The minimum and maximum number of squares in the largest territory; the maximum has all unknown squares of
        one terrain.

        >>> from scorer.rules.model.kingdom import Kingdom
        >>> from scorer.rules.table.ranking import standings
        >>> from scorer.rules.table.table import Table
        >>> standings(Table((Player("Ann", kingdoms=(Kingdom.parse("ww?wf/...Cf"),)),)))[0].largest_range
        (2, 4)
        """
        return max((sheet.largest for sheet in self.sheets), default=0), max(
            map(_max_territory_squares, self.sheets), default=0
        )

    @property
    def is_open(self) -> bool:
        """Whether a kingdom has hidden crowns, unknown squares or other uncertain points.

        Unknown squares of others may decide which grid was used.
        """
        low, high = self.total_range
        return low != high or self.has_hidden

    @property
    def has_hidden(self) -> bool:
        """Whether a kingdom has hidden crowns or unknown squares."""
        return any(map(is_hidden, self._cells))

    @property
    def has_unknown(self) -> bool:
        """Whether a kingdom has unknown squares."""
        return Place.UNKNOWN in self._cells

    @property
    def _cells(self) -> tuple[Cell, ...]:
        return tuple(cell for kingdom in self.player.kingdoms for _, cell in kingdom.cells())

    def to_dict(self) -> dict[str, object]:
        """Plain data: ``place`` from 1, ``name``, ``total``, its range, the tie-breaks, and ``decided_by`` in English.

        ``largest`` and ``crowns`` are ``None`` if only the total of some game is known.
        """
        return {
            "place": self.place,
            "name": self.name,
            "total": self.total,
            "total_range": list(self.total_range),
            "largest": self.largest,
            "crowns": self.crowns,
            "decided_by": str(self.decided_by),
        }


def _max_territory_squares(sheet: ScoreSheet) -> int:
    """The maximum number of squares in a territory of the kingdom, for any faces of its unknown squares."""
    unknown = [position for position, cell in sheet.kingdom.cells() if cell is Place.UNKNOWN]
    if not unknown:
        return sheet.largest
    squares = sheet.kingdom.squares().items()
    by_terrain = ([p for p, square in squares if square.terrain is terrain] for terrain in Terrain)
    return max(
        len(group)
        for known_squares in by_terrain
        for group in groups(dict.fromkeys((*known_squares, *unknown), Terrain.WHEAT))
    )
