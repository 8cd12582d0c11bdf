"""What the expansions forbid: where giants may stand, and what of The Court may lie where."""

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


def giant_faults(kingdom: Kingdom, box: Box) -> Iterator[Finding]:
    """Giants stand on crowns, one on each, no more of them than there are, and only in their own expansion.

    >>> [str(finding.message) for finding in giant_faults(Kingdom.parse("w1!!C"), Box.KINGDOMINO_GIANTS)]
    ['A1: each giant stands on a crown; there are more giants here than crowns']
    """
    held = {position: square for position, square in kingdom.squares().items() if square.giants}
    if not held:
        return
    if not box.has_giants:
        message = Message("{squares}: giants belong to Age of Giants; choose it", {"squares": square_names(held)})
        yield Finding(FindingCode.NOT_IN_BOX, message, tuple(held))
        return
    crowded = tuple(position for position, square in held.items() if square.giants > _most_giants(square))
    if crowded:
        message = Message(
            "{squares}: each giant stands on a crown; there are more giants here than crowns",
            {"squares": square_names(crowded)},
        )
        yield Finding(FindingCode.GIANT_PLACE, message, crowded)
    yield from too_many_giants(sum(square.giants for square in held.values()))


def too_many_giants(count: int) -> Iterator[Finding]:
    """More giants than the dominoes with letters bring."""
    if count > GIANTS:
        message = counted(
            "{count} giant; there are {limit}", "{count} giants; there are {limit}", count, {"limit": GIANTS}
        )
        yield Finding(FindingCode.GIANT_COUNT, message)


def _most_giants(square: Square) -> int:
    """How many crowns there are to stand on; hidden ones may be as many as any domino shows."""
    building = building_on(square)
    return 3 if square.crowns is None else square.crowns + (building.crowns if building else 0)


def court_faults(kingdom: Kingdom) -> Iterator[Finding]:
    """What lies where it may not, and tiles that The Court does not have so often."""
    squares = kingdom.squares()
    bare = tuple(p for p, square in squares.items() if square.resource and not _brings_resource(square))
    if bare:
        message = Message(
            "{squares}: only crownless wheat, forest, lake and grassland bring a resource",
            {"squares": square_names(bare)},
        )
        yield Finding(FindingCode.RESOURCE_PLACE, message, bare)
    tiles = {position: tile for position, square in squares.items() if (tile := court_tile_on(square))}
    taken = tuple(position for position in tiles if squares[position].crowns or squares[position].resource)
    if taken:
        message = Message(
            "{squares}: a tile lies only where there is neither crown nor resource", {"squares": square_names(taken)}
        )
        yield Finding(FindingCode.COURT_PLACE, message, taken)
    strange = tuple(
        position
        for position, tile in tiles.items()
        if tile.is_building and squares[position].terrain not in tile.copies
    )
    if strange:
        message = Message(
            "{squares}: The Court has no such building for this terrain", {"squares": square_names(strange)}
        )
        yield Finding(FindingCode.COURT_PLACE, message, strange)
    yield from too_many_court_tiles({position: squares[position] for position in tiles})


def too_many_court_tiles(lying: Mapping[Position, Square]) -> Iterator[Finding]:
    """Tiles that lie there more often than The Court has them: characters once, buildings as often as it says."""
    for tile in COURT_TILES.values():
        limits: list[tuple[Terrain | None, int]] = [*tile.copies.items()] if tile.is_building else [(None, 1)]
        for terrain, limit in limits:
            found = tuple(
                position
                for position, square in lying.items()
                if square.building == tile.kind and terrain in (None, square.terrain)
            )
            if len(found) > limit:
                values = {"squares": square_names(found), "tile": tile.name, "count": len(found), "limit": limit}
                message = Message("{squares}: {tile}, {count} times; The Court has {limit}", values)
                yield Finding(FindingCode.COURT_COUNT, message, found)


def _brings_resource(square: Square) -> bool:
    return square.terrain in RESOURCE_TERRAINS and square.crowns in (0, None) and square.building is None
