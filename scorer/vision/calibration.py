"""How far a reading can be believed: for every place the chance that it is right, and for the kingdom as a whole.

The solver's probabilities rest on what each place looks like. How readings go wrong they do not know: a castle that no
place looks like, a grid that lies askew, a square that the detector hardly saw, a room without light. Logistic
regressions, fitted on rendered photos (``python -m scorer.lab.fit.calibration``), weigh such signs beside the solver's
probability.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields, replace
from math import log2

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place, is_hidden
from scorer.vision.grid.board import Board
from scorer.vision.grid.evidence import PlacesSeen
from scorer.vision.logistic import logistic, logit
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import CalibrationSettings, PlaceWeights
from scorer.vision.solve.joint import Solution

Floats = NDArray[np.float64]

_DARK = [weight.name for weight in fields(PlaceWeights)].index("dark")


@dataclass(frozen=True)
class Signs:
    """What tells how far a reading can be believed. The arrays have the rows and columns of its kingdom.

    ``solved`` float64 (rows, columns): the solver's probabilities. ``places`` float64 (rows, columns, 7): what speaks
    for and against each place, in the order of ``PlaceWeights``. ``at_rim`` bool (rows, columns): the places on an edge
    of the kingdom beyond which nothing was looked at.
    """

    solved: Floats
    places: Floats
    at_rim: NDArray[np.bool_]


class Calibration:
    """Puts calibrated chances in the place of the solver's probabilities."""

    def __init__(self, settings: CalibrationSettings) -> None:
        self._settings = settings

    def signs(self, reading: KingdomReading, board: Board, seen: PlacesSeen, solution: Solution) -> Signs:
        """The signs of a reading, from the values that it was made of."""
        solved = np.array(solution.squares)
        castle_missing = not reading.kingdom.castles and not reading.cut
        places = [
            logit(solved),
            logit(_least_around(solved)),
            seen.detector,
            seen.unlike,
            np.full(board.shape, float(castle_missing)),
            np.full(board.shape, 10 * max(0.0, self._settings.steady - board.confidence)),
            np.full(board.shape, max(0.0, log2(seen.gain) - self._settings.dim)),
        ]
        rows, columns = solution.rectangle
        return Signs(solved[rows, columns], np.stack(places, axis=2)[rows, columns], _ring(board)[rows, columns])

    def calibrated(self, reading: KingdomReading, signs: Signs) -> KingdomReading:
        """The reading with calibrated chances.

        What limits a square beyond what was solved stays: the picture's edge, the castle before it, a building on it.
        """
        before, chances = np.array(reading.squares), self.chances(reading, signs)
        squares = np.where(before < signs.solved, np.minimum(before, chances), chances)
        return replace(
            reading,
            squares=tuple(tuple(map(float, row)) for row in squares),
            confidence=self.confidence(reading, chances),
        )

    def chances(self, reading: KingdomReading, signs: Signs) -> Floats:
        """The chance that each place of the kingdom is right, float64 (rows, columns).

        A board has a ring of places around the squares that the detector saw. Where a kingdom reaches into it, the
        detector missed a whole line, and the next one was not looked at.
        """
        laid, empty = (
            logistic(signs.places, astuple(weights)[:-1], weights.bias)
            for weights in (self._settings.laid, self._settings.empty)
        )
        cells = [[cell is not Place.EMPTY for cell in row] for row in reading.kingdom.rows]
        chances = np.where(np.array(cells), laid, empty)
        return np.where(signs.at_rim, np.minimum(chances, self._settings.at_rim), chances)

    def confidence(self, reading: KingdomReading, chances: Floats) -> float:
        """The chance that everything is right that is told, 0…1, from the ``chances`` (rows, columns) of its places.

        Their product would be that chance if they were right or wrong each on its own; but mistakes come together, so
        that a reading with a little doubt in many places is right more often (``CalibrationSettings.together``). Hidden
        places that are asked for count for nothing, those told all the same do, and where the kingdom may go on beyond
        the picture it is so much lower.
        """
        expected = -float(np.log(chances[told(reading)]).sum())
        return float(np.exp(-(expected**self._settings.together))) * (self._settings.if_cut if reading.cut else 1.0)

    def believed(self, reading: KingdomReading, signs: Signs) -> float:
        """The part, 0…1, of all that is told that is right by its own chances.

        What was read of another game, or on a grid that lies wrong, is doubtful all over; where a few squares of a
        kingdom cannot be read, the others can. That it lies in the dark makes no other game of it, and does not count.
        """
        places = signs.places.copy()
        places[..., _DARK] = 0
        return float(self.chances(reading, replace(signs, places=places))[told(reading)].mean())


def told(reading: KingdomReading) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), of which the reading says what lies there; the others are asked for."""
    return np.array([[not is_hidden(cell) for cell in row] for row in reading.kingdom.rows], np.bool_)


def _ring(board: Board) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), on the lines at a board's rim on which the detector saw nothing by itself.

    A grid given by hand has no ring, nor has one where it was cut off another.
    """
    ring = np.zeros(board.shape, np.bool_)
    if not board.by_hand:
        for line in (0, -1):
            ring[line] |= not board.found[line].any()
            ring[:, line] |= not board.found[:, line].any()
    return ring


def _least_around(values: Floats) -> Floats:
    """The least value (rows, columns) of every place and its neighbours, those at its corners too.

    >>> _least_around(np.array([[1.0, 0.5, 1.0, 1.0]])).tolist()
    [[0.5, 0.5, 0.5, 1.0]]
    """
    padded = np.pad(values, 1, mode="edge")
    return np.asarray(sliding_window_view(padded, (3, 3)).min(axis=(2, 3)), np.float64)
