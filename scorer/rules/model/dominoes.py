"""The boxes: their dominoes, and the number of equal ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from scorer.rules.model.terrain import Square, Terrain

FacePair = frozenset[Square]
"""The two faces of a domino in any order; one face if both are equal."""

DominoKind = frozenset[FacePair]
"""The pairs of faces that a domino can show: one pair, or one for each form if its faces are uncertain.

Dominoes of one kind look the same, so the stock of a box is counted by kind.
"""


class Box(StrEnum):
    """The box a kingdom was built from; ``BOTH`` is the Royal Wedding.

    Each may be combined with the expansion ``AGE_OF_GIANTS``, which is not a game on its own.

    >>> Box.KINGDOMINO.with_giants, Box.KINGDOMINO_GIANTS.base
    (<Box.KINGDOMINO_GIANTS: 'kingdomino+giants'>, <Box.KINGDOMINO: 'kingdomino'>)
    """

    KINGDOMINO = "kingdomino"
    QUEENDOMINO = "queendomino"
    BOTH = "both"
    AGE_OF_GIANTS = "age_of_giants"
    KINGDOMINO_GIANTS = "kingdomino+giants"
    QUEENDOMINO_GIANTS = "queendomino+giants"
    BOTH_GIANTS = "both+giants"

    @property
    def base(self) -> Box:
        """The box without Age of Giants."""
        return Box(self.value.removesuffix(_GIANTS))

    @property
    def with_giants(self) -> Box:
        """The box together with Age of Giants."""
        return Box(f"{self.base.value}{_GIANTS}")

    @property
    def has_giants(self) -> bool:
        """Whether Age of Giants is included."""
        return self.value.endswith(_GIANTS)

    @property
    def has_queendomino(self) -> bool:
        """Whether Queendomino's towns, buildings and tokens are included."""
        return self.base in (Box.QUEENDOMINO, Box.BOTH)


_GIANTS = "+giants"

BASE_BOXES = (Box.KINGDOMINO, Box.QUEENDOMINO, Box.BOTH)
"""The boxes that can be chosen alone, without Age of Giants."""


@dataclass(frozen=True, slots=True)
class Domino:
    """One domino of a box: the number on its back, its left face and its right one.

    Each box numbers its dominoes from 1 to 48. Age of Giants has −6 to −1 (letters A to F, which bring a giant) and 49
    to 54 (footprints, which move one on).

    >>> str(dominoes(Box.KINGDOMINO)[47])
    'w-m3'
    """

    box: Box
    number: int
    a: Square
    b: Square

    @property
    def pair(self) -> FacePair:
        """The two faces in a fixed order, for comparison."""
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
_AGE_OF_GIANTS = """
    f-w f-w l-w m-g s-g l-g w2-f1 f2-l1 l2-g1 g2-s1 s2-m1 m2-s1
"""

_NUMBERED = {
    Box.KINGDOMINO: (_KINGDOMINO, range(1, 49)),
    Box.QUEENDOMINO: (_QUEENDOMINO, range(1, 49)),
    Box.AGE_OF_GIANTS: (_AGE_OF_GIANTS, (*range(-6, 0), *range(49, 55))),
}

_UNCERTAIN = {(Box.QUEENDOMINO, 37): "g1-f", (Box.QUEENDOMINO, 38): "s1-f"}
"""The alternative faces of two dominoes. The only full list that was found has a forest where the town is inferred."""


@cache
def dominoes(box: Box) -> tuple[Domino, ...]:
    """Every domino of the box by number, Kingdomino's first and those of Age of Giants last.

    >>> len(dominoes(Box.QUEENDOMINO)), len(dominoes(Box.BOTH)), len(dominoes(Box.KINGDOMINO_GIANTS))
    (48, 96, 60)
    """
    if box.has_giants:
        return dominoes(box.base) + dominoes(Box.AGE_OF_GIANTS)
    if box is Box.BOTH:
        return dominoes(Box.KINGDOMINO) + dominoes(Box.QUEENDOMINO)
    words, numbers = _NUMBERED[box]
    return tuple(_domino(box, number, word) for number, word in zip(numbers, words.split(), strict=True))


@cache
def forms(domino: Domino) -> tuple[Domino, ...]:
    """The domino with every pair of faces that it can show: one, or several if its faces are uncertain.

    >>> [str(form) for form in forms(dominoes(Box.QUEENDOMINO)[36])]
    ['g1-t', 'g1-f']
    """
    other = _UNCERTAIN.get((domino.box, domino.number))
    return (domino, _domino(domino.box, domino.number, other)) if other else (domino,)


def kind_of(domino: Domino) -> DominoKind:
    """The kind of a domino of a box."""
    return frozenset(form.pair for form in forms(domino))


@cache
def dominoes_by_kind(box: Box) -> Mapping[DominoKind, tuple[Domino, ...]]:
    """The dominoes of each kind, by number.

    >>> wheat, forest = Square(Terrain.WHEAT), Square(Terrain.FOREST, 1)
    >>> kind = kinds_by_pair(Box.KINGDOMINO)[frozenset((wheat, forest))]
    >>> [domino.number for domino in dominoes_by_kind(Box.KINGDOMINO)[kind]]
    [24, 25, 26, 27]
    """
    alike: dict[DominoKind, list[Domino]] = {}
    for domino in dominoes(box):
        alike.setdefault(kind_of(domino), []).append(domino)
    return MappingProxyType({kind: tuple(same) for kind, same in alike.items()})


@cache
def kinds_by_pair(box: Box) -> Mapping[FacePair, DominoKind]:
    """The kind of the dominoes that can show each pair of faces; no pair belongs to two kinds."""
    return MappingProxyType({pair: kind for kind in dominoes_by_kind(box) for pair in kind})


@cache
def faces(box: Box) -> Mapping[Square, int]:
    """The number of squares of the box with each face; the maximum for uncertain faces.

    >>> faces(Box.KINGDOMINO)[Square(Terrain.MINE, 3)]
    1
    """
    counts: Counter[Square] = Counter()
    for domino in dominoes(box):
        max_counts: Counter[Square] = Counter()
        for form in forms(domino):
            max_counts |= Counter((form.a, form.b))
        counts += max_counts
    return MappingProxyType(counts)


def max_crowns(terrain: Terrain, box: Box) -> int:
    """The maximum number of crowns of a terrain on any domino of the box; 0 if no domino shows the terrain.

    >>> [max_crowns(terrain, Box.BOTH) for terrain in (Terrain.WHEAT, Terrain.MINE, Terrain.TOWN)]
    [1, 3, 0]
    """
    return max((face.crowns or 0 for face in faces(box) if face.terrain is terrain), default=0)


def printed(square: Square) -> Square:
    """The face of a square without the pieces on it.

    >>> str(printed(Square(Terrain.TOWN, building="church"))), str(printed(Square(Terrain.MINE, 2, giants=1)))
    ('t', 'm2')
    """
    return Square(square.terrain, square.crowns)


def _domino(box: Box, number: int, word: str) -> Domino:
    a, b = (Square(Terrain.from_letter(face[0]), int(face[1:] or 0)) for face in word.split("-"))
    return Domino(box, number, a, b)
