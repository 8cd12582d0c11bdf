"""Lets go of what the detector took for squares but does not look like any: patterned cloth is full of squares."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place
from scorer.vision.arrays import Image
from scorer.vision.geometry import quads_of
from scorer.vision.grid.detector import Detections
from scorer.vision.logistic import logistic, logit
from scorer.vision.settings import RejectionSettings
from scorer.vision.squares.faces import FACE_INDEX, FACES
from scorer.vision.squares.square_reader import SquareReader

_TABLE = FACE_INDEX[Place.EMPTY]


class Rejection:
    """Weighs the detector's chance of a square with what the classifier sees there, by a logistic regression."""

    def __init__(self, squares: SquareReader, settings: RejectionSettings) -> None:
        self._squares, self._settings = squares, settings

    def plausible(self, detections: Detections, image: Image) -> Detections:
        """The squares seen in a picture, uint8 BGR (h, w, 3), without those that surely are none."""
        settings = self._settings
        likeliest = np.arange(len(detections))[: settings.most]
        weights = [settings.detector, settings.classifier, settings.legible]
        chance = logistic(self.features(detections.chosen(likeliest), image), weights, settings.bias)
        return detections.chosen(likeliest[chance >= settings.least])

    def features(self, detections: Detections, image: Image) -> NDArray[np.float64]:
        """For every detection the logits (n, 3) of three chances.

        The detector's; that of no open table; that of the likeliest face.
        """
        quads = quads_of(detections.centres, detections.axes)
        faces = np.zeros((len(detections), len(FACES)), np.float32)
        octaves = np.floor(np.log2(np.maximum(detections.sides, 1)))
        for octave in np.unique(octaves):  # squares of about one size are shrunk together
            alike = octaves == octave
            faces[alike] = self._squares.read(image, quads[alike], augmented=False).faces
        chances = [detections.scores, 1 - faces[:, _TABLE], np.delete(faces, _TABLE, axis=1).max(axis=1)]
        return logit(np.stack(chances, axis=1))
