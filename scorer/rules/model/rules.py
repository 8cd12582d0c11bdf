"""What is played: edition, variants, box and grid; and the same once box and grid are settled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Terrain

EDITIONS: Final = ("us", "older")
"""The US rulebook, and the older English and the French one."""

SMALL_GRID, LARGE_GRID = GRID_SIZES = (5, 7)
"""The sides of the grids that the rulebooks know."""


@dataclass(frozen=True)
class Rules:
    """What is played.

    ``edition`` is one of ``EDITIONS``. ``box`` and ``size`` (the side of the grid, one of ``GRID_SIZES``) follow from
    the kingdom where they are ``None``. Raises ``ValueError`` for any other edition or size.

    >>> Rules(harmony=True).settled(Kingdom.parse("wfC"))
    SettledRules(edition='us', harmony=True, middle_kingdom=False, box=<Box.KINGDOMINO: 'kingdomino'>, size=5)
    """

    edition: str = "us"
    harmony: bool = False
    middle_kingdom: bool = False
    box: Box | None = None
    size: int | None = None

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise ValueError(f"edition must be “us” or “older”, not {self.edition!r}")
        if self.size not in (None, *GRID_SIZES):
            raise ValueError(f"size must be 5 or 7, not {self.size!r}")

    def settled(self, kingdom: Kingdom) -> SettledRules:
        """The rules with the box and the grid that this kingdom alone calls for, where they are not named."""
        return self.with_box_and_size(self.box or box_of(kingdom), self.size or size_of(kingdom))

    def with_box_and_size(self, box: Box, size: int) -> SettledRules:
        """The rules in this box and on this grid."""
        return SettledRules(self.edition, self.harmony, self.middle_kingdom, Box(box), size)


@dataclass(frozen=True)
class SettledRules(Rules):
    """Rules of which the box and the size are known."""

    box: Box = Box.KINGDOMINO
    size: int = SMALL_GRID


def box_of(kingdom: Kingdom) -> Box:
    """The box a kingdom must come from when nobody says: Queendomino where there is a town or a token beside it.

    >>> box_of(Kingdom.parse("wfC")), box_of(Kingdom.parse("wtC"))
    (<Box.KINGDOMINO: 'kingdomino'>, <Box.QUEENDOMINO: 'queendomino'>)
    """
    tokens = kingdom.coins or kingdom.towers or kingdom.knights or kingdom.queen
    town = any(square.terrain is Terrain.TOWN for square in kingdom.squares().values())
    return Box.QUEENDOMINO if tokens or town else Box.KINGDOMINO


def size_of(kingdom: Kingdom) -> int:
    """The side of the grid that a kingdom calls for when nobody says."""
    return size_for(max(kingdom.height, kingdom.width))


def size_for(extent: int) -> int:
    """The smallest grid that holds something so many squares wide or high; the largest where none does.

    >>> size_for(5), size_for(6), size_for(9)
    (5, 7, 7)
    """
    return SMALL_GRID if extent <= SMALL_GRID else LARGE_GRID
