"""The kingdom's things in words: what lies on a square, what a building shows."""

from __future__ import annotations

from dataclasses import replace

from scorer.rules.model.buildings import Building, building_on
from scorer.rules.model.court import court_tile_on
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.terrain import Cell, Place, Square

_PLACES = {Place.CASTLE: Message("the castle"), Place.EMPTY: Message("empty"), Place.UNKNOWN: Message("not known")}


def cell_words(cell: Cell) -> Message:
    """What lies on a place.

    >>> from scorer.rules.model.terrain import Terrain
    >>> [str(cell_words(cell)) for cell in (Square(Terrain.MINE, 2), Square(Terrain.LAKE), Place.CASTLE)]
    ['mine with 2 crowns', 'lake without crowns', 'the castle']
    >>> str(cell_words(Square(Terrain.MINE, 2, giants=1)))
    'mine with 2 crowns, under 1 giant'
    """
    return _square_words(cell) if isinstance(cell, Square) else _PLACES[cell]


def _square_words(cell: Square) -> Message:
    """What lies on a square, with what stands on it named last."""
    if cell.giants:
        square = {"square": cell_words(replace(cell, giants=0))}
        return counted("{square}, under {count} giant", "{square}, under {count} giants", cell.giants, square)
    if cell.resource:
        return Message("{square}, with its resource", {"square": cell_words(replace(cell, resource=False))})
    building, tile = building_on(cell), court_tile_on(cell)
    if building:
        return Message("town with {building}", {"building": building.name})
    if tile:
        return Message("{square}, with the tile {tile}", {"square": _face_words(cell), "tile": tile.name})
    return _face_words(cell)


def _face_words(cell: Square) -> Message:
    """The terrain and the crowns alone."""
    terrain = {"terrain": cell.terrain}
    if cell.crowns is None:
        return Message("{terrain}, crowns hidden", terrain)
    if not cell.crowns:
        return Message("{terrain} without crowns", terrain)
    return counted("{terrain} with {count} crown", "{terrain} with {count} crowns", cell.crowns, terrain)


def building_words(building: Building) -> Message:
    """What a building tile shows: its points, and for what.

    >>> from scorer.rules.model.buildings import BUILDINGS
    >>> str(building_words(BUILDINGS["church"])), str(building_words(BUILDINGS["shooting_range"]))
    ('2 points for each town territory', '1 point for each knight')
    """
    values = {"terrain": building.terrain}
    if building.per == "territory":
        return counted(
            "{count} point for each {terrain} territory",
            "{count} points for each {terrain} territory",
            building.points,
            values,
        )
    if building.per == "tower":
        return counted("{count} point for each tower", "{count} points for each tower", building.points)
    if building.per == "knight":
        return counted("{count} point for each knight", "{count} points for each knight", building.points)
    if building.crowns:
        return counted("{count} crown for its town", "{count} crowns for its town", building.crowns)
    return counted("{count} point", "{count} points", building.points)
