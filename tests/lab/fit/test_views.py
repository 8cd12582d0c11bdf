"""The fit finds how often views miss squares."""

from __future__ import annotations

import numpy as np

from scorer.lab.fit.views import PairPlaces, fitted_pooling, log_loss
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.settings import FusionSettings

TABLE = FACE_INDEX[Place.EMPTY]


def pair(missed: int, invented: int, count: int = 200) -> PairPlaces:
    """A row of places where both views are certain: the second view misses some squares, and shows others on bare
    table."""
    truth = np.arange(count) % TABLE
    truth[:invented] = TABLE
    faces = np.full((2, 1, count, len(FACES)), 0.01 / (len(FACES) - 1), np.float32)
    faces[0, 0, np.arange(count), truth] = 0.99
    second = truth.copy()
    second[:invented] = 0
    second[invented : invented + missed] = TABLE
    faces[1, 0, np.arange(count), second] = 0.99
    return PairPlaces(faces, np.ones((2, 1, count)), (1.0, 1.0), truth[None])


def test_share_of_missed_squares_grows_with_them() -> None:
    never = FusionSettings(missed_share=0.0, missed_share_per_gain=0.0)
    some = [pair(missed=40, invented=0)]
    fitted = fitted_pooling(some, never)
    assert fitted.missed_share > 0.1
    assert log_loss(some, fitted) < log_loss(some, never)
    rarely = fitted_pooling([pair(missed=2, invented=40)], never)
    assert rarely.missed_share < fitted.missed_share
