"""Calibrated probabilities follow their signs, and what limits a square beyond them stays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACES
from scorer.vision.common.logistic import logit
from scorer.vision.confidence.calibration import Calibration, Features
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import AcceptanceSettings, CalibrationSettings
from scorer.vision.solve.joint import Solution
from scorer.vision.squares.evidence import PlaceEvidence

SETTINGS = CalibrationSettings()
CALIBRATION = Calibration(SETTINGS)
SHAPE = (2, 3)


def reading(notation: str = "wwC/..f", solved: float = 0.99) -> KingdomReading:
    kingdom = Kingdom.parse(notation)
    return KingdomReading(
        kingdom=kingdom,
        seen=kingdom.rows,
        size=5,
        corners=((0, 0),) * 4,
        confidence=solved,
        squares=((solved,) * SHAPE[1],) * SHAPE[0],
        faces=np.zeros((*SHAPE, len(FACES)), np.float32),
        quads=np.zeros((*SHAPE, 4, 2), np.float32),
    )


def signs(
    solved: float = 0.99,
    detector: float = 1.4,
    unlike: float = 3.5,
    missing: float = 0,
    misaligned: float = 0,
    dark: float = 0,
    small: float = 0,
) -> Features:
    same = [float(logit(np.array([solved]))[0])] * 2
    places = np.tile([*same, detector, unlike, missing, misaligned, dark, small], (*SHAPE, 1))
    return Features(np.full(SHAPE, solved), places, np.zeros(SHAPE, np.bool_))


def probability(notation: str = "wwC/..f", **changed: float) -> float:
    """Of the place in the lower left corner."""
    return float(CALIBRATION.probabilities(reading(notation), signs(**changed))[1, 0])


def test_probability_grows_with_that_of_the_solver() -> None:
    assert probability(solved=0.6) < probability(solved=0.9) < probability(solved=0.999)


@pytest.mark.parametrize("notation", ["wwC/..f", "wwC/w.f"])
def test_missing_castle_or_misaligned_grid_lowers_every_probability(notation: str) -> None:
    assert probability(notation, missing=1) < probability(notation)
    assert probability(notation, misaligned=1) < probability(notation)


@pytest.mark.parametrize("notation", ["wwC/..f", "wwC/w.f"])
def test_a_grid_given_by_hand_has_weights_of_its_own(notation: str) -> None:
    other = replace(SETTINGS.square, bias=-9.0)
    given = Calibration(replace(SETTINGS, square_given=other, empty_given=other))
    by_hand = replace(signs(), by_hand=True)
    assert given.probabilities(reading(notation), by_hand).max() < 0.9
    assert (
        given.probabilities(reading(notation), signs()) == CALIBRATION.probabilities(reading(notation), signs())
    ).all()


def test_empty_place_that_differs_from_the_table_is_less_certain() -> None:
    assert probability(unlike=4.5) < probability(unlike=2)


def test_darkness_lowers_the_probability_of_empty_places() -> None:
    assert probability(dark=2) < probability(dark=1) < probability()
    assert probability("wwC/w.f", dark=1) <= probability("wwC/w.f")


@pytest.mark.parametrize(("gain", "dark"), [(1.0, 0.0), (2.0, 0.0), (8.0, 2.0)])
def test_only_very_dark_squares_lower_a_probability(gain: float, dark: float) -> None:
    ones = np.ones(SHAPE, np.float32)
    board = Board(np.zeros((*SHAPE, 4, 2), np.float32), ones, ones > 0, ones, confidence=1.0)
    seen = PlaceEvidence(ones > 0, np.zeros((*SHAPE, len(FACES)), np.float32), np.zeros((*SHAPE, 4)), gain)
    read = reading()
    solution = Solution(read.kingdom.rows, read.seen, read.squares, read.confidence, 5, buildable=True)
    assert (CALIBRATION.features(read, board, seen, solution).places[..., 6] == dark).all()


def test_small_squares_are_less_certain_where_the_grid_was_given() -> None:
    def given(small: float, notation: str) -> float:
        features = replace(signs(small=small), by_hand=True)
        return float(CALIBRATION.probabilities(reading(notation), features)[1, 0])

    for notation in ("wwC/..f", "wwC/w.f"):
        assert given(1.0, notation) < given(0.5, notation) < given(0.0, notation)


@pytest.mark.parametrize(("side", "small"), [(14, 1.0), (28, 0.0), (64, 0.0)])
def test_only_sides_below_the_full_one_count_as_small(side: float, small: float) -> None:
    ones = np.ones(SHAPE, np.float32)
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    board = Board(np.tile(square, (*SHAPE, 1, 1)), ones, ones > 0, ones, confidence=1.0)
    seen = PlaceEvidence(ones > 0, np.zeros((*SHAPE, len(FACES)), np.float32), np.zeros((*SHAPE, 4)), 1.0)
    read = reading()
    solution = Solution(read.kingdom.rows, read.seen, read.squares, read.confidence, 5, buildable=True)
    assert CALIBRATION.features(read, board, seen, solution).places[..., 7] == pytest.approx(small)


def test_occupied_empty_place_is_flagged_if_no_castle_is_visible() -> None:
    found = CALIBRATION.calibrated(reading("www/..f", 0.999), signs(solved=0.999, unlike=4.2, detector=-1, missing=1))
    assert (1, 0) in found.doubtful and found.confidence < CalibrationSettings().flag_threshold


def test_certain_reading_has_no_flags() -> None:
    found = CALIBRATION.calibrated(reading(solved=0.9999), signs(solved=0.9999, unlike=2.5, detector=1.4))
    assert min(map(min, found.squares)) > CalibrationSettings().flag_threshold and found.doubtful == ()


def test_calibration_keeps_lower_limits_of_single_squares() -> None:
    limited = replace(reading(solved=0.9999), squares=((0.85, 0.9999, 0.9999), (0.9999, 0.9999, 0.02)))
    found = CALIBRATION.calibrated(limited, signs(solved=0.9999))
    assert found.squares[0][0] <= 0.85 and found.squares[1][2] <= 0.02 and found.squares[0][1] > 0.9


def test_edge_of_a_kingdom_is_flagged_if_nothing_beyond_it_was_read() -> None:
    sure = signs(solved=0.9999, unlike=2.5)
    open_edge = np.array([[True] * SHAPE[1], [False] * SHAPE[1]])
    found = CALIBRATION.calibrated(reading(solved=0.9999), replace(sure, at_rim=open_edge))
    assert found.doubtful == ((0, 0), (0, 1), (0, 2)) and found.confidence < CalibrationSettings().flag_threshold


@pytest.mark.parametrize(
    ("rows", "by_hand", "at_rim"),
    [
        (slice(1, 3), False, [False, False]),  # the ring around what was found is left free
        (slice(0, 3), False, [True, False, False]),  # a row that the detector missed: what lies above it is not known
        (slice(0, 3), True, [False, False, False]),  # somebody said that the grid ends there
    ],
)
def test_a_kingdom_reaches_the_rim_of_its_board_where_a_whole_line_was_missed(
    rows: slice, by_hand: bool, at_rim: list[bool]
) -> None:
    laid = np.zeros((4, 5), np.bool_)
    laid[1:3, 1:4] = True
    board = Board(
        np.zeros((4, 5, 4, 2), np.float32), np.ones((4, 5), np.float32), laid, np.ones((4, 5), np.float32), 1.0, by_hand
    )
    seen = PlaceEvidence(laid, np.zeros((4, 5, len(FACES)), np.float32), np.zeros((4, 5, 4)), gain=1.0)
    empty = (Place.EMPTY,)
    line = *empty, *Kingdom.parse("fCw").rows[0], *empty
    cells = tuple(line if rows.start <= row < rows.stop else empty * 5 for row in range(4))
    solution = Solution(cells, cells, ((0.99,) * 5,) * 4, 0.99, 5, buildable=True)
    signs = CALIBRATION.features(reading(), board, seen, solution)
    assert signs.at_rim.all(axis=1).tolist() == at_rim and signs.at_rim.any(axis=1).tolist() == at_rim


def test_confidence_is_the_product_of_known_squares_and_lower_if_cut() -> None:
    calibration = Calibration(replace(CalibrationSettings(), error_correlation=1))
    probabilities = np.array([[0.9, 1.0, 1.0], [1.0, 1.0, 0.5]])
    assert calibration.confidence(reading(), probabilities) == pytest.approx(0.45)
    assert calibration.confidence(replace(reading(), hidden=((1, 2),)), probabilities) == pytest.approx(0.45)
    assert calibration.confidence(replace(reading("wwC/..f?"), hidden=((1, 2),)), probabilities) == pytest.approx(0.9)
    assert calibration.confidence(replace(reading("wwC/..?"), hidden=((1, 2),)), probabilities) == pytest.approx(0.9)
    assert calibration.confidence(replace(reading(), cut=True), probabilities) == pytest.approx(0.225)


def test_correlated_errors_raise_the_confidence_of_many_slightly_uncertain_squares() -> None:
    little, much = np.full(SHAPE, 0.98), np.full(SHAPE, 0.6)
    assert np.prod(little) < CALIBRATION.confidence(reading(), little) < 1
    assert 0 < CALIBRATION.confidence(reading(), much) < np.prod(much)
    assert CALIBRATION.confidence(reading(), np.ones(SHAPE)) == 1


def test_mean_probability_covers_known_squares_only() -> None:
    assert CALIBRATION.mean_probability(reading(), signs(solved=0.9999)) > 0.95
    assert CALIBRATION.mean_probability(reading(), signs(solved=0.5)) < AcceptanceSettings().min_mean_probability
    doubtful = signs(solved=0.9999)
    doubtful.places[1, 2, :2] = logit(np.array([0.01]))
    hidden = reading("wwC/..?")
    assert CALIBRATION.mean_probability(reading(), doubtful) < CALIBRATION.mean_probability(hidden, doubtful)


def test_darkness_does_not_lower_the_mean_probability() -> None:
    assert CALIBRATION.mean_probability(reading(), signs(dark=2)) == CALIBRATION.mean_probability(reading(), signs())
