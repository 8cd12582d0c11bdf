"""The cheapest kingdom that real dominoes can build, as an integer program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.rules.covering.integer_program import IntegerProgram, UnsettledError
from scorer.rules.model.dominoes import Box
from scorer.vision.solve.tiler import CASTLE, EMPTY, TOWN, adjacent_places, stock_by_index

_SLACK: Final = 1e-6
"""Tolerance of a price above its limit, in nats, for floating-point sums."""

PlacedFace = tuple[int, int]
"""A place, counted row by row, and the index of its face."""


@dataclass(frozen=True)
class Window:
    """A square part of the lattice outside of which every place is empty, and its price in nats."""

    top: int
    left: int
    size: int
    price: float = 0.0

    def holds(self, row: int, column: int) -> bool:
        """Whether a place lies inside."""
        return self.top <= row < self.top + self.size and self.left <= column < self.left + self.size


@dataclass(frozen=True)
class CheapestKingdomProblem:
    """The problem: find the cheapest kingdom of one ``box`` in one of ``windows``, below ``limit`` nats.

    ``costs``: array (places, faces) in nats, row by row of a lattice ``columns`` wide. Faces that cost more than
    ``limit`` are left out. A kingdom without a castle costs ``no_castle`` more. The solution has a town if it
    ``needs_town``, and is none of the ``excluded`` grids.
    """

    costs: NDArray[np.float64]
    columns: int
    box: Box
    windows: tuple[Window, ...]
    no_castle: float
    limit: float
    needs_town: bool = False
    excluded: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class CheapestKingdom:
    """The cheapest ``grid``, or none; ``proven`` unless time ran out."""

    grid: tuple[int, ...] | None
    cost: float
    proven: bool


def cheapest_kingdom(problem: CheapestKingdomProblem, seconds: float) -> CheapestKingdom:
    """Solve by branch and bound (HiGHS).

    There is one binary variable for every pair of faces on two adjacent places, for a castle and for nothing on every
    place, and for every window; each place is covered exactly once. Domino covers of a grid are matchings in a
    bipartite graph, so the linear relaxation is nearly integral and the branching shallow.

    >>> costs = np.full((3, 19), 9.0)
    >>> costs[0, CASTLE] = costs[1, 0] = costs[2, 3] = 0  # a castle, wheat, forest with a crown
    >>> problem = CheapestKingdomProblem(costs, 3, Box.KINGDOMINO, (Window(0, 0, 5),), no_castle=7, limit=20)
    >>> cheapest_kingdom(problem, seconds=5).grid
    (17, 0, 3)
    """
    builder = _Builder(problem)
    try:
        optimum = builder.program.optimum(seconds, gap=0.0)
    except UnsettledError:  # no solver in this Python
        return CheapestKingdom(None, inf, proven=False)
    if optimum.taken is None:
        return CheapestKingdom(None, inf, optimum.proven)
    return CheapestKingdom(builder.grid(optimum.taken), optimum.price, optimum.proven)


class _Builder:
    def __init__(self, problem: CheapestKingdomProblem) -> None:
        self.problem = problem
        self.places = len(problem.costs)
        self.program = IntegerProgram()
        self.shown: dict[int, tuple[PlacedFace, ...]] = {}  # by choices
        self.castles: list[int] = []
        self.empty: dict[int, int] = {}  # choices by places
        self.kinds: dict[int, list[int]] = defaultdict(list)
        self._choose_faces()
        self._cover_every_place_once()
        self._keep_to_box()
        self._exclude()
        self._choose_window()
        prices = dict(enumerate(self.program.prices))
        self.program.limit(prices, lower=-inf, upper=problem.limit + _SLACK)

    def _choice(self, price: float, *shown: PlacedFace) -> int:
        choice = self.program.choice(price)
        self.shown[choice] = shown
        return choice

    def _choose_faces(self) -> None:
        costs, limit = self.problem.costs.tolist(), self.problem.limit
        for place, row in enumerate(costs):
            if row[CASTLE] <= limit:
                self.castles.append(self._choice(row[CASTLE], (place, CASTLE)))
            if row[EMPTY] <= limit:
                self.empty[place] = self._choice(row[EMPTY], (place, EMPTY))
        for (a, face_a), (b, face_b), kind in self._dominoes():
            price = costs[a][face_a] + costs[b][face_b]
            if price <= limit:
                self.kinds[kind].append(self._choice(price, (a, face_a), (b, face_b)))

    def _dominoes(self) -> Iterator[tuple[PlacedFace, PlacedFace, int]]:
        """Every way to lay a domino of the box with faces below the limit, and its kind."""
        partners = stock_by_index(self.problem.box).partners
        possible = [np.flatnonzero(row).tolist() for row in self.problem.costs <= self.problem.limit]
        for a, b in adjacent_places(self.places // self.problem.columns, self.problem.columns):
            for face_a in possible[a]:
                for face_b in possible[b]:
                    kind = partners[face_a].get(face_b)
                    if kind is not None:
                        yield (a, face_a), (b, face_b), kind

    def _cover_every_place_once(self) -> None:
        covering: list[list[int]] = [[] for _ in range(self.places)]
        for choice, shown in self.shown.items():
            for place, _ in shown:
                covering[place].append(choice)
        for choices in covering:
            self.program.limit(choices, 1, 1)

    def _keep_to_box(self) -> None:
        copies = stock_by_index(self.problem.box).copies
        for kind, choices in self.kinds.items():
            self.program.limit(choices, upper=copies[kind])
        self.program.limit([*self.castles, self.program.choice(self.problem.no_castle)], 1, 1)
        if self.problem.needs_town:
            self.program.limit(self._among({(place, TOWN) for place in range(self.places)}), lower=1)

    def _exclude(self) -> None:
        for grid in self.problem.excluded:
            self.program.limit(self._among(set(enumerate(grid))), lower=-inf, upper=self.places - 1)

    def _among(self, wanted: set[PlacedFace]) -> dict[int, float]:
        """The number of the wanted faces in each choice."""
        counts = ((choice, sum(face in wanted for face in shown)) for choice, shown in self.shown.items())
        return {choice: float(count) for choice, count in counts if count}

    def _choose_window(self) -> None:
        windows = [(window, self.program.choice(window.price)) for window in self.problem.windows]
        self.program.limit([choice for _, choice in windows], 1, 1)
        for place in range(self.places):
            row, column = divmod(place, self.problem.columns)
            outside = [choice for window, choice in windows if not window.holds(row, column)]
            if outside:
                empty = {self.empty[place]: 1.0} if place in self.empty else {}
                self.program.limit({**dict.fromkeys(outside, -1.0), **empty})

    def grid(self, taken: frozenset[int]) -> tuple[int, ...]:
        faces = dict(face for choice in taken for face in self.shown.get(choice, ()))
        return tuple(faces[place] for place in range(self.places))
