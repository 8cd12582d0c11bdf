"""Finds single squares of dominoes anywhere in a picture, at any size and angle, by a small network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.models import run_net

Image = NDArray[np.uint8]
Map = NDArray[np.float32]


@dataclass(frozen=True)
class DetectorSettings:
    """How the map of squares is read."""

    longest: int = 832
    """Longest side, in pixels, of the largest picture shown to the network; each next one is half as long."""
    levels: int = 4
    """How many sizes it is shown at, at most."""
    rim: int = 24
    """Grey pixels around each picture, so that squares at its edge have a surrounding."""
    least: float = 0.12
    """Least chance of a square that is kept."""
    legible: tuple[float, float] = (13.0, 60.0)
    """Sides of squares, in pixels, that the network knows at one scale."""
    near: float = 0.25
    """How far from a place, in sides, its chance is looked for."""
    apart: float = 0.55
    """Squares nearer than this part of a side are the same one."""


STRIDE: Final = 4
"""Pixels of the network's picture to one cell of its map."""


@dataclass(frozen=True)
class Detections:
    """Squares seen in a picture, likeliest first; coordinates in its pixels.

    ``centres`` float32 (n, 2); ``axes`` float32 (n, 2, 2), the half-axes u and v as rows, u nearer to the picture's x;
    ``scores`` float32 (n,), the chance that a square is there.
    """

    centres: Map
    axes: Map
    scores: Map
    heats: tuple[tuple[Map, float], ...] = ()
    """The maps of chances they were read from, each (h, w) with its cells a pixel of the picture."""

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

    def chance_at(self, middle: NDArray[np.float64], side: float, settings: DetectorSettings) -> float:
        """The highest chance of a square about as large as ``side`` near a point, where none may have been found."""
        best = 0.0
        for heat, cells in self.heats:
            if not settings.legible[0] <= side * cells * STRIDE <= settings.legible[1]:
                continue
            reach = max(1, round(settings.near * side * cells))
            column, row = (round(float(v)) for v in middle * cells + (settings.rim - (STRIDE - 1) / 2) / STRIDE)
            part = heat[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
            best = max(best, float(part.max()) if part.size else 0.0)
        return best


def detect_squares(image: Image, settings: DetectorSettings | None = None) -> Detections:
    """All squares of dominoes in a picture, uint8 BGR (h, w, 3)."""
    settings = settings or DetectorSettings()
    found, heats = [], []
    for level in range(settings.levels):
        scale = settings.longest / 2**level / max(image.shape[:2])
        if scale > 1.6 and level + 1 < settings.levels:
            continue
        seen = _map(image, scale, settings)
        heats.append((np.asarray(1 / (1 + np.exp(-seen[0])), np.float32), scale / STRIDE))
        found.append(_decode(seen, scale, settings))
    centres, axes, scores = (
        np.concatenate([getattr(detections, name) for detections in found]) for name in ("centres", "axes", "scores")
    )
    return replace(_non_maximum_suppression(Detections(centres, axes, scores), settings), heats=tuple(heats))


def _map(image: Image, scale: float, settings: DetectorSettings) -> Map:
    """The network's map (8, h/4, w/4) of the picture at a scale, with its grey rim."""
    width, height = (max(8, round(side * scale)) for side in image.shape[1::-1])
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, (width, height), interpolation=interpolation)
    right, bottom = (-(side + 2 * settings.rim) % 32 + settings.rim for side in (width, height))
    framed = cv2.copyMakeBorder(
        small, settings.rim, bottom, settings.rim, right, cv2.BORDER_CONSTANT, value=(128, 128, 128)
    )
    return np.asarray(run_net("detector.onnx", cv2.dnn.blobFromImage(framed, 1 / 255.0))[0][0], np.float32)


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
    """The likeliest of those that lie on one another."""
    order = np.argsort(-detections.scores, kind="stable")
    sides = detections.sides
    kept: list[int] = []
    for index in order:
        if sides[index] < 1:
            continue
        away = np.linalg.norm(detections.centres[kept] - detections.centres[index], axis=1)
        if not (away < settings.apart * np.minimum(sides[kept], sides[index]).clip(min=0.5 * sides[index])).any():
            kept.append(int(index))
    return detections.chosen(kept)
