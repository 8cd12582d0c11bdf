"""Lets go of what the detector took for squares but does not look like any: patterned cloth is full of squares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place
from scorer.vision.grid.detector import Detections
from scorer.vision.logistic import logistic, logit
from scorer.vision.squares.classifier import ClassifySettings, classify
from scorer.vision.squares.exposure import gain_for, lit_up
from scorer.vision.squares.faces import FACE_INDEX, FACES
from scorer.vision.squares.rectify import cut_squares, quads_of

Image = NDArray[np.uint8]

_TABLE = FACE_INDEX[Place.EMPTY]


@dataclass(frozen=True)
class RejectionSettings:
    """How two chances become one. The weights are those of a logistic regression on rendered photos
    (``python -m scorer.training.evidence``)."""

    detector: float = 2.86
    """Weight of the detector's chance of a square, as a logit …"""
    classifier: float = -0.28
    """… of the classifier's that it is not open table …"""
    legible: float = 0.97
    """… and of that of the likeliest face."""
    bias: float = -3.09
    """What is added to their sum."""
    least: float = 0.1
    """Squares with less of that chance are let go: in real photos the detector is less sure than in rendered ones."""
    most: int = 250
    """So many, the likeliest, are looked at; the others are let go."""


DEFAULTS = RejectionSettings()


def plausible(detections: Detections, image: Image, settings: RejectionSettings = DEFAULTS) -> Detections:
    """The squares seen in a picture, uint8 BGR (h, w, 3), without those that surely are none."""
    order = np.arange(len(detections))[: settings.most]
    weights = [settings.detector, settings.classifier, settings.legible]
    chance = logistic(features(detections, image, order), weights, settings.bias)
    kept = order[chance >= settings.least]
    return detections.chosen(kept)


def features(detections: Detections, image: Image, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
    """For the squares with these numbers, int64 (n,), the logits (n, 3) of three chances.

    The detector's; that of no open table; that of the likeliest face.
    """
    quads = quads_of(detections.centres[chosen], detections.axes[chosen])
    faces = np.zeros((len(chosen), len(FACES)), np.float32)
    octaves = np.floor(np.log2(np.maximum(detections.sides[chosen], 1)))
    for octave in np.unique(octaves):  # squares of about one size are shrunk together
        alike = octaves == octave
        squares = cut_squares(image, quads[alike])
        faces[alike] = classify(lit_up(squares, gain_for(squares)), ClassifySettings(sure=0))
    chances = [detections.scores[chosen], 1 - faces[:, _TABLE], np.delete(faces, _TABLE, axis=1).max(axis=1)]
    return logit(np.stack(chances, axis=1))
