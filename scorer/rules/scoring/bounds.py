"""The range of a score over all possible hidden crowns and unknown squares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
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
"""Maximum number of unknown squares for which all possibilities are tried; beyond it the range may be too wide."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """The variant bonuses, or a quest. ``range_of`` gives the minimum and maximum points of a kingdom; squares of all
    terrains but these count alike for it."""

    range_of: Callable[[Kingdom], tuple[int, int]]
    terrains: frozenset[Terrain] = frozenset()


Bonuses = Sequence[Sequence[Bonus]]
"""The bonuses on each grid that is possible."""


@dataclass(frozen=True, slots=True)
class _TerrainPoints:
    """The points of one terrain: without hidden crowns, and the maximum that hidden crowns can add.

    ``territories`` counts its territories, and ``largest`` the squares of the largest.
    """

    low: int
    hidden: int
    territories: int
    largest: int


PointsOf = Callable[[Terrain, tuple[Position, ...]], _TerrainPoints]
"""The points of a terrain if it also covers the given unknown squares."""


def total_range(sheet: ScoreSheet, bonuses: Bonuses) -> tuple[int, int]:
    """The minimum and maximum possible points, with these bonuses.

    An unknown square may be any face of the box, the castle if none is known, or empty, which may make the kingdom
    smaller. The range contains the scores of all these possibilities, and may be too wide. Buildings, tiles and
    resources on unknown squares are not considered.
    """
    kingdom, box = sheet.kingdom, sheet.rules.box
    unknown = [position for position, cell in kingdom.cells() if cell is Place.UNKNOWN]
    ranges = _enumerated_range if len(unknown) <= MAX_ENUMERATED_SQUARES else _bounded_range
    low, high = ranges(sheet, _points_by_terrain(kingdom, box), unknown, bonuses)
    certain = sheet.coins + sum(tile.points for tile in sheet.court)
    certain += sum(b.points for b in sheet.buildings if BUILDINGS[b.kind].terrain is None)
    return min(sheet.total, certain + low), max(sheet.total, certain + high + _max_king_points(kingdom, box))


def max_choices(unknown: int) -> int:
    """The maximum number of possibilities that are tried for so many unknown squares of a kingdom with a castle.

    >>> [max_choices(unknown) for unknown in (0, 1, 3, 4)]
    [1, 8, 512, 1]
    """
    options = len(Terrain) + 1  # or an empty place
    return options**unknown if unknown <= MAX_ENUMERATED_SQUARES else 1


def _enumerated_range(
    sheet: ScoreSheet, points_of: PointsOf, unknown: Sequence[Position], bonuses: Bonuses
) -> tuple[int, int]:
    """The range over all possible unknown squares. Terrains are independent, so their parts are added."""

    @cache
    def filled(cells: tuple[Cell, ...]) -> Kingdom:
        return _filled(sheet.kingdom, dict(zip(unknown, cells, strict=True)))

    @cache
    def bonus_with(bonus: Bonus, cells: tuple[Cell, ...]) -> tuple[int, int]:
        return bonus.range_of(filled(cells))

    def range_in(choice: Sequence[Terrain | Place], bonus: Bonus) -> tuple[int, int]:
        return bonus_with(bonus, _cells(choice, bonus))

    bare = {terrain: points_of(terrain, ()) for terrain in Terrain}
    found = []
    for choice in _choices(sheet, len(unknown)):
        laid = bare.copy()
        for terrain in (one for one in choice if isinstance(one, Terrain)):
            laid[terrain] = points_of(
                terrain, tuple(p for p, one in zip(unknown, choice, strict=True) if one is terrain)
            )
        lowest, highest = _range_of(bonuses, partial(range_in, choice))
        low = sum(part.low for part in laid.values()) + _queen(sheet, laid.values())
        low += sum(2 * laid[terrain].territories for terrain in _counted_terrains(sheet))
        high = low + sum(part.hidden for part in laid.values())
        found.append((low + lowest, high + highest))
    return min(low for low, _ in found), max(high for _, high in found)


def _bounded_range(
    sheet: ScoreSheet, points_of: PointsOf, unknown: Sequence[Position], bonuses: Bonuses
) -> tuple[int, int]:
    """The range if each terrain gets all unknown squares for its maximum and none for its minimum.

    Bonuses and points for separate territories, which more squares can spoil, count as earned or lost.
    """
    bare = {terrain: points_of(terrain, ()) for terrain in Terrain}
    full = {terrain: points_of(terrain, tuple(unknown)) for terrain in _terrains(sheet.rules.box)}
    if sheet.rules.quests:
        low_bonus, high_bonus = _range_of(bonuses, lambda bonus: bonus.range_of(sheet.kingdom))
    else:
        low_bonus, high_bonus = _bonus_bounds(sheet, unknown, bonuses)
    low = sum(part.low for part in bare.values()) + _queen(sheet, bare.values()) + low_bonus
    laid = {**bare, **full}
    high = sum(part.low + part.hidden for part in laid.values()) + _queen(sheet, laid.values()) + high_bonus
    high += sum(2 * (bare[terrain].territories + len(unknown)) for terrain in _counted_terrains(sheet))
    return low, high


def _range_of(bonuses: Bonuses, range_of: Callable[[Bonus], tuple[int, int]]) -> tuple[int, int]:
    """The minimum and maximum points of all bonuses together, over all possible grids."""
    ranges = [[range_of(bonus) for bonus in on_grid] for on_grid in bonuses]
    return min(sum(low for low, _ in one) for one in ranges), max(sum(high for _, high in one) for one in ranges)


def _cells(choice: Sequence[Terrain | Place], bonus: Bonus) -> tuple[Cell, ...]:
    """The unknown squares in a choice, as far as they matter to a bonus."""
    alike = [terrain for terrain in Terrain if terrain not in bonus.terrains]
    return tuple(Square(alike[0] if one in alike else one, None) if isinstance(one, Terrain) else one for one in choice)


def _bonus_bounds(sheet: ScoreSheet, unknown: Sequence[Position], bonuses: Bonuses) -> tuple[int, int]:
    """The range of the bonuses. If unknown squares cannot change the outline, the outline decides."""
    kingdom, rules = sheet.kingdom, sheet.rules
    bare = _filled(kingdom, dict.fromkeys(unknown, Place.EMPTY))
    full = _filled(kingdom, dict.fromkeys(unknown, Square(Terrain.WHEAT)))
    if kingdom.castles and (bare.height, bare.width) == (full.height, full.width):
        low, _ = _range_of(bonuses, lambda bonus: bonus.range_of(bare))
        _, high = _range_of(bonuses, lambda bonus: bonus.range_of(full))
        return low, high
    return 0, HARMONY_POINTS * rules.harmony + MIDDLE_KINGDOM_POINTS * rules.middle_kingdom


def _choices(sheet: ScoreSheet, unknown: int) -> Iterator[tuple[Terrain | Place, ...]]:
    options: list[Terrain | Place] = [*_terrains(sheet.rules.box), Place.EMPTY]
    if not sheet.kingdom.castles:
        options.append(Place.CASTLE)
    return (choice for choice in product(options, repeat=unknown) if choice.count(Place.CASTLE) <= 1)


def _terrains(box: Box) -> list[Terrain]:
    return [terrain for terrain in Terrain if box.has_queendomino or terrain is not Terrain.TOWN]


def _counted_terrains(sheet: ScoreSheet) -> list[Terrain]:
    """The terrains whose separate territories score for buildings, once for each building."""
    return [terrain for b in sheet.buildings if (terrain := BUILDINGS[b.kind].terrain)]


def _queen(sheet: ScoreSheet, laid: Iterable[_TerrainPoints]) -> int:
    hosted = sheet.kingdom.queen and sheet.rules.box.has_queendomino
    return max(part.largest for part in laid) if hosted else 0


def _max_king_points(kingdom: Kingdom, box: Box) -> int:
    """The maximum points that The Court's King can gain from hidden crowns around him."""
    kings = [p for p, square in kingdom.squares().items() if (tile := court_tile_on(square)) and tile.counts == "crown"]
    high = max(max_crowns(terrain, box) for terrain in Terrain)
    return sum(high for king in kings for neighbour in around(king) if is_hidden(kingdom.get(neighbour)))


def _points_by_terrain(kingdom: Kingdom, box: Box) -> PointsOf:
    """The parts of this kingdom, each computed once."""
    squares = kingdom.squares()
    undealt = Counter(faces(box))
    undealt.subtract(printed(square) for square in squares.values() if square.crowns is not None)

    @cache
    def part(terrain: Terrain, extra: tuple[Position, ...]) -> _TerrainPoints:
        """The maximum points of hidden crowns: as many as the box still allows, most of them in the largest
        territories.

        Giants on them are not considered.
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
