"""Random events."""

from __future__ import annotations

import numpy as np


def happens(rng: np.random.Generator, probability: float) -> bool:
    """Whether an event of this ``probability``, 0…1, happens; draws one number.

    >>> [happens(np.random.default_rng(seed), 0.5) for seed in range(4)]
    [False, False, True, True]
    """
    return bool(rng.random() < probability)
