"""The calibration's weights follow the examples, and what thresholds are worth is counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scorer.lab.fit.calibration import (
    EMPTY_BEFORE,
    LAID_BEFORE,
    Example,
    fitted_places,
    fitted_together,
    named,
    refused,
)
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.vision.common.faces import FACES
from scorer.vision.confidence.calibration import Features
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import CalibrationSettings, PlaceWeights, Settings

SHAPE = (2, 3)
SOLVER_ALONE = PlaceWeights(1, 0, 0, 0, 0, 0, 0, 0)
CASTLE_MISSING = 4
AS_SOLVED = Settings(calibration=CalibrationSettings(square=SOLVER_ALONE, empty=SOLVER_ALONE))


def example(logits: list[list[float]], wrong: frozenset[Position] = frozenset()) -> Example:
    """A reading whose places were solved with these logits; the middle one of the lower row is empty."""
    kingdom = Kingdom.parse("wwC/w.w")
    solved = 1 / (1 + np.exp(-np.array(logits, np.float64)))
    reading = KingdomReading(
        kingdom=kingdom,
        seen=kingdom.rows,
        size=5,
        corners=((0, 0),) * 4,
        confidence=1,
        squares=tuple(map(tuple, solved.tolist())),
        faces=np.zeros((*SHAPE, len(FACES)), np.float32),
        quads=np.zeros((*SHAPE, 4, 2), np.float32),
    )
    places = np.zeros((*SHAPE, 7))
    places[..., 0] = logits
    return Example(reading, Features(solved, places, np.zeros(SHAPE, np.bool_)), wrong, np.ones(SHAPE, np.bool_))


SURE = example([[9, 9, 9], [9, 9, 9]])
WRONG = example([[1, 9, 9], [9, 9, 9]], frozenset({(0, 0)}))
WRONGLY_EMPTY = example([[9, 9, 9], [9, 1, 9]], frozenset({(1, 1)}))


def test_what_was_solved_speaks_for_a_place_being_right() -> None:
    laid, empty = fitted_places([SURE, WRONG, WRONGLY_EMPTY] * 20)
    assert laid.solved > 0.3 and empty.solved > 0.3
    assert laid.detector == empty.contrast == 0


def test_a_sign_that_only_right_readings_show_speaks_ever_less_but_never_for_a_place() -> None:
    without_castle = example([[3, 3, 3], [3, 3, 3]])
    without_castle.features.places[..., CASTLE_MISSING] = 1
    laid, empty = fitted_places([WRONG, WRONGLY_EMPTY] * 20)
    assert laid.castle_missing == LAID_BEFORE.castle_missing and empty.castle_missing == EMPTY_BEFORE.castle_missing
    laid, empty = fitted_places([without_castle, WRONG, WRONGLY_EMPTY] * 200)
    assert LAID_BEFORE.castle_missing < laid.castle_missing <= 0
    assert EMPTY_BEFORE.castle_missing < empty.castle_missing <= 0


def test_a_sign_that_wrong_readings_show_speaks_against_a_place() -> None:
    wrong = example([[9, 9, 9], [9, 9, 9]], frozenset({(0, 0), (1, 1)}))
    wrong.features.places[..., CASTLE_MISSING] = 1
    laid, empty = fitted_places([SURE, SURE, wrong, WRONG, WRONGLY_EMPTY] * 20)
    assert laid.castle_missing < LAID_BEFORE.castle_missing and empty.castle_missing < EMPTY_BEFORE.castle_missing


def test_wrong_places_beside_a_doubt_are_named_and_doubts_of_right_readings_are_needless() -> None:
    missing_row = example([[1, 9, 9], [9, 9, 9]], frozenset({(-1, 1), (-1, 2)}))
    assert "1 of 2 wrong places named, 0 needless in 0 right" in named([missing_row], AS_SOLVED, 0.9)
    doubted = example([[1, 9, 9], [9, 9, 1]])
    assert "0 of 0 wrong places named, 2 needless in 2 right" in named([SURE, doubted], AS_SOLVED, 0.9)


def test_readings_of_which_little_is_believed_are_refused_on_whatever_grid_they_lie() -> None:
    doubted = example([[0, 0, 0], [0, 0, 0]])
    none = replace(doubted, near=0.0)
    assert "1 of 2 kingdoms refused, 1 of 1 readings" in refused([SURE, doubted, none], AS_SOLVED, 0.83)


def test_the_power_of_expected_mistakes_is_higher_where_little_doubt_is_never_wrong_and_much_always_is() -> None:
    little, much = example([[4, 4, 4], [4, 4, 4]]), example([[1.5, 1.5, 1.5], [1.5, 1.5, 1.5]])
    settings = replace(AS_SOLVED, acceptance=replace(AS_SOLVED.acceptance, min_mean_probability=0))
    wrong = frozenset({(0, 0)})
    assert fitted_together([little, replace(much, wrong=wrong)] * 10, settings) > 1.5
    assert fitted_together([little, replace(little, wrong=wrong), much] * 10, settings) < 0.8
