"""A yes-or-no integer programme, solved by HiGHS through scipy, which is loaded when the first one is solved."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping


class UnsettledError(Exception):
    """No answer in the time allowed."""


class Programme:
    """Choices that are taken or not, the price of each, and limits on sums of them.

    >>> programme = Programme()
    >>> cheap, dear = programme.choice(1), programme.choice(2)
    >>> programme.limit({cheap: 1, dear: 1}, least=1)
    >>> programme.limit({cheap: 1}, most=0)
    >>> programme.cheapest(seconds=1) == {dear}
    True
    """

    def __init__(self) -> None:
        self._prices: list[float] = []
        self._rows: list[tuple[dict[int, float], float, float]] = []

    def choice(self, price: float = 0) -> int:
        """One more choice; returns its number."""
        self._prices.append(price)
        return len(self._prices) - 1

    def limit(self, weights: Mapping[int, float] | Iterable[int], least: float = 0, most: float = float("inf")) -> None:
        """Bound a weighted sum of choices, or the number of them that are taken."""
        row = dict(weights) if isinstance(weights, Mapping) else dict.fromkeys(weights, 1.0)
        self._rows.append((row, least, most))

    def cheapest(self, seconds: float) -> set[int] | None:
        """The choices of a cheapest solution, ``None`` if there is none; raises ``UnsettledError`` when time is up."""
        deadline = time.monotonic() + seconds  # loading the libraries counts
        try:
            import numpy as np
            from scipy.optimize import Bounds, LinearConstraint, milp
            from scipy.sparse import coo_array
        except ImportError as error:  # the rules need no more than the standard library, but settle less with it
            raise UnsettledError from error
        if not self._prices:
            return None if any(least > 0 for _, least, _ in self._rows) else set()
        entries = [(at, choice, w) for at, (row, _, _) in enumerate(self._rows) for choice, w in row.items()]
        rows, columns, weights = (np.array(part) for part in zip(*entries, strict=True))
        matrix = coo_array((weights, (rows, columns)), shape=(len(self._rows), len(self._prices))).tocsr()
        limits = LinearConstraint(matrix, [least for _, least, _ in self._rows], [most for _, _, most in self._rows])
        result = milp(
            self._prices,
            integrality=1,
            bounds=Bounds(0, 1),
            constraints=limits,
            options={"time_limit": max(deadline - time.monotonic(), 0.01)},
        )
        if result.status == 2:
            return None
        if result.x is None or result.status != 0:
            raise UnsettledError
        return {choice for choice, taken in enumerate(result.x) if taken > 0.5}
