"""What every square shows: a probability for each face, by a small network."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.models import run_net
from scorer.vision.squares.faces import FACES
from scorer.vision.squares.rectify import PIXELS

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
    logits = square_logits("squares.onnx", squares)
    unsure = np.flatnonzero(softmax(logits / settings.temperature).max(axis=1) < settings.sure)
    if len(unsure):
        turned = [np.rot90(squares[unsure], turns, axes=(1, 2)) for turns in (1, 2, 3)]
        others = square_logits("squares.onnx", np.concatenate(turned)).reshape(3, len(unsure), -1)
        logits[unsure] = (logits[unsure] + others.sum(axis=0)) / 4
    return softmax(logits / settings.temperature)


def square_logits(model: str, squares: NDArray[np.uint8]) -> Floats:
    """What a model that takes squares, uint8 BGR (n, 64, 64, 3), makes of them: float32 (n, its outputs)."""
    blob = cv2.dnn.blobFromImages([np.ascontiguousarray(s) for s in squares], 1 / 255.0, (PIXELS, PIXELS))
    return run_net(model, blob)[0]


def softmax(logits: Floats) -> Floats:
    """Probabilities float32 (n, k) of logits (n, k)."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
