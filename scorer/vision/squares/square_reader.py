"""Cuts squares out of a picture and says what they show: the one place where that is done."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.arrays import Image
from scorer.vision.models import Models
from scorer.vision.settings import SquareSettings
from scorer.vision.squares.castle import castle_colour
from scorer.vision.squares.classifier import Classifier
from scorer.vision.squares.exposure import gain_for, lit_up
from scorer.vision.squares.rectify import cut_squares
from scorer.vision.squares.towns import chance_built

Floats = NDArray[np.float32]

_SMALL, _RIM = 16, 2
"""Side of a square whose colours are compared, and what of its edge is left out, in pixels."""


@dataclass(frozen=True)
class SquaresRead:
    """What squares show: probabilities float32 (n, len(FACES)).

    ``gain``: the factor by which they would have to be lit up to be bright, 1 for none.
    """

    faces: Floats
    gain: float


class SquareReader:
    """Reads squares of a picture, given by their corners."""

    def __init__(self, models: Models, settings: SquareSettings) -> None:
        self._models, self._settings = models, settings
        self._classifier = Classifier(models.squares, settings)

    def read(
        self, image: Image, quads: Floats, *, lit_by: NDArray[np.bool_] | None = None, augmented: bool = True
    ) -> SquaresRead:
        """Squares with corners float32 (n, 4, 2) of a picture, uint8 BGR (h, w, 3).

        All are lit up alike, as those chosen by ``lit_by``, bool (n,), need it: by default as all do. ``augmented``
        allows test-time augmentation.
        """
        pictures = cut_squares(image, quads)
        gain = gain_for(pictures if lit_by is None else pictures[lit_by], self._settings.exposure)
        bright = lit_up(pictures, gain, self._settings.exposure)
        return SquaresRead(self._classifier.probabilities(bright, augmented=augmented), gain)

    def classify(self, pictures: Image) -> Floats:
        """Probabilities float32 (n, len(FACES)) of squares that are cut already, uint8 BGR (n, 64, 64, 3)."""
        return self._classifier.probabilities(pictures)

    def colours(self, image: Image, quads: Floats, gain: float) -> Floats:
        """Means and standard deviations of the squares' colours in CIELAB, float32 (n, 6)."""
        small = cut_squares(image, quads, pixels=_SMALL)[:, _RIM:-_RIM, _RIM:-_RIM]
        bright = lit_up(small, gain, self._settings.exposure)
        lab = cv2.cvtColor(bright.reshape(-1, bright.shape[2], 3), cv2.COLOR_BGR2LAB)
        colours = lab.reshape(len(bright), -1, 3).astype(np.float32)
        return np.concatenate([colours.mean(axis=1), colours.std(axis=1)], axis=1)

    def chance_built(self, image: Image, towns: Floats) -> Floats:
        """The chance, float32 (n,), that a building lies on each of these towns with corners float32 (n, 4, 2)."""
        return chance_built(self._models.towns, cut_squares(image, towns))

    def castle_colour(self, image: Image, castle: Floats) -> str | None:
        """The player's colour of a castle with corners float32 (4, 2); ``None`` where it cannot be told."""
        return castle_colour(cut_squares(image, castle[None])[0])
