"""Augments training pictures: geometry, occlusion, light, blur and compression."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.probability import happens
from scorer.lab.render.rotation import rotation
from scorer.vision.common.arrays import Image

Colour = NDArray[np.float32]

SMALL, SOFT = 0.4, 0.8
"""Cumulative shares of the kinds of blur: low resolution, out of focus; the rest is motion blur."""


@dataclass(frozen=True)
class SquareSettings:
    """Strengths of the augmentation of a training square. Lengths are in sides of a square, angles in degrees."""

    shift: float = 0.1
    scale: tuple[float, float] = (0.88, 1.16)
    turn: float = 5.0
    perspective: float = 0.05
    gap: float = 0.08
    occluded: float = 0.08
    """Probability of an object at the square's edge. The values below are probabilities, too."""
    figure: float = 0.06
    """A figure on the square."""
    castle_leans_in: float = 0.05
    """A castle on the next square that leans over this one."""
    castle_stands: float = 0.45
    """A castle standing on its square."""
    oblique: float = 0.12
    """An oblique view of a square without a castle."""
    castle_oblique: float = 0.45
    """An oblique view of a castle's square."""
    solid_castle: float = 0.8
    """A solid castle in such a view: on the castle's square, or on an adjacent one."""
    drawn_table: float = 0.35
    """A rendered surface as bare table."""


def bend_square(
    image: Image, around: list[Image], pixels: int, rng: np.random.Generator, settings: SquareSettings
) -> Image:
    """A square as it may appear in a photo: rotated, shifted, with parts of its neighbours at its edges.

    ``image`` and the four ``around`` are uint8 BGR (n, n, 3) of one size; returns uint8 BGR (pixels, pixels, 3).
    """
    side = image.shape[0]
    rim = side // 2
    draft = np.empty((side + 2 * rim, side + 2 * rim, 3), np.uint8)
    draft[:] = around[0].mean(axis=(0, 1)).astype(np.uint8)
    gap = int(rng.uniform(0, settings.gap) * side) if happens(rng, 0.3) else 0
    end = rim + side
    draft[: rim - gap, rim:end] = around[0][side - rim + gap :]
    draft[end + gap :, rim:end] = around[1][: rim - gap]
    draft[rim:end, : rim - gap] = around[2][:, side - rim + gap :]
    draft[rim:end, end + gap :] = around[3][:, : rim - gap]
    draft[rim:end, rim:end] = image
    half = side / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    angle = np.deg2rad(rng.normal(0, settings.turn / 2) + 90 * rng.integers(4))
    turn = rotation(angle)
    corners = corners @ turn.T * rng.uniform(*settings.scale)
    corners += rng.normal(0, settings.perspective / 2, (4, 2)) * side
    corners += rng.normal(0, settings.shift / 2, 2) * side + half + rim
    target = np.array([[0, 0], [pixels, 0], [pixels, pixels], [0, pixels]], np.float32)
    transform = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(draft, transform, (pixels, pixels), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
        np.uint8,
    )


def occlude(image: Image, rng: np.random.Generator) -> Image:
    """Put an object on a square's edge or corner: a castle wall, a tower, a knight, a king, a finger."""
    side = image.shape[0]
    shape = image.copy()
    angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.65) * side
    centre = np.array([side / 2 + away * np.cos(angle), side / 2 + away * np.sin(angle)])
    count = int(rng.integers(3, 8))
    angles = np.sort(rng.uniform(0, 2 * np.pi, count))
    radii = rng.uniform(0.1, 0.32, count) * side
    points = centre + np.stack([np.cos(angles) * radii, np.sin(angles) * radii], 1)
    colour = (
        rng.integers(0, 256, 3) if happens(rng, 0.4) else np.full(3, rng.integers(10, 200)) + rng.integers(-12, 13, 3)
    )
    cv2.fillPoly(shape, [points.astype(np.int32)], np.clip(colour, 0, 255).tolist(), cv2.LINE_AA)
    return shape


def relight(image: Image, rng: np.random.Generator, strength: float = 1.0) -> Image:
    """Change light and camera: colour cast, exposure, contrast, shade, glare, blur, noise, JPEG.

    uint8 BGR in and out. ``strength`` scales everything; 0 leaves the picture unchanged.
    """
    if strength <= 0:
        return image
    colour: Colour = image.astype(np.float32) / 255.0
    if happens(rng, 0.15):
        colour = _blur(colour, rng, strength)
    colour = colour ** np.float32(np.exp(rng.normal(0, 0.3 * strength)))
    gains = np.exp(rng.normal(0, 0.12 * strength, 3))
    if happens(rng, 0.35):  # a warm lamp (sometimes a cold sky): blue falls as red rises
        warmth = rng.normal(0.25, 0.25) * strength
        gains *= np.exp([-1.3 * warmth, -0.25 * warmth, 0.35 * warmth])
    colour *= (gains * np.exp(rng.normal(-0.05, 0.22 * strength))).astype(np.float32)
    if happens(rng, 0.6):
        grey = colour.mean(axis=2, keepdims=True)
        colour = grey + (colour - grey) * np.float32(np.exp(rng.normal(-0.05, 0.3 * strength)))
    if happens(rng, 0.3):
        colour = colour * _shade(image.shape[:2], rng)[..., None]
    if happens(rng, 0.2):
        colour = colour + _glare(image.shape[:2], rng)[..., None] * _tint(rng) * np.float32(
            rng.uniform(0.2, 0.9) * strength
        )
    if happens(rng, 0.25):  # veiling glare: a window or the sky reflected in the varnish
        veil = rng.uniform(0, 0.35 if happens(rng, 0.7) else 0.65) * strength
        part = np.float32(veil) * _shade(image.shape[:2], rng)[..., None]
        colour = colour * (1 - part) + part * _tint(rng)
    if happens(rng, 0.4):
        colour = _blur(colour, rng, strength)
    if happens(rng, 0.5):
        colour = colour + rng.normal(0, rng.uniform(0.005, 0.04) * strength, colour.shape).astype(np.float32)
    shown = np.clip(colour * 255.0, 0, 255).astype(np.uint8)
    if happens(rng, 0.3):
        quality = int(rng.integers(25, 90))
        shown = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8
        )
    return np.asarray(shown, np.uint8)


def _blur(colour: Colour, rng: np.random.Generator, strength: float) -> Colour:
    kind = rng.random()
    if kind < SMALL:
        factor = rng.uniform(1.0, 1 + 1.8 * strength)
        small = cv2.resize(colour, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, colour.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    if kind < SOFT:
        return np.asarray(cv2.GaussianBlur(colour, (0, 0), rng.uniform(0.3, 0.3 + 1.5 * strength)), np.float32)
    length = int(rng.integers(2, 6))
    kernel = np.zeros((7, 7), np.float32)
    angle = rng.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    (x, y), (a, b) = np.round([3 - reach, 3 + reach]).astype(int).tolist()
    cv2.line(kernel, (x, y), (a, b), 1.0)
    return np.asarray(cv2.filter2D(colour, -1, kernel / kernel.sum()), np.float32)


def _shade(shape: tuple[int, int], rng: np.random.Generator) -> Colour:
    """The edge of a shadow across the picture, hard or soft: factors (height, width)."""
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    along = (columns / shape[1] - 0.5) * np.cos(angle) + (rows / shape[0] - 0.5) * np.sin(angle)
    softness = rng.uniform(0.02, 0.6)
    depth = rng.uniform(0.2, 0.65)
    step = 1 / (1 + np.exp(-(along - rng.uniform(-0.4, 0.4)) / softness * 4))
    return np.asarray(1 - depth * step, np.float32)


def _tint(rng: np.random.Generator) -> Colour:
    """The colour of mirrored light, nearly white, often bluish: (3,)."""
    return np.asarray(rng.uniform([0.75, 0.65, 0.55], 1.0), np.float32)


def _glare(shape: tuple[int, int], rng: np.random.Generator) -> Colour:
    """The reflection of a lamp: brightness (height, width), 1 at its centre."""
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    x = (columns / shape[1] - rng.uniform(-0.1, 1.1)) / rng.uniform(0.1, 0.7)
    y = (rows / shape[0] - rng.uniform(-0.1, 1.1)) / rng.uniform(0.1, 0.7)
    return np.asarray(np.exp(-(x * x + y * y)), np.float32)
