"""The player's colour, by the crown painted on the starting tile."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from scorer.vision.arrays import Image

ANGLES: Final = {"pink": -55.0, "green": -160.0, "blue": -112.0, "yellow": 115.0}
"""Which way each player's crown differs from the stones around it, degrees in CIELAB's plane of a and b."""

NEAR: Final = 45.0
"""Farthest, in degrees, that a crown may be from its player's angle."""

FAINT: Final = 5.0
"""Differences of colour smaller than this say nothing (CIELAB units)."""

CROWN: Final = 0.2
"""The painted crown fills a circle of this radius around the middle, in sides."""

STONES: Final = 0.3, 0.38
"""The stones lie outside a circle of the first radius and inside a square that reaches so far, in sides."""


def castle_colour(square: Image) -> str | None:
    """The player's colour of a straightened starting tile, uint8 BGR (n, n, 3); ``None`` where it cannot be told.

    The painted crown is compared with the stones around it, so that the lamp's own colour does not matter.

    >>> tile = np.full((64, 64, 3), (120, 160, 180), np.uint8)
    >>> castle_colour(tile) is None, castle_colour(cv2.circle(tile, (32, 32), 14, (190, 130, 90), -1))
    (True, 'blue')
    """
    side = square.shape[0]
    lab = cv2.cvtColor(square, cv2.COLOR_BGR2LAB).astype(np.float32)
    rows, columns = np.mgrid[0:side, 0:side]
    away = np.hypot(rows - side / 2, columns - side / 2) / side
    edge = np.maximum(np.abs(rows - side / 2), np.abs(columns - side / 2)) / side
    crown, stones = away < CROWN, (away > STONES[0]) & (edge < STONES[1])
    shift = lab[crown][:, 1:].mean(axis=0) - lab[stones][:, 1:].mean(axis=0)
    if np.linalg.norm(shift) < FAINT:
        return None
    angle = float(np.rad2deg(np.arctan2(shift[1], shift[0])))
    away_by = {name: abs((angle - own + 180) % 360 - 180) for name, own in ANGLES.items()}
    nearest = min(away_by, key=lambda name: away_by[name])
    return nearest if away_by[nearest] < NEAR else None
