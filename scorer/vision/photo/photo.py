"""A decoded, upright picture, independent of its decoder."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Photo:
    """A decoded photo in the orientation in which it was taken.

    ``image``: uint8 BGR, shape (rows, columns, 3), possibly smaller than the photo; ``width`` and ``height`` are the
    upright photo's own. Results are in the photo's pixels: ``image`` coordinates times ``scale``.
    """

    image: NDArray[np.uint8]
    name: str
    width: int
    height: int

    @property
    def scale(self) -> float:
        """Pixels of the photo per pixel of ``image``: 1.0, or more if it was reduced while decoding."""
        rows, columns = self.image.shape[:2]
        return float(max(self.width, self.height) / max(rows, columns))


def shrunk(image: NDArray[np.uint8], longest: int) -> NDArray[np.uint8]:
    """The picture uint8 (rows, columns, 3), reduced if its longer side has more than ``longest`` pixels."""
    rows, columns = image.shape[:2]
    if max(rows, columns) <= longest:
        return image
    factor = longest / max(rows, columns)
    size = max(1, round(columns * factor)), max(1, round(rows * factor))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
