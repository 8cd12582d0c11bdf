"""Objects that stand on squares and hide them: castles and figures."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.pieces.clutter import disc
from scorer.lab.render.probability import happens
from scorer.lab.render.rotation import rotation
from scorer.lab.render.scene import Points
from scorer.vision.common.arrays import Image


def stand_castle(image: Image, quad: Points, away: NDArray[np.float64], rng: np.random.Generator) -> Image:
    """A folded castle on its square: four walls, hollow, its roofs in a player's colour.

    ``quad`` (4, 2) are the square's corners in pixels, ``away`` the offset of its top in the picture.
    """
    image = image.copy()
    middle = quad.mean(axis=0)
    out = rotation(np.deg2rad(rng.normal(0, 12)))
    base = (quad - middle) @ out.T * rng.uniform(0.6, 0.85) + middle
    top = base + away * rng.uniform(0.7, 1.3)
    inside = (top - top.mean(axis=0)) * rng.uniform(0.55, 0.85) + top.mean(axis=0)
    stone = rng.uniform(40, 220) + rng.normal(0, [14, 8, 8])
    players = ((190, 120, 60), (70, 160, 70), (150, 90, 220), (60, 200, 230))
    roof = np.array(players[rng.integers(4)], float) * rng.uniform(0.6, 1.1)
    shadow = cv2.convexHull(
        np.vstack([base, base + rng.normal(0, 0.4, 2) * np.linalg.norm(quad[1] - quad[0])]).astype(np.int32)
    )
    dark = image.copy()
    cv2.fillConvexPoly(dark, shadow, (20, 20, 20), cv2.LINE_AA)
    image = np.asarray(cv2.addWeighted(dark, 0.45, image, 0.55, 0), np.uint8)
    order = np.argsort([-np.dot(base[i] + base[(i + 1) % 4], away) for i in range(4)])
    for index in order:
        following = (index + 1) % 4
        wall = np.array([base[index], base[following], top[following], top[index]])
        shade = rng.uniform(0.5, 1.0)
        cv2.fillConvexPoly(image, wall.astype(np.int32), np.clip(stone * shade, 0, 255).tolist(), cv2.LINE_AA)
        for part in rng.uniform(0.1, 0.8, 2):
            window = _inset(wall, part, rng.uniform(0.08, 0.2))
            cv2.fillConvexPoly(
                image, window.astype(np.int32), np.clip(stone * shade * 0.4, 0, 255).tolist(), cv2.LINE_AA
            )
    cv2.fillConvexPoly(image, top.astype(np.int32), np.clip(roof, 0, 255).tolist(), cv2.LINE_AA)
    if happens(rng, 0.8):
        cv2.fillConvexPoly(
            image, inside.astype(np.int32), np.clip(stone * rng.uniform(0.2, 0.6), 0, 255).tolist(), cv2.LINE_AA
        )
    size = max(2, int(np.linalg.norm(top[1] - top[0]) * 0.16))
    for corner in top:
        cv2.circle(
            image,
            (int(corner[0]), int(corner[1])),
            size,
            np.clip(stone * rng.uniform(0.6, 1.2), 0, 255).tolist(),
            -1,
            cv2.LINE_AA,
        )
    return image


def _inset(wall: NDArray[np.float64], start: float, width: float) -> NDArray[np.float64]:
    """A small window in a wall's quadrilateral."""
    bottom = wall[0] + (wall[1] - wall[0]) * start, wall[0] + (wall[1] - wall[0]) * min(1, start + width)
    top = wall[3] + (wall[2] - wall[3]) * start, wall[3] + (wall[2] - wall[3]) * min(1, start + width)
    return np.array(
        [
            bottom[0] * 0.7 + top[0] * 0.3,
            bottom[1] * 0.7 + top[1] * 0.3,
            bottom[1] * 0.3 + top[1] * 0.7,
            bottom[0] * 0.3 + top[0] * 0.7,
        ]
    )


def stand_figure(image: Image, quad: Points, rng: np.random.Generator) -> Image:
    """A knight, king, tower or coin somewhere on a square."""
    side = float(np.linalg.norm(quad[1] - quad[0]))
    at = quad.mean(axis=0) + rng.normal(0, 0.2, 2) * side
    image = image.copy()
    colour = [int(v) for v in (rng.integers(0, 256, 3) if happens(rng, 0.5) else [rng.integers(10, 190)] * 3)]
    if happens(rng, 0.2):
        disc(image, at, side * rng.uniform(0.15, 0.28), rng)
        return image
    lean = rng.normal(0, 1, 2)
    lean /= np.linalg.norm(lean) + 1e-6
    across = np.array([-lean[1], lean[0]])
    tall, wide = side * rng.uniform(0.3, 0.6), side * rng.uniform(0.14, 0.26)
    body = [
        at - across * wide,
        at + across * wide,
        at + across * wide * 0.5 + lean * tall,
        at - across * wide * 0.5 + lean * tall,
    ]
    cv2.fillConvexPoly(image, np.array(body).astype(np.int32), colour, cv2.LINE_AA)
    head = at + lean * tall
    cv2.circle(image, (int(head[0]), int(head[1])), max(2, int(wide * 0.7)), colour, -1, cv2.LINE_AA)
    return image
