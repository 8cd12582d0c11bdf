"""Other objects on a table: coins, domino backs, paper, pens."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.probability import happens
from scorer.lab.render.rotation import rotation
from scorer.vision.common.arrays import Image


def clutter(image: Image, count: int, square: float, rng: np.random.Generator) -> Image:
    """Boxes, paper, coins, domino backs and pens on the table."""
    image = image.copy()
    height, width = image.shape[:2]
    for _ in range(count):
        centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        match int(rng.integers(4)):
            case 0:
                disc(image, centre, square * rng.uniform(0.2, 0.5), rng)
            case 1:
                _backs(image, centre, square, rng)
            case 2:
                _sheet(image, centre, square, rng)
            case _:
                length = square * rng.uniform(1.5, 5)
                pen = rectangle(centre, length, square * rng.uniform(0.08, 0.2), rng.uniform(0, 360))
                cv2.fillPoly(image, [pen], rng.integers(0, 256, 3).tolist(), cv2.LINE_AA)
    return image


def rectangle(centre: NDArray[np.float64], length: float, breadth: float, angle: float) -> NDArray[np.int32]:
    """The corners int32 (4, 2) of a rectangle around ``centre`` (x, y), in pixels, rotated by ``angle`` degrees."""
    return np.asarray(cv2.boxPoints(((float(centre[0]), float(centre[1])), (length, breadth), angle)), np.int32)


def disc(image: Image, centre: NDArray[np.float64], radius: float, rng: np.random.Generator) -> None:
    """Draw a coin of gold, silver or copper onto ``image``; ``centre`` (x, y) and ``radius`` are in pixels."""
    colour = np.array([[90, 200, 230], [190, 190, 190], [80, 120, 180]][rng.integers(3)]) * rng.uniform(0.6, 1.1)
    at = (int(centre[0]), int(centre[1]))
    cv2.circle(image, at, max(2, int(radius)), np.clip(colour, 0, 255).tolist(), -1, cv2.LINE_AA)
    cv2.circle(image, at, max(1, int(radius * 0.8)), np.clip(colour * 0.7, 0, 255).tolist(), 1, cv2.LINE_AA)


def _backs(image: Image, centre: NDArray[np.float64], square: float, rng: np.random.Generator) -> None:
    """A domino lying face down: grey stones and a number."""
    angle = rng.uniform(0, 360)
    quad = rectangle(centre, 2 * square, square, angle)
    tone = rng.uniform(60, 170)
    cv2.fillPoly(image, [quad], [tone, tone, tone * 1.05], cv2.LINE_AA)
    out = rotation(np.deg2rad(angle))
    for _ in range(14):
        at = centre + out @ (rng.uniform(-0.4, 0.4, 2) * [2 * square, square])
        shade = tone * rng.uniform(0.6, 1.3)
        cv2.circle(
            image, (int(at[0]), int(at[1])), max(2, int(square * rng.uniform(0.08, 0.16))), [min(255.0, shade)] * 3, -1
        )
    corner = (int(centre[0] - square * 0.3), int(centre[1] + square * 0.25))
    cv2.putText(
        image,
        str(rng.integers(1, 49)),
        corner,
        cv2.FONT_HERSHEY_DUPLEX,
        square / 45,
        (240, 240, 240),
        max(1, int(square / 14)),
        cv2.LINE_AA,
    )


def _sheet(image: Image, centre: NDArray[np.float64], square: float, rng: np.random.Generator) -> None:
    """Paper with writing, a score pad or a box lid."""
    angle, length, breadth = rng.uniform(0, 360), square * rng.uniform(1.5, 6), square * rng.uniform(1, 4)
    colour = rng.integers(0, 256, 3) if happens(rng, 0.5) else np.full(3, rng.integers(200, 256))
    cv2.fillPoly(image, [rectangle(centre, length, breadth, angle)], colour.tolist(), cv2.LINE_AA)
    out = rotation(np.deg2rad(angle))
    ink = rng.integers(0, 120, 3).tolist()
    for part in np.linspace(-0.4, 0.4, int(rng.integers(2, 9))):
        ends = [centre + out @ np.array([x * length, part * breadth]) for x in (-0.4, rng.uniform(-0.2, 0.4))]
        cv2.line(image, _pixel(ends[0]), _pixel(ends[1]), ink, 1, cv2.LINE_AA)


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])
