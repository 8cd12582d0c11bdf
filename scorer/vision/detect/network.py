"""Detects squares with a small network that is shown the picture at several sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image
from scorer.vision.common.nets import Net
from scorer.vision.detect.detections import Detections
from scorer.vision.settings import DetectorSettings

Floats = NDArray[np.float32]

STRIDE: Final = 4
"""Pixels of the network's picture per cell of its map (trained)."""
_MULTIPLE: Final = 32
"""The sides of the network's pictures are multiples of this (trained)."""


@dataclass(frozen=True)
class HeatMap:
    """A ``ProbabilityMap`` of one copy of a picture.

    ``probabilities`` float32 (h, w): that a square has its centre in each cell; ``cells``: cells per pixel of the
    picture itself.
    """

    probabilities: Floats
    cells: float
    settings: DetectorSettings

    def probability_at(self, point: NDArray[np.float64], side: float) -> float:
        """The highest probability near a point (2,); 0 where squares of this ``side`` are not detected at this size."""
        settings = self.settings
        if not settings.side_range[0] <= side * self.cells * STRIDE <= settings.side_range[1]:
            return 0.0
        reach = max(1, round(settings.search_radius * side * self.cells))
        column, row = (round(float(v)) for v in point * self.cells + (settings.border - (STRIDE - 1) / 2) / STRIDE)
        part = self.probabilities[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
        return float(part.max()) if part.size else 0.0


class NetworkDetector:
    """A ``SquareDetector``: a network that detects squares of about one size, run on copies of several sizes.

    For every cell it gives the probability that a square has its centre there, the centre's offset, and the half-axes u
    and v. A quarter turn of a square exchanges u and v, so the network gives p = u² + v² and q = u²v² instead, as
    complex numbers, which it leaves unchanged; u² and v² are the roots of z² − pz + q. This holds for every
    parallelogram, so that tilted photos need no rectification first.
    """

    def __init__(self, net: Net, settings: DetectorSettings) -> None:
        self._net, self._settings = net, settings

    def search(self, image: Image) -> PyramidSearch:
        """The search of a picture, uint8 BGR (h, w, 3)."""
        return PyramidSearch(self._net, self._settings, image)


class PyramidSearch:
    """Copies of a picture at several scales, each resized from the next larger one and run through the network once."""

    def __init__(self, net: Net, settings: DetectorSettings, image: Image) -> None:
        self._net, self._settings = net, settings
        self._shape = image.shape[:2]
        self._copies = {1.0: image}
        self._detected: dict[float, tuple[Detections, HeatMap]] = {}

    @property
    def scales(self) -> list[float]:
        """The scales at which the picture is shown to the network, largest first."""
        settings, longest = self._settings, max(self._shape)
        scales = [settings.max_side / 2**level / longest for level in range(settings.max_scales)]
        return [scale for scale in scales[:-1] if scale <= settings.max_enlargement] + scales[-1:]

    def detections(self, scales: Sequence[float]) -> Detections:
        """The squares detected at these scales, each once, coordinates in the picture's own pixels."""
        for scale in sorted(scales, reverse=True):
            if scale not in self._detected:
                self._detected[scale] = self._detect(scale)
        parts, maps = zip(*(self._detected[scale] for scale in scales), strict=True)
        centres, axes, scores = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("centres", "axes", "scores")
        )
        return _non_maximum_suppression(Detections(centres, axes, scores, maps), self._settings)

    def _detect(self, scale: float) -> tuple[Detections, HeatMap]:
        """Squares detected at one scale, some of them more than once, and the map they were decoded from."""
        output = self._network_map(self._copy(scale))
        probabilities = np.asarray(1 / (1 + np.exp(-output[0])), np.float32)
        return _decode(output, scale, self._settings), HeatMap(probabilities, scale / STRIDE, self._settings)

    def _copy(self, scale: float) -> Image:
        if scale not in self._copies:
            larger = self._copies[min((one for one in self._copies if one > scale), default=1.0)]
            height, width = (max(2 * STRIDE, round(side * scale)) for side in self._shape)
            interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            self._copies[scale] = np.asarray(cv2.resize(larger, (width, height), interpolation=interpolation), np.uint8)
        return self._copies[scale]

    def _network_map(self, copy: Image) -> Floats:
        """The network's output, float32 (8, h/4, w/4), for a copy with its grey border."""
        border = self._settings.border
        right, bottom = (-(side + 2 * border) % _MULTIPLE + border for side in copy.shape[1::-1])
        framed = cv2.copyMakeBorder(copy, border, bottom, border, right, cv2.BORDER_CONSTANT, value=(128, 128, 128))
        blob = np.asarray(cv2.dnn.blobFromImage(framed, 1 / 255.0), np.float32)
        return np.asarray(self._net.run(blob)[0], np.float32)


def _decode(output: Floats, scale: float, settings: DetectorSettings) -> Detections:
    """The peaks of a map, in pixels of the picture itself."""
    heat = 1 / (1 + np.exp(-output[0]))
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > settings.min_probability)
    rows, columns = np.nonzero(peak)
    x, y, log_half, p_real, p_imag, q_real, q_imag = output[1:, rows, columns].astype(np.float64)
    half = np.exp(log_half)
    total, product = p_real + 1j * p_imag, q_real + 1j * q_imag
    root = np.sqrt(total * total - 4 * product)  # u² and v² are the roots of z² − pz + q
    u, v = np.sqrt((total + root) / 2) * half, np.sqrt((total - root) / 2) * half
    swap = np.abs(u.real) * np.abs(v) < np.abs(v.real) * np.abs(u)
    u, v = np.where(swap, v, u), np.where(swap, u, v)
    u, v = np.where(u.real < 0, -u, u), np.where(v.imag < 0, -v, v)
    to_pixels = STRIDE / scale
    centres = np.stack([columns + x, rows + y], 1) * to_pixels
    centres += ((STRIDE - 1) / 2 - settings.border) / scale
    axes = np.stack([np.stack([u.real, u.imag], 1), np.stack([v.real, v.imag], 1)], 1) * to_pixels
    return Detections(centres.astype(np.float32), axes.astype(np.float32), heat[rows, columns].astype(np.float32))


def _non_maximum_suppression(detections: Detections, settings: DetectorSettings) -> Detections:
    """The most probable of overlapping detections, and those that overlap no others."""
    order = np.argsort(-detections.scores, kind="stable")
    order = order[detections.sides[order] >= 1]
    centres, sides = detections.centres[order], detections.sides[order]
    kept: list[int] = []
    free = np.ones(len(order), np.bool_)
    for index in range(len(order)):
        if not free[index]:
            continue
        kept.append(index)
        later = sides[index + 1 :]
        smaller = np.maximum(np.minimum(sides[index], later), settings.min_side_ratio * later)
        distances = np.linalg.norm(centres[index + 1 :] - centres[index], axis=1)
        free[index + 1 :] &= ~(distances < settings.min_distance * smaller)
    return detections.chosen(order[kept])
