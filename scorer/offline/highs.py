"""Integer programmes by HiGHS's own WebAssembly, where its Python package does not run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from math import inf

from scorer.rules.covering.programme import LEAST_SECONDS, TAKEN, Optimum, Programme, Solver, UnsettledError

Solve = Callable[[str, float, float], str]
"""Solves a programme in the LP format in so many seconds, to a gap: ``shell/highs.js``."""


def by_highs(solve: Solve) -> Solver:
    """A solver of programmes; it raises ``UnsettledError`` where HiGHS breaks down."""

    def solved(programme: Programme, seconds: float, gap: float) -> Optimum:
        if any(not row and not least <= 0 <= most for row, least, most in programme.rows):
            return Optimum(None, inf, proven=True)
        try:
            found = json.loads(solve(to_lp(programme), max(seconds, LEAST_SECONDS), gap))
        except Exception as error:  # what JavaScript throws
            raise UnsettledError from error
        values = found["values"]
        if values is None:
            return Optimum(None, inf, proven=found["status"] == "Infeasible")
        taken = frozenset(choice for choice, value in enumerate(values) if value > TAKEN)
        return Optimum(taken, found["price"], proven=found["status"] == "Optimal")

    return solved


def to_lp(programme: Programme) -> str:
    """A programme in the LP format (CPLEX's, as HiGHS reads it); its choices are called x0, x1 and so on.

    >>> programme = Programme()
    >>> programme.limit([programme.choice(2), programme.choice()], least=1, most=1)
    >>> print(to_lp(programme))
    Minimize
     2 x0 + 0 x1
    Subject To
     1.0 x0 + 1.0 x1 = 1
    Binary
     x0 x1
    End
    """
    goal = _sum(dict(enumerate(programme.prices)))
    limits = [f" {line}" for row, least, most in programme.rows if row for line in _limits(_sum(row), least, most)]
    names = " ".join(f"x{choice}" for choice in range(len(programme.prices)))
    return "\n".join(["Minimize", f" {goal}", "Subject To", *limits, "Binary", f" {names}", "End"])


def _sum(weights: dict[int, float]) -> str:
    return " + ".join(f"{weight!r} x{choice}" for choice, weight in weights.items()).replace("+ -", "- ")


def _limits(total: str, least: float, most: float) -> Iterator[str]:
    if least == most:
        yield f"{total} = {least!r}"
        return
    if least > -inf:
        yield f"{total} >= {least!r}"
    if most < inf:
        yield f"{total} <= {most!r}"
