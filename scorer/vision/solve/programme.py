"""The cheapest kingdom that real dominoes can build, as an integer programme."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.vision.solve.cover import CASTLE, EMPTY, TERRAINS, TOWN, adjacent, stock

if TYPE_CHECKING:
    from scipy.optimize import LinearConstraint

_OPTIMAL: Final = 0
_OUT_OF_TIME: Final = 1
_SLACK: Final = 1e-6


@dataclass(frozen=True)
class Window:
    """A square of the lattice outside of which every place is empty, and the price of taking this one, in nats."""

    top: int
    left: int
    size: int
    price: float = 0.0

    def holds(self, row: int, column: int) -> bool:
        """Whether a place lies inside."""
        return self.top <= row < self.top + self.size and self.left <= column < self.left + self.size


@dataclass(frozen=True)
class Order:
    """What the programme is asked for: a kingdom of one ``box`` in one of ``windows``, cheaper than ``limit`` nats.

    ``costs``: array (places, faces) in nats, row by row of a lattice ``columns`` wide. A face that costs more than
    ``limit`` cannot be part of the answer and is left out. Doing without a castle costs ``no_castle``.
    """

    costs: NDArray[np.float64]
    columns: int
    box: Box
    windows: tuple[Window, ...]
    no_castle: float
    limit: float
    with_towns: bool = False
    forbidden: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Answer:
    """The cheapest ``grid``, or none; ``proven`` unless time ran out."""

    grid: tuple[int, ...] | None
    cost: float
    proven: bool


def cheapest(order: Order, seconds: float) -> Answer:
    """Solve by branch and bound (HiGHS).

    One variable for every way to lay a domino's look on two adjacent places, for a castle and for nothing on every
    place, and for every window; each place is covered exactly once. Domino covers of a grid are matchings in a
    bipartite graph, so the linear relaxation is nearly whole and the branching shallow.

    >>> costs = np.full((3, 19), 9.0)
    >>> costs[0, CASTLE] = costs[1, 0] = costs[2, 3] = 0  # a castle, wheat, forest with a crown
    >>> cheapest(Order(costs, 3, Box.KINGDOMINO, (Window(0, 0, 5),), no_castle=7, limit=20), seconds=5).grid
    (17, 0, 3)
    """
    from scipy.optimize import Bounds, milp  # takes half a second, and is hardly ever needed

    programme = _Programme(order)
    result = milp(
        programme.prices,
        integrality=np.ones(len(programme.prices)),
        bounds=Bounds(0, 1),
        constraints=programme.constraints(),
        options={"time_limit": max(seconds, 0.01), "mip_rel_gap": 0.0},
    )
    if result.x is None:
        return Answer(None, inf, result.status != _OUT_OF_TIME)
    return Answer(programme.grid(result.x), float(result.fun), result.status == _OPTIMAL)


class _Programme:
    def __init__(self, order: Order) -> None:
        self.order = order
        self.places = len(order.costs)
        self.prices: list[float] = []
        self.faces: list[tuple[tuple[int, int], ...]] = []  # a variable's (place, face) pairs
        self.rows: list[tuple[dict[int, float], float, float]] = []  # coefficients, lowest, highest
        self.castles: dict[int, float] = {}
        self.looks: dict[tuple[int, int], dict[int, float]] = defaultdict(dict)
        self._lay_squares()
        self._cover()
        self._choose_window()
        self._limit()

    def _variable(self, price: float, faces: tuple[tuple[int, int], ...] = ()) -> int:
        self.prices.append(price)
        self.faces.append(faces)
        return len(self.prices) - 1

    def _lay_squares(self) -> None:
        costs, limit = self.order.costs.tolist(), self.order.limit
        copies = stock(self.order.box)
        possible = [[face for face in range(TERRAINS) if row[face] <= limit] for row in costs]
        for place, others in enumerate(adjacent(self.places // self.order.columns, self.order.columns)):
            if costs[place][CASTLE] <= limit:
                self.castles[self._variable(costs[place][CASTLE], ((place, CASTLE),))] = 1.0
            if costs[place][EMPTY] <= limit:
                self._variable(costs[place][EMPTY], ((place, EMPTY),))
            for other in others:
                if other < place:
                    continue
                for face in possible[place]:
                    for partner in possible[other]:
                        look = (face, partner) if face <= partner else (partner, face)
                        price = costs[place][face] + costs[other][partner]
                        if look in copies and price <= limit:
                            self.looks[look][self._variable(price, ((place, face), (other, partner)))] = 1.0

    def _cover(self) -> None:
        covers: list[dict[int, float]] = [{} for _ in range(self.places)]
        for variable, faces in enumerate(self.faces):
            for place, _ in faces:
                covers[place][variable] = 1.0
        self.rows += [(cover, 1, 1) for cover in covers]
        copies = stock(self.order.box)
        self.rows += [(uses, 0, copies[look]) for look, uses in self.looks.items()]
        self.rows.append(({**self.castles, self._variable(self.order.no_castle): 1.0}, 1, 1))
        if self.order.with_towns:
            self.rows.append((self._among({(place, TOWN) for place in range(self.places)}), 1, inf))
        for grid in self.order.forbidden:
            self.rows.append((self._among(set(enumerate(grid))), -inf, self.places - 1))

    def _among(self, wanted: set[tuple[int, int]]) -> dict[int, float]:
        counts = ((variable, sum(pair in wanted for pair in faces)) for variable, faces in enumerate(self.faces))
        return {variable: float(count) for variable, count in counts if count}

    def _choose_window(self) -> None:
        windows = self.order.windows
        choices = [self._variable(window.price) for window in windows]
        self.rows.append((dict.fromkeys(choices, 1.0), 1, 1))
        empty = {faces[0][0]: variable for variable, faces in enumerate(self.faces) if faces and faces[0][1] == EMPTY}
        for place in range(self.places):
            row, column = divmod(place, self.order.columns)
            outside = {
                choice: -1.0 for choice, window in zip(choices, windows, strict=True) if not window.holds(row, column)
            }
            if outside:
                self.rows.append(({**outside, **({empty[place]: 1.0} if place in empty else {})}, 0, inf))

    def _limit(self) -> None:
        self.rows.append((dict(enumerate(self.prices)), -inf, self.order.limit + _SLACK))

    def constraints(self) -> LinearConstraint:
        from scipy.optimize import LinearConstraint
        from scipy.sparse import coo_array

        entries = [(row, column, value) for row, (c, _, _) in enumerate(self.rows) for column, value in c.items()]
        rows, columns, values = zip(*entries, strict=True)
        matrix = coo_array((values, (rows, columns)), shape=(len(self.rows), len(self.prices)))
        return LinearConstraint(matrix.tocsr(), [low for _, low, _ in self.rows], [high for _, _, high in self.rows])

    def grid(self, chosen: NDArray[np.float64]) -> tuple[int, ...]:
        faces = dict(pair for variable in np.flatnonzero(np.round(chosen)) for pair in self.faces[variable])
        return tuple(faces[place] for place in range(self.places))
