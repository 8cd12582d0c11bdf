"""Squares of other games: what a grid of pictures can show that is no kingdom."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.training.scenery import like_terrain

Image = NDArray[np.uint8]


def printed_square(side: int, rng: np.random.Generator) -> Image:
    """A card, a memory tile or a board's square, uint8 BGR (side, side, 3): a ground, a border, a few figures.

    >>> printed_square(64, np.random.default_rng(0)).shape
    (64, 64, 3)
    """
    image = _ground(side, rng)
    if rng.random() < 0.4:
        width = max(1, int(side * rng.uniform(0.02, 0.12)))
        cv2.rectangle(image, (0, 0), (side - 1, side - 1), _ink(rng), 2 * width)
    for _ in range(int(rng.integers(1, 4))):
        _figure(image, rng)
    return image


def _ink(rng: np.random.Generator) -> list[int]:
    colour = like_terrain(rng) if rng.random() < 0.4 else rng.integers(0, 256, 3)
    return [int(v) for v in np.clip(colour, 0, 255)]


def _ground(side: int, rng: np.random.Generator) -> Image:
    """One colour, or two that run into each other."""
    first, second = np.array(_ink(rng), float), np.array(_ink(rng), float)
    if rng.random() < 0.7:
        second = first
    along = np.linspace(0, 1, side)[:, None, None] * np.ones((1, side, 1))
    return np.asarray(first * (1 - along) + second * along, np.uint8)


def _figure(image: Image, rng: np.random.Generator) -> None:
    """A disc, a ring, a polygon, a star, stripes or a letter, drawn into the picture."""
    side = image.shape[0]
    at = rng.uniform(0.3, 0.7, 2) * side
    size = side * rng.uniform(0.08, 0.42)
    thick = -1 if rng.random() < 0.6 else max(1, int(side * rng.uniform(0.02, 0.08)))
    kind = int(rng.integers(5))
    middle = (int(at[0]), int(at[1]))
    if kind == 0:
        breadth = size * rng.uniform(0.5, 1)
        cv2.ellipse(
            image, middle, (int(size), int(breadth)), rng.uniform(0, 180), 0, 360, _ink(rng), thick, cv2.LINE_AA
        )
    elif kind == 1:
        cv2.drawContours(image, [_star(at, size, int(rng.integers(3, 9)), 1.0, rng)], 0, _ink(rng), thick, cv2.LINE_AA)
    elif kind == 2:
        points = int(rng.integers(4, 8))
        star = _star(at, size, 2 * points, rng.uniform(0.3, 0.7), rng)
        cv2.drawContours(image, [star], 0, _ink(rng), thick, cv2.LINE_AA)
    elif kind == 3:
        ink, step = _ink(rng), max(3, int(side * rng.uniform(0.06, 0.3)))
        for x in range(int(rng.uniform(0, step)), side, step):
            cv2.line(image, (x, 0), (x, side), ink, max(1, step // 3), cv2.LINE_AA)
    else:
        letter = str(rng.choice(list("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")))
        cv2.putText(
            image, letter, middle, int(rng.integers(8)), size / 16, _ink(rng), max(1, int(size / 8)), cv2.LINE_AA
        )


def _star(
    at: NDArray[np.float64], size: float, points: int, inner: float, rng: np.random.Generator
) -> NDArray[np.int32]:
    """A regular polygon, or a star where every other of its points lies ``inner`` as far out."""
    angles = rng.uniform(0, 2 * np.pi) + np.arange(points) * 2 * np.pi / points
    radii = size * np.where(np.arange(points) % 2, inner, 1.0)
    return np.asarray(at + np.stack([np.cos(angles) * radii, np.sin(angles) * radii], axis=1), np.int32)
