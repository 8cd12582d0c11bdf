"""Whether a reading is a kingdom: patterned cloth and other games are full of squares, too."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box, FacePair, dominoes
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.notation import MAX_KINGDOM_SIDE
from scorer.rules.model.rules import LARGE_GRID, SMALL_GRID
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.vision.common.faces import FACE_INDEX
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import AcceptanceSettings
from scorer.vision.solve.joint import Solution

_CASTLE, _TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]


def readability(board: Board, faces: NDArray[np.float32]) -> float:
    """The mean probability, 0…1, of the most probable face of the squares found, without the worst of them, which may
    be a patch of cloth.

    ``faces``: probabilities (rows, columns, len(FACES)) by ``Evidence``. Places that it excluded (outside the picture,
    loose) are bare table with probability 1 and do not count.
    """
    read = board.found & (faces[..., _TABLE] < 1)
    best = np.sort(np.delete(faces[read], _TABLE, axis=1).max(axis=1))
    return float(best[1:].mean()) if len(best) > 1 else 0.0


def is_misaligned(board: Board, settings: AcceptanceSettings) -> bool:
    """Whether a board that was searched agrees so badly with oblique squares that it covers several of them with one
    place, or that rows are missing: then nothing on it is reliable."""
    oblique = board.obliqueness > settings.oblique_threshold
    return not board.by_hand and board.confidence < settings.misaligned_threshold and oblique


def has_place_for_castle(board: Board, solution: Solution, settings: AcceptanceSettings) -> bool:
    """Whether a castle that was not seen may stand on a free place within the kingdom's rectangle, or next to its
    squares beyond the picture's edge.

    Squares that continue beyond opposite edges are a part of something larger, such as a page that shows all dominoes,
    unless they and a free place among them fill the small grid: then the picture was cropped to it.

    >>> from scorer.vision.common.faces import FACES
    >>> cells = ((FACES[0],) * 4,) * 3
    >>> solution = Solution(cells, cells, ((1.0,) * 4,) * 3, 1.0, 5, buildable=True)
    >>> quads, whole = np.zeros((3, 4, 4, 2), np.float32), np.ones((3, 4), np.float32)
    >>> has_place_for_castle(Board(quads, whole, whole > 0, whole, 1.0), solution, AcceptanceSettings())
    False
    """
    laid = solution.laid
    unseen = np.pad(board.visible < settings.max_visible_unseen, 1)
    above, below = (unseen[at : at + len(laid), 1:-1] & laid for at in (0, 2))
    left, right = (unseen[1:-1, at : at + laid.shape[1]] & laid for at in (0, 2))
    sides = [bool(side.any()) for side in (above, below, left, right)]
    rows, columns = solution.rectangle
    has_free_place = not bool(laid[rows, columns].all())
    if all(sides[:2]) or all(sides[2:]):
        return has_free_place and max(laid[rows, columns].shape) <= SMALL_GRID
    return any(sides) or has_free_place


def is_page_of_dominoes(kingdom: Kingdom, settings: AcceptanceSettings) -> bool:
    """Whether squares lie as on a page that shows a box's dominoes, and not as players lay them.

    On such a page all dominoes lie side by side in one direction, and neighbours match by chance only. Players turn
    dominoes both ways and join equal terrains.

    >>> is_page_of_dominoes(Kingdom.parse("w1mm1w/f1wss/l1fw1f/f1wws1"), AcceptanceSettings())
    True
    >>> is_page_of_dominoes(Kingdom.parse("wwwf/wlf1f/llff/gglm"), AcceptanceSettings())
    False
    """
    in_rows = max(_share_in_rows(rows) for rows in (kingdom.rows, tuple(zip(*kingdom.rows, strict=True))))
    if in_rows < settings.min_page_share:
        return False
    large = max(kingdom.height, kingdom.width) > SMALL_GRID
    return large or _share_of_equal_neighbours(kingdom) < settings.max_page_equal_neighbours


def _share_in_rows(rows: tuple[tuple[Cell, ...], ...]) -> float:
    """The share, 0…1, of places two by two along the rows that show different dominoes, from the first or second
    column on; places that are empty on both sides do not count."""
    shares = []
    for first in (0, 1):
        pairs = [row[at : at + 2] for row in rows for at in range(first, len(row) - 1, 2)]
        shown: Counter[FacePair] = Counter()
        for one, other in pairs:
            if isinstance(one, Square) and isinstance(other, Square):
                shown[frozenset((one, other))] += 1
        dominoes_shown = sum(min(count, _printed_pairs()[pair]) for pair, count in shown.items())
        laid = sum(any(isinstance(cell, Square) for cell in pair) for pair in pairs)
        shares.append(dominoes_shown / laid if laid else 0.0)
    return max(shares)


@cache
def _printed_pairs() -> Counter[FacePair]:
    return Counter(domino.pair for domino in dominoes(Box.BOTH))


def _share_of_equal_neighbours(kingdom: Kingdom) -> float:
    """The share, 0…1, of neighbouring squares that have the same terrain."""
    squares = kingdom.squares()
    equal = [
        square.terrain is squares[other].terrain
        for (row, column), square in squares.items()
        for other in ((row + 1, column), (row, column + 1))
        if other in squares
    ]
    return sum(equal) / len(equal) if equal else 1.0


def is_kingdom(
    reading: KingdomReading,
    settings: AcceptanceSettings,
    *,
    buildable: bool,
    castle_guessed: bool,
    castle_has_place: bool = True,
) -> bool:
    """Whether enough squares are readable, and there is a castle or so much of a kingdom that it may be hidden or cut.

    Patterned cloth can look like squares, but like one face repeated, or like none clearly. A kingdom larger than any
    grid is one if it has a castle; the legality check reports its size. With a castle that no place looks like
    (``castle_guessed``) a few squares are no kingdom, since they may belong to another grid. Without any castle there
    must be a place for it (``castle_has_place``), and the squares must not be a page of dominoes.
    """
    kingdom = reading.kingdom
    laid = kingdom.squares()
    threshold = settings.readable_threshold if buildable else settings.readable_threshold_unbuildable
    readable = np.mean([reading.squares[row][column] > threshold for row, column in laid]) if laid else 0.0
    longest = max(kingdom.height, kingdom.width)
    if readable < settings.min_readable_share or longest > MAX_KINGDOM_SIDE:
        return False
    many = len(laid) >= settings.min_squares_without_castle
    castles = [reading.faces[position][_CASTLE] for position in kingdom.castles]
    has_castle = any(castle > settings.castle_threshold for castle in castles)
    if has_castle and (many or not castle_guessed):
        return True
    return (
        (castle_has_place or bool(castles))
        and longest <= LARGE_GRID
        and many
        and min(kingdom.height, kingdom.width) >= settings.min_lines_without_castle
        and len(set(laid.values())) >= settings.min_faces_without_castle
        and reading.grid_confidence > settings.min_grid_without_castle
        and float(np.mean([reading.squares[row][column] for row, column in laid])) > settings.min_mean_without_castle
        and not is_page_of_dominoes(kingdom, settings)
    )
