"""Whether a reading is a kingdom: patterned cloth and other games are full of squares, too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.notation import WIDEST_KINGDOM
from scorer.rules.model.rules import LARGE_GRID
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import AcceptanceSettings

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


def is_kingdom(reading: KingdomReading, settings: AcceptanceSettings, *, buildable: bool, castle_guessed: bool) -> bool:
    """Whether enough squares are readable, and there is a castle or so much of a kingdom that it may be hidden or cut.

    Patterned cloth can look like squares, but like one face repeated, or like none clearly. A kingdom larger than any
    grid is one if it has a castle; the legality check reports its size. With a castle that no place looks like
    (``castle_guessed``) a few squares are no kingdom, since they may belong to another grid.
    """
    kingdom = reading.kingdom
    laid = kingdom.squares()
    threshold = settings.readable_threshold if buildable else settings.readable_threshold_unbuildable
    readable = np.mean([reading.squares[row][column] > threshold for row, column in laid]) if laid else 0.0
    longest = max(kingdom.height, kingdom.width)
    if readable < settings.min_readable_share or longest > WIDEST_KINGDOM:
        return False
    many = len(laid) >= settings.min_squares_without_castle
    castles = [reading.faces[position][_CASTLE] for position in kingdom.castles]
    has_castle = any(castle > settings.castle_threshold for castle in castles)
    if has_castle and (many or not castle_guessed):
        return True
    return (
        longest <= LARGE_GRID
        and many
        and min(kingdom.height, kingdom.width) >= settings.min_lines_without_castle
        and len(set(laid.values())) >= settings.min_faces_without_castle
        and reading.grid_confidence > settings.min_grid_without_castle
        and float(np.mean([reading.squares[row][column] for row, column in laid])) > settings.min_mean_without_castle
    )
