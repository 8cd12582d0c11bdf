"""The interface of a classifier of squares, for the stages before it."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image


class SquareClassifier(Protocol):
    """Classifies squares of a picture."""

    def face_probabilities(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Probabilities, float32 (n, len(FACES)), of squares with corners float32 (n, 4, 2) in a picture, uint8 BGR
        (h, w, 3). Fast, since many candidates are not squares at all."""
