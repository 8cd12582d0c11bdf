"""Queendomino's building tiles, as far as they are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Square, Terrain

Per = Literal["territory", "tower", "knight"]


@dataclass(frozen=True, slots=True)
class Building:
    """A kind of building tile.

    ``copies`` is ``None`` if their number is unknown. ``points`` are fixed, or earned for each ``per``: a separate
    territory of ``terrain``, a tower or a knight.
    """

    kind: str
    name: Message
    copies: int | None
    crowns: int
    points: int
    per: Per | None = None
    terrain: Terrain | None = None


def _by_territory(kind: str, name: Message, terrain: Terrain) -> Building:
    return Building(kind, name, 2, 0, 2, "territory", terrain)


BUILDINGS: Mapping[str, Building] = MappingProxyType(
    {
        building.kind: building
        for building in (
            _by_territory("bakery", Message("Bakery"), Terrain.WHEAT),
            _by_territory("sawmill", Message("Sawmill"), Terrain.FOREST),
            _by_territory("fishmonger", Message("Fishmonger’s"), Terrain.LAKE),
            _by_territory("weaving_shop", Message("Weaving Shop"), Terrain.GRASSLAND),
            _by_territory("magic_school", Message("Magic School"), Terrain.SWAMP),
            _by_territory("foundry", Message("Foundry"), Terrain.MINE),
            _by_territory("church", Message("Church"), Terrain.TOWN),
            Building("travelling_castle", Message("Travelling Castle"), 2, 0, 1, "tower"),
            Building("shooting_range", Message("Shooting Range"), 2, 0, 1, "knight"),
            Building("big_tavern", Message("Big Tavern"), None, 0, 2),
            Building("two_points", Message("Building worth 2"), None, 0, 2),
            Building("guardtower", Message("Guardtower"), None, 0, 3),
            Building("small_tavern", Message("Small Tavern"), None, 0, 3),
            Building("statue", Message("Statue"), None, 0, 5),
            Building("crown", Message("Building with a crown"), 3, 1, 0),
        )
    }
)
"""Every kind by its name in the notation. If the printed name of a tile is unknown, ``name`` describes its picture."""

TILES_BY_POINTS: Mapping[int, int] = MappingProxyType({2: 4, 3: 4, 5: 3})
"""The number of tiles by their fixed points, for kinds whose own numbers are unknown."""

TILES = 32
"""The number of building tiles in the box."""


def building_on(square: Square) -> Building | None:
    """The building that counts on a square; ``None`` outside towns and for unknown kinds.

    >>> building_on(Square(Terrain.TOWN, building="statue")).points
    5
    """
    if square.terrain is not Terrain.TOWN or square.building is None:
        return None
    return BUILDINGS.get(square.building)
