"""Kingdoms as layouts of pieces: from a game, from a notation, or random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scorer.lab.render.probability import happens
from scorer.rules.legality import check
from scorer.rules.model.dominoes import Box, dominoes
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.play import Played


@dataclass(frozen=True)
class Layout:
    """A kingdom as a layout: every domino as two adjacent positions, and the cell at each position."""

    cells: Mapping[Position, Cell]
    dominoes: Sequence[tuple[Position, Position]]

    @property
    def kingdom(self) -> Kingdom:
        """The kingdom of this layout, cropped to its rectangle, without the borders of its dominoes."""
        return Kingdom.from_cells(self.cells)


def played_layout(played: Played, dominoes: int | None = None) -> Layout:
    """The layout of a game's kingdom, or of its first dominoes."""
    laid = played.laid[:dominoes]
    castle = played.kingdom.castles[0]
    cells = {castle: played.kingdom[castle]}
    for one in laid:
        cells |= {one.squares[0]: one.domino.a, one.squares[1]: one.domino.b}
    top, left = min(r for r, _ in cells), min(c for _, c in cells)

    def moved(position: Position) -> Position:
        return position[0] - top, position[1] - left

    return Layout(
        {moved(position): cell for position, cell in cells.items()},
        [(moved(one.squares[0]), moved(one.squares[1])) for one in laid],
    )


def laid_out(kingdom: Kingdom) -> Layout:
    """The kingdom with dominoes as the legality check finds them. Raises ``ValueError`` if it finds none."""
    town = any(square.terrain is Terrain.TOWN for square in kingdom.squares().values())
    found = check(kingdom, box=Box.QUEENDOMINO if town else Box.KINGDOMINO)
    if not found.legal:
        raise ValueError(f"{kingdom} is no legal kingdom: {'; '.join(str(f.message) for f in found.findings)}")
    cells = {position: cell for position, cell in kingdom.cells() if cell is not Place.EMPTY}
    return Layout(cells, [(laid.squares[0], laid.squares[1]) for laid in found.dominoes])


def draft_line(count: int, rng: np.random.Generator) -> Layout:
    """A draft line of ``count`` dominoes, one below the other."""
    box = dominoes(Box.KINGDOMINO)
    cells: dict[Position, Cell] = {}
    for row in range(count):
        domino = box[int(rng.integers(len(box)))]
        cells |= {(row, 0): domino.a, (row, 1): domino.b}
    return Layout(cells, [((row, 0), (row, 1)) for row in range(count)])


def careless_layout(dominoes: int, size: int, rng: np.random.Generator, faces: Sequence[Cell]) -> Layout:
    """A castle and random dominoes around it within a grid; they touch, but follow no other rule."""
    castle = (int(rng.integers(size)), int(rng.integers(size)))
    cells: dict[Position, Cell] = {castle: Place.CASTLE}
    laid: list[tuple[Position, Position]] = []
    for _ in range(dominoes):
        edge = [n for p in cells for n in neighbours(p) if n not in cells and _fits(cells, n, size)]
        rng.shuffle(edge)
        for row, column in edge:
            first = int(row), int(column)
            second = [n for n in neighbours(first) if n not in cells and _fits({**cells, first: Place.EMPTY}, n, size)]
            if second:
                other = second[rng.integers(len(second))]
                cells[first], cells[other] = (_like_a_neighbour(cells, p, faces, rng) for p in (first, other))
                laid.append((first, other))
                break
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return Layout(
        {(r - top, c - left): cell for (r, c), cell in cells.items()},
        [((a[0] - top, a[1] - left), (b[0] - top, b[1] - left)) for a, b in laid],
    )


def _like_a_neighbour(
    cells: Mapping[Position, Cell], place: Position, faces: Sequence[Cell], rng: np.random.Generator
) -> Cell:
    """A random face, often of a neighbour's terrain, so that territories grow; more often without crowns than with."""
    beside = [cell for n in neighbours(place) if isinstance(cell := cells.get(n), Square)]
    if beside and happens(rng, 0.5):
        return Square(beside[rng.integers(len(beside))].terrain)
    weight = np.array([3.0 if isinstance(face, Square) and not face.crowns else 1.0 for face in faces])
    return faces[rng.choice(len(faces), p=weight / weight.sum())]


def _fits(cells: Iterable[Position], new: Position, size: int) -> bool:
    rows, columns = zip(*cells, new, strict=False)
    return bool(max(rows) - min(rows) < size and max(columns) - min(columns) < size)
