"""How long and how fast a network is trained, for all three alike."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Schedule:
    """Steps of training, and what each of them does to the weights (AdamW)."""

    steps: int
    batch: int
    """Pictures in one step."""
    rate: float
    """Highest learning rate; from there it falls to nothing along half a cosine."""
    warm_up: int = 100
    """Steps in which the learning rate rises to its highest; 0 for none."""
    weight_decay: float = 0.02
    clip: float = 1e9
    """Longest gradient; a longer one is shortened to it. As good as none unless given."""
    seed: int = 0
    """All random draws follow from this and the number of the step."""
    log_every: int = 100
    """Steps between two lines of the log."""
    validate_every: int = 1000
    save_every: int = 500
    """Steps between two checkpoints, from which training can be resumed."""

    def rate_at(self, step: int) -> float:
        """The learning rate of a step, counted from 0.

        >>> schedule = Schedule(steps=1000, batch=1, rate=2.0)
        >>> [round(schedule.rate_at(step), 2) for step in (0, 99, 500, 999)]
        [0.02, 1.95, 1.0, 0.0]
        """
        rising = min(1.0, step / self.warm_up + 0.01) if self.warm_up else 1.0
        return self.rate * rising * 0.5 * (1 + math.cos(math.pi * step / self.steps))
