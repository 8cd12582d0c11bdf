"""The specification of one rendered photo, and its camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.rotation import rotation

Rng = np.random.Generator
Points = NDArray[np.float32]
"""Corners (4, 2), x and y in pixels."""


@dataclass(frozen=True)
class Scene:
    """The specification of a rendered photo. Lengths in squares unless stated, angles in degrees."""

    width: int = 640
    height: int = 480
    square: float = 40.0
    """Side of a square in pixels at the kingdom's centre."""
    centre: tuple[float, float] = (0.5, 0.5)
    """Position of the first kingdom's centre, relative to the picture's size."""
    turn: float = 0.0
    tilt: float = 0.0
    tilt_axis: float = 0.0
    focal: float = 1.3
    """Focal length relative to the picture's longer side; a phone's main camera has about 0.75 to 0.9."""
    crooked: float = 1.5
    """Standard deviation of a domino's rotation, degrees."""
    shifted: float = 0.02
    """Standard deviation of a domino's shift."""
    slipped: float = 0.0
    """Maximum slip between two columns."""
    gap: float = 0.02
    castle_stands: bool = False
    solid: bool = False
    """Whether castles and figures are solid objects seen by the same camera, instead of leaning pictures."""
    figures: int = 0
    giants: int = 0
    """Giants of Age of Giants that stand on crowns of each kingdom."""
    resources: bool = False
    """Whether The Court's resources lie on every square that brings one."""
    clutter: int = 0
    loose: int = 0
    offered: int = 0
    """Dominoes offered for selection in a line next to the last kingdom. Figures stand on it as on a kingdom."""
    light: float = 1.0
    """Strength of ``relight``."""


def oblique_view(scene: Scene, rng: Rng) -> Scene:
    """The scene seen by a phone's main camera from any side of the table; usually an edge of the grid faces the
    camera."""
    side = float(rng.normal(180, 30) + 90 * rng.integers(4))
    return replace(scene, tilt_axis=side, focal=float(rng.uniform(0.72, 1.1)), solid=True)


def camera(scene: Scene) -> NDArray[np.float64]:
    """The homography (3, 3) from the table, in squares from the kingdom's centre, to pixels."""
    return projection(scene)[:, [0, 1, 3]]


def projection(scene: Scene) -> NDArray[np.float64]:
    """The camera's matrix (3, 4): from squares right, down and up from the kingdom's centre on the table, to pixels."""
    focal = scene.focal * max(scene.width, scene.height)
    distance = focal / scene.square
    turn, tilt, axis = np.deg2rad([scene.turn, scene.tilt, scene.tilt_axis])

    def about_z(angle: float) -> NDArray[np.float64]:
        turned = np.eye(3)
        turned[:2, :2] = rotation(angle)
        return turned

    lean = np.eye(3)
    lean[1:, 1:] = rotation(tilt)
    axes = about_z(axis) @ lean @ about_z(-axis) @ about_z(turn)
    lens = np.array(
        [[focal, 0, scene.centre[0] * scene.width], [0, focal, scene.centre[1] * scene.height], [0, 0, 1.0]]
    )
    up = -axes[:, 2]  # the camera looks along its own third axis, so up from the table is towards it
    return np.asarray(lens @ np.column_stack([axes[:, 0], axes[:, 1], up, [0, 0, distance]]), np.float64)
