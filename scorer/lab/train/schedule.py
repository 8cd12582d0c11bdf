"""The length and learning rates of a training, for all networks."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Schedule:
    """The number of steps, and the parameters of each step (AdamW)."""

    steps: int
    batch: int
    """Pictures in one step."""
    rate: float
    """Highest learning rate, which decays to zero along half a cosine."""
    warm_up: int = 100
    """Steps in which the learning rate rises to its maximum; 0 for none."""
    weight_decay: float = 0.02
    clip: float = 1e9
    """Maximum norm of a gradient, to which longer ones are clipped. By default practically unlimited."""
    seed: int = 0
    """Seed from which, with the number of the step, all random draws follow."""
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
