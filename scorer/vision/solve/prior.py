"""The prior probability of a kingdom in the joint solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.rules import LARGE_GRID, SMALL_GRID, size_for
from scorer.vision.settings import SolveSettings
from scorer.vision.solve.kingdom_ilp import CheapestKingdomProblem, Window, cheapest_kingdom
from scorer.vision.solve.tiler import CASTLE, EMPTY, TOWN, UNKNOWN, Tiler

_FILLED: Final = bytes(face != EMPTY for face in range(256))
"""For each face, whether it fills its place."""


@dataclass(frozen=True)
class PriorWeight:
    """A grid's ``weight`` relative to an ordinary kingdom of the same appearance, and the ``box`` that can build it, if
    any."""

    weight: float
    box: Box | None


class Prior:
    """The prior over grids of ``rows`` × ``columns`` places, with the ``size`` and the ``box`` if they are known.

    ``giants``: Age of Giants is part of the box.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        size: int | None,
        box: Box | None,
        settings: SolveSettings,
        *,
        giants: bool = False,
    ) -> None:
        self.rows, self.columns = rows, columns
        self.size, self.box = size, box
        self.settings = settings
        self.giants = giants
        self._tiler = Tiler(rows, columns)
        self._unbuildable = PriorWeight(settings.unbuildable_weight, None)
        self._extents: dict[bytes, int] = {}

    def evaluate(self, grid: Sequence[int]) -> PriorWeight:
        """The weight of a grid of face indices, given row by row."""
        weight, box = self._size_weight(grid), self._box(towns=TOWN in grid)
        castles = grid.count(CASTLE)
        if castles > 1 or not weight or not self._tiles(grid, box):
            return self._unbuildable
        weight *= self.box_weight(box) * (1.0 if castles else self.settings.no_castle_weight)
        # A buildable grid never weighs less than an unbuildable one. (At this weight it cannot beat the grid of most
        # probable faces, so the integer program may give it a lower weight.)
        return PriorWeight(max(weight, self.settings.unbuildable_weight), box)

    def _box(self, *, towns: bool) -> Box:
        """The given box, or the one that towns require; with Age of Giants if that is used."""
        box = self.box or (Box.QUEENDOMINO if towns else Box.KINGDOMINO)
        return box.with_giants if self.giants else box

    def box_weight(self, box: Box) -> float:
        """A box's weight relative to Kingdomino, 1 where it was given."""
        return self.settings.queendomino_weight if self.box is None and box.has_queendomino else 1.0

    def problems(
        self, costs: NDArray[np.float64], limit: float, known: Sequence[tuple[int, ...]]
    ) -> tuple[CheapestKingdomProblem, ...]:
        """One problem for each box: its cheapest kingdom that is not ``known`` and costs at most ``limit`` nats.

        A cost is minus the log of a grid's probability × weight, relative to the grid of most probable faces.
        """
        boxes = [self._box(towns=False)]
        if self.box is None and costs[:, TOWN].min() <= limit + log(self.settings.queendomino_weight):
            boxes.append(self._box(towns=True))
        no_castle = -log(self.settings.no_castle_weight)
        return tuple(
            CheapestKingdomProblem(
                costs,
                self.columns,
                box,
                self._windows(),
                no_castle,
                limit + log(self.box_weight(box)),
                needs_town=self.box is None and box.has_queendomino,
                excluded=tuple(known),
            )
            for box in boxes
        )

    def _windows(self) -> tuple[Window, ...]:
        sizes = [(self.size, 0.0)] if self.size else [(SMALL_GRID, 0.0), (LARGE_GRID, -log(self.settings.large_weight))]
        if max(self.rows, self.columns) <= sizes[0][0]:
            sizes = sizes[:1]
        return tuple(
            Window(top, left, size, price)
            for size, price in sizes
            for top in range(max(1, self.rows - size + 1))
            for left in range(max(1, self.columns - size + 1))
        )

    def size_of(self, grid: Sequence[int]) -> int:
        """The given size, or 5 if the grid's contents fit 5×5, otherwise 7."""
        return self.size or size_for(self._extent(grid))

    def _size_weight(self, grid: Sequence[int]) -> float:
        extent = self._extent(grid)
        if self.size:
            return float(extent <= self.size)
        return 1.0 if extent <= SMALL_GRID else self.settings.large_weight * (extent <= LARGE_GRID)

    def _extent(self, grid: Sequence[int]) -> int:
        """The larger of the rows and columns that hold anything: remembered, since most grids differ only in faces."""
        filled = bytes(grid).translate(_FILLED)
        if filled not in self._extents:
            held = [place for place, is_filled in enumerate(filled) if is_filled]
            columns = {place % self.columns for place in held}
            rows = held[-1] // self.columns - held[0] // self.columns if held else -1
            self._extents[filled] = 1 + max(rows, max(columns, default=0) - min(columns, default=1))
        return self._extents[filled]

    def _tiles(self, grid: Sequence[int], box: Box) -> bool:
        found = self._tiler.can_tile(grid, box)
        return self._integer_program_tiles(grid, box) if found is None else found

    def _integer_program_tiles(self, grid: Sequence[int], box: Box) -> bool:
        costs = np.full((len(grid), UNKNOWN + 1), inf)
        costs[range(len(grid)), grid] = 0.0
        everywhere = (Window(0, 0, max(self.rows, self.columns)),)
        problem = CheapestKingdomProblem(costs, self.columns, box, everywhere, no_castle=0.0, limit=1.0)
        return cheapest_kingdom(problem, self.settings.max_seconds).grid is not None
