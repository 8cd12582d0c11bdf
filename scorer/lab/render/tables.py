"""Tables of every kind for training: photographed, dyed, plain, of wood, ruled, printed and patterned."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.pieces.clutter import rectangle
from scorer.lab.render.probability import happens
from scorer.lab.render.rotation import rotation
from scorer.vision.common.arrays import Image

DYED, PHOTOGRAPHED, PLAIN, WOOD, RULED, REPEATED = 0.15, 0.5, 0.62, 0.70, 0.80, 0.88
"""Cumulative shares of the kinds of tables; the rest is patterned. Without photographs, plain tables take their
share."""


def background(textures: Sequence[Image], width: int, height: int, square: float, rng: np.random.Generator) -> Image:
    """A table, uint8 BGR (height, width, 3): a photographed surface, or a drawn one."""
    kind = rng.random()
    if kind < PHOTOGRAPHED and textures:
        surface = _photographed(textures[int(rng.integers(len(textures)))], width, height, rng)
        return _dyed(surface, rng) if kind < DYED else surface
    if kind < PLAIN:
        return _plain(width, height, rng)
    if kind < WOOD:
        return _wood(width, height, square, rng)
    if kind < RULED:
        return _ruled(width, height, square, rng)
    if kind < REPEATED:
        return _repeated(width, height, square, rng)
    return _patterned(width, height, square, rng)


def _photographed(texture: Image, width: int, height: int, rng: np.random.Generator) -> Image:
    angle, scale = rng.uniform(0, 360), rng.uniform(0.6, 3.5) * max(width, height) / 640
    transform = cv2.getRotationMatrix2D((texture.shape[1] / 2, texture.shape[0] / 2), angle, scale)
    transform[:, 2] = transform[:, 2] + rng.uniform(-0.5, 0.5, 2) * [width, height] + [width / 2, height / 2]
    transform[:, 2] -= [texture.shape[1] / 2, texture.shape[0] / 2]
    return np.asarray(
        cv2.warpAffine(texture, transform, (width, height), borderMode=cv2.BORDER_REFLECT, flags=cv2.INTER_LINEAR),
        np.uint8,
    )


LIKE_TERRAIN = np.array(
    [[25, 175, 225], [35, 85, 45], [185, 125, 35], [60, 185, 120], [110, 150, 180], [45, 40, 40], [60, 60, 190]], float
)
"""Colours of tables, BGR, that are like those of wheat, forest, lake, grassland, swamp, mine and town."""


def _like_terrain(rng: np.random.Generator) -> NDArray[np.float64]:
    return np.asarray(LIKE_TERRAIN[rng.integers(len(LIKE_TERRAIN))] * np.exp(rng.normal(0, 0.2, 3)), np.float64)


def _dyed(surface: Image, rng: np.random.Generator) -> Image:
    """The same weave in the colour of a terrain, which makes a hole hard to distinguish from a square."""
    grey = surface.mean(axis=2, keepdims=True)
    shade = 1 + (grey / max(float(grey.mean()), 1.0) - 1) * rng.uniform(0.2, 1.0)
    return np.asarray(np.clip(shade * _like_terrain(rng), 0, 255), np.uint8)


def _repeated(width: int, height: int, square: float, rng: np.random.Generator) -> Image:
    """Printed cloth: one repeated figure about as large as a square, in perspective."""
    side, step = int(max(width, height) * 1.4), max(6, int(square * rng.uniform(0.5, 1.8)))
    motif = np.full((step, step, 3), rng.integers(0, 256, 3), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        colour, at = rng.integers(0, 256, 3).tolist(), rng.uniform(0.25, 0.75, 2) * step
        size = max(1, int(step * rng.uniform(0.1, 0.45)))
        thick = -1 if happens(rng, 0.5) else max(1, step // 12)
        if happens(rng, 0.5):
            cv2.circle(motif, (int(at[0]), int(at[1])), size, colour, thick, cv2.LINE_AA)
        else:
            box = rectangle(at, size * 2, size * rng.uniform(0.6, 2), float(rng.choice([0, 0, 45, rng.uniform(0, 90)])))
            cv2.drawContours(motif, [box], 0, colour, thick, cv2.LINE_AA)
    if happens(rng, 0.4):  # every other one in another colour, as on a chessboard
        other = np.ascontiguousarray(motif[..., rng.permutation(3)])
        motif = np.vstack([np.hstack([motif, other]), np.hstack([other, motif])])
    times = side // motif.shape[0] + 1
    flat = np.tile(motif, (times, times, 1))[:side, :side]
    return _in_perspective(np.ascontiguousarray(flat), width, height, rng)


def _plain(width: int, height: int, rng: np.random.Generator) -> Image:
    colour = rng.integers(0, 256, 3).astype(np.float32)
    if happens(rng, 0.4):
        colour = _like_terrain(rng).astype(np.float32)
    elif happens(rng, 0.5):
        colour = colour * 0.2 + rng.choice([20.0, 90.0, 160.0, 250.0])
    image = np.full((height, width, 3), colour, np.float32)
    image += _clouds(width, height, rng.uniform(20, 200), rng)[..., None] * rng.uniform(0, 40)
    image += rng.normal(0, rng.uniform(0, 12), (height, width, 1))
    return np.clip(image, 0, 255).astype(np.uint8)


def _wood(width: int, height: int, square: float, rng: np.random.Generator) -> Image:
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    along, across = columns * np.cos(angle) + rows * np.sin(angle), rows * np.cos(angle) - columns * np.sin(angle)
    wave = across / rng.uniform(2, 14) + 3 * _clouds(width, height, 80, rng) + along / rng.uniform(100, 900)
    plank = rng.uniform(1, 8) * square
    seam = np.abs((across % plank) - plank / 2) > plank / 2 - rng.uniform(0.5, 2.5)
    base = np.array([rng.uniform(20, 150), rng.uniform(50, 190), rng.uniform(90, 230)])
    shade = 1 + rng.uniform(0.03, 0.16) * np.sin(wave) - 0.35 * seam
    tone = 1 + 0.12 * np.sin(np.floor(across / plank) * 12.9)
    return np.asarray(np.clip(base * (shade * tone)[..., None], 0, 255), np.uint8)


def _ruled(width: int, height: int, square: float, rng: np.random.Generator) -> Image:
    """A cutting mat, squared paper or a tiled floor, in perspective."""
    side = int(max(width, height) * 1.5)
    flat = np.full((side, side, 3), rng.integers(0, 256, 3), np.uint8)
    line = rng.integers(0, 256, 3).tolist()
    step = max(4.0, square * rng.uniform(0.2, 2.5))
    for number in range(int(side / step)):
        at = int(number * step)
        thick = int(rng.integers(1, 3)) if number % 5 == 0 else 1
        cv2.line(flat, (at, 0), (at, side), line, thick, cv2.LINE_AA)
        cv2.line(flat, (0, at), (side, at), line, thick, cv2.LINE_AA)
    return _in_perspective(flat, width, height, rng)


def _in_perspective(flat: Image, width: int, height: int, rng: np.random.Generator) -> Image:
    """A square surface, larger than the picture, with a random rotation and tilt."""
    side = flat.shape[0]
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    turn = rotation(angle).astype(np.float32)
    seen = (corners - side / 2) @ turn.T + rng.normal(0, side * 0.06, (4, 2)) + [width / 2, height / 2]
    transform = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    return np.asarray(cv2.warpPerspective(flat, transform, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _patterned(width: int, height: int, square: float, rng: np.random.Generator) -> Image:
    image = _plain(width, height, rng)
    if happens(rng, 0.5):
        _dotted_lines(image, square, rng)
    for _ in range(int(rng.integers(0, 120))):
        at = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        colour = rng.integers(0, 256, 3).tolist()
        size = max(2, int(square * rng.uniform(0.05, 0.9)))
        if happens(rng, 0.5):
            cv2.circle(image, at, size, colour, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
        else:
            box = rectangle(np.array(at), size * 2, size * rng.uniform(0.5, 2), rng.uniform(0, 360))
            cv2.polylines(image, [box], True, colour, 1, cv2.LINE_AA) if happens(rng, 0.5) else cv2.fillPoly(
                image, [box], colour
            )
    return image


def _dotted_lines(image: Image, square: float, rng: np.random.Generator) -> None:
    """Rows of dots, as on patterned cloth."""
    side = max(image.shape[:2])
    angle = rng.uniform(0, np.pi)
    along, across = rotation(angle).T
    middle = np.array(image.shape[1::-1]) / 2
    step, size = square * rng.uniform(0.1, 0.6), max(1, int(square * rng.uniform(0.02, 0.12)))
    for row in np.arange(-side, side, square * rng.uniform(0.25, 1.5)):
        colour = rng.integers(0, 256, 3).tolist()
        for at in np.arange(rng.uniform(-side, 0), rng.uniform(0, side), step)[:80]:
            x, y = middle + along * at + across * row
            cv2.circle(image, (int(x), int(y)), size, colour, -1, cv2.LINE_AA)


def _clouds(width: int, height: int, size: float, rng: np.random.Generator) -> NDArray[np.float32]:
    small = rng.normal(0, 1, (max(2, int(height / size) + 2), max(2, int(width / size) + 2))).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
