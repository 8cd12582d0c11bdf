"""A kingdom as a covering problem: the possible places of the box's dominoes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from scorer.rules.covering.tiling import Option, adjacent_pairs
from scorer.rules.model.dominoes import Box, DominoKind, dominoes_by_kind, faces, kinds_by_pair, printed
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Place, Square, Terrain


@dataclass(frozen=True)
class CoveringProblem:
    """The squares to cover, the options to cover them, and the number of dominoes of each kind.

    ``terrains`` has the terrain of every known square; ``castles`` are the places that connect to any terrain.
    """

    squares: frozenset[Position]
    options: tuple[Option, ...]
    stock: Mapping[DominoKind, int]
    terrains: Mapping[Position, Terrain]
    castles: tuple[Position, ...]
    unknown: frozenset[Position] = field(default=frozenset())


def covering_problem(cells: Mapping[Position, Cell], box: Box) -> CoveringProblem:
    """The covering problem of a kingdom, given by its places.

    Hidden crowns may be any number that the box prints; an unknown place may be any square or empty.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> problem = covering_problem(dict(Kingdom.parse("ww/Cm?").cells()), Box.KINGDOMINO)
    >>> [(option.squares, *map(str, option.faces)) for option in problem.options]
    [(((0, 0), (0, 1)), 'w', 'w'), (((0, 1), (1, 1)), 'w', 'm1'), (((0, 1), (1, 1)), 'w', 'm2'), \
(((0, 1), (1, 1)), 'w', 'm3')]
    """
    possible: dict[Position, tuple[Square, ...]] = {}
    unknown = set()
    for position, cell in cells.items():
        if isinstance(cell, Square):
            possible[position] = _possible_faces(printed(cell), box)
        elif cell is Place.UNKNOWN:
            possible[position] = tuple(faces(box))
            unknown.add(position)
    options = [Option((position,)) for position in sorted(unknown)]
    for a, b in adjacent_pairs(possible):
        options.extend(options_between(a, b, possible[a], possible[b], box))
    return CoveringProblem(
        frozenset(possible),
        tuple(options),
        stock_of(box),
        {position: cell.terrain for position, cell in cells.items() if isinstance(cell, Square)},
        tuple(position for position, cell in cells.items() if cell is Place.CASTLE),
        frozenset(unknown),
    )


@cache
def stock_of(box: Box) -> Mapping[DominoKind, int]:
    """The number of the box's dominoes of each kind."""
    return {kind: len(same) for kind, same in dominoes_by_kind(box).items()}


def terrains_of(problem: CoveringProblem, options: Iterable[Option]) -> dict[Position, Terrain]:
    """The terrain of every covered square."""
    covered = {}
    for option in options:
        for square, face in zip(option.squares, option.faces, strict=False):
            covered[square] = face.terrain if face else problem.terrains[square]
    return covered


def options_between(
    a: Position, b: Position, faces_a: Iterable[Square], faces_b: Sequence[Square], box: Box
) -> Iterator[Option]:
    """Every way to place a domino on two places that can show these faces."""
    kinds = _kinds_by_faces(box)
    for face_a in faces_a:
        partners = kinds.get(face_a, {})
        for face_b in faces_b:
            if face_b in partners:
                yield Option((a, b), partners[face_b], (face_a, face_b))


@cache
def _kinds_by_faces(box: Box) -> Mapping[Square, Mapping[Square, DominoKind]]:
    """For every face, the other faces of its dominoes, with the kinds of these dominoes."""
    partners_of: dict[Square, dict[Square, DominoKind]] = {}
    for pair, kind in kinds_by_pair(box).items():
        a, b = (*pair, *pair)[:2]
        partners_of.setdefault(a, {})[b] = kind
        partners_of.setdefault(b, {})[a] = kind
    return partners_of


@cache
def _possible_faces(square: Square, box: Box) -> tuple[Square, ...]:
    if square.crowns is not None:
        return (square,)
    return tuple(face for face in faces(box) if face.terrain is square.terrain)
