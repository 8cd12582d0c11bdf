"""Territories: groups of squares of one terrain that are connected by sides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.rules.model.buildings import building_on
from scorer.rules.model.court import court_tile_on
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.terrain import Square, Terrain


@dataclass(frozen=True, slots=True)
class Territory:
    """One territory. ``crowns`` counts those of its squares, as ``crowns_on`` does."""

    terrain: Terrain
    crowns: int
    cells: tuple[Position, ...]

    @property
    def squares(self) -> int:
        """The number of squares."""
        return len(self.cells)

    @property
    def points(self) -> int:
        """The points: squares times crowns."""
        return self.squares * self.crowns


def crowns_on(square: Square) -> int:
    """The crowns that count on a square: printed crowns and its building's, without those covered by giants.

    Hidden crowns count as 0.

    >>> crowns_on(Square(Terrain.MINE, 3, giants=1)), crowns_on(Square(Terrain.WHEAT, building="building"))
    (2, 1)
    """
    tile = building_on(square) or court_tile_on(square)
    return max(0, (square.crowns or 0) + (tile.crowns if tile else 0) - square.giants)


def territories(kingdom: Kingdom) -> tuple[Territory, ...]:
    """All territories in the rulebook's order of terrains, larger ones first. The castle belongs to none.

    >>> [(t.terrain.value, t.squares, t.crowns, t.points) for t in territories(Kingdom.parse("w1wCf/.w1fs"))]
    [('wheat', 3, 2, 6), ('forest', 1, 0, 0), ('forest', 1, 0, 0), ('swamp', 1, 0, 0)]
    """
    squares = kingdom.squares()
    found = []
    for group in groups({position: square.terrain for position, square in squares.items()}):
        crowns = sum(crowns_on(squares[position]) for position in group)
        found.append(Territory(squares[group[0]].terrain, crowns, group))
    return tuple(sorted(found, key=lambda t: (_RULEBOOK_ORDER[t.terrain], -t.squares, t.cells)))


def groups(kinds: dict[Position, Terrain]) -> list[tuple[Position, ...]]:
    """The connected groups of equal terrain, each sorted, in the order of their first squares."""
    remaining = dict(kinds)
    found = []
    while remaining:
        start, terrain = next(iter(remaining.items()))
        del remaining[start]
        group, frontier = [start], [start]
        while frontier:
            for neighbour in neighbours(frontier.pop()):
                if remaining.get(neighbour) is terrain:
                    del remaining[neighbour]
                    group.append(neighbour)
                    frontier.append(neighbour)
        found.append(tuple(sorted(group)))
    return found


def pieces(positions: Iterable[Position]) -> list[frozenset[Position]]:
    """The groups of positions connected by sides, whatever their cells, the largest first.

    >>> pieces([(0, 0), (0, 1), (1, 2)])
    [frozenset({(0, 1), (0, 0)}), frozenset({(1, 2)})]
    """
    same = groups(dict.fromkeys(sorted(positions), Terrain.WHEAT))
    return [frozenset(group) for group in sorted(same, key=len, reverse=True)]


_RULEBOOK_ORDER = {terrain: order for order, terrain in enumerate(Terrain)}
