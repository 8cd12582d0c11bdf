"""The barrel distortion of a phone's wide lens."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.render import Render
from scorer.vision.common.arrays import Image

Floats = NDArray[np.float64]

STEPS = 20
"""Fixed-point iterations; each reduces the error by about the size of the distortion."""


def distort(render: Render, barrel: float) -> Render:
    """A render and its truth with barrel distortion; pixels beyond the edge repeat it.

    ``barrel`` is the first radial term of Brown's model (1966): a corner of the picture shows a point that is farther
    out by this share of half the diagonal.
    """
    height, width = render.image.shape[:2]
    middle, reach = np.array([width, height]) / 2, float(np.hypot(width, height)) / 2
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=2)
    source = (undistort_points((pixels - middle) / reach, barrel) * reach + middle).astype(np.float32)
    columns, rows = source[..., 0], source[..., 1]

    def shown(picture: Image) -> Image:
        remapped = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(remapped, np.uint8)

    def moved(quad: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(distort_points((quad - middle) / reach, barrel) * reach + middle, np.float32)

    kingdoms = tuple(
        replace(laid, quads={place: moved(quad) for place, quad in laid.quads.items()}) for laid in render.kingdoms
    )
    standing = None if render.standing is None else shown(render.standing.astype(np.uint8)) > 0
    return Render(shown(render.image), kingdoms, tuple(map(moved, render.loose)), standing)


def undistort_points(points: Floats, barrel: float) -> Floats:
    """Undistorted points (…, 2), measured from the picture's centre relative to half its diagonal.

    >>> undistort_points(np.array([[0.6, 0.8]]), 0.05).round(3).tolist()
    [[0.63, 0.84]]
    """
    return np.asarray(points * (1 + barrel * (points**2).sum(axis=-1, keepdims=True)), np.float64)


def distort_points(points: Floats, barrel: float) -> Floats:
    """The inverse of ``undistort_points``.

    >>> distort_points(np.array([[0.63, 0.84]]), 0.05).round(3).tolist()
    [[0.6, 0.8]]
    """
    found = points
    for _ in range(STEPS):
        found = points / (1 + barrel * (found**2).sum(axis=-1, keepdims=True))
    return np.asarray(found, np.float64)
