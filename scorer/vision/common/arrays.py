"""The array type of pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture, uint8 BGR of shape (rows, columns, 3), or several of one size, (n, rows, columns, 3)."""
