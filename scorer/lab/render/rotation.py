"""Rotation in the plane of the table or of the picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rotation(angle: float) -> NDArray[np.float64]:
    """The matrix (2, 2) that rotates by ``angle`` in radians, from the first axis towards the second.

    >>> (rotation(np.pi / 2) @ [1, 0]).round(6).tolist()
    [0.0, 1.0]
    """
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
