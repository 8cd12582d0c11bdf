"""Classifies squares: a probability for each face, by a small network."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACES
from scorer.vision.common.nets import Net
from scorer.vision.settings import SquareSettings
from scorer.vision.squares.rectify import PIXELS

Floats = NDArray[np.float32]


class Classifier:
    """Classifies rectified squares."""

    def __init__(self, net: Net, settings: SquareSettings) -> None:
        self._net, self._settings = net, settings

    def probabilities(self, squares: Image, *, augmented: bool = True) -> Floats:
        """Probabilities float32 (n, len(FACES)), in the order of ``FACES``, of squares uint8 BGR (n, 64, 64, 3).

        Squares below ``augment_below`` are averaged over their quarter turns, if ``augmented``.
        """
        if not len(squares):
            return np.zeros((0, len(FACES)), np.float32)
        temperature = self._settings.temperature
        logits = square_logits(self._net, squares)
        uncertain = np.flatnonzero(softmax(logits / temperature).max(axis=1) < self._settings.augment_below)
        if augmented and len(uncertain):
            others = quarter_turned_logits(self._net, squares[uncertain], turns=(1, 2, 3))
            logits[uncertain] = (logits[uncertain] + others.sum(axis=0)) / 4
        return softmax(logits / temperature)


def square_logits(net: Net, squares: Image) -> Floats:
    """The output of a network for squares, uint8 BGR (n, 64, 64, 3): float32 (n, outputs)."""
    blob = cv2.dnn.blobFromImages([np.ascontiguousarray(s) for s in squares], 1 / 255.0, (PIXELS, PIXELS))
    return net.run(np.asarray(blob, np.float32))


def quarter_turned_logits(net: Net, squares: Image, turns: tuple[int, ...]) -> Floats:
    """The output of a network for squares in several quarter turns: float32 (turns, n, outputs)."""
    turned = [np.rot90(squares, turn, axes=(1, 2)) for turn in turns]
    return square_logits(net, np.concatenate(turned)).reshape(len(turns), len(squares), -1)


def softmax(logits: Floats) -> Floats:
    """Probabilities float32 (n, k) of logits (n, k)."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
