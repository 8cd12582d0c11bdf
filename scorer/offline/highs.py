"""Solves integer programs with HiGHS's WebAssembly, for environments without its Python package."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from math import inf

from scorer.rules.covering.integer_program import (
    MIN_SECONDS,
    TAKEN_THRESHOLD,
    IntegerProgram,
    Optimum,
    Solver,
    UnsettledError,
)

Solve = Callable[[str, float, float], str]
"""Solves a program in the LP format within a number of seconds, to a gap: ``shell/worker/highs.js``."""


def by_highs(solve: Solve) -> Solver:
    """A solver of integer programs; it raises ``UnsettledError`` if HiGHS fails."""

    def solved(ilp: IntegerProgram, seconds: float, gap: float) -> Optimum:
        if any(not row and not lower <= 0 <= upper for row, lower, upper in ilp.rows):
            return Optimum(None, inf, proven=True)
        try:
            found = json.loads(solve(to_lp(ilp), max(seconds, MIN_SECONDS), gap))
        except Exception as error:  # raised for errors of JavaScript
            raise UnsettledError from error
        values = found["values"]
        if values is None:
            return Optimum(None, inf, proven=found["status"] == "Infeasible")
        taken = frozenset(choice for choice, value in enumerate(values) if value > TAKEN_THRESHOLD)
        return Optimum(taken, found["price"], proven=found["status"] == "Optimal")

    return solved


def to_lp(ilp: IntegerProgram) -> str:
    """A program in the LP format (CPLEX's, as HiGHS reads it); its choices are called x0, x1 and so on.

    >>> ilp = IntegerProgram()
    >>> ilp.limit([ilp.choice(2), ilp.choice()], lower=1, upper=1)
    >>> print(to_lp(ilp))
    Minimize
     2 x0 + 0 x1
    Subject To
     1.0 x0 + 1.0 x1 = 1
    Binary
     x0 x1
    End
    """
    goal = _sum(dict(enumerate(ilp.prices)))
    limits = [f" {line}" for row, lower, upper in ilp.rows if row for line in _limits(_sum(row), lower, upper)]
    names = " ".join(f"x{choice}" for choice in range(len(ilp.prices)))
    return "\n".join(["Minimize", f" {goal}", "Subject To", *limits, "Binary", f" {names}", "End"])


def _sum(weights: dict[int, float]) -> str:
    return " + ".join(f"{weight!r} x{choice}" for choice, weight in weights.items()).replace("+ -", "- ")


def _limits(total: str, lower: float, upper: float) -> Iterator[str]:
    if lower == upper:
        yield f"{total} = {lower!r}"
        return
    if lower > -inf:
        yield f"{total} >= {lower!r}"
    if upper < inf:
        yield f"{total} <= {upper!r}"
