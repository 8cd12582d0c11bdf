"""The evidence at every place of a grid: the probability of each face, and of a square at all."""

from __future__ import annotations

from dataclasses import astuple, dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.common.logistic import logistic, logit
from scorer.vision.grid.board import Board
from scorer.vision.settings import EvidenceSettings, EvidenceWeights
from scorer.vision.squares.square_reader import SquareReader

Floats = NDArray[np.float32]

_CASTLE, _TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]


@dataclass(frozen=True)
class PlaceEvidence:
    """The evidence at each place of a board on its own; arrays (rows, columns, …).

    ``examined`` bool: the other places are bare table, and were not classified. ``faces`` float32 (…, len(FACES)):
    probabilities. ``features`` float64 (…, 4): evidence of a square, in the order of the weights in
    ``EvidenceSettings``. ``gain``: the factor that would make its squares bright; 1 for bright squares.
    """

    examined: NDArray[np.bool_]
    faces: Floats
    features: NDArray[np.float64]
    gain: float

    @property
    def detector(self) -> NDArray[np.float64]:
        """The logit of the detector's probability of a square at each place, float64 (rows, columns)."""
        return self.features[..., 0]

    @property
    def contrast(self) -> NDArray[np.float64]:
        """The logarithm of each place's contrast with the table, float64 (rows, columns)."""
        return self.features[..., 3]


class Evidence:
    """Combines the detector, the classifier and the contrast with the table by a logistic regression."""

    def __init__(self, squares: SquareReader, settings: EvidenceSettings) -> None:
        self._squares, self._settings = squares, settings

    def examine(self, image: Image, board: Board) -> PlaceEvidence:
        """The evidence at the places of a board in a picture, uint8 BGR."""
        settings = self._settings
        reference = settings.reference_probability
        median = float(np.median(board.evidence[board.found])) if board.found.any() else reference
        detected = np.clip(board.evidence * reference / median, *settings.detector_range)
        examined = np.asarray(board.found | (detected > settings.min_probability) | board.by_hand, np.bool_)
        read = self._squares.read(image, board.quads[examined], exposed_for=board.found[examined])
        faces = np.zeros((*board.shape, len(FACES)), np.float32)
        faces[..., _TABLE] = 1
        faces[examined] = read.faces
        features = [
            logit(detected),
            logit(1 - faces[..., _TABLE]),
            logit(np.delete(faces, _TABLE, axis=2).max(axis=2)),
            np.log(self._contrast(image, board, read.gain) + 2),
        ]
        return PlaceEvidence(examined, faces, np.stack(features, axis=2).astype(np.float64), read.gain)

    def probabilities(self, evidence: PlaceEvidence, board: Board) -> Floats:
        """Probabilities float32 (rows, columns, len(FACES)) of every place of a board, bare table included."""
        settings = self._settings
        searched = EvidenceWeights(
            settings.detector_weight,
            settings.classifier_weight,
            settings.face_weight,
            settings.contrast_weight,
            settings.bias,
        )
        *weights, bias = astuple(settings.given if board.by_hand else searched)
        square = np.where(evidence.examined, logistic(evidence.features, weights, bias), 0)
        cut_off = (board.visible < settings.whole_threshold) & (board.evidence < settings.edge_threshold)
        square[(board.visible < settings.min_visible) | cut_off] = 0  # outside the picture
        if not board.by_hand:
            castles = evidence.faces[..., _CASTLE] * square
            square[loose_squares(square > settings.square_threshold, castles, settings.max_loose_squares)] = 0
        weighed = evidence.faces.copy()
        castles = weighed[..., _CASTLE] * square
        weighed[..., _CASTLE] *= np.where(castles < castles.max(initial=0), settings.second_castle_factor, 1)
        weighed[..., _TABLE] = 0
        weighed *= (square / np.maximum(weighed.sum(axis=2), 1e-9))[..., None]
        weighed[..., _TABLE] = 1 - square
        return np.asarray(weighed, np.float32)

    def _contrast(self, image: Image, board: Board, gain: float) -> Floats:
        """The distance of every place's colours from those of the table: means and deviations, in CIELAB units."""
        settings = self._settings
        table = (board.evidence < settings.table_threshold) & (board.visible > settings.whole_threshold) & ~board.found
        if table.sum() < settings.min_table_places:
            return np.full(board.shape, settings.default_contrast, np.float32)
        colours = self._squares.colours(image, board.quads.reshape(-1, 4, 2), gain).reshape(*board.shape, -1)
        distances = np.linalg.norm(colours[:, :, None] - colours[table], axis=3)
        distances[table, np.arange(table.sum())] = np.inf  # no place is compared with itself
        return np.asarray(np.sort(distances, axis=2)[..., : settings.n_nearest].mean(axis=2), np.float32)


def unseen_places(board: Board, faces: NDArray[np.float32], settings: EvidenceSettings) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), that the picture does not show or cuts, so that no square is read there."""
    return np.asarray((board.visible < settings.whole_threshold) & (faces[..., _TABLE] >= 1), np.bool_)


def loose_squares(squares: NDArray[np.bool_], castles: Floats, max_size: int) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), of groups of at most ``max_size`` ``squares`` that touch no others, not even at
    a corner.

    ``castles`` are probabilities (rows, columns): the group of the most probable castle is the kingdom at any size.

    >>> squares = np.array([[1, 1, 0, 0], [1, 1, 0, 1]], np.bool_)
    >>> castles = np.array([[0.9, 0, 0, 0], [0, 0, 0, 0]], np.float32)
    >>> np.argwhere(loose_squares(squares, castles, max_size=2)).tolist()
    [[1, 3]]
    """
    groups, group = cv2.connectedComponents(squares.astype(np.uint8), connectivity=8)
    one = 2  # with the background
    if groups <= one:
        return np.zeros_like(squares)
    sizes = np.bincount(group.ravel(), squares.ravel())
    castle = group[np.unravel_index(int(castles.argmax()), castles.shape)]
    few = (sizes[group] <= max_size) & (sizes.max() > max_size)
    return np.asarray(squares & few & (group != castle), np.bool_)
