"""A decoded, upright picture, independent of its decoder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_COPY_SIDE: Final = 32
"""Pixels on each side of the small pictures that are compared to recognize a copy."""

_COPY_DIFFERENCE: Final = 8
"""Maximum difference, of 255, of any of their pixels: copies of lower quality or size differ by at most 5."""


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


def is_copy(photo: Photo, other: Photo) -> bool:
    """Whether two photos are one and the same picture, perhaps in another size or quality.

    >>> left = np.zeros((40, 60, 3), np.uint8)
    >>> right = left.copy()
    >>> right[:, 30:] = 90
    >>> one, two = Photo(left, "a", 60, 40), Photo(right, "b", 60, 40)
    >>> is_copy(one, one), is_copy(one, two)
    (True, False)
    """
    return bool(np.abs(_tiny(photo) - _tiny(other)).max() <= _COPY_DIFFERENCE)


def _tiny(photo: Photo) -> NDArray[np.int16]:
    reduced = cv2.resize(photo.image, (_COPY_SIDE, _COPY_SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(reduced, np.int16)
