"""The player's colour, by the crown painted on the starting tile."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from scorer.vision.common.arrays import Image
from scorer.vision.settings import CastleColourSettings

ANGLES: Final = {"pink": -55.0, "green": -160.0, "blue": -112.0, "yellow": 115.0}
"""Hue of each player's crown relative to the stones around it, in degrees of CIELAB's a–b plane."""

CROWN: Final = 0.2
"""Radius of a circle around the centre that the painted crown fills, in sides."""

STONES: Final = 0.3, 0.38
"""The stones lie outside a circle of the first radius and inside a square of the second half-side, in sides."""


def castle_colour(square: Image, settings: CastleColourSettings) -> str | None:
    """The player's colour of a rectified starting tile, uint8 BGR (n, n, 3); ``None`` where it is unclear.

    The painted crown is compared with the stones around it, so that the colour of the light does not matter. Where
    either has many colours, a castle stands on them.

    >>> tile = np.full((64, 64, 3), (120, 160, 180), np.uint8)
    >>> settings = CastleColourSettings()
    >>> castle_colour(tile, settings) is None
    True
    >>> castle_colour(cv2.circle(tile, (32, 32), 14, (190, 130, 90), -1), settings)
    'blue'
    """
    side = square.shape[0]
    lab = cv2.cvtColor(square, cv2.COLOR_BGR2LAB).astype(np.float32)
    rows, columns = np.mgrid[0:side, 0:side]
    radius = np.hypot(rows - side / 2, columns - side / 2) / side
    edge = np.maximum(np.abs(rows - side / 2), np.abs(columns - side / 2)) / side
    crown, stones = radius < CROWN, (radius > STONES[0]) & (edge < STONES[1])
    crown_colours, stone_colours = lab[crown][:, 1:], lab[stones][:, 1:]
    shift = crown_colours.mean(axis=0) - stone_colours.mean(axis=0)
    difference = float(np.linalg.norm(shift))
    spreads = [float(np.linalg.norm(part.std(axis=0))) for part in (crown_colours, stone_colours)]
    limits = [settings.max_crown_spread, settings.max_stone_spread]
    if difference >= settings.clear_difference:
        limits = [settings.max_relative_spread * difference] * 2
    if difference < settings.min_difference or any(np.greater(spreads, limits)):
        return None
    angle = float(np.rad2deg(np.arctan2(shift[1], shift[0])))
    differences = {name: abs((angle - own + 180) % 360 - 180) for name, own in ANGLES.items()}
    nearest = min(differences, key=lambda name: differences[name])
    return nearest if differences[nearest] < settings.max_angle else None
