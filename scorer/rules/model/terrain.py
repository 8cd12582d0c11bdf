"""Terrains, squares and the other contents of a grid cell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum


class Terrain(StrEnum):
    """The six Kingdomino terrains and Queendomino's town.

    >>> Terrain.WHEAT.letter, Terrain.from_letter("t")
    ('w', <Terrain.TOWN: 'town'>)
    """

    WHEAT = "wheat"
    FOREST = "forest"
    LAKE = "lake"
    GRASSLAND = "grassland"
    SWAMP = "swamp"
    MINE = "mine"
    TOWN = "town"

    @property
    def letter(self) -> str:
        """The terrain's letter in the notation: its first."""
        return self[0]

    @classmethod
    def from_letter(cls, letter: str) -> Terrain:
        """The terrain of a notation letter; raises ``KeyError`` for any other character."""
        return _BY_LETTER[letter]


_BY_LETTER = {terrain.letter: terrain for terrain in Terrain}


@dataclass(frozen=True, slots=True)
class Square:
    """One half of a domino in a kingdom: terrain, crowns and pieces on it.

    ``crowns`` is ``None`` if they are hidden, for example by a standing castle. ``building`` is the kind of tile on it:
    Queendomino's on a town, The Court's elsewhere. ``giants`` is the number of crowns covered by giants, ``resource``
    whether a resource of The Court is on it.

    >>> str(Square(Terrain.MINE, 2)), str(Square(Terrain.MINE, None)), str(Square(Terrain.TOWN, building="church"))
    ('m2', 'm?', 't[church]')
    >>> str(Square(Terrain.MINE, 2, giants=2)), str(Square(Terrain.WHEAT, resource=True))
    ('m2!!', 'w*')
    """

    terrain: Terrain
    crowns: int | None = 0
    building: str | None = None
    giants: int = 0
    resource: bool = False

    def __str__(self) -> str:
        crowns = "?" if self.crowns is None else str(self.crowns or "")
        resource = "*" if self.resource else ""
        building = f"[{self.building}]" if self.building else ""
        return f"{self.terrain.letter}{crowns}{resource}{building}{'!' * self.giants}"


class Place(Enum):
    """A cell of the grid that is not a square of a domino."""

    CASTLE = "C"
    EMPTY = "."
    UNKNOWN = "?"

    def __str__(self) -> str:
        return self.value


Cell = Square | Place
"""A place of the grid: a domino's square, the castle, nothing, or not known."""


def is_hidden(cell: Cell) -> bool:
    """Whether a place may bring more points: the square or its crowns are unknown.

    >>> is_hidden(Square(Terrain.MINE, None)), is_hidden(Square(Terrain.MINE, 2)), is_hidden(Place.UNKNOWN)
    (True, False, True)
    """
    return cell is Place.UNKNOWN or (isinstance(cell, Square) and cell.crowns is None)
