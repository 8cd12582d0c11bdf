"""Whether what was read is a kingdom: patterned cloth and other games are full of squares, too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.notation import WIDEST_KINGDOM
from scorer.rules.model.rules import LARGE_GRID
from scorer.rules.model.terrain import Place
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import KingdomSettings
from scorer.vision.squares.faces import FACE_INDEX

_CASTLE, _TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]


def legibility(board: Board, faces: NDArray[np.float32]) -> float:
    """How probable the likeliest face is, on average, over the squares that were found but the least legible: one may
    be a patch of cloth.

    ``faces``: probabilities (rows, columns, len(FACES)) by ``Evidence``, where a place left out (outside the picture,
    loose) is table for certain: it does not count.
    """
    read = board.found & (faces[..., _TABLE] < 1)
    likeliest = np.sort(np.delete(faces[read], _TABLE, axis=1).max(axis=1))
    return float(likeliest[1:].mean()) if len(likeliest) > 1 else 0.0


def lies_askew(board: Board, settings: KingdomSettings) -> bool:
    """Whether a grid that was found agrees so badly with oblique squares that it lies over several of them, or rows are
    missing: then nothing on it can be believed."""
    return not board.by_hand and board.confidence < settings.askew and board.obliqueness > settings.oblique


def is_kingdom(reading: KingdomReading, settings: KingdomSettings, *, buildable: bool, castle_guessed: bool) -> bool:
    """Whether a castle is there, or so much of a kingdom that it may be hidden or cut off, and enough can be read.

    Patterned cloth can look like squares, but like one face over and over, or like none in particular. A kingdom larger
    than any grid is one if it has a castle: that it is not legal is for the rules to say. A castle that no place looks
    like (``castle_guessed``) makes no kingdom of a few squares, which may be some of another grid's.
    """
    kingdom = reading.kingdom
    laid = kingdom.squares()
    least = settings.legible if buildable else settings.legible_unbuildable
    legible = np.mean([reading.squares[row][column] > least for row, column in laid]) if laid else 0.0
    longest = max(kingdom.height, kingdom.width)
    if legible < settings.legible_part or longest > WIDEST_KINGDOM:
        return False
    many = len(laid) >= settings.without_castle
    has_castle = any(reading.faces[position][_CASTLE] > settings.castle for position in kingdom.castles)
    if has_castle and (many or not castle_guessed):
        return True
    return (
        longest <= LARGE_GRID
        and many
        and min(kingdom.height, kingdom.width) >= settings.rows_without_castle
        and len(set(laid.values())) >= settings.different_faces
        and reading.grid_confidence > settings.steady
        and float(np.mean([reading.squares[row][column] for row, column in laid])) > settings.sure_without_castle
    )
