"""How far a score can move when hidden crowns and unknown squares are seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

from scorer.rules.model.dominoes import Box, faces, printed
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.scoring.bonuses import HARMONY_POINTS, MIDDLE_KINGDOM_POINTS
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.scoring.territories import territories

Count = Callable[[Kingdom], ScoreSheet]

MOST_TRIED = 2
"""So many unknown squares are tried with every terrain; with more of them the range is a bound that may be too wide."""


def total_range(sheet: ScoreSheet, count: Count) -> tuple[int, int]:
    """The least and the most points possible. ``count`` gives the sheet of any kingdom under the same rules."""
    kingdom, box = sheet.kingdom, sheet.rules.box
    unknown = [position for position, cell in kingdom.cells() if cell is Place.UNKNOWN]
    if len(unknown) > MOST_TRIED:
        return _bounds(sheet, unknown, box, count)
    variants = [kingdom, *_variants(kingdom, unknown, box)] if unknown else [kingdom]
    least = min(count(variant).total for variant in variants)
    most = max(count(_crowned(variant, box)).total for variant in variants)
    return least, most


def _variants(kingdom: Kingdom, unknown: list[Position], box: Box) -> Iterator[Kingdom]:
    """The kingdom with every terrain, and a castle if it has none, on its unknown squares."""
    options: list[Cell] = [Square(terrain, None) for terrain in _terrains(box)]
    if not kingdom.castles:
        options.append(Place.CASTLE)
    for choice in product(options, repeat=len(unknown)):
        if choice.count(Place.CASTLE) <= 1:
            yield _filled(kingdom, dict(zip(unknown, choice, strict=True)))


def _bounds(sheet: ScoreSheet, unknown: list[Position], box: Box, count: Count) -> tuple[int, int]:
    """Every terrain gets all unknown squares at once for the most; what more squares can spoil goes for the least."""
    filled = [
        count(_crowned(_filled(sheet.kingdom, dict.fromkeys(unknown, Square(terrain, None))), box))
        for terrain in _terrains(box)
    ]
    by_territory = sum(b.points for b in sheet.buildings if "terrain" in b.message.values)
    least = sheet.total - by_territory - sum(sheet.bonuses.values())
    most = (
        sum(
            territory.points
            for terrain, variant in zip(_terrains(box), filled, strict=True)
            for territory in variant.territories
            if territory.terrain is terrain
        )
        + max(variant.queen for variant in filled)
        + sheet.coins
        + sum(b.points + ("terrain" in b.message.values) * 2 * len(unknown) for b in sheet.buildings)
        + sum(max(variant.bonuses[bonus] for variant in filled) for bonus in sheet.bonuses)
        + max(sum(tile.points for tile in variant.court) for variant in filled)
    )
    if not sheet.kingdom.castles:
        most += HARMONY_POINTS * sheet.rules.harmony + MIDDLE_KINGDOM_POINTS * sheet.rules.middle_kingdom
    return least, max(most, sheet.total)


def _terrains(box: Box) -> list[Terrain]:
    return [terrain for terrain in Terrain if box.has_queendomino or terrain is not Terrain.TOWN]


def _filled(kingdom: Kingdom, cells: dict[Position, Cell]) -> Kingdom:
    rows = tuple(
        tuple(cells.get((row, column), cell) for column, cell in enumerate(line))
        for row, line in enumerate(kingdom.rows)
    )
    return replace(kingdom, rows=rows)


def _crowned(kingdom: Kingdom, box: Box) -> Kingdom:
    """The hidden crowns as rich as the box still allows: the most crowns into the largest territories."""
    squares = kingdom.squares()
    left = Counter(faces(box))
    left.subtract(printed(square) for square in squares.values() if square.crowns is not None)
    crowned: dict[Position, Cell] = {}
    for territory in sorted(territories(kingdom), key=lambda t: -t.squares):
        for position in territory.cells:
            if squares[position].crowns is None:
                possible = [f for f in left if f.terrain is territory.terrain and left[f] > 0]
                best = max(possible, key=lambda face: face.crowns or 0, default=Square(territory.terrain))
                left[best] -= 1
                crowned[position] = replace(squares[position], crowns=best.crowns)
    return _filled(kingdom, crowned)
