"""The boxes: which dominoes they hold, and how many of them look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from scorer.rules.model.terrain import Square, Terrain

FacePair = frozenset[Square]
"""The two faces of a domino, whichever way round it lies; one face where it shows the same twice."""


class Box(StrEnum):
    """The box a kingdom was built from; ``BOTH`` is the Royal Wedding."""

    KINGDOMINO = "kingdomino"
    QUEENDOMINO = "queendomino"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Domino:
    """One domino of a box: the number on its back, its left face and its right one.

    ``box`` is never ``BOTH``: each box numbers its own dominoes from 1 to 48.

    >>> str(dominoes(Box.KINGDOMINO)[47])
    'w-m3'
    """

    box: Box
    number: int
    a: Square
    b: Square

    @property
    def pair(self) -> FacePair:
        return frozenset((self.a, self.b))

    def __str__(self) -> str:
        return f"{self.a}-{self.b}"


# In the order of the numbers on their backs, from 1 to 48.
_KINGDOMINO = """
    w-w w-w f-f f-f f-f f-f l-l l-l l-l g-g g-g s-s
    w-f w-l w-g w-s f-l f-g w1-f w1-l w1-g w1-s w1-m f1-w
    f1-w f1-w f1-w f1-l f1-g l1-w l1-w l1-f l1-f l1-f l1-f w-g1
    l-g1 w-s1 g-s1 m1-w w-g2 l-g2 w-s2 g-s2 m2-w s-m2 s-m2 w-m3
"""
_QUEENDOMINO = """
    w-w w-w f-f f-f w1-s w1-m f1-w f1-w l-l l-l g-g g-g
    f1-w f1-l f1-g l1-w s-s w1-f w1-l w1-g l1-f l1-f l1-f g1-w
    s1-w g2-w g2-f s2-w t-s f1-t l1-t l1-t s2-f m2-w m2-w t-f
    g1-t s1-t m1-t m2-t t-l t-l t-g t-g m3-t t-t t-t t-t
"""


@cache
def dominoes(box: Box) -> tuple[Domino, ...]:
    """Every domino of the box by number, Kingdomino's first.

    >>> len(dominoes(Box.QUEENDOMINO)), len(dominoes(Box.BOTH))
    (48, 96)
    """
    if box is Box.BOTH:
        return dominoes(Box.KINGDOMINO) + dominoes(Box.QUEENDOMINO)
    words = (_KINGDOMINO if box is Box.KINGDOMINO else _QUEENDOMINO).split()
    return tuple(_domino(box, number, word) for number, word in enumerate(words, start=1))


@cache
def dominoes_by_pair(box: Box) -> Mapping[FacePair, tuple[Domino, ...]]:
    """The dominoes that cannot be told apart by their faces, under those faces.

    >>> wheat, forest = Square(Terrain.WHEAT), Square(Terrain.FOREST, 1)
    >>> [domino.number for domino in dominoes_by_pair(Box.KINGDOMINO)[frozenset((wheat, forest))]]
    [24, 25, 26, 27]
    """
    alike: dict[FacePair, list[Domino]] = {}
    for domino in dominoes(box):
        alike.setdefault(domino.pair, []).append(domino)
    return MappingProxyType({pair: tuple(same) for pair, same in alike.items()})


@cache
def faces(box: Box) -> Mapping[Square, int]:
    """How many squares of the box show each face.

    >>> faces(Box.KINGDOMINO)[Square(Terrain.MINE, 3)]
    1
    """
    return MappingProxyType(Counter(face for domino in dominoes(box) for face in (domino.a, domino.b)))


def printed(square: Square) -> Square:
    """The face under a building.

    >>> str(printed(Square(Terrain.TOWN, building="church")))
    't'
    """
    return replace(square, building=None) if square.building else square


def _domino(box: Box, number: int, word: str) -> Domino:
    a, b = (Square(Terrain.from_letter(face[0]), int(face[1:] or 0)) for face in word.split("-"))
    return Domino(box, number, a, b)
