"""Coverings that can be laid, by integer programming: where too much is open for all coverings to be counted."""

from __future__ import annotations

import time
from typing import Final

from scorer.rules.covering.problem import CoveringProblem
from scorer.rules.covering.programme import Programme, UnsettledError
from scorer.rules.covering.tiling import Option
from scorer.rules.legality.laying import demand, stranded
from scorer.rules.model.dominoes import DominoKind
from scorer.rules.model.kingdom import Position, neighbours

_PRICE: Final = 1e-3
"""The price of a square on an unknown place that ties nothing, to be led to coverings that can be laid sooner. All
places of eight kingdoms together cost less than 1, the price of one domino that the box does not have."""


class Laying:
    """The part of a programme that covers one kingdom, and the demands that its dominoes can be laid.

    The connection rule is demanded lazily: where some dominoes of a solution hang together, but not with the castle,
    something must be different, and only that is added to the programme.
    """

    def __init__(self, programme: Programme, problem: CoveringProblem) -> None:
        self.programme, self.problem = programme, problem
        self.choices: dict[Option, int] = {}
        covering: dict[Position, list[int]] = {square: [] for square in problem.squares}
        for option in problem.options:
            self.choices[option] = programme.choice(_PRICE * _loose_ends(problem, option))
            for square in option.squares:
                covering[square].append(self.choices[option])
        for choices in covering.values():
            programme.limit(choices, 1, 1)
        self._demanded: set[frozenset[Position]] = set()

    def chosen(self, solution: frozenset[int]) -> list[Option]:
        """The options that a solution takes."""
        return [option for option, choice in self.choices.items() if choice in solution]

    def demand_more(self, solution: frozenset[int]) -> bool:
        """Add what this solution leaves undone; false if all of it can be laid."""
        options = self.chosen(solution)
        groups = stranded(self.problem, options)
        for group in groups:
            if group not in self._demanded:
                self._demanded.add(group)
                self.programme.limit([self.choices[option] for option in demand(self.problem, group)], least=1)
            else:  # it was met by an unknown square whose unknown neighbour turned out different: not the same again
                near = group.union(*map(neighbours, group))
                same = [self.choices[option] for option in options if not near.isdisjoint(option.squares)]
                self.programme.limit(same, most=len(same) - 1)
        return bool(groups)


def _loose_ends(problem: CoveringProblem, option: Option) -> int:
    """How many unknown squares of a domino touch neither the castle nor an equal square that is known."""
    return sum(
        face is not None
        and square in problem.unknown
        and not any(
            beside in problem.castles or problem.terrains.get(beside) is face.terrain for beside in neighbours(square)
        )
        for square, face in zip(option.squares, option.faces, strict=False)
    )


def limit_to_stock(programme: Programme, layings: list[Laying], price: float | None = None) -> dict[int, DominoKind]:
    """Let all kingdoms together use no domino more often than their one box has it.

    Where there is a ``price``, more of them may be had for it each: gives those choices with their kinds.
    """
    used: dict[DominoKind, list[int]] = {}
    for laying in layings:
        for option, choice in laying.choices.items():
            if option.kind:
                used.setdefault(option.kind, []).append(choice)
    bought: dict[int, DominoKind] = {}
    for kind, copies in layings[0].problem.stock.items():
        choices = used.get(kind, [])
        more = [] if price is None else [programme.choice(price) for _ in range(len(choices) - copies)]
        bought.update(dict.fromkeys(more, kind))
        programme.limit({**dict.fromkeys(choices, 1.0), **dict.fromkeys(more, -1.0)}, least=-len(more), most=copies)
    return bought


def solve_layings(programme: Programme, layings: list[Laying], seconds: float) -> frozenset[int] | None:
    """The cheapest solution in which everything can be laid, ``None`` if there is none.

    Raises ``UnsettledError`` when that was not settled in so many seconds.
    """
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        solution = programme.cheapest(left)
        if solution is None:
            return None
        undone = [laying.demand_more(solution) for laying in layings]
        if not any(undone):
            return solution
    raise UnsettledError


def lay_by_programme(problem: CoveringProblem, seconds: float) -> list[Option] | None:
    """A covering that can be laid, ``None`` if there is none.

    Raises ``UnsettledError`` when that was not settled in so many seconds.

    >>> from scorer.rules.covering.problem import covering_problem
    >>> from scorer.rules.model.dominoes import Box
    >>> from scorer.rules.model.kingdom import Kingdom
    >>> found = lay_by_programme(covering_problem(dict(Kingdom.parse("C?/?w").cells()), Box.KINGDOMINO), seconds=5)
    >>> len([option for option in found if option.kind])
    1
    """
    programme = Programme()
    laying = Laying(programme, problem)
    limit_to_stock(programme, [laying])
    solution = solve_layings(programme, [laying], seconds)
    return None if solution is None else laying.chosen(solution)
