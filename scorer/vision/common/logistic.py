"""Logistic regression: probabilities from weighted features."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def logit(probability: NDArray[np.floating]) -> NDArray[np.float64]:
    """The logarithm of p / (1 - p), float64 of the same shape; probabilities are clipped to 0.0001…0.9999.

    >>> logit(np.array([0.5, 1.0])).round(2).tolist()
    [0.0, 9.21]
    """
    clipped = np.clip(probability.astype(np.float64), 1e-4, 1 - 1e-4)
    return np.asarray(np.log(clipped / (1 - clipped)), np.float64)


def logistic(features: NDArray[np.float64], weights: Sequence[float], bias: float) -> NDArray[np.float64]:
    """The probabilities (…) of features (…, n) with n weights.

    >>> logistic(np.array([[1.0, 2.0], [0.0, 0.0]]), [2.0, -1.0], 0.0).tolist()
    [0.5, 0.5]
    """
    return np.asarray(1 / (1 + np.exp(-(features @ np.array(weights) + bias))), np.float64)
