"""The drawn squares that training takes."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.lab.data.drawn import drawn_squares
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES


@pytest.mark.slow
def test_drawn_squares_are_of_one_source() -> None:
    squares = list(drawn_squares(2))
    assert {square.source for square in squares} == {"drawn"} and len(squares) >= 2 * (len(FACES) - 1)
    assert all(square.image.shape == (64, 64, 3) and square.image.dtype == np.uint8 for square in squares)


def test_the_drawn_squares_show_every_face_but_the_table() -> None:
    assert {square.face for square in drawn_squares(1)} == set(range(len(FACES))) - {FACE_INDEX[Place.EMPTY]}
