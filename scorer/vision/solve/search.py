"""The complete search for the most probable grid, and how the probability is shared out among all grids."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.vision.solve.k_best import in_order
from scorer.vision.solve.prior import Prior, Worth
from scorer.vision.solve.programme import cheapest

_RIVAL: Final = 0.03
"""The programme looks for kingdoms down to this part of the best one's mass."""


@dataclass(frozen=True)
class Tried:
    """A grid of face indices, row by row, with p(x) and what the prior says of it."""

    grid: tuple[int, ...]
    chance: float
    worth: Worth

    @property
    def mass(self) -> float:
        """p(x) · w(x)."""
        return self.chance * self.worth.weight


class Search:
    """Tries grids until the best one is certain and the rest can be left to an estimate.

    ``chances``: array (places, faces) of probabilities above 0. Afterwards ``best`` is the answer and ``exact``
    whether that is proved.
    """

    def __init__(self, chances: NDArray[np.float64], prior: Prior) -> None:
        self.chances, self.prior, self.settings = chances, prior, prior.settings
        self.seen = tuple(map(int, chances.argmax(axis=1)))
        logs = np.log(chances)
        self.costs = logs.max(axis=1, keepdims=True) - logs
        self.top = float(logs.max(axis=1).sum())
        self.tried: list[Tried] = []
        self.buildable = 0
        self.mass = 0.0
        self.untried = 1.0
        self.exact = True
        self._run()

    @property
    def best(self) -> Tried:
        """The grid with the largest p(x) · w(x)."""
        return max(self.tried, key=lambda tried: tried.mass)

    def shares(self, grid: tuple[int, ...]) -> tuple[float, NDArray[np.float64]]:
        """The probability of a tried ``grid``, and of each of its places: array (places,).

        Tried grids count with their mass; the untried ones together with the mass that is likely to be buildable,
        spread over the places as the classifier alone would spread it.
        """
        agree = np.array([tried.grid for tried in self.tried]) == np.array(grid)
        chances = np.array([tried.chance for tried in self.tried])
        masses = np.array([tried.mass for tried in self.tried])
        rest = self._untried_mass()
        total = masses.sum() + rest
        alone = self.chances[np.arange(len(grid)), list(grid)]
        among_rest = np.clip((alone - chances @ agree) / max(self.untried, 1e-12), 0.0, 1.0)
        whole = masses[agree.all(axis=1)].sum() / total
        return float(whole), np.clip((masses @ agree + rest * among_rest) / total, whole, 1.0)

    def _run(self) -> None:
        best = 0.0
        for cost, changes in in_order(self.costs):
            chance = exp(self.top - cost)
            settled = chance <= best
            if settled and self._untried_mass() <= self.settings.ignore * self.mass:
                return
            if len(self.tried) >= self.settings.checks:
                if not settled:
                    self._ask_programme()
                return
            grid = list(self.seen)
            for place, face in changes:
                grid[place] = face
            best = max(best, self._try(tuple(grid), chance))

    def _try(self, grid: tuple[int, ...], chance: float) -> float:
        tried = Tried(grid, chance, self.prior.worth(grid))
        self.tried.append(tried)
        self.buildable += tried.worth.box is not None
        self.mass += tried.mass
        self.untried = max(self.untried - chance, 0.0)
        return tried.mass

    def _untried_mass(self) -> float:
        """What the untried grids weigh together: as large a part of them can be built as of the tried (Laplace)."""
        share = (self.buildable + 1) / (len(self.tried) + 2)
        return self.untried * (share + (1 - share) * self.settings.unbuildable)

    def _ask_programme(self) -> None:
        until = perf_counter() + self.settings.seconds
        threshold = self.best.mass
        for turn in range(self.settings.alternatives):
            known = [tried.grid for tried in self.tried if tried.worth.box]
            found = False
            for order in self.prior.orders(self.costs, self.top - log(threshold), known):
                answer = cheapest(order, until - perf_counter())
                self.exact &= answer.proven or turn > 0
                if answer.grid:
                    found = True
                    cost = self.costs[np.arange(len(answer.grid)), list(answer.grid)].sum()
                    self._try(answer.grid, exp(self.top - cost))
            if not found or perf_counter() > until:
                break
            threshold = self.best.mass * _RIVAL
