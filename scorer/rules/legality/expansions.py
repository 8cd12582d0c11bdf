"""Placement rules of the expansions: giants, and the tiles and resources of The Court."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.model.buildings import building_on
from scorer.rules.model.court import COURT_TILES, RESOURCE_TERRAINS, court_tile_on
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom, Position, square_names
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.notation import GIANTS
from scorer.rules.model.terrain import Square, Terrain


def giant_findings(kingdom: Kingdom, box: Box) -> Iterator[Finding]:
    """Findings about giants: giants without a crown, more giants than the box has, and giants in another box.

    >>> [str(finding.message) for finding in giant_findings(Kingdom.parse("w1!!C"), Box.KINGDOMINO_GIANTS)]
    ['A1: more giants than crowns; each giant stands on a crown']
    """
    with_giants = {position: square for position, square in kingdom.squares().items() if square.giants}
    if not with_giants:
        return
    if not box.has_giants:
        message = Message(
            "{squares}: giants belong to Age of Giants; switch it on in the rules",
            {"squares": square_names(with_giants)},
        )
        yield Finding(FindingCode.NOT_IN_BOX, message, tuple(with_giants))
        return
    overfilled = tuple(position for position, square in with_giants.items() if square.giants > _max_giants(square))
    if overfilled:
        message = Message(
            "{squares}: more giants than crowns; each giant stands on a crown",
            {"squares": square_names(overfilled)},
        )
        yield Finding(FindingCode.GIANT_PLACE, message, overfilled)
    yield from giant_count_findings(sum(square.giants for square in with_giants.values()))


def giant_count_findings(count: int) -> Iterator[Finding]:
    """The finding about more giants than the dominoes with letters bring; ``None`` if there are not too many."""
    if count > GIANTS:
        message = counted(
            "{count} giant, but the box has only {limit}",
            "{count} giants, but the box has only {limit}",
            count,
            {"limit": GIANTS},
        )
        yield Finding(FindingCode.GIANT_COUNT, message)


def _max_giants(square: Square) -> int:
    """The maximum number of giants on a square, one for each crown; hidden crowns count as three."""
    building = building_on(square)
    return 3 if square.crowns is None else square.crowns + (building.crowns if building else 0)


def court_findings(kingdom: Kingdom) -> Iterator[Finding]:
    """Findings about The Court: resources and tiles on the wrong squares, and more tiles than the box has."""
    squares = kingdom.squares()
    without_resource = tuple(p for p, square in squares.items() if square.resource and not _brings_resource(square))
    if without_resource:
        message = Message(
            "{squares}: only wheat, forest, lake and grassland squares without crowns have a resource",
            {"squares": square_names(without_resource)},
        )
        yield Finding(FindingCode.RESOURCE_PLACE, message, without_resource)
    tiles = {position: tile for position, square in squares.items() if (tile := court_tile_on(square))}
    blocked = tuple(position for position in tiles if squares[position].crowns or squares[position].resource)
    if blocked:
        message = Message(
            "{squares}: a tile of The Court can only be on a square without crowns and resources",
            {"squares": square_names(blocked)},
        )
        yield Finding(FindingCode.COURT_PLACE, message, blocked)
    wrong_terrain = tuple(
        position
        for position, tile in tiles.items()
        if tile.is_building and squares[position].terrain not in tile.copies
    )
    if wrong_terrain:
        message = Message(
            "{squares}: The Court has no such building for this terrain", {"squares": square_names(wrong_terrain)}
        )
        yield Finding(FindingCode.COURT_PLACE, message, wrong_terrain)
    yield from court_count_findings({position: squares[position] for position in tiles})


def court_count_findings(tiles_at: Mapping[Position, Square]) -> Iterator[Finding]:
    """Tiles that occur more often than in The Court: characters more than once, buildings more than their copies."""
    for tile in COURT_TILES.values():
        limits: list[tuple[Terrain | None, int]] = [*tile.copies.items()] if tile.is_building else [(None, 1)]
        for terrain, limit in limits:
            found = tuple(
                position
                for position, square in tiles_at.items()
                if square.building == tile.kind and terrain in (None, square.terrain)
            )
            if len(found) > limit:
                values = {"squares": square_names(found), "tile": tile.name, "count": len(found), "limit": limit}
                message = Message("{squares}: {tile} {count} times, but The Court has only {limit}", values)
                yield Finding(FindingCode.COURT_COUNT, message, found)


def _brings_resource(square: Square) -> bool:
    return square.terrain in RESOURCE_TERRAINS and square.crowns in (0, None) and square.building is None
