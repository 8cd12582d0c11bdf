"""How far a score can move when hidden crowns and unknown squares are seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import court_tile_on
from scorer.rules.model.dominoes import Box, faces, max_crowns, printed
from scorer.rules.model.kingdom import Kingdom, Position, around
from scorer.rules.model.terrain import Cell, Place, Square, Terrain, is_hidden
from scorer.rules.scoring.bonuses import HARMONY_POINTS, MIDDLE_KINGDOM_POINTS
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.scoring.territories import crowns_on, groups

MAX_ENUMERATED_SQUARES = 3
"""So many unknown squares are tried with all that they can be; with more of them the range may be too wide."""

BonusRange = Callable[[Kingdom], tuple[int, int]]
"""The least and the most points that the variant bonuses and the quests of a kingdom may come to."""


@dataclass(frozen=True, slots=True)
class _TerrainPoints:
    """The points of one terrain: without hidden crowns, and the most that hidden crowns can add.

    ``territories`` counts its territories, and ``largest`` the squares of the largest.
    """

    low: int
    hidden: int
    territories: int
    largest: int


PointsOf = Callable[[Terrain, tuple[Position, ...]], _TerrainPoints]
"""Computes the points of a terrain if it covers these of the unknown squares too."""


def total_range(sheet: ScoreSheet, bonus: BonusRange) -> tuple[int, int]:
    """The least and the most points possible; ``bonus`` counts the variant bonuses and the quests of any kingdom.

    An unknown square may be any face of the box, the castle where none was seen, or empty after all, and then the
    kingdom is perhaps smaller than it looks. The range holds the score of all of these, and may be too wide. It does
    not consider that a building, a tile or a resource may lie on an unknown square.
    """
    kingdom, box = sheet.kingdom, sheet.rules.box
    unknown = [position for position, cell in kingdom.cells() if cell is Place.UNKNOWN]
    ranges = _enumerated_range if len(unknown) <= MAX_ENUMERATED_SQUARES else _bounded_range
    low, high = ranges(sheet, _points_by_terrain(kingdom, box), unknown, bonus)
    certain = sheet.coins + sum(tile.points for tile in sheet.court)
    certain += sum(b.points for b in sheet.buildings if BUILDINGS[b.kind].terrain is None)
    return min(sheet.total, certain + low), max(sheet.total, certain + high + _max_king_points(kingdom, box))


def _enumerated_range(
    sheet: ScoreSheet, points_of: PointsOf, unknown: Sequence[Position], bonus: BonusRange
) -> tuple[int, int]:
    """Everything that the unknown squares can be. Terrains take nothing from each other, so their parts are added."""
    bonus_range_of = cache(lambda cells: bonus(_filled(sheet.kingdom, dict(zip(unknown, cells, strict=True)))))
    any_terrain = not sheet.rules.quests  # the bonuses ask only what is empty and where the castle is
    bare = {terrain: points_of(terrain, ()) for terrain in Terrain}
    found = []
    for choice in _choices(sheet, len(unknown)):
        laid = bare.copy()
        for terrain in (one for one in choice if isinstance(one, Terrain)):
            laid[terrain] = points_of(
                terrain, tuple(p for p, one in zip(unknown, choice, strict=True) if one is terrain)
            )
        bonuses = bonus_range_of(
            tuple(
                Square(Terrain.WHEAT if any_terrain else one, None) if isinstance(one, Terrain) else one
                for one in choice
            )
        )
        low = sum(part.low for part in laid.values()) + _queen(sheet, laid.values())
        low += sum(2 * laid[terrain].territories for terrain in _counted_terrains(sheet))
        high = low + sum(part.hidden for part in laid.values())
        found.append((low + bonuses[0], high + bonuses[1]))
    return min(low for low, _ in found), max(high for _, high in found)


def _bounded_range(
    sheet: ScoreSheet, points_of: PointsOf, unknown: Sequence[Position], bonus: BonusRange
) -> tuple[int, int]:
    """Every terrain gets all unknown squares at once for the most, none of them for the least.

    What more squares can spoil, the bonuses and the points for separate territories, is then taken for lost or earned.
    """
    bare = {terrain: points_of(terrain, ()) for terrain in Terrain}
    full = {terrain: points_of(terrain, tuple(unknown)) for terrain in _terrains(sheet.rules.box)}
    low_bonus, high_bonus = bonus(sheet.kingdom) if sheet.rules.quests else _bonus_bounds(sheet, unknown, bonus)
    low = sum(part.low for part in bare.values()) + _queen(sheet, bare.values()) + low_bonus
    laid = {**bare, **full}
    high = sum(part.low + part.hidden for part in laid.values()) + _queen(sheet, laid.values()) + high_bonus
    high += sum(2 * (bare[terrain].territories + len(unknown)) for terrain in _counted_terrains(sheet))
    return low, high


def _bonus_bounds(sheet: ScoreSheet, unknown: Sequence[Position], bonus: BonusRange) -> tuple[int, int]:
    """Both bonuses may be earned or not; where unknown squares cannot move the outline, it decides what it can."""
    kingdom, rules = sheet.kingdom, sheet.rules
    bare = _filled(kingdom, dict.fromkeys(unknown, Place.EMPTY))
    full = _filled(kingdom, dict.fromkeys(unknown, Square(Terrain.WHEAT)))
    if kingdom.castles and (bare.height, bare.width) == (full.height, full.width):
        return bonus(bare)[0], bonus(full)[1]
    return 0, HARMONY_POINTS * rules.harmony + MIDDLE_KINGDOM_POINTS * rules.middle_kingdom


def _choices(sheet: ScoreSheet, unknown: int) -> Iterator[tuple[Terrain | Place, ...]]:
    options: list[Terrain | Place] = [*_terrains(sheet.rules.box), Place.EMPTY]
    if not sheet.kingdom.castles:
        options.append(Place.CASTLE)
    return (choice for choice in product(options, repeat=unknown) if choice.count(Place.CASTLE) <= 1)


def _terrains(box: Box) -> list[Terrain]:
    return [terrain for terrain in Terrain if box.has_queendomino or terrain is not Terrain.TOWN]


def _counted_terrains(sheet: ScoreSheet) -> list[Terrain]:
    """The terrains whose separate territories buildings count, each as often as a building does."""
    return [terrain for b in sheet.buildings if (terrain := BUILDINGS[b.kind].terrain)]


def _queen(sheet: ScoreSheet, laid: Iterable[_TerrainPoints]) -> int:
    hosted = sheet.kingdom.queen and sheet.rules.box.has_queendomino
    return max(part.largest for part in laid) if hosted else 0


def _max_king_points(kingdom: Kingdom, box: Box) -> int:
    """The most points that The Court's King can gain from hidden crowns around him."""
    kings = [p for p, square in kingdom.squares().items() if (tile := court_tile_on(square)) and tile.counts == "crown"]
    high = max(max_crowns(terrain, box) for terrain in Terrain)
    return sum(high for king in kings for neighbour in around(king) if is_hidden(kingdom.get(neighbour)))


def _points_by_terrain(kingdom: Kingdom, box: Box) -> PointsOf:
    """The parts of this kingdom, each worked out once."""
    squares = kingdom.squares()
    undealt = Counter(faces(box))
    undealt.subtract(printed(square) for square in squares.values() if square.crowns is not None)

    @cache
    def part(terrain: Terrain, extra: tuple[Position, ...]) -> _TerrainPoints:
        """The hidden crowns are as rich as the box still allows, the most of them in the largest territories.

        That giants may stand on them is not considered.
        """
        own_squares = {position: square for position, square in squares.items() if square.terrain is terrain}
        own_squares |= dict.fromkeys(extra, Square(terrain, None))
        found = groups(dict.fromkeys(own_squares, terrain))
        low = sum(len(group) * sum(crowns_on(own_squares[position]) for position in group) for group in found)
        sizes = sorted((len(group) for group in found for p in group if own_squares[p].crowns is None), reverse=True)
        crowns = sorted(
            (f.crowns or 0 for f, n in undealt.items() if f.terrain is terrain for _ in range(n)), reverse=True
        )
        hidden = sum(size * count for size, count in zip(sizes, crowns, strict=False))
        return _TerrainPoints(low, hidden, len(found), max(map(len, found), default=0))

    return part


def _filled(kingdom: Kingdom, cells: dict[Position, Cell]) -> Kingdom:
    rows = tuple(
        tuple(cells.get((row, column), cell) for column, cell in enumerate(line))
        for row, line in enumerate(kingdom.rows)
    )
    return replace(kingdom, rows=rows)
