"""How far a score can move when hidden crowns and unknown squares are seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import court_tile_on
from scorer.rules.model.dominoes import Box, faces, most_crowns, printed
from scorer.rules.model.kingdom import Kingdom, Position, around
from scorer.rules.model.terrain import Cell, Place, Square, Terrain, is_hidden
from scorer.rules.scoring.bonuses import HARMONY_POINTS, MIDDLE_KINGDOM_POINTS
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.scoring.territories import crowns_on, groups

MOST_TRIED = 3
"""So many unknown squares are tried with all that they can be; with more of them the range may be too wide."""

Bonus = Callable[[Kingdom], tuple[int, int]]
"""The least and the most points that the variant bonuses and the quests of a kingdom may come to."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What one terrain comes to: its points without hidden crowns, the points that these can add, its territories, and
    the squares of the largest."""

    least: int
    hidden: int
    territories: int
    largest: int


Parts = Callable[[Terrain, tuple[Position, ...]], _Part]
"""What a terrain comes to when it lies on these of the unknown squares too."""


def total_range(sheet: ScoreSheet, bonus: Bonus) -> tuple[int, int]:
    """The least and the most points possible; ``bonus`` counts the variant bonuses and the quests of any kingdom.

    An unknown square may be any face of the box, the castle where none was seen, or empty after all, and then the
    kingdom is perhaps smaller than it looks. The range holds the score of all of these, and may be too wide. It does
    not consider that a building, a tile or a resource may lie on an unknown square.
    """
    kingdom, box = sheet.kingdom, sheet.rules.box
    unknown = [position for position, cell in kingdom.cells() if cell is Place.UNKNOWN]
    ranges = _tried if len(unknown) <= MOST_TRIED else _bounds
    least, most = ranges(sheet, _parts(kingdom, box), unknown, bonus)
    sure = sheet.coins + sum(tile.points for tile in sheet.court)
    sure += sum(b.points for b in sheet.buildings if BUILDINGS[b.kind].terrain is None)
    return min(sheet.total, sure + least), max(sheet.total, sure + most + _more_for_kings(kingdom, box))


def _tried(sheet: ScoreSheet, parts: Parts, unknown: Sequence[Position], bonus: Bonus) -> tuple[int, int]:
    """Everything that the unknown squares can be. Terrains take nothing from each other, so their parts are added."""
    points_of = cache(lambda cells: bonus(_filled(sheet.kingdom, dict(zip(unknown, cells, strict=True)))))
    is_any = not sheet.rules.quests  # the bonuses ask only what is empty and where the castle is
    bare = {terrain: parts(terrain, ()) for terrain in Terrain}
    found = []
    for choice in _choices(sheet, len(unknown)):
        laid = bare.copy()
        for terrain in (one for one in choice if isinstance(one, Terrain)):
            laid[terrain] = parts(terrain, tuple(p for p, one in zip(unknown, choice, strict=True) if one is terrain))
        bonuses = points_of(
            tuple(Square(Terrain.WHEAT if is_any else one, None) if isinstance(one, Terrain) else one for one in choice)
        )
        least = sum(part.least for part in laid.values()) + _queen(sheet, laid.values())
        least += sum(2 * laid[terrain].territories for terrain in _counted_terrains(sheet))
        most = least + sum(part.hidden for part in laid.values())
        found.append((least + bonuses[0], most + bonuses[1]))
    return min(least for least, _ in found), max(most for _, most in found)


def _bounds(sheet: ScoreSheet, parts: Parts, unknown: Sequence[Position], bonus: Bonus) -> tuple[int, int]:
    """Every terrain gets all unknown squares at once for the most, none of them for the least.

    What more squares can spoil, the bonuses and the points for separate territories, is then taken for lost or earned.
    """
    bare = {terrain: parts(terrain, ()) for terrain in Terrain}
    full = {terrain: parts(terrain, tuple(unknown)) for terrain in _terrains(sheet.rules.box)}
    fewest, highest = bonus(sheet.kingdom) if sheet.rules.quests else _bonus_bounds(sheet, unknown, bonus)
    least = sum(part.least for part in bare.values()) + _queen(sheet, bare.values()) + fewest
    laid = {**bare, **full}
    most = sum(part.least + part.hidden for part in laid.values()) + _queen(sheet, laid.values()) + highest
    most += sum(2 * (bare[terrain].territories + len(unknown)) for terrain in _counted_terrains(sheet))
    return least, most


def _bonus_bounds(sheet: ScoreSheet, unknown: Sequence[Position], bonus: Bonus) -> tuple[int, int]:
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


def _queen(sheet: ScoreSheet, laid: Iterable[_Part]) -> int:
    hosted = sheet.kingdom.queen and sheet.rules.box.has_queendomino
    return max(part.largest for part in laid) if hosted else 0


def _more_for_kings(kingdom: Kingdom, box: Box) -> int:
    """What The Court's King can get at most from hidden crowns around him."""
    kings = [p for p, square in kingdom.squares().items() if (tile := court_tile_on(square)) and tile.counts == "crown"]
    most = max(most_crowns(terrain, box) for terrain in Terrain)
    return sum(most for king in kings for near in around(king) if is_hidden(kingdom.get(near)))


def _parts(kingdom: Kingdom, box: Box) -> Parts:
    """The parts of this kingdom, each worked out once."""
    squares = kingdom.squares()
    left = Counter(faces(box))
    left.subtract(printed(square) for square in squares.values() if square.crowns is not None)

    @cache
    def part(terrain: Terrain, more: tuple[Position, ...]) -> _Part:
        """The hidden crowns are as rich as the box still allows, the most of them in the largest territories.

        That giants may stand on them is not considered.
        """
        own = {position: square for position, square in squares.items() if square.terrain is terrain}
        own |= dict.fromkeys(more, Square(terrain, None))
        found = groups(dict.fromkeys(own, terrain))
        least = sum(len(group) * sum(crowns_on(own[position]) for position in group) for group in found)
        sizes = sorted((len(group) for group in found for p in group if own[p].crowns is None), reverse=True)
        crowns = sorted(
            (f.crowns or 0 for f, n in left.items() if f.terrain is terrain for _ in range(n)), reverse=True
        )
        hidden = sum(size * count for size, count in zip(sizes, crowns, strict=False))
        return _Part(least, hidden, len(found), max(map(len, found), default=0))

    return part


def _filled(kingdom: Kingdom, cells: dict[Position, Cell]) -> Kingdom:
    rows = tuple(
        tuple(cells.get((row, column), cell) for column, cell in enumerate(line))
        for row, line in enumerate(kingdom.rows)
    )
    return replace(kingdom, rows=rows)
