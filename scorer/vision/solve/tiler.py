"""Whether the dominoes of a box can tile a grid of faces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scorer.rules.covering.problem import stock_of
from scorer.rules.covering.tiling import adjacent_pairs
from scorer.rules.model.dominoes import Box
from scorer.rules.model.rules import LARGE_GRID
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.vision.common.faces import FACE_INDEX, FACES

CASTLE: Final = FACE_INDEX[Place.CASTLE]
EMPTY: Final = FACE_INDEX[Place.EMPTY]
TOWN: Final = FACE_INDEX[Square(Terrain.TOWN)]
TERRAINS: Final = CASTLE
"""Faces of the classifier below this index are halves of dominoes."""
UNKNOWN: Final = len(FACES)
"""The index after ``FACES``: half of a domino with a face that the classifier does not know."""

_MAX_STEPS: Final = 5000
_HALVES: Final = bytes(face < TERRAINS or face == UNKNOWN for face in range(256))
"""For each face, whether it is half of a domino."""


@dataclass(frozen=True)
class Stock:
    """A box's dominoes by the classes of their faces, their kinds numbered from 0.

    ``copies`` says how many dominoes of each kind there are, and ``partners`` has for every face the faces that a
    domino shows beside it, with that domino's kind.
    """

    copies: tuple[int, ...]
    partners: tuple[Mapping[int, int], ...]


@lru_cache
def stock_by_index(box: Box) -> Stock:
    """The stock of the box. Its last kind is a domino with an unknown face, of which there are always enough.

    Age of Giants prints two crowns on terrains where the classifier knows only one: such a face counts as that.

    >>> stock = stock_by_index(Box.KINGDOMINO)
    >>> sum(stock.copies[:-1]), stock.copies[stock.partners[0][0]]
    (48, 2)
    """
    copies: list[int] = []
    partners: tuple[dict[int, int], ...] = tuple({} for _ in (*FACES, UNKNOWN))
    for kind, count in stock_of(box).items():
        pairs = [tuple(_class_of(face) for face in (*pair, *pair)[:2]) for pair in kind]
        number = next((partners[a][b] for a, b in pairs if b in partners[a]), len(copies))
        if number == len(copies):
            copies.append(0)
        copies[number] += count
        for a, b in pairs:
            partners[a][b] = partners[b][a] = number
    for face in [face for face, others in enumerate(partners) if others] + [UNKNOWN]:
        partners[face][UNKNOWN] = partners[UNKNOWN][face] = len(copies)
    copies.append(LARGE_GRID**2)
    return Stock(tuple(copies), partners)


def _class_of(face: Square) -> int:
    """The index of the face, or of the nearest known face with fewer crowns."""
    known = (Square(face.terrain, crowns) for crowns in range(face.crowns or 0, -1, -1))
    return next(FACE_INDEX[square] for square in known if square in FACE_INDEX)


@lru_cache
def adjacent_places(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """Every two places of a grid that share a side, counted row by row.

    >>> adjacent_places(2, 2)
    ((0, 1), (0, 2), (1, 3), (2, 3))
    """
    pairs = adjacent_pairs((row, column) for row in range(rows) for column in range(columns))
    return tuple((a[0] * columns + a[1], b[0] * columns + b[1]) for a, b in pairs)


@lru_cache
def neighbours_of_places(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """For every place of a grid, the places that share a side with it."""
    beside: tuple[list[int], ...] = tuple([] for _ in range(rows * columns))
    for a, b in adjacent_places(rows, columns):
        beside[a].append(b)
        beside[b].append(a)
    return tuple(map(tuple, beside))


@lru_cache
def dark_places(rows: int, columns: int) -> frozenset[int]:
    """The places of a grid that are dark if it is coloured like a chess board."""
    return frozenset(place for place in range(rows * columns) if (place // columns + place % columns) % 2)


class Tiler:
    """Decides for many grids of ``rows`` × ``columns`` places whether the dominoes of a box can tile them.

    It reuses the last tiling: the next grid mostly differs from it in a square or two, and only these are tiled again.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self._beside = neighbours_of_places(rows, columns)
        self._dark = dark_places(rows, columns)
        self._covered: dict[bytes, frozenset[int]] = {}
        self._last: list[tuple[int, int]] = []

    def can_tile(self, grid: Sequence[int], box: Box) -> bool | None:
        """True if every terrain square is half of exactly one of the box's dominoes, each used at most once.

        ``grid`` holds a face index per place, row by row. A complete search; None in the rare case that it has not
        ended after ``_MAX_STEPS`` steps.

        >>> Tiler(2, 2).can_tile([0, 0, 0, 0], Box.KINGDOMINO), Tiler(2, 2).can_tile([0, 0, CASTLE, 0], Box.KINGDOMINO)
        (True, False)
        """
        free = self._places_of_halves(grid)
        if 2 * len(free & self._dark) != len(free):
            return False
        search = _Search(grid, self._beside, box)
        kept = [domino for domino in self._last if search.lay(*domino)]
        rest = set(free.difference(*kept))
        if search.has_isolated(rest):
            return False
        found = search.cover(rest, ())
        if kept and not found:
            near, kept, search = tuple(rest), [], _Search(grid, self._beside, box)
            found = search.cover(set(free), near)
        if found:
            self._last = kept + search.laid
        return None if search.steps > _MAX_STEPS and not found else found

    def _places_of_halves(self, grid: Sequence[int]) -> frozenset[int]:
        """The places with halves of dominoes: remembered, since most grids differ only in their faces."""
        halves = bytes(grid).translate(_HALVES)
        if halves not in self._covered:
            self._covered[halves] = frozenset(place for place, is_half in enumerate(halves) if is_half)
        return self._covered[halves]


class _Search:
    """Dominoes of a box on a grid, and a depth-first search for more, most constrained place first."""

    def __init__(self, grid: Sequence[int], beside: Sequence[tuple[int, ...]], box: Box) -> None:
        stock = stock_by_index(box)
        self.grid, self.beside, self.fitting = grid, beside, stock.partners
        self.left = list(stock.copies)
        self.steps = 0
        self.laid: list[tuple[int, int]] = []

    def lay(self, a: int, b: int) -> bool:
        """Take a domino for two places from the box; false if it has none."""
        kind = self.fitting[self.grid[a]].get(self.grid[b])
        if kind is None or not self.left[kind]:
            return False
        self.left[kind] -= 1
        return True

    def has_isolated(self, places: Iterable[int]) -> bool:
        """Whether no domino of the box joins one of the places to a neighbour."""
        for place in places:
            fitting = self.fitting[self.grid[place]]
            for other in self.beside[place]:
                if self.grid[other] in fitting:
                    break
            else:
                return True
        return False

    def cover(self, free: set[int], near: Sequence[int]) -> bool:
        """Whether all ``free`` places can be covered, starting at those of ``near``; the result is in ``laid``."""
        if not free:
            return True
        self.steps += 1
        if self.steps > _MAX_STEPS:
            return False
        place, options = self._most_constrained(free, near)
        free.discard(place)
        for other, kind in options:
            free.discard(other)
            self.left[kind] -= 1
            if self.cover(free, self.beside[place] + self.beside[other]):
                self.laid.append((place, other))
                return True
            self.left[kind] += 1
            free.add(other)
        free.add(place)
        return False

    def _most_constrained(self, free: set[int], near: Sequence[int]) -> tuple[int, list[tuple[int, int]]]:
        """The most constrained of the free places that are ``near``, or of all, with its partners and their kinds."""
        best, fewest = -1, [(-1, -1)] * 5
        for place in [place for place in near if place in free] or free:
            fitting = self.fitting[self.grid[place]]
            options = [
                (other, kind)
                for other in self.beside[place]
                if other in free and (kind := fitting.get(self.grid[other])) is not None and self.left[kind]
            ]
            if len(options) < len(fewest):
                best, fewest = place, options
                if len(options) <= 1:
                    break
        return best, fewest
