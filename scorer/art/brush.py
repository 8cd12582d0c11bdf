"""A brush that paints smooth shapes on a square picture. Lengths are in hundredths of its side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Picture = NDArray[np.uint8]
"""uint8 BGR, shape (rows, columns, 3)."""

SIDE = 384
"""Side in pixels of the canvas, which is reduced after painting."""

INK = "#2b2118"
_SUBPIXEL = 4  # bits: OpenCV places points on sixteenths of a pixel


@cache
def bgr(colour: str) -> tuple[int, int, int]:
    """A ``#rrggbb`` colour as a BGR tuple for OpenCV.

    >>> bgr("#ff8000")
    (0, 128, 255)
    """
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


class Brush:
    """Paints on a square picture with (0, 0) at its top left and (100, 100) at its bottom right."""

    def __init__(self, ground: str) -> None:
        self.picture: Picture = np.full((SIDE, SIDE, 3), bgr(ground), np.uint8)

    def mottle(self, rng: np.random.Generator, strength: float, patches: int = 7) -> None:
        """Add soft lighter and darker clouds, with a little grain."""
        clouds = cv2.resize(rng.normal(0, strength, (patches, patches)), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
        grain = cv2.resize(rng.normal(0, strength / 2, (96, 96)), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
        self._shade((clouds + grain)[..., None])

    def edge(self, strength: float) -> None:
        """Darken towards the border, as on pressed cardboard."""
        distance = np.minimum(np.arange(SIDE), np.arange(SIDE)[::-1]) / SIDE
        rim = np.exp(-np.minimum(distance[:, None], distance[None, :]) / 0.02)
        self._shade(-strength * rim[..., None])

    def polygon(self, points: Sequence[Point], fill: str | None, ink: str | None = INK, width: float = 1.0) -> None:
        """A closed shape, filled and then outlined; either may be None."""
        shape = self._fixed(points)
        if fill is not None:
            cv2.fillPoly(self.picture, [shape], bgr(fill), cv2.LINE_AA, _SUBPIXEL)
        if ink is not None:
            cv2.polylines(self.picture, [shape], True, bgr(ink), self._pixels(width), cv2.LINE_AA, _SUBPIXEL)

    def oval(
        self,
        centre: Point,
        radii: Point,
        fill: str | None,
        ink: str | None = INK,
        width: float = 1.0,
        turn: float = 0.0,
    ) -> None:
        """An ellipse with horizontal and vertical radius, rotated clockwise by degrees."""
        around = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        x, y = radii[0] * np.cos(around), radii[1] * np.sin(around)
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        xs, ys = centre[0] + c * x - s * y, centre[1] + s * x + c * y
        self.polygon(list(zip(xs.tolist(), ys.tolist(), strict=True)), fill, ink, width)

    def line(self, points: Sequence[Point], colour: str = INK, width: float = 1.0) -> None:
        """An open line through the points."""
        shape = self._fixed(points)
        cv2.polylines(self.picture, [shape], False, bgr(colour), self._pixels(width), cv2.LINE_AA, _SUBPIXEL)

    def text(self, text: str, centre: Point, height: float, colour: str = INK) -> None:
        """A short word or digit, centred."""
        font, scale = cv2.FONT_HERSHEY_DUPLEX, height * SIDE / 100 / 22
        thick = self._pixels(height / 7)
        (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
        at = (round(centre[0] * SIDE / 100 - wide / 2), round(centre[1] * SIDE / 100 + high / 2))
        cv2.putText(self.picture, text, at, font, scale, bgr(colour), thick, cv2.LINE_AA)

    def sized(self, pixels: int) -> Picture:
        """The picture with a side of ``pixels``."""
        how = cv2.INTER_AREA if pixels < SIDE else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(self.picture, (pixels, pixels), interpolation=how), dtype=np.uint8)

    def _shade(self, change: NDArray[np.floating[Any]]) -> None:
        whole = np.floor(change).astype(np.int16)  # a fraction would be cut off in both branches
        self.picture = np.clip(self.picture + whole, 0, 255).astype(np.uint8)

    def _fixed(self, points: Sequence[Point]) -> NDArray[np.int32]:
        scaled = np.asarray(points, dtype=np.float64) * SIDE / 100 * (1 << _SUBPIXEL)
        return np.round(scaled).astype(np.int32)

    @staticmethod
    def _pixels(width: float) -> int:
        return max(1, round(width * SIDE / 100))
