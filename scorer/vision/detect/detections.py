"""The squares detected in a picture, and the interface of detectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image

Floats = NDArray[np.float32]


class ProbabilityMap(Protocol):
    """The probability of a square at any point of a picture."""

    def probability_at(self, point: NDArray[np.float64], side: float) -> float:
        """The probability, 0…1, that a square with this ``side`` has its centre near a point (2,), both in pixels; 0
        for sides that the map knows nothing about."""


@dataclass(frozen=True)
class Detections:
    """Squares detected in a picture, most probable first; coordinates in its pixels.

    ``centres`` float32 (n, 2); ``axes`` float32 (n, 2, 2), the half-axes u and v as rows, u closer to the picture's x
    axis, pointing right, v pointing down; ``scores`` float32 (n,), the probability of a square. ``maps`` tell the
    probability where none was detected.
    """

    centres: Floats
    axes: Floats
    scores: Floats
    maps: tuple[ProbabilityMap, ...] = ()

    def __len__(self) -> int:
        return len(self.scores)

    def chosen(self, indices: Sequence[int] | NDArray[np.int64]) -> Detections:
        """Those with the given indices, in that order."""
        return replace(self, centres=self.centres[indices], axes=self.axes[indices], scores=self.scores[indices])

    @property
    def sides(self) -> Floats:
        """The side of each square, float32 (n,), in pixels: the root of its area."""
        u, v = self.axes[:, 0], self.axes[:, 1]
        return np.asarray(2 * np.sqrt(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])), np.float32)

    def probability_at(self, point: NDArray[np.float64], side: float) -> float:
        """The probability, 0…1, of a square with this ``side`` near a point, where none may have been detected."""
        return max((one.probability_at(point, side) for one in self.maps), default=0.0)


class Search(Protocol):
    """One picture in which squares are detected, at one scale after another.

    ``scales``: factors by which the picture is resized, largest first. Fewer and smaller ones take less time.
    """

    @property
    def scales(self) -> Sequence[float]:
        """The scales that together show every square that can be detected, largest first."""

    def detections(self, scales: Sequence[float], /) -> Detections:
        """The squares detected at some scales, each square once, in pixels of the picture itself."""


class SquareDetector(Protocol):
    """Detects the squares of dominoes, castles included, at any size and angle."""

    def search(self, image: Image, /) -> Search:
        """The search of a picture, uint8 BGR (h, w, 3); nothing is detected until it is asked for."""


def detect_squares(detector: SquareDetector, image: Image) -> Detections:
    """All squares that a detector finds in a picture, uint8 BGR (h, w, 3)."""
    search = detector.search(image)
    return search.detections(search.scales)
