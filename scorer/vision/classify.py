"""What every square shows: a probability for each face, by a small network."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.faces import FACES
from scorer.vision.models import run_net
from scorer.vision.squares import PIXELS

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class ClassifySettings:
    """How logits become probabilities."""

    temperature: float = 0.8
    """Measured on pictures of sources that training did not see; see the model's card."""
    sure: float = 0.97
    """A square less certain than this is read again in its other three quarter turns. Reading more of them again mended
    one of 11,310 readings of squares that training had not seen."""


def classify(squares: NDArray[np.uint8], settings: ClassifySettings | None = None) -> Floats:
    """Probabilities float32 (n, len(FACES)) of squares uint8 BGR (n, 64, 64, 3), in the order of ``FACES``."""
    settings = settings or ClassifySettings()
    if not len(squares):
        return np.zeros((0, len(FACES)), np.float32)
    logits = _logits(squares)
    unsure = np.flatnonzero(_softmax(logits / settings.temperature).max(axis=1) < settings.sure)
    if len(unsure):
        turned = [np.rot90(squares[unsure], turns, axes=(1, 2)) for turns in (1, 2, 3)]
        others = _logits(np.concatenate(turned)).reshape(3, len(unsure), -1)
        logits[unsure] = (logits[unsure] + others.sum(axis=0)) / 4
    return _softmax(logits / settings.temperature)


def _logits(squares: NDArray[np.uint8]) -> Floats:
    blob = cv2.dnn.blobFromImages([np.ascontiguousarray(s) for s in squares], 1 / 255.0, (PIXELS, PIXELS))
    return run_net("squares.onnx", blob)[0]


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
