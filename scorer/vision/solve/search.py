"""The complete search for the most probable grid, and the posterior probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.vision.solve.k_best import k_best
from scorer.vision.solve.kingdom_ilp import cheapest_kingdom
from scorer.vision.solve.prior import Prior, PriorWeight

_TINY: Final = 1e-12
"""Replaces a remaining probability of 0 as a divisor."""


@dataclass(frozen=True)
class Candidate:
    """A grid of face indices, row by row, with p(x) and its prior."""

    grid: tuple[int, ...]
    probability: float
    prior: PriorWeight

    @property
    def mass(self) -> float:
        """p(x) · w(x)."""
        return self.probability * self.prior.weight


class Search:
    """Tries grids until the best one is certain and an estimate suffices for the rest.

    ``probabilities``: array (places, faces), all above 0. Afterwards ``best`` is the most probable grid and ``exact``
    is true if that is proved; ``seen`` is the grid of most probable faces, with ``probability_of_seen``.
    """

    def __init__(self, probabilities: NDArray[np.float64], prior: Prior) -> None:
        self.prior = prior
        self.seen = tuple(map(int, probabilities.argmax(axis=1)))
        self.exact = True
        self._probabilities, self._settings = probabilities, prior.settings
        logs = np.log(probabilities)
        self._costs = logs.max(axis=1, keepdims=True) - logs
        self._log_of_seen = float(logs.max(axis=1).sum())
        self.probability_of_seen = exp(self._log_of_seen)
        self._tried: list[Candidate] = []
        self._buildable = 0
        self._mass = 0.0
        self._untried = 1.0
        self._run()

    @property
    def best(self) -> Candidate:
        """The grid with the largest p(x) · w(x)."""
        return max(self._tried, key=lambda candidate: candidate.mass)

    def posteriors(self, grid: tuple[int, ...]) -> tuple[float, NDArray[np.float64]]:
        """The probability of a tried ``grid``, and of each of its places: array (places,).

        Tried grids count with their mass; the untried ones together with an estimate of their buildable mass, which is
        distributed over faces as by the classifier alone.
        """
        agree = np.array([candidate.grid for candidate in self._tried]) == np.array(grid)
        probabilities = np.array([candidate.probability for candidate in self._tried])
        masses = np.array([candidate.mass for candidate in self._tried])
        rest = self._untried_mass()
        total = masses.sum() + rest
        alone = self._probabilities[np.arange(len(grid)), list(grid)]
        among_rest = np.clip((alone - probabilities @ agree) / max(self._untried, _TINY), 0.0, 1.0)
        whole = masses[agree.all(axis=1)].sum() / total
        return float(whole), np.clip((masses @ agree + rest * among_rest) / total, whole, 1.0)

    def _run(self) -> None:
        best = 0.0
        for cost, changes in k_best(self._costs):
            probability = exp(self._log_of_seen - cost)
            settled = probability <= best
            if settled and self._suffices():
                return
            if len(self._tried) >= self._settings.max_grids:
                if not settled:
                    self._solve_integer_programs()
                return
            grid = list(self.seen)
            for place, face in changes:
                grid[place] = face
            best = max(best, self._try(tuple(grid), probability))

    def _suffices(self) -> bool:
        """Whether more grids would not change the result."""
        certain, untried = self._settings.certain_threshold, self._untried_mass() / self._mass
        if untried <= self._settings.negligible_share:
            return True
        if untried > 1 - certain or len(self._tried) % self._settings.check_interval:
            return False
        _, places = self.posteriors(self.best.grid)
        return float(places.min()) >= certain

    def _try(self, grid: tuple[int, ...], probability: float) -> float:
        candidate = Candidate(grid, probability, self.prior.evaluate(grid))
        self._tried.append(candidate)
        self._buildable += candidate.prior.box is not None
        self._mass += candidate.mass
        self._untried = max(self._untried - probability, 0.0)
        return candidate.mass

    def _untried_mass(self) -> float:
        """The estimated mass of the untried grids: the share of buildable ones is that of the tried grids (Laplace)."""
        share = (self._buildable + 1) / (len(self._tried) + 2)
        return self._untried * (share + (1 - share) * self._settings.unbuildable_weight)

    def _solve_integer_programs(self) -> None:
        until = perf_counter() + self._settings.max_seconds
        threshold = self.best.mass
        for turn in range(self._settings.max_alternatives):
            known = [candidate.grid for candidate in self._tried if candidate.prior.box]
            found = False
            for problem in self.prior.problems(self._costs, self._log_of_seen - log(threshold), known):
                cheapest = cheapest_kingdom(problem, until - perf_counter())
                self.exact &= cheapest.proven or turn > 0
                if cheapest.grid:
                    found = True
                    cost = self._costs[np.arange(len(cheapest.grid)), list(cheapest.grid)].sum()
                    self._try(cheapest.grid, exp(self._log_of_seen - cost))
            if not found or perf_counter() > until:
                break
            threshold = self.best.mass * self._settings.min_alternative
