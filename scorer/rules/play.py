"""Playing: place a domino by the connection rule, list all placements, play a random game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from scorer.rules.legality import LaidDomino
from scorer.rules.model.dominoes import Box, Domino, dominoes
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Cell, Place, Square

START = Kingdom(((Place.CASTLE,),))
"""The castle alone."""


class PlacementError(ValueError):
    """An illegal placement; ``message`` names the rule that forbids it."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def place(kingdom: Kingdom, laid: LaidDomino, size: int = 5) -> Kingdom:
    """The kingdom with one more domino.

    Positions are those of ``kingdom``; those outside its rectangle extend it and shift the others. Raises
    ``PlacementError`` naming the broken rule.

    >>> domino = dominoes(Box.KINGDOMINO)[47]
    >>> str(place(START, LaidDomino(domino, ((0, -1), (0, -2)))))
    'm3wC'
    """
    cells = _occupied(kingdom)
    fault = _fault(cells, laid, size, _extent(cells))
    if fault:
        raise PlacementError(fault)
    return replace(kingdom, rows=Kingdom.from_cells({**cells, **_faces(laid)}).rows)


def legal_placements(kingdom: Kingdom, domino: Domino, size: int = 5) -> tuple[LaidDomino, ...]:
    """Every placement of a domino, sorted; a domino with two equal faces is not turned around.

    >>> len(legal_placements(START, dominoes(Box.KINGDOMINO)[0]))
    12
    """
    cells = _occupied(kingdom)
    pairs = set()
    for first in _connecting_places(cells, domino.a):
        pairs |= {(first, second) for second in neighbours(first) if second not in cells}
    for first in _connecting_places(cells, domino.b):
        pairs |= {(second, first) for second in neighbours(first) if second not in cells}
    if domino.a == domino.b:
        pairs = {(min(pair), max(pair)) for pair in pairs}
    extent = _extent(cells)
    return tuple(LaidDomino(domino, pair) for pair in sorted(pairs) if not _too_large(extent, pair, size))


def _connecting_places(cells: Mapping[Position, Cell], face: Cell) -> set[Position]:
    """The free places next to the castle or to a square that a face connects with."""
    joined = (position for position, cell in cells.items() if _connects(cell, face))
    return {first for position in joined for first in neighbours(position) if first not in cells}


@dataclass(frozen=True)
class Played:
    """One player's result at the end of a game. The positions of ``laid`` are those of the final kingdom."""

    kingdom: Kingdom
    laid: tuple[LaidDomino, ...]
    discarded: tuple[Domino, ...]


Choice = Callable[[Random, Kingdom, Sequence[LaidDomino]], LaidDomino]
"""A function that picks one of the legal placements."""


def pick_random(rng: Random, kingdom: Kingdom, placements: Sequence[LaidDomino]) -> LaidDomino:
    """A random placement, all equally likely."""
    del kingdom
    return rng.choice(placements)


def random_game(
    rng: Random,
    players: int = 4,
    size: int = 5,
    box: Box = Box.KINGDOMINO,
    choose: Choice = pick_random,
) -> tuple[Played, ...]:
    """The results of a random game.

    Every player gets as many dominoes as the grid holds, places them in turn, and discards only those that do not fit.
    Raises ``ValueError`` if the box has too few dominoes for the players.

    >>> [len(played.laid) + len(played.discarded) for played in random_game(Random(1))]
    [12, 12, 12, 12]
    """
    each = size * size // 2
    pile = list(dominoes(box))
    if players * each > len(pile):
        raise ValueError(f"{players} players need {players * each} dominoes, the box has {len(pile)}")
    rng.shuffle(pile)
    return tuple(_play(rng, pile[at * each : (at + 1) * each], size, choose) for at in range(players))


def _play(rng: Random, dealt: Sequence[Domino], size: int, choose: Choice) -> Played:
    cells: dict[Position, Cell] = {(0, 0): Place.CASTLE}
    laid, discarded = [], []
    for domino in dealt:
        kingdom = Kingdom.from_cells(cells)
        placements = legal_placements(kingdom, domino, size)
        if not placements:
            discarded.append(domino)
            continue
        (top, _), (left, _) = _extent(cells)
        placement = choose(rng, kingdom, placements)
        laid.append(_moved(placement, top, left))
        cells.update(_faces(laid[-1]))
    (top, _), (left, _) = _extent(cells)
    return Played(
        Kingdom.from_cells(cells), tuple(_moved(placement, -top, -left) for placement in laid), tuple(discarded)
    )


def _moved(laid: LaidDomino, rows: int, columns: int) -> LaidDomino:
    (a_row, a_column), (b_row, b_column) = laid.squares
    return LaidDomino(laid.domino, ((a_row + rows, a_column + columns), (b_row + rows, b_column + columns)))


def _occupied(kingdom: Kingdom) -> dict[Position, Cell]:
    return {position: cell for position, cell in kingdom.cells() if cell is not Place.EMPTY}


Extent = tuple[tuple[int, int], tuple[int, int]]
"""The first and last row, and the first and last column."""


def _extent(cells: Mapping[Position, Cell]) -> Extent:
    rows, columns = zip(*cells, strict=True) if cells else ((0,), (0,))
    return (min(rows), max(rows)), (min(columns), max(columns))


def _faces(laid: LaidDomino) -> dict[Position, Cell]:
    a, b = laid.squares
    return {a: laid.domino.a, b: laid.domino.b}


def _fault(cells: Mapping[Position, Cell], laid: LaidDomino, size: int, extent: Extent) -> Message | None:
    """The rule that forbids this placement."""
    faces = _faces(laid)
    a, b = laid.squares
    if b not in neighbours(a):
        return Message("a domino covers two places side by side")
    if cells.keys() & faces.keys():
        return Message("a domino may not lie on another or on the castle")
    if _too_large(extent, laid.squares, size):
        return Message("the kingdom would be larger than {size}×{size}", {"size": size})
    if not any(position in _connecting_places(cells, face) for position, face in faces.items()):
        return Message("the domino touches neither the castle nor a square of the same terrain on another domino")
    return None


def _too_large(extent: Extent, pair: tuple[Position, Position], size: int) -> bool:
    """Whether a domino on these places would extend a kingdom beyond ``size`` rows or columns."""
    a, b = pair
    return any(max(*line, p, q) - min(*line, p, q) >= size for line, p, q in zip(extent, a, b, strict=True))


def _connects(cell: Cell, face: Cell) -> bool:
    """Whether the connection rule allows a domino's face next to a cell."""
    if isinstance(cell, Square):
        return isinstance(face, Square) and cell.terrain is face.terrain
    return cell is Place.CASTLE
