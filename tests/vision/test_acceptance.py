"""What is mostly doubtful is no kingdom; what is asked for, and empty places, do not count."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.vision.acceptance import is_believable, lies_askew
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import KingdomSettings
from scorer.vision.squares.faces import FACES

SHAPE = (2, 3)


def reading(doubtful: int, notation: str = "wwC/ff.") -> KingdomReading:
    """With so many doubtful squares, counted row by row."""
    kingdom = Kingdom.parse(notation)
    chances = np.where(np.arange(6) < doubtful, 0.5, 1.0).reshape(SHAPE)
    return KingdomReading(
        kingdom=kingdom,
        seen=kingdom.rows,
        size=5,
        corners=((0, 0),) * 4,
        confidence=0.5,
        squares=tuple(map(tuple, chances.tolist())),
        faces=np.zeros((*SHAPE, len(FACES)), np.float32),
        quads=np.zeros((*SHAPE, 4, 2), np.float32),
    )


@pytest.mark.parametrize(("doubtful", "believed"), [(0, True), (2, True), (3, False), (6, False)])
def test_a_kingdom_most_of_whose_squares_are_doubtful_is_none(doubtful: int, believed: bool) -> None:
    assert is_believable(reading(doubtful), KingdomSettings()) is believed


def test_what_is_asked_for_and_empty_places_do_not_count() -> None:
    assert is_believable(replace(reading(3), hidden=((0, 0), (0, 1))), KingdomSettings())
    assert is_believable(reading(3, notation="..C/fff"), KingdomSettings())


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
    assert lies_askew(board, KingdomSettings()) is askew
