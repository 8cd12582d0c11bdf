"""A kingdom has a castle that can be seen, or is a large part of one; a grid may lie askew."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.confidence.acceptance import is_kingdom, is_misaligned
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import AcceptanceSettings

FEW, MANY = "Cwf/.ll", "Cwfww/fflll/ggg.."


def reading(notation: str) -> KingdomReading:
    """All of it read clearly, the castle too."""
    kingdom = Kingdom.parse(notation)
    shape = kingdom.height, kingdom.width
    faces = np.zeros((*shape, len(FACES)), np.float32)
    faces[0, 0, FACE_INDEX[Place.CASTLE]] = 1
    return KingdomReading(
        kingdom=kingdom,
        seen=kingdom.rows,
        size=5,
        corners=((0, 0),) * 4,
        confidence=1,
        squares=((1.0,) * kingdom.width,) * kingdom.height,
        faces=faces,
        quads=np.zeros((*shape, 4, 2), np.float32),
    )


@pytest.mark.parametrize(
    ("notation", "castle_guessed", "accepted"),
    [(FEW, False, True), (FEW, True, False), (MANY, False, True), (MANY, True, True)],
)
def test_a_castle_that_no_place_looks_like_makes_no_kingdom_of_a_few_squares(
    notation: str, castle_guessed: bool, accepted: bool
) -> None:
    found = is_kingdom(reading(notation), AcceptanceSettings(), buildable=True, castle_guessed=castle_guessed)
    assert found is accepted


@pytest.mark.parametrize(
    ("confidence", "height", "by_hand", "askew"),
    [(0.55, 35, False, True), (0.75, 35, False, False), (0.55, 50, False, False), (0.55, 35, True, False)],
)
def test_an_oblique_grid_that_agrees_badly_with_its_squares_lies_askew(
    confidence: float, height: float, by_hand: bool, askew: bool
) -> None:
    rectangle = np.array([[0, 0], [50, 0], [50, height], [0, height]], np.float32)
    every = np.ones((2, 3), np.float32)
    board = Board(np.tile(rectangle, (2, 3, 1, 1)), every, every > 0, every, confidence, by_hand)
    assert is_misaligned(board, AcceptanceSettings()) is askew
