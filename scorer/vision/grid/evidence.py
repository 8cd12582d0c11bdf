"""What every place of a grid shows: the faces it may be, and how likely it is that any square lies there at all."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place
from scorer.vision.arrays import Image
from scorer.vision.grid.board import Board
from scorer.vision.logistic import logistic, logit
from scorer.vision.settings import EvidenceSettings
from scorer.vision.squares.faces import FACE_INDEX, FACES
from scorer.vision.squares.square_reader import SquareReader

Floats = NDArray[np.float32]

_CASTLE, _TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]


@dataclass(frozen=True)
class PlacesSeen:
    """The places of a board as each looks on its own; arrays (rows, columns, …).

    ``looked_at`` bool: the others are open table, whatever they look like. ``faces`` float32
    (…, len(FACES)): probabilities. ``features`` float64 (…, 4): what speaks for a square, in the order of the weights
    in ``EvidenceSettings``. ``gain``: the factor by which its squares would have to be lit up to be bright, 1 for none.
    """

    looked_at: NDArray[np.bool_]
    faces: Floats
    features: NDArray[np.float64]
    gain: float

    @property
    def detector(self) -> NDArray[np.float64]:
        """The logit of the detector's chance of a square at each place, float64 (rows, columns)."""
        return self.features[..., 0]

    @property
    def unlike(self) -> NDArray[np.float64]:
        """How far each place is from the table's look, as a logarithm, float64 (rows, columns)."""
        return self.features[..., 3]


class Evidence:
    """Weighs the detector, the classifier and the look of the table against one another, by a logistic regression."""

    def __init__(self, squares: SquareReader, settings: EvidenceSettings) -> None:
        self._squares, self._settings = squares, settings

    def places_seen(self, image: Image, board: Board) -> PlacesSeen:
        """Look at the places of a board in a picture, uint8 BGR."""
        settings = self._settings
        usual = float(np.median(board.evidence[board.found])) if board.found.any() else settings.usual
        believed = np.clip(board.evidence * settings.usual / usual, *settings.surely)
        looked_at = np.asarray(board.found | (believed > settings.hopeless) | board.by_hand, np.bool_)
        read = self._squares.read(image, board.quads[looked_at], lit_by=board.found[looked_at])
        faces = np.zeros((*board.shape, len(FACES)), np.float32)
        faces[..., _TABLE] = 1
        faces[looked_at] = read.faces
        features = [
            logit(believed),
            logit(1 - faces[..., _TABLE]),
            logit(np.delete(faces, _TABLE, axis=2).max(axis=2)),
            np.log(self._unlike_table(image, board, read.gain) + 2),
        ]
        return PlacesSeen(looked_at, faces, np.stack(features, axis=2).astype(np.float64), read.gain)

    def probabilities(self, seen: PlacesSeen, board: Board) -> Floats:
        """Probabilities float32 (rows, columns, len(FACES)) of every place of the board that was looked at."""
        settings = self._settings
        weights = [settings.detector, settings.classifier, settings.legible, settings.unlike]
        chance = np.where(seen.looked_at, logistic(seen.features, weights, settings.bias), 0)
        cut_off = (board.visible < settings.whole) & (board.evidence < settings.at_the_edge)
        chance[(board.visible < settings.visible) | cut_off] = 0  # what is not in the picture is not read
        if not board.by_hand:
            chance[loose(chance > settings.laid, seen.faces[..., _CASTLE] * chance, settings.loose)] = 0
        weighed = seen.faces.copy()
        castles = weighed[..., _CASTLE] * chance
        weighed[..., _CASTLE] *= np.where(castles < castles.max(initial=0), settings.second_castle, 1)
        weighed[..., _TABLE] = 0
        weighed *= (chance / np.maximum(weighed.sum(axis=2), 1e-9))[..., None]
        weighed[..., _TABLE] = 1 - chance
        return np.asarray(weighed, np.float32)

    def _unlike_table(self, image: Image, board: Board, gain: float) -> Floats:
        """How far every place is from the table's look, in CIELAB's units: means and deviations of its colours."""
        settings = self._settings
        table = (board.evidence < settings.table) & (board.visible > settings.whole) & ~board.found
        if table.sum() < settings.table_places:
            return np.full(board.shape, settings.usual_distance, np.float32)
        colours = self._squares.colours(image, board.quads.reshape(-1, 4, 2), gain).reshape(*board.shape, -1)
        away = np.linalg.norm(colours[:, :, None] - colours[table], axis=3)
        away[table, np.arange(table.sum())] = np.inf  # no place is compared with itself
        return np.asarray(np.sort(away, axis=2)[..., : settings.nearest].mean(axis=2), np.float32)


def loose(laid: NDArray[np.bool_], castles: Floats, most: int) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), of parts of at most ``most`` squares that touch nothing else, not even at a
    corner.

    ``castles`` are chances (rows, columns): where the likeliest castle lies is the kingdom, however small its part.

    >>> laid = np.array([[1, 1, 0, 0], [1, 1, 0, 1]], np.bool_)
    >>> castles = np.array([[0.9, 0, 0, 0], [0, 0, 0, 0]], np.float32)
    >>> np.argwhere(loose(laid, castles, most=2)).tolist()
    [[1, 3]]
    """
    parts, part = cv2.connectedComponents(laid.astype(np.uint8), connectivity=8)
    one = 2  # with the background
    if parts <= one:
        return np.zeros_like(laid)
    sizes = np.bincount(part.ravel(), laid.ravel())
    castle = part[np.unravel_index(int(castles.argmax()), castles.shape)]
    few = (sizes[part] <= most) & (sizes.max() > most)
    return np.asarray(laid & few & (part != castle), np.bool_)
