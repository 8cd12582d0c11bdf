"""Whether a grid of faces can be cut into the dominoes of a box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from scorer.rules.model.dominoes import Box, dominoes
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.vision.squares.faces import FACE_INDEX

CASTLE: Final = FACE_INDEX[Place.CASTLE]
EMPTY: Final = FACE_INDEX[Place.EMPTY]
TOWN: Final = FACE_INDEX[Square(Terrain.TOWN)]
TERRAINS: Final = CASTLE
"""Faces below this index are halves of dominoes."""

Look = tuple[int, int]
"""What a domino looks like: the indices of its two faces, the lower first."""

_MOST_STEPS: Final = 5000


@lru_cache
def stock(box: Box) -> dict[Look, int]:
    """How many dominoes of each look the box has.

    >>> sum(stock(Box.KINGDOMINO).values()), stock(Box.KINGDOMINO)[0, 0]
    (48, 2)
    """
    pairs = (sorted((FACE_INDEX[domino.a], FACE_INDEX[domino.b])) for domino in dominoes(box))
    return dict(Counter((low, high) for low, high in pairs))


@lru_cache
def adjacent(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """For every place, counted row by row, the places that share a side with it.

    >>> adjacent(2, 2)
    ((2, 1), (3, 0), (0, 3), (1, 2))
    """
    places = [(r, c) for r in range(rows) for c in range(columns)]
    return tuple(
        tuple(
            row * columns + column
            for row, column in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if 0 <= row < rows and 0 <= column < columns
        )
        for r, c in places
    )


def tiles(grid: Sequence[int], columns: int, box: Box) -> bool | None:
    """True if every terrain square is half of exactly one of the box's dominoes, each used at most once.

    ``grid`` holds a face index per place, row by row. A complete search from the square with the fewest possible
    partners; None in the rare case that it has not ended after a few thousand steps.

    >>> tiles([0, 0, 0, 0], 2, Box.KINGDOMINO), tiles([0, 0, CASTLE, 0], 2, Box.KINGDOMINO)
    (True, False)
    """
    free = {place for place, face in enumerate(grid) if face < TERRAINS}
    dark = sum((place // columns + place % columns) % 2 for place in free)
    if 2 * dark != len(free):
        return False
    search = _Search(grid, adjacent(len(grid) // columns, columns), stock(box))
    found = search.cover(free)
    return None if search.steps > _MOST_STEPS and not found else found


class _Search:
    def __init__(self, grid: Sequence[int], sides: tuple[tuple[int, ...], ...], copies: dict[Look, int]) -> None:
        self.left = dict(copies)
        self.steps = 0
        self.partners: list[list[tuple[int, Look]]] = [
            [
                (other, look)
                for other in sides[place]
                if (look := (face, grid[other]) if face <= grid[other] else (grid[other], face)) in copies
            ]
            for place, face in enumerate(grid)
        ]

    def cover(self, free: set[int]) -> bool:
        if not free:
            return True
        self.steps += 1
        if self.steps > _MOST_STEPS:
            return False
        place, options = self._hardest(free)
        free.discard(place)
        for other, look in options:
            free.discard(other)
            self.left[look] -= 1
            if self.cover(free):
                return True
            self.left[look] += 1
            free.add(other)
        free.add(place)
        return False

    def _hardest(self, free: set[int]) -> tuple[int, list[tuple[int, Look]]]:
        best, fewest = -1, [(-1, (-1, -1))] * 5
        for place in free:
            options = [option for option in self.partners[place] if option[0] in free and self.left[option[1]]]
            if len(options) < len(fewest):
                best, fewest = place, options
                if len(options) <= 1:
                    break
        return best, fewest
