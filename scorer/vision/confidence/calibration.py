"""Calibrated probabilities: of every place that it is right, and of the kingdom as a whole.

The solver's probabilities rest on the appearance of each place. They do not know how readings fail: a castle that no
place looks like, a misaligned grid, a square that the detector hardly sees, a dark room. Logistic regressions, fitted
on rendered photos (``python -m scorer.lab.fit.calibration``), combine such features with the solver's probability.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields, replace
from math import log2

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place, is_hidden
from scorer.vision.common.geometry import sides_of
from scorer.vision.common.logistic import logistic, logit
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import CalibrationSettings, PlaceWeights
from scorer.vision.solve.joint import Solution
from scorer.vision.squares.evidence import PlaceEvidence

Floats = NDArray[np.float64]

_DARK = [weight.name for weight in fields(PlaceWeights)].index("dark")


@dataclass(frozen=True)
class Features:
    """The features of a reading. The arrays have the rows and columns of its kingdom.

    ``solved`` float64 (rows, columns): the solver's probabilities. ``places`` float64 (rows, columns, 8): evidence
    for and against each place, in the order of ``PlaceWeights``. ``at_rim`` bool (rows, columns): the places on an
    edge of the kingdom beyond which nothing was searched. ``by_hand``: the grid was given.
    """

    solved: Floats
    places: Floats
    at_rim: NDArray[np.bool_]
    by_hand: bool = False


class Calibration:
    """Replaces the solver's probabilities by calibrated ones."""

    def __init__(self, settings: CalibrationSettings) -> None:
        self._settings = settings

    def features(self, reading: KingdomReading, board: Board, evidence: PlaceEvidence, solution: Solution) -> Features:
        """The features of a reading, from the values that it was made from."""
        solved = np.array(solution.squares)
        castle_missing = not reading.kingdom.castles and not reading.cut
        places = [
            logit(solved),
            logit(_min_around(solved)),
            evidence.detector,
            evidence.contrast,
            np.full(board.shape, float(castle_missing)),
            np.full(board.shape, 10 * max(0.0, self._settings.aligned - board.confidence)),
            np.full(board.shape, max(0.0, log2(evidence.gain) - self._settings.dim)),
            np.maximum(0.0, np.log2(self._settings.full_side / np.maximum(sides_of(board.quads), 1.0))),
        ]
        rows, columns = solution.rectangle
        features = np.stack(places, axis=2)[rows, columns]
        return Features(solved[rows, columns], features, _rim(board)[rows, columns], board.by_hand)

    def calibrated(self, reading: KingdomReading, features: Features) -> KingdomReading:
        """The reading with calibrated probabilities.

        Limits that do not come from the solver stay: the picture's edge, a castle in front, a building on a town.
        """
        before, probabilities = np.array(reading.squares), self.probabilities(reading, features)
        squares = np.where(before < features.solved, np.minimum(before, probabilities), probabilities)
        return replace(
            reading,
            squares=tuple(tuple(map(float, row)) for row in squares),
            confidence=self.confidence(reading, probabilities),
        )

    def probabilities(self, reading: KingdomReading, features: Features) -> Floats:
        """The probability that each place of the kingdom is right, float64 (rows, columns).

        A board has a ring of places around the squares that the detector found. Where a kingdom reaches into it, the
        detector missed a whole line, and the line beyond was not searched.
        """
        settings = self._settings
        kinds = (
            (settings.square, settings.empty) if not features.by_hand else (settings.square_given, settings.empty_given)
        )
        square, empty = (logistic(features.places, astuple(weights)[:-1], weights.bias) for weights in kinds)
        is_square = [[cell is not Place.EMPTY for cell in row] for row in reading.kingdom.rows]
        probabilities = np.where(np.array(is_square), square, empty)
        return np.where(features.at_rim, np.minimum(probabilities, self._settings.max_rim_probability), probabilities)

    def confidence(self, reading: KingdomReading, probabilities: Floats) -> float:
        """The probability, 0…1, that everything reported is right, from the ``probabilities`` (rows, columns) of its
        places.

        It would be their product if errors were independent. They come in clusters, so a reading with little
        uncertainty at many places is right more often (``CalibrationSettings.error_correlation``). Hidden places that
        are reported as unknown do not count. Where the kingdom may continue beyond the picture it is lower.
        """
        expected = -float(np.log(probabilities[is_reported(reading)]).sum())
        certain = float(np.exp(-(expected**self._settings.error_correlation)))
        return certain * (self._settings.cut_factor if reading.cut else 1.0)

    def mean_probability(self, reading: KingdomReading, features: Features) -> float:
        """The mean probability, 0…1, of everything reported.

        A reading of another game or on a wrong grid is uncertain everywhere; in a kingdom with a few unreadable squares
        the others are certain. Darkness does not count here: a dark kingdom is a kingdom.
        """
        places = features.places.copy()
        places[..., _DARK] = 0
        probabilities = self.probabilities(reading, replace(features, places=places))
        return float(probabilities[is_reported(reading)].mean())


def is_reported(reading: KingdomReading) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), whose contents the reading reports; the others are unknown."""
    return np.array([[not is_hidden(cell) for cell in row] for row in reading.kingdom.rows], np.bool_)


def _rim(board: Board) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), on the lines at a board's rim where the detector found no square.

    A board given by hand has no ring, nor does one that was split, on that side.
    """
    rim = np.zeros(board.shape, np.bool_)
    if not board.by_hand:
        for line in (0, -1):
            rim[line] |= not board.found[line].any()
            rim[:, line] |= not board.found[:, line].any()
    return rim


def _min_around(values: Floats) -> Floats:
    """The lowest value (rows, columns) of every place and its eight neighbours.

    >>> _min_around(np.array([[1.0, 0.5, 1.0, 1.0]])).tolist()
    [[0.5, 0.5, 0.5, 1.0]]
    """
    padded = np.pad(values, 1, mode="edge")
    return np.asarray(sliding_window_view(padded, (3, 3)).min(axis=(2, 3)), np.float64)
