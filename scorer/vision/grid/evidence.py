"""What every place of a grid shows: the faces it may be, and how likely it is that any square lies there at all."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place
from scorer.vision.grid.board import Board
from scorer.vision.logistic import logistic, logit
from scorer.vision.squares.classifier import classify
from scorer.vision.squares.exposure import gain_for, lit_up
from scorer.vision.squares.faces import FACE_INDEX, FACES
from scorer.vision.squares.rectify import cut_squares

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

_CASTLE, _TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]


@dataclass(frozen=True)
class EvidenceSettings:
    """How features of a square become its chance. The weights are those of a logistic regression on rendered places
    (``python -m scorer.training.evidence``)."""

    detector: float = 1.65
    """Weight of the detector's chance of a square, as a logit …"""
    classifier: float = 0.23
    """… of the classifier's that it is not open table …"""
    legible: float = 0.88
    """… and of that of the likeliest face. A yellow cloth looks like wheat to the classifier."""
    unlike: float = 2.12
    """Weight of the logarithm of how far it is, in colour and in how mixed its colours are, from the table around:
    a hole shows the same cloth."""
    bias: float = -8.34
    """What is added to their sum."""
    usual_distance: float = 30.0
    """Taken for the distance where too little of the table is seen."""
    usual: float = 0.8
    """The detector's chances are scaled so that a kingdom's usual square has this one."""
    surely: tuple[float, float] = (0.005, 0.98)
    """Least and most chance of a square that the detector is believed."""
    hopeless: float = 0.1
    """A place with less chance of a square than this, by the detector and scaled, is open table, whatever it looks
    like …"""
    table: float = 0.05
    """… and one with less than this, not scaled, shows what the table looks like …"""
    table_places: int = 4
    """… where there are so many of them …"""
    nearest: int = 3
    """… of which so many, those most like a place, are compared with it."""
    second_castle: float = 0.1
    """What the chance of a castle is multiplied by wherever another place looks more like one: a standing castle leans
    over its neighbours."""
    laid: float = 0.5
    """Places with more chance of a square than this touch one another, …"""
    loose: int = 2
    """… but for so many that lie apart: a domino beside the kingdom."""
    visible: float = 0.55
    """Least part of a square that must lie in the picture for it to be read."""
    at_the_edge: float = 0.5
    """Least chance, by the detector, of a square that the picture's edge cuts."""
    whole: float = 0.8
    """More than this part of a square in the picture is the whole of it."""


DEFAULTS = EvidenceSettings()


def place_probabilities(image: Image, board: Board, settings: EvidenceSettings = DEFAULTS) -> Floats:
    """Probabilities float32 (rows, columns, len(FACES)) of every place of a board in a picture, uint8 BGR."""
    looked_at, faces, features = place_features(image, board, settings)
    weights = [settings.detector, settings.classifier, settings.legible, settings.unlike]
    chance = np.where(looked_at, logistic(features, weights, settings.bias), 0)
    cut_off = (board.visible < settings.whole) & (board.evidence < settings.at_the_edge)
    chance[(board.visible < settings.visible) | cut_off] = 0  # what is not in the picture is not read
    if not board.by_hand:
        chance[_loose(chance > settings.laid, faces[..., _CASTLE] * chance, settings)] = 0
    weighed = faces.copy()
    castles = weighed[..., _CASTLE] * chance
    weighed[..., _CASTLE] *= np.where(castles < castles.max(initial=0), settings.second_castle, 1)
    weighed[..., _TABLE] = 0
    weighed *= (chance / np.maximum(weighed.sum(axis=2), 1e-9))[..., None]
    weighed[..., _TABLE] = 1 - chance
    return np.asarray(weighed, np.float32)


def place_features(
    image: Image, board: Board, settings: EvidenceSettings = DEFAULTS
) -> tuple[NDArray[np.bool_], Floats, NDArray[np.float64]]:
    """Which places were looked at, bool (rows, columns); their faces as they look on their own, float32 (…, faces);
    and the features of a square (…, 4), in the order of the weights in ``EvidenceSettings``."""
    usual = float(np.median(board.evidence[board.found])) if board.found.any() else settings.usual
    believed = np.clip(board.evidence * settings.usual / usual, *settings.surely)
    looked_at = board.found | (believed > settings.hopeless) | board.by_hand
    faces = np.zeros((*board.shape, len(FACES)), np.float32)
    faces[..., _TABLE] = 1
    squares = cut_squares(image, board.quads[looked_at])
    gain = gain_for(squares[board.found[looked_at]])
    faces[looked_at] = classify(lit_up(squares, gain))
    features = [
        logit(believed),
        logit(1 - faces[..., _TABLE]),
        logit(np.delete(faces, _TABLE, axis=2).max(axis=2)),
        np.log(_unlike_table(image, board, gain, settings) + 2),
    ]
    return looked_at, faces, np.stack(features, axis=2).astype(np.float64)


def _loose(laid: NDArray[np.bool_], castles: Floats, settings: EvidenceSettings) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), of single dominoes that touch nothing else, not even at a corner.

    ``castles`` are chances (rows, columns): where the likeliest castle lies is the kingdom, however small its part.
    """
    count, part = cv2.connectedComponents(laid.astype(np.uint8), connectivity=8)
    if count < 3:
        return np.zeros_like(laid)
    sizes = np.bincount(part.ravel(), laid.ravel())
    castle = part[np.unravel_index(int(castles.argmax()), castles.shape)]
    few = (sizes[part] <= settings.loose) & (sizes.max() > settings.loose)
    return np.asarray(laid & few & (part != castle), np.bool_)


def _unlike_table(image: Image, board: Board, gain: float, settings: EvidenceSettings) -> Floats:
    """How far every place is from the table's look, in CIELAB's units: means and deviations of its colours."""
    table = (board.evidence < settings.table) & (board.visible > settings.whole) & ~board.found
    if table.sum() < settings.table_places:
        return np.full(board.shape, settings.usual_distance, np.float32)
    squares = lit_up(cut_squares(image, board.quads.reshape(-1, 4, 2), pixels=16)[:, 2:-2, 2:-2], gain)
    colours = (
        cv2.cvtColor(squares.reshape(-1, 12, 3), cv2.COLOR_BGR2LAB).reshape(len(squares), -1, 3).astype(np.float32)
    )
    looks = np.concatenate([colours.mean(axis=1), colours.std(axis=1)], axis=1).reshape(*board.shape, 6)
    away = np.linalg.norm(looks[:, :, None] - looks[table], axis=3)
    away[table, np.arange(table.sum())] = np.inf  # no place is compared with itself
    return np.asarray(np.sort(away, axis=2)[..., : settings.nearest].mean(axis=2), np.float32)
