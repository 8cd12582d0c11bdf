"""The Court: resources on crownless squares, and the 25 tiles that are bought with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Square, Terrain

Counted = Literal["resource", "crown", "character", "warrior"]
"""The things that a character can count on the eight squares around it."""

RESOURCE_TERRAINS: Final = (Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE, Terrain.GRASSLAND)
"""The terrains whose crownless squares bring wheat, wood, fish or sheep; swamps, mines and towns bring nothing."""


@dataclass(frozen=True)
class CourtTile:
    """A kind of tile of The Court.

    A character is worth ``points``, and ``each`` more for everything that it ``counts`` on the eight squares around it;
    if it names a ``terrain``, only resources of that terrain count. A building has ``crowns`` for its territory.
    ``copies`` is the number of a building's tiles by terrain; it may lie on these terrains only. Every character exists
    once.
    """

    kind: str
    name: Message
    points: int = 0
    each: int = 0
    counts: Counted | None = None
    terrain: Terrain | None = None
    is_warrior: bool = False
    crowns: int = 0
    copies: Mapping[Terrain, int] = field(default_factory=dict)

    @property
    def is_building(self) -> bool:
        """Whether this is a building (with crowns) rather than a character (with points)."""
        return self.crowns > 0


_ONE_CROWN = {Terrain.WHEAT: 3, Terrain.FOREST: 3, Terrain.LAKE: 3, Terrain.GRASSLAND: 1, Terrain.SWAMP: 1}
_TWO_CROWNS = {Terrain.GRASSLAND: 1, Terrain.SWAMP: 1}

COURT_TILES: Mapping[str, CourtTile] = MappingProxyType(
    {
        tile.kind: tile
        for tile in (
            CourtTile("farmer", Message("Farmer"), 3, 3, "resource", Terrain.WHEAT),
            CourtTile("lumberjack", Message("Lumberjack"), 3, 3, "resource", Terrain.FOREST),
            CourtTile("fisherman", Message("Fisherman"), 3, 3, "resource", Terrain.LAKE),
            CourtTile("shepherdess", Message("Shepherdess"), 3, 3, "resource", Terrain.GRASSLAND),
            CourtTile("banker", Message("Banker"), 2, 2, "resource"),
            CourtTile("king", Message("King"), 0, 1, "crown"),
            CourtTile("queen", Message("Queen"), 2, 2, "character"),
            CourtTile("captain", Message("Captain"), 1, 3, "warrior", is_warrior=True),
            CourtTile("light_archery", Message("Light Archery"), 4, is_warrior=True),
            CourtTile("heavy_archery", Message("Heavy Archery"), 4, is_warrior=True),
            CourtTile("axe_warrior", Message("Axe Warrior"), 3, is_warrior=True),
            CourtTile("sword_warrior", Message("Sword Warrior"), 3, is_warrior=True),
            CourtTile("building", Message("Building with 1 crown"), crowns=1, copies=_ONE_CROWN),
            CourtTile("building2", Message("Building with 2 crowns"), crowns=2, copies=_TWO_CROWNS),
        )
    }
)
"""Every kind by its name in the notation."""


def court_tile_on(square: Square) -> CourtTile | None:
    """The tile of The Court on a square; ``None`` on a town, which carries Queendomino's buildings.

    >>> court_tile_on(Square(Terrain.FOREST, building="lumberjack")).points
    3
    """
    if square.terrain is Terrain.TOWN or square.building is None:
        return None
    return COURT_TILES.get(square.building)


def shows_court(square: Square) -> bool:
    """Whether a square carries a tile or a resource of The Court."""
    return square.resource or court_tile_on(square) is not None
