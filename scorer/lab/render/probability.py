"""What is left to chance, said in words."""

from __future__ import annotations

import numpy as np


def happens(rng: np.random.Generator, chance: float) -> bool:
    """Whether something happens this time that has this ``chance``, 0…1; draws one number.

    >>> [happens(np.random.default_rng(seed), 0.5) for seed in range(4)]
    [False, False, True, True]
    """
    return bool(rng.random() < chance)
