"""A yes-or-no integer programme, solved by HiGHS: through scipy, which is loaded when the first one is solved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import ClassVar, Final

_OPTIMAL, _INFEASIBLE = 0, 2
"""What scipy's ``milp`` says of its result."""

TAKEN: Final = 0.5
"""HiGHS gives whole numbers only nearly; a choice above this is taken."""

LEAST_SECONDS: Final = 0.01


class UnsettledError(Exception):
    """No answer in the time allowed."""


@dataclass(frozen=True)
class Optimum:
    """The choices of the cheapest solution that was found, if any, their price, and whether none can be cheaper."""

    taken: frozenset[int] | None
    price: float
    proven: bool


class Programme:
    """Choices that are taken or not, the price of each, and limits on sums of them.

    >>> programme = Programme()
    >>> cheap, dear = programme.choice(1), programme.choice(2)
    >>> programme.limit({cheap: 1, dear: 1}, least=1)
    >>> programme.limit({cheap: 1}, most=0)
    >>> programme.cheapest(seconds=1) == {dear}
    True
    """

    solver: ClassVar[staticmethod[[Programme, float, float], Optimum]]
    """What solves them; ``by_scipy`` unless another one is put in its place."""

    def __init__(self) -> None:
        self.prices: list[float] = []
        self.rows: list[tuple[dict[int, float], float, float]] = []
        """Limits: the weights of choices, and the least and the most of their sum."""

    def choice(self, price: float = 0) -> int:
        """One more choice; returns its number."""
        self.prices.append(price)
        return len(self.prices) - 1

    def limit(self, weights: Mapping[int, float] | Iterable[int], least: float = 0, most: float = inf) -> None:
        """Bound a weighted sum of choices, or the number of them that are taken."""
        row = dict(weights) if isinstance(weights, Mapping) else dict.fromkeys(weights, 1.0)
        self.rows.append((row, least, most))

    def cheapest(self, seconds: float) -> frozenset[int] | None:
        """The choices of a cheapest solution, ``None`` if there is none; raises ``UnsettledError`` when time is up."""
        optimum = self.optimum(seconds)
        if not optimum.proven:
            raise UnsettledError
        return optimum.taken

    def optimum(self, seconds: float, gap: float = 1e-4) -> Optimum:
        """The cheapest solution that is found in so many seconds, loading the libraries counted in.

        ``gap``: how much dearer than the cheapest, as a part of its price, one may be that counts as proven. Raises
        ``UnsettledError`` where there is no solver, for the rules need no more than the standard library.
        """
        if not self.prices:
            is_met = all(least <= 0 for _, least, _ in self.rows)
            return Optimum(frozenset() if is_met else None, 0 if is_met else inf, proven=True)
        return self.solver(self, seconds, gap)


Solver = Callable[[Programme, float, float], Optimum]
"""Solves a programme in so many seconds, to a gap; see ``Programme.optimum``."""


def by_scipy(programme: Programme, seconds: float, gap: float) -> Optimum:
    """HiGHS as scipy has it. Raises ``UnsettledError`` where scipy is not installed."""
    deadline = time.monotonic() + seconds
    try:
        import numpy as np
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import coo_array
    except ImportError as error:
        raise UnsettledError from error
    rows = programme.rows
    entries = [(at, choice, w) for at, (row, _, _) in enumerate(rows) for choice, w in row.items()]
    at_rows, columns, weights = (np.array(part) for part in zip(*entries, strict=True))
    matrix = coo_array((weights, (at_rows, columns)), shape=(len(rows), len(programme.prices))).tocsr()
    limits = LinearConstraint(matrix, [least for _, least, _ in rows], [most for _, _, most in rows])
    result = milp(
        programme.prices,
        integrality=1,
        bounds=Bounds(0, 1),
        constraints=limits,
        options={"time_limit": max(deadline - time.monotonic(), LEAST_SECONDS), "mip_rel_gap": gap},
    )
    if result.x is None:
        return Optimum(None, inf, proven=result.status == _INFEASIBLE)
    taken = frozenset(map(int, np.flatnonzero(result.x > TAKEN)))
    return Optimum(taken, float(result.fun), proven=result.status == _OPTIMAL)


Programme.solver = staticmethod(by_scipy)
