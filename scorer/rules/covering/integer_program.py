"""A binary integer program, solved by HiGHS, which is loaded for the first one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar, Final

TAKEN_THRESHOLD: Final = 0.5
"""A choice with a value above this is taken: HiGHS returns whole numbers only approximately."""

MIN_SECONDS: Final = 0.01

_ANY_GAP: Final = 1e9
"""A relative gap that accepts the first solution."""

_HIGHS_OPTIONS: Final[dict[str, bool | int]] = {
    "output_flag": False,
    "threads": 1,
    "mip_heuristic_run_feasibility_jump": False,
}
"""Feasibility jump is off: it takes a seventh of the time and finds nothing beyond presolve in these small programs."""


class UnsettledError(Exception):
    """The time limit ended the search without an answer."""


@dataclass(frozen=True)
class Optimum:
    """The choices of the cheapest solution found, if any, their price, and whether it is proved optimal."""

    taken: frozenset[int] | None
    price: float
    proven: bool


class IntegerProgram:
    """A binary integer program: choices with prices, and limits on weighted sums of them.

    >>> ilp = IntegerProgram()
    >>> cheap, dear = ilp.choice(1), ilp.choice(2)
    >>> ilp.limit({cheap: 1, dear: 1}, lower=1)
    >>> ilp.limit({cheap: 1}, upper=0)
    >>> ilp.cheapest(seconds=1) == {dear}
    True
    """

    solver: ClassVar[staticmethod[[IntegerProgram, float, float], Optimum]]
    """The solver of all programs: ``by_highspy``, unless the host sets another one."""

    def __init__(self) -> None:
        self.prices: list[float] = []
        self.rows: list[tuple[dict[int, float], float, float]] = []
        """Limits: the weights of choices, and the minimum and maximum of their sum."""

    def choice(self, price: float = 0) -> int:
        """Add a choice; return its number."""
        self.prices.append(price)
        return len(self.prices) - 1

    def limit(self, weights: Mapping[int, float] | Iterable[int], lower: float = 0, upper: float = inf) -> None:
        """Bound a weighted sum of choices, or the number of taken ones."""
        row = dict(weights) if isinstance(weights, Mapping) else dict.fromkeys(weights, 1.0)
        self.rows.append((row, lower, upper))

    def cheapest(self, seconds: float) -> frozenset[int] | None:
        """The choices of a cheapest solution, ``None`` if there is none; raises ``UnsettledError`` when time is up."""
        optimum = self.optimum(seconds)
        if not optimum.proven:
            raise UnsettledError
        return optimum.taken

    def any_solution(self, seconds: float, extra_prices: Sequence[float]) -> frozenset[int] | None:
        """The choices of the first solution found, or ``None`` if there is none.

        ``extra_prices`` are added to the prices for this call only. Raises ``UnsettledError`` when time is up.
        """
        prices = self.prices
        self.prices = [price + extra_price for price, extra_price in zip(prices, extra_prices, strict=True)]
        try:
            optimum = self.optimum(seconds, gap=_ANY_GAP)
        finally:
            self.prices = prices
        if optimum.taken is None and not optimum.proven:
            raise UnsettledError
        return optimum.taken

    def optimum(self, seconds: float, gap: float = 1e-4) -> Optimum:
        """The cheapest solution found within ``seconds``, which include loading the libraries.

        ``gap`` is the relative difference to the optimum at which a solution counts as proved. Raises
        ``UnsettledError`` if no solver is installed, because the rules need only the standard library.
        """
        if not self.prices:
            is_feasible = all(lower <= 0 for _, lower, _ in self.rows)
            return Optimum(frozenset() if is_feasible else None, 0 if is_feasible else inf, proven=True)
        return self.solver(self, seconds, gap)


Solver = Callable[[IntegerProgram, float, float], Optimum]
"""A solver: takes a program, a time limit in seconds and a relative gap; see ``IntegerProgram.optimum``."""


def by_highspy(ilp: IntegerProgram, seconds: float, gap: float) -> Optimum:
    """The optimum that HiGHS finds, in its own Python package. Raises ``UnsettledError`` if that is not installed."""
    deadline = time.monotonic() + seconds
    try:
        import highspy
        import numpy as np
    except ImportError as error:
        raise UnsettledError from error
    rows, count = ilp.rows, len(ilp.prices)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = count, len(rows)
    model.col_cost_ = np.array(ilp.prices, float)
    model.col_lower_, model.col_upper_ = np.zeros(count), np.ones(count)
    model.integrality_ = [highspy.HighsVarType.kInteger] * count
    model.row_lower_ = np.array([lower for _, lower, _ in rows], float)
    model.row_upper_ = np.array([upper for _, _, upper in rows], float)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *(len(row) for row, _, _ in rows)])
    model.a_matrix_.index_ = np.array([choice for row, _, _ in rows for choice in row], int)
    model.a_matrix_.value_ = np.array([weight for row, _, _ in rows for weight in row.values()], float)
    # HiGHS 1.16 prints its name when it registers callbacks, before an option can be set
    solver = type("Quiet", (highspy.Highs,), {"enableCallbacks": lambda _: None})()
    limit = max(deadline - time.monotonic(), MIN_SECONDS)
    for name, value in {**_HIGHS_OPTIONS, "time_limit": limit, "mip_rel_gap": gap}.items():
        solver.setOptionValue(name, value)
    solver.passModel(model)
    solver.run()
    status, price = solver.getModelStatus(), solver.getInfo().objective_function_value
    values = np.array(solver.getSolution().col_value)
    if status == highspy.HighsModelStatus.kInfeasible or not values.size or not np.isfinite(price):
        return Optimum(None, inf, proven=status == highspy.HighsModelStatus.kInfeasible)
    taken = frozenset(map(int, np.flatnonzero(values > TAKEN_THRESHOLD)))
    return Optimum(taken, float(price), proven=status == highspy.HighsModelStatus.kOptimal)


IntegerProgram.solver = staticmethod(by_highspy)
