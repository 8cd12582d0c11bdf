"""The calibration's weights follow the examples, and what thresholds are worth is counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scorer.lab.fit.calibration import (
    EMPTY_PRIOR,
    SQUARE_PRIOR,
    Example,
    fitted_error_correlation,
    fitted_places,
    fitted_small,
    flag_summary,
    refusal_summary,
)
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.vision.common.faces import FACES
from scorer.vision.confidence.calibration import Features
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import CalibrationSettings, PlaceWeights, Settings

SHAPE = (2, 3)
SOLVER_ALONE = PlaceWeights(1, 0, 0, 0, 0, 0, 0, 0, 0)
CASTLE_MISSING, SMALL = 4, 7
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
    places = np.zeros((*SHAPE, 8))
    places[..., 0] = logits
    return Example(reading, Features(solved, places, np.zeros(SHAPE, np.bool_)), wrong, np.ones(SHAPE, np.bool_))


SURE = example([[9, 9, 9], [9, 9, 9]])
WRONG = example([[1, 9, 9], [9, 9, 9]], frozenset({(0, 0)}))
WRONGLY_EMPTY = example([[9, 9, 9], [9, 1, 9]], frozenset({(1, 1)}))


def test_weight_of_the_solver_is_positive() -> None:
    laid, empty = fitted_places([SURE, WRONG, WRONGLY_EMPTY] * 20)
    assert laid.solved > 0.3 and empty.solved > 0.3
    assert laid.detector == empty.contrast == 0


def test_weight_of_a_warning_sign_in_right_readings_shrinks_but_stays_negative() -> None:
    without_castle = example([[3, 3, 3], [3, 3, 3]])
    without_castle.features.places[..., CASTLE_MISSING] = 1
    laid, empty = fitted_places([WRONG, WRONGLY_EMPTY] * 20)
    assert laid.castle_missing == SQUARE_PRIOR.castle_missing and empty.castle_missing == EMPTY_PRIOR.castle_missing
    laid, empty = fitted_places([without_castle, WRONG, WRONGLY_EMPTY] * 200)
    assert SQUARE_PRIOR.castle_missing < laid.castle_missing <= 0
    assert EMPTY_PRIOR.castle_missing < empty.castle_missing <= 0


def test_only_the_weight_of_small_squares_follows_wrong_small_squares() -> None:
    wrong = example([[3, 9, 9], [9, 9, 9]], frozenset({(0, 0), (0, 1), (1, 0)}))
    wrong.features.places[..., SMALL] = 1
    before = PlaceWeights(1, 0.5, 0, 0, 0, 0, 0, 0, 0)
    laid = fitted_small([SURE, wrong] * 20, before, laid=True)
    assert laid.small < -3 and replace(laid, small=0) == before
    assert fitted_small([SURE, wrong] * 20, before, laid=False).small == pytest.approx(0, abs=0.01)


def test_weight_of_a_sign_in_wrong_readings_is_negative() -> None:
    wrong = example([[9, 9, 9], [9, 9, 9]], frozenset({(0, 0), (1, 1)}))
    wrong.features.places[..., CASTLE_MISSING] = 1
    laid, empty = fitted_places([SURE, SURE, wrong, WRONG, WRONGLY_EMPTY] * 20)
    assert laid.castle_missing < SQUARE_PRIOR.castle_missing and empty.castle_missing < EMPTY_PRIOR.castle_missing


def test_errors_beside_a_flag_are_recalled_and_flags_of_right_readings_are_false() -> None:
    missing_row = example([[1, 9, 9], [9, 9, 9]], frozenset({(-1, 1), (-1, 2)}))
    assert "1 of 2 errors flagged, 0 false flags in 0 right" in flag_summary([missing_row], AS_SOLVED, 0.9)
    doubted = example([[1, 9, 9], [9, 9, 1]])
    assert "0 of 0 errors flagged, 2 false flags in 2 right" in flag_summary([SURE, doubted], AS_SOLVED, 0.9)


def test_readings_of_low_mean_probability_are_refused_on_and_off_a_kingdom() -> None:
    doubted = example([[0, 0, 0], [0, 0, 0]])
    none = replace(doubted, near=0.0)
    assert "refuses 1 of 2 kingdoms, 1 of 1 other readings" in refusal_summary([SURE, doubted, none], AS_SOLVED, 0.83)


def test_error_correlation_is_higher_if_only_uncertain_readings_are_wrong() -> None:
    little, much = example([[4, 4, 4], [4, 4, 4]]), example([[1.5, 1.5, 1.5], [1.5, 1.5, 1.5]])
    settings = replace(AS_SOLVED, acceptance=replace(AS_SOLVED.acceptance, min_mean_probability=0))
    wrong = frozenset({(0, 0)})
    assert fitted_error_correlation([little, replace(much, wrong=wrong)] * 10, settings) > 1.5
    assert fitted_error_correlation([little, replace(little, wrong=wrong), much] * 10, settings) < 0.8
