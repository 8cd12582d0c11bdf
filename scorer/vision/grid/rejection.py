"""Drops detections that do not look like squares of dominoes: patterned cloth is full of squares."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.common.geometry import quads_of
from scorer.vision.common.logistic import logistic, logit
from scorer.vision.common.square_classifier import SquareClassifier
from scorer.vision.detect.detections import Detections
from scorer.vision.settings import RejectionSettings

_TABLE = FACE_INDEX[Place.EMPTY]


class Rejection:
    """Combines the probabilities of the detector and of the classifier by a logistic regression."""

    def __init__(self, classifier: SquareClassifier, settings: RejectionSettings) -> None:
        self._classifier, self._settings = classifier, settings

    def plausible(self, detections: Detections, image: Image, sufficient_score: float = inf) -> Detections:
        """The detections in a picture, uint8 BGR (h, w, 3), that may be squares of dominoes.

        Those with a ``sufficient_score`` are kept without being classified.
        """
        settings = self._settings
        first = np.arange(len(detections))[: settings.max_detections]
        kept = detections.scores[first] >= sufficient_score
        weights = [settings.detector_weight, settings.classifier_weight, settings.face_weight]
        probabilities = logistic(self.features(detections.chosen(first[~kept]), image), weights, settings.bias)
        kept[~kept] = probabilities >= settings.min_probability
        return detections.chosen(first[kept])

    def features(self, detections: Detections, image: Image) -> NDArray[np.float64]:
        """The logits, float64 (n, 3), of three probabilities of every detection.

        That the detector sees a square, that the classifier sees no bare table, and that of the most probable face.
        """
        quads = quads_of(detections.centres, detections.axes)
        faces = np.zeros((len(detections), len(FACES)), np.float32)
        octaves = np.floor(np.log2(np.maximum(detections.sides, 1)))
        for octave in np.unique(octaves):  # squares of similar size are resized together
            alike = octaves == octave
            faces[alike] = self._classifier.face_probabilities(image, quads[alike])
        probabilities = [detections.scores, 1 - faces[:, _TABLE], np.delete(faces, _TABLE, axis=1).max(axis=1)]
        return logit(np.stack(probabilities, axis=1))
