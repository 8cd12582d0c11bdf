"""Finds single squares of dominoes anywhere in a picture, at any size and angle, by a small network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.arrays import Image
from scorer.vision.nets import Net
from scorer.vision.settings import DetectorSettings

Map = NDArray[np.float32]


STRIDE: Final = 4
"""Pixels of the network's picture to one cell of its map (trained)."""
_MULTIPLE: Final = 32
"""The network's pictures have sides that are multiples of this (trained)."""


@dataclass(frozen=True)
class HeatMap:
    """The chance, float32 (h, w), that a square's middle lies at each cell, at one size of the picture.

    ``cells``: how many of them a pixel of the whole picture has.
    """

    chances: Map
    cells: float
    settings: DetectorSettings

    def chance_at(self, middle: NDArray[np.float64], side: float) -> float:
        """The highest chance near a point, in pixels of the whole picture; 0 where a square with that side is not
        legible at this size."""
        settings = self.settings
        if not settings.legible[0] <= side * self.cells * STRIDE <= settings.legible[1]:
            return 0.0
        reach = max(1, round(settings.near * side * self.cells))
        column, row = (round(float(v)) for v in middle * self.cells + (settings.rim - (STRIDE - 1) / 2) / STRIDE)
        part = self.chances[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
        return float(part.max()) if part.size else 0.0


@dataclass(frozen=True)
class Detections:
    """Squares seen in a picture, likeliest first; coordinates in its pixels.

    ``centres`` float32 (n, 2); ``axes`` float32 (n, 2, 2), the half-axes u and v as rows, u nearer to the picture's x;
    ``scores`` float32 (n,), the chance that a square is there.
    """

    centres: Map
    axes: Map
    scores: Map
    heats: tuple[HeatMap, ...] = ()
    """The maps of chances they were read from."""

    def __len__(self) -> int:
        return len(self.scores)

    def chosen(self, indices: Sequence[int] | NDArray[np.int64]) -> Detections:
        """Some of them, by their numbers."""
        return replace(self, centres=self.centres[indices], axes=self.axes[indices], scores=self.scores[indices])

    @property
    def sides(self) -> Map:
        """The length of each square's side, float32 (n,): the root of its area."""
        u, v = self.axes[:, 0], self.axes[:, 1]
        return np.asarray(2 * np.sqrt(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])), np.float32)

    def chance_at(self, middle: NDArray[np.float64], side: float) -> float:
        """The highest chance of a square about as large as ``side`` near a point, where none may have been found."""
        return max((heat.chance_at(middle, side) for heat in self.heats), default=0.0)


class Detector:
    """Finds squares by a network that knows them at one scale, shown the picture at several sizes."""

    def __init__(self, net: Net, settings: DetectorSettings) -> None:
        self._net, self._settings = net, settings

    def detect_squares(self, image: Image) -> Detections:
        """All squares of dominoes in a picture, uint8 BGR (h, w, 3)."""
        return self.pyramid(image).detections(self.scales(image))

    def pyramid(self, image: Image) -> Pyramid:
        """The same picture at several scales, to be looked at one by one."""
        return Pyramid(self, image)

    def scales(self, image: Image) -> list[float]:
        """The scales at which a picture is shown to the network, the largest first."""
        settings, longest = self._settings, max(image.shape[:2])
        scales = [settings.longest / 2**level / longest for level in range(settings.levels)]
        return [scale for scale in scales[:-1] if scale <= settings.enlarged] + scales[-1:]

    def detect_in(self, copy: Image, scale: float) -> tuple[Detections, HeatMap]:
        """Squares seen in a copy of a picture at one scale, some of them more than once, and the map they were read
        from; coordinates in the picture's own pixels."""
        seen = self._map(copy)
        heat = np.asarray(1 / (1 + np.exp(-seen[0])), np.float32)
        return _decode(seen, scale, self._settings), HeatMap(heat, scale / STRIDE, self._settings)

    def merged(self, looks: Sequence[tuple[Detections, HeatMap]]) -> Detections:
        """What was seen in one picture at several scales, one of each square."""
        found, heats = zip(*looks, strict=True)
        centres, axes, scores = (
            np.concatenate([getattr(some, name) for some in found]) for name in ("centres", "axes", "scores")
        )
        return _non_maximum_suppression(Detections(centres, axes, scores, heats), self._settings)

    def _map(self, copy: Image) -> Map:
        """The network's map (8, h/4, w/4) of a picture, with its grey rim."""
        rim = self._settings.rim
        right, bottom = (-(side + 2 * rim) % _MULTIPLE + rim for side in copy.shape[1::-1])
        framed = cv2.copyMakeBorder(copy, rim, bottom, rim, right, cv2.BORDER_CONSTANT, value=(128, 128, 128))
        blob = np.asarray(cv2.dnn.blobFromImage(framed, 1 / 255.0), np.float32)
        return np.asarray(self._net.run(blob)[0], np.float32)


class Pyramid:
    """A picture at several scales; each copy is made of the next larger one that is there, and the network is shown it
    once, when it is first asked for."""

    def __init__(self, detector: Detector, image: Image) -> None:
        self._detector = detector
        self._shape = image.shape[:2]
        self._copies = {1.0: image}
        self._looks: dict[float, tuple[Detections, HeatMap]] = {}

    def detections(self, scales: Sequence[float]) -> Detections:
        """The squares of dominoes seen at these scales, coordinates in the picture's own pixels."""
        for scale in sorted(scales, reverse=True):
            if scale not in self._looks:
                self._looks[scale] = self._detector.detect_in(self._copy(scale), scale)
        return self._detector.merged([self._looks[scale] for scale in scales])

    def _copy(self, scale: float) -> Image:
        if scale not in self._copies:
            larger = self._copies[min((one for one in self._copies if one > scale), default=1.0)]
            height, width = (max(2 * STRIDE, round(side * scale)) for side in self._shape)
            interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            self._copies[scale] = np.asarray(cv2.resize(larger, (width, height), interpolation=interpolation), np.uint8)
        return self._copies[scale]


def _decode(seen: Map, scale: float, settings: DetectorSettings) -> Detections:
    """The peaks of a map, in pixels of the whole picture."""
    heat = 1 / (1 + np.exp(-seen[0]))
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > settings.least)
    rows, columns = np.nonzero(peak)
    x, y, log_half, p_real, p_imag, q_real, q_imag = seen[1:, rows, columns].astype(np.float64)
    half = np.exp(log_half)
    total, product = p_real + 1j * p_imag, q_real + 1j * q_imag
    root = np.sqrt(total * total - 4 * product)  # u² and v² are the roots of z² − pz + q
    u, v = np.sqrt((total + root) / 2) * half, np.sqrt((total - root) / 2) * half
    swap = np.abs(u.real) * np.abs(v) < np.abs(v.real) * np.abs(u)
    u, v = np.where(swap, v, u), np.where(swap, u, v)
    u, v = np.where(u.real < 0, -u, u), np.where(v.imag < 0, -v, v)
    to_pixels = STRIDE / scale
    centres = np.stack([columns + x, rows + y], 1) * to_pixels
    centres += ((STRIDE - 1) / 2 - settings.rim) / scale
    axes = np.stack([np.stack([u.real, u.imag], 1), np.stack([v.real, v.imag], 1)], 1) * to_pixels
    return Detections(centres.astype(np.float32), axes.astype(np.float32), heat[rows, columns].astype(np.float32))


def _non_maximum_suppression(detections: Detections, settings: DetectorSettings) -> Detections:
    """The likeliest of those that lie on one another, and those that lie alone."""
    order = np.argsort(-detections.scores, kind="stable")
    sides = detections.sides
    kept: list[int] = []
    for index in order:
        if sides[index] < 1:
            continue
        away = np.linalg.norm(detections.centres[kept] - detections.centres[index], axis=1)
        smaller = np.minimum(sides[kept], sides[index]).clip(min=settings.smallest * sides[index])
        if not (away < settings.apart * smaller).any():
            kept.append(int(index))
    return detections.chosen(kept)
