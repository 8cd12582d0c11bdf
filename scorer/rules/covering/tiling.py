"""Exact counts of coverings of squares with the dominoes of a box, in bounded time.

Squares are processed one by one in reading order. Partial coverings with the same covered squares, the same used
dominoes and the same met demands are merged into one state with a count. So the search visits a few states and still
counts every covering.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf

from scorer.rules.model.dominoes import DominoKind
from scorer.rules.model.kingdom import Position, neighbours
from scorer.rules.model.terrain import Square


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One way to cover squares: a domino on two squares, or one square that may stay bare (``kind`` is ``None``).

    ``faces`` are the faces on ``squares``, ``None`` if only the shape matters.
    """

    squares: tuple[Position, ...]
    kind: DominoKind | None = None
    faces: tuple[Square | None, ...] = ()


class Outcome(Enum):
    """Whether squares can be covered; ``UNSETTLED`` if the budget was spent first."""

    TILED = "tiled"
    IMPOSSIBLE = "impossible"
    UNSETTLED = "unsettled"


@dataclass(frozen=True)
class Tiling:
    """The result of a search: the number of coverings, one of them, and the squares in conflict if there are none.

    ``stuck`` holds squares that cannot all be covered, whatever covers the others.
    """

    outcome: Outcome
    count: int = 0
    options: tuple[Option, ...] = ()
    stuck: tuple[Position, ...] = ()


class Budget:
    """The remaining steps and seconds of one search, so that it always ends.

    Steps give the same answer on every machine; seconds bound slow machines.
    """

    def __init__(self, steps: int, seconds: float = inf) -> None:
        self.steps = steps
        self.deadline = time.monotonic() + seconds

    @property
    def seconds(self) -> float:
        """Seconds that are left, below 0 when time is up."""
        return self.deadline - time.monotonic()

    @property
    def is_spent(self) -> bool:
        """Whether the steps or the time are used up."""
        return self.steps < 0 or self.seconds < 0

    def spend(self, steps: int) -> bool:
        """Spend steps; return false if too few are left or the time is up."""
        self.steps -= steps
        return not self.is_spent

    def with_steps(self, steps: int) -> Budget:
        """A budget of the given steps with the same time limit."""
        return Budget(steps, self.seconds)


Demand = frozenset[Option]
"""At least one of these options must be chosen."""

SortingKey = Callable[[Position], Position]
"""A sort key for squares: they are processed in this order."""


def tile(
    options: Iterable[Option],
    required_squares: Iterable[Position],
    stock: Mapping[DominoKind, int],
    budget: Budget,
    demands: Sequence[Demand] = (),
    order: SortingKey | None = None,
) -> Tiling:
    """Cover every square of ``required_squares`` once with some of the options, and other squares at most once.

    No kind is used more often than ``stock`` has it; kinds missing from ``stock`` are unlimited. ``order`` is the sort
    key of the squares, by default the one with the narrower front.
    """
    if budget.is_spent:
        return Tiling(Outcome.UNSETTLED)
    required = frozenset(required_squares)
    useful = [o for o in options if not required.isdisjoint(o.squares) and (o.kind is None or stock.get(o.kind, 1) > 0)]
    squares = required.union(*(option.squares for option in useful))
    plan = _Plan(useful, required, stock, demands, sorted(squares, key=order or shorter_order(squares)))
    return plan.run(budget)


def adjacent_pairs(squares: Iterable[Position]) -> list[tuple[Position, Position]]:
    """Every pair of squares that share a side, once.

    >>> adjacent_pairs([(0, 0), (0, 1), (1, 1)])
    [((0, 0), (0, 1)), ((0, 1), (1, 1))]
    """
    given = set(squares)
    return [(a, b) for a in sorted(given) for b in neighbours(a)[1:3] if b in given]


def by_rows(square: Position) -> Position:
    """Sort key for reading order: row by row, each from the left."""
    return square


def by_columns(square: Position) -> Position:
    """Sort key by columns, each from the top."""
    return square[1], square[0]


def by_rows_reversed(square: Position) -> Position:
    """Sort key for reversed reading order."""
    return -square[0], -square[1]


def shorter_order(squares: Iterable[Position]) -> SortingKey:
    """The sort key by rows or by columns, whichever are shorter."""
    rows, columns = map(set, zip(*squares, strict=True)) if squares else (set(), set())
    return by_rows if len(columns) <= len(rows) else by_columns


class _Plan:
    """A covering problem as bit patterns.

    A state is one integer: a bit for each covered square, a counter for each kind that can run out, a bit for each met
    demand. Bits that no later option uses are cleared, so that states merge.
    """

    def __init__(
        self,
        options: list[Option],
        required: frozenset[Position],
        stock: Mapping[DominoKind, int],
        demands: Sequence[Demand],
        order: Sequence[Position],
    ) -> None:
        self.order = order
        self.required = required
        rank = {square: at for at, square in enumerate(self.order)}
        first = {option: min(rank[square] for square in option.squares) for option in options}
        self.moves: list[list[tuple[int, int, int, int, int, Option]]] = [[] for _ in self.order]
        self.keep = [-1] * len(self.order)
        free_bit = len(self.order)
        counters: dict[DominoKind, tuple[int, int]] = {}
        for kind in _scarce(options, stock):
            counters[kind] = (free_bit, stock[kind])
            width = stock[kind].bit_length()
            self._wipe(max(first[o] for o in options if o.kind == kind), free_bit, width)
            free_bit += width
        bits_by_demand = []
        self.due_bits: list[int] = [0] * len(self.order)
        for demand in demands:
            met_by = [first[option] for option in demand if option in first]
            self.due_bits[max(met_by, default=0)] |= 1 << free_bit
            self._wipe(max(met_by, default=0), free_bit, 1)
            bits_by_demand.append((demand, 1 << free_bit))
            free_bit += 1
        for option in options:
            covered = sum(1 << rank[square] for square in option.squares) & ~(1 << first[option])
            met = sum(bit for demand, bit in bits_by_demand if option in demand)
            shift, limit = counters.get(option.kind, (0, 0)) if option.kind else (0, 0)
            field = ((1 << limit.bit_length()) - 1) << shift
            one = 1 << shift if limit else 0
            self.moves[first[option]].append((covered, field, limit << shift, one, covered | met, option))

    def _wipe(self, rank: int, bit: int, width: int) -> None:
        """Clear these bits after the square of this rank."""
        self.keep[rank] &= ~(((1 << width) - 1) << bit)

    def run(self, budget: Budget) -> Tiling:
        layers: list[dict[int, int]] = [{0: 1}]
        for rank, square in enumerate(self.order):
            states = layers[-1]
            if not budget.spend(len(states) * (len(self.moves[rank]) + 1)):
                return Tiling(Outcome.UNSETTLED)
            after = self._pass(rank, states, can_stay_bare=square not in self.required)
            if not after:
                stuck = [passed for passed in self.order[: rank + 1] if passed in self.required]
                return Tiling(Outcome.IMPOSSIBLE, stuck=tuple(stuck))
            layers.append(after)
        return Tiling(Outcome.TILED, sum(layers[-1].values()), self._one_covering(layers))

    def _pass(self, rank: int, states: dict[int, int], *, can_stay_bare: bool) -> dict[int, int]:
        """All states after the square of this rank."""
        bit, keep, due_bits, moves = 1 << rank, self.keep[rank], self.due_bits[rank], self.moves[rank]
        after: dict[int, int] = {}
        for state, count in states.items():
            if state & bit:
                if state & due_bits == due_bits:
                    remaining_state = (state ^ bit) & keep
                    after[remaining_state] = after.get(remaining_state, 0) + count
                continue
            for covered, field, full, one, bits, _ in moves:
                if state & covered or (one and state & field == full):
                    continue
                chosen = (state + one) | bits
                if chosen & due_bits == due_bits:
                    remaining_state = chosen & keep
                    after[remaining_state] = after.get(remaining_state, 0) + count
            if can_stay_bare and state & due_bits == due_bits:
                remaining_state = state & keep
                after[remaining_state] = after.get(remaining_state, 0) + count
        return after

    def _one_covering(self, layers: list[dict[int, int]]) -> tuple[Option, ...]:
        """One path through the layers, from the last to the first."""
        target = next(iter(layers[-1]))
        chosen: list[Option] = []
        for rank in range(len(self.order) - 1, -1, -1):
            can_stay_bare = self.order[rank] not in self.required
            for state in layers[rank]:
                found, option = self._leads(rank, state, target, can_stay_bare=can_stay_bare)
                if found:
                    target = state
                    if option:
                        chosen.append(option)
                    break
        return tuple(reversed(chosen))

    def _leads(self, rank: int, state: int, target: int, *, can_stay_bare: bool) -> tuple[bool, Option | None]:
        """Whether this state leads to the target at the square of this rank, and the option that does."""
        bit, keep, due_bits = 1 << rank, self.keep[rank], self.due_bits[rank]
        if state & bit:
            return (state ^ bit) & keep == target and state & due_bits == due_bits, None
        for covered, field, full, one, bits, option in self.moves[rank]:
            if state & covered or (one and state & field == full):
                continue
            chosen = (state + one) | bits
            if chosen & keep == target and chosen & due_bits == due_bits:
                return True, option
        return can_stay_bare and state & keep == target and state & due_bits == due_bits, None


def _scarce(options: list[Option], stock: Mapping[DominoKind, int]) -> list[DominoKind]:
    """The kinds of domino that the options could use more often than the stock has them."""
    wanted: dict[DominoKind, list[Option]] = {}
    for option in options:
        if option.kind and option.kind in stock:
            wanted.setdefault(option.kind, []).append(option)
    return [
        kind
        for kind, same in wanted.items()
        if min(len(same), len({square for option in same for square in option.squares}) // 2) > stock[kind]
    ]
