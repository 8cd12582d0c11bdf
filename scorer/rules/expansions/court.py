"""The points of The Court's tiles."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.rules.model.court import CourtTile, court_tile_on
from scorer.rules.model.kingdom import Kingdom, Position, around
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.terrain import Square, Terrain
from scorer.rules.scoring.sheet import BuildingScore
from scorer.rules.scoring.territories import crowns_on


def court_scores(kingdom: Kingdom) -> tuple[BuildingScore, ...]:
    """Score each tile of The Court, row by row, with the surrounding squares that gave points.

    >>> [(tile.kind, tile.points, str(tile.message)) for tile in court_scores(Kingdom.parse("f[lumberjack]f*/f*C"))]
    [('lumberjack', 9, 'Lumberjack: 3 + 3 × 2 wood around it')]
    """
    squares = kingdom.squares()
    tiles = ((position, court_tile_on(square)) for position, square in squares.items())
    return tuple(_score(tile, position, squares) for position, tile in tiles if tile)


def _score(tile: CourtTile, position: Position, squares: Mapping[Position, Square]) -> BuildingScore:
    name = {"tile": tile.name}
    if tile.is_building:
        message = Message("{tile}: it counts for the territory it is on", name)
        return BuildingScore(tile.kind, 0, message, position)
    if tile.counts is None:
        message = counted("{tile}: {count} point", "{tile}: {count} points", tile.points, name)
        return BuildingScore(tile.kind, tile.points, message, position)
    counts = {neighbour: _worth(tile, squares[neighbour]) for neighbour in around(position) if neighbour in squares}
    times = sum(counts.values())
    values = {**name, "points": tile.points, "each": tile.each, "counted": _counted(tile, times)}
    message = Message("{tile}: {points} + {each} × {counted} around it", values)
    scoring = tuple(neighbour for neighbour, count in counts.items() if count)
    return BuildingScore(tile.kind, tile.points + tile.each * times, message, position, scoring)


def _worth(tile: CourtTile, square: Square) -> int:
    """The number of times that a character counts a neighbouring square."""
    if tile.counts == "resource":
        return int(square.resource and tile.terrain in (None, square.terrain))
    if tile.counts == "crown":
        return crowns_on(square)
    other = court_tile_on(square)
    if other is None or other.is_building:
        return 0
    return int(tile.counts == "character" or other.is_warrior)


def _counted(tile: CourtTile, times: int) -> Message:
    """The number of things that a character counts, in words."""
    words = {
        Terrain.WHEAT: counted("{count} wheat token", "{count} wheat tokens", times),
        Terrain.FOREST: counted("{count} wood", "{count} wood", times),
        Terrain.LAKE: counted("{count} fish", "{count} fish", times),
        Terrain.GRASSLAND: counted("{count} sheep", "{count} sheep", times),
        "resource": counted("{count} resource", "{count} resources", times),
        "crown": counted("{count} crown", "{count} crowns", times),
        "character": counted("{count} character", "{count} characters", times),
        "warrior": counted("{count} warrior", "{count} warriors", times),
    }
    return words[tile.terrain or tile.counts or "resource"]
