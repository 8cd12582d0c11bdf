"""Names and descriptions of cells, buildings, tiles and quests for players."""

from __future__ import annotations

from dataclasses import replace

from scorer.rules.model.buildings import Building, building_on
from scorer.rules.model.court import CourtTile, court_tile_on
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.quests import QUEST_TILES, Quest
from scorer.rules.model.terrain import Cell, Place, Square, Terrain

_PLACES = {Place.CASTLE: Message("the castle"), Place.EMPTY: Message("empty"), Place.UNKNOWN: Message("unknown")}


def cell_words(cell: Cell) -> Message:
    """Describe the content of a cell.

    >>> from scorer.rules.model.terrain import Terrain
    >>> [str(cell_words(cell)) for cell in (Square(Terrain.MINE, 2), Square(Terrain.LAKE), Place.CASTLE)]
    ['mine with 2 crowns', 'lake without crowns', 'the castle']
    >>> str(cell_words(Square(Terrain.MINE, 2, giants=1)))
    'mine with 2 crowns, under 1 giant'
    """
    return _square_words(cell) if isinstance(cell, Square) else _PLACES[cell]


def _square_words(cell: Square) -> Message:
    """Describe a square: its face first, the pieces on it last."""
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
    """Describe a building tile: its points, and what it scores for.

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


def court_tile_words(tile: CourtTile) -> Message:
    """Describe a tile of The Court: its points, and what it counts around it.

    >>> from scorer.rules.model.court import COURT_TILES
    >>> str(court_tile_words(COURT_TILES["farmer"])), str(court_tile_words(COURT_TILES["building2"]))
    ('3 points, and 3 for each wheat token on the 8 squares around', '2 crowns for the territory it is on')
    """
    if tile.is_building:
        return counted(
            "{count} crown for the territory it is on", "{count} crowns for the territory it is on", tile.crowns
        )
    points = counted("{count} point", "{count} points", tile.points)
    if tile.counts is None:
        return points
    return replace(_EACH[tile.terrain or tile.counts], values={"points": points, "each": tile.each})


_EACH = {
    Terrain.WHEAT: Message("{points}, and {each} for each wheat token on the 8 squares around"),
    Terrain.FOREST: Message("{points}, and {each} for each wood on the 8 squares around"),
    Terrain.LAKE: Message("{points}, and {each} for each fish on the 8 squares around"),
    Terrain.GRASSLAND: Message("{points}, and {each} for each sheep on the 8 squares around"),
    "resource": Message("{points}, and {each} for each resource on the 8 squares around"),
    "crown": Message("{points}, and {each} for each crown on the 8 squares around"),
    "character": Message("{points}, and {each} for each character on the 8 squares around"),
    "warrior": Message("{points}, and {each} for each warrior on the 8 squares around"),
}

RESOURCE_NAMES = {
    Terrain.WHEAT: Message("Wheat token"),
    Terrain.FOREST: Message("Wood"),
    Terrain.LAKE: Message("Fish"),
    Terrain.GRASSLAND: Message("Sheep"),
}
"""The resource of each terrain in The Court."""


def quest_words(quest: Quest, side: int) -> Message:
    """The rule on a quest's tile, on a grid of ``side`` × ``side`` places.

    >>> str(quest_words(Quest.parse("four_corners:wheat"), 5))
    '5 points for each corner square of the 5×5 grid that is wheat.'
    """
    values = {"points": quest.points, "size": side, "terrain": quest.terrain or ""}
    return replace(QUEST_TILES[quest.kind].rule, values=values)
