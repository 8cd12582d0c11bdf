"""Coverings that satisfy the connection rule, by integer programming, for kingdoms with too many coverings to count."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final, cast

from scorer.rules.covering.integer_program import IntegerProgram, UnsettledError
from scorer.rules.covering.problem import CoveringProblem
from scorer.rules.covering.tiling import Option
from scorer.rules.legality.laying import laying_order, stranded
from scorer.rules.model.dominoes import DominoKind
from scorer.rules.model.kingdom import Position, neighbours
from scorer.rules.model.terrain import Terrain

_UNTIED_PRICE: Final = 1e-3
"""The price of a square on an unknown place that connects nothing; it leads the solver to legal coverings sooner. All
places of eight kingdoms together cost less than 1, the price of one domino that the box does not have."""


class Placement:
    """The part of a program that covers one kingdom, with the demands of the connection rule.

    If no castle is known, it lies on one of the unknown places. The connection rule is added lazily: if some dominoes
    of a solution are connected to each other, but not to the castle, a constraint connects their squares to the rest.
    Dominoes on unknown places alone are left out instead.
    """

    def __init__(self, ilp: IntegerProgram, problem: CoveringProblem) -> None:
        self.ilp, self.problem = ilp, problem
        self.choices: dict[Option, int] = {}
        self.castles: dict[Position, int] = {}
        self._covered_by: dict[Position, list[int]] = {square: [] for square in problem.squares}
        self._showing: dict[tuple[Position, Terrain], list[int]] = {}
        self._equal: dict[tuple[Position, Position, Terrain], int] = {}
        for option in problem.options:
            self._choose(option)
        if not problem.castles and problem.unknown:
            for place in sorted(problem.unknown):
                self.castles[place] = ilp.choice()
                self._covered_by[place].append(self.castles[place])
            ilp.limit(self.castles.values(), 1, 1)
        for choices in self._covered_by.values():
            ilp.limit(choices, 1, 1)

    def _choose(self, option: Option) -> None:
        choice = self.choices[option] = self.ilp.choice(_UNTIED_PRICE * _untied_count(self.problem, option))
        for square, face in zip(option.squares, option.faces or (None,), strict=True):
            self._covered_by[square].append(choice)
            if face:
                self._showing.setdefault((square, face.terrain), []).append(choice)

    def chosen(self, solution: frozenset[int]) -> list[Option]:
        """The options that a solution takes."""
        return [option for option, choice in self.choices.items() if choice in solution]

    def solved(self, solution: frozenset[int]) -> CoveringProblem:
        """The problem with the castle on the solution's place."""
        places = tuple(place for place, choice in self.castles.items() if choice in solution)
        return replace(self.problem, castles=places) if places else self.problem

    def demand_more(self, solution: frozenset[int]) -> bool:
        """Add the demands that this solution violates; return false if it violates none."""
        groups = stranded(self.solved(solution), self.chosen(solution))
        unmet = [group for group in groups if not group <= self.problem.unknown]
        for group in unmet:
            self.ilp.limit(self._connecting(group), lower=1)
        return bool(unmet)

    def _connecting(self, group: frozenset[Position]) -> set[int]:
        """Choices of which every legal kingdom has at least one: they connect a known square of the group to the rest.

        Such a choice is a domino with one square in the group, an equal square across its border, or a castle in or
        next to it.
        """
        inside = ((choice, [square in group for square in option.squares]) for option, choice in self.choices.items())
        ties = {choice for choice, is_inside in inside if any(is_inside) and not all(is_inside)}
        ties |= {choice for place, choice in self.castles.items() if not group.isdisjoint((place, *neighbours(place)))}
        for square in group:
            for neighbour in neighbours(square):
                if neighbour in self.problem.squares and neighbour not in group:
                    ties |= self._same_terrain(square, neighbour)
        return ties

    def _same_terrain(self, a: Position, b: Position) -> set[int]:
        """The choices that show the same terrain on two neighbours, at least one of which is unknown."""
        known = self.problem.terrains.get(a), self.problem.terrains.get(b)
        if all(known):
            return set()
        if any(known):
            unknown, terrain = (b, known[0]) if known[0] else (a, known[1])
            return set(self._showing.get((unknown, cast("Terrain", terrain)), ()))
        a, b = sorted((a, b))
        common = [terrain for terrain in Terrain if {(a, terrain), (b, terrain)} <= self._showing.keys()]
        return {self._both_show(a, b, terrain) for terrain in common}

    def _both_show(self, a: Position, b: Position, terrain: Terrain) -> int:
        """A choice that can be taken only if both unknown places show the terrain."""
        if (a, b, terrain) not in self._equal:
            both = self._equal[a, b, terrain] = self.ilp.choice()
            for place in (a, b):
                self.ilp.limit({**dict.fromkeys(self._showing[place, terrain], 1.0), both: -1.0})
        return self._equal[a, b, terrain]


def _untied_count(problem: CoveringProblem, option: Option) -> int:
    """The number of a domino's unknown squares that touch neither the castle nor an equal known square."""
    return sum(
        face is not None
        and square in problem.unknown
        and not any(
            neighbour in problem.castles or problem.terrains.get(neighbour) is face.terrain
            for neighbour in neighbours(square)
        )
        for square, face in zip(option.squares, option.faces, strict=False)
    )


def limit_to_stock(
    ilp: IntegerProgram, placements: list[Placement], price: float | None = None
) -> dict[int, DominoKind]:
    """Limit the dominoes of all kingdoms together to those of one box.

    With a ``price``, further dominoes cost that much each: returns these choices with their kinds.
    """
    used: dict[DominoKind, list[int]] = {}
    for laying in placements:
        for option, choice in laying.choices.items():
            if option.kind:
                used.setdefault(option.kind, []).append(choice)
    bought: dict[int, DominoKind] = {}
    for kind, copies in placements[0].problem.stock.items():
        choices = used.get(kind, [])
        more = [] if price is None else [ilp.choice(price) for _ in range(len(choices) - copies)]
        bought.update(dict.fromkeys(more, kind))
        ilp.limit({**dict.fromkeys(choices, 1.0), **dict.fromkeys(more, -1.0)}, lower=-len(more), upper=copies)
    return bought


def solve_placements(ilp: IntegerProgram, placements: list[Placement], seconds: float) -> frozenset[int] | None:
    """The cheapest solution that satisfies the connection rule; ``None`` if there is none.

    Raises ``UnsettledError`` if ``seconds`` do not suffice.
    """
    deadline = time.monotonic() + seconds
    while (remaining := deadline - time.monotonic()) > 0:
        solution = ilp.cheapest(remaining)
        if solution is None or not _demand_more(placements, solution):
            return solution
    raise UnsettledError


def _demand_more(placements: Sequence[Placement], solution: frozenset[int]) -> bool:
    unmet = [laying.demand_more(solution) for laying in placements]
    return any(unmet)


def placed_by_ilp(problem: CoveringProblem, seconds: float) -> list[Option] | None:
    """A covering of the known squares, in a possible order of placement; ``None`` if there is none.

    Any solution will do. Slightly random prices prevent long series of solutions that differ in one unknown place only.
    Raises ``UnsettledError`` if ``seconds`` do not suffice.

    >>> from scorer.rules.covering.problem import covering_problem
    >>> from scorer.rules.model.dominoes import Box
    >>> from scorer.rules.model.kingdom import Kingdom
    >>> found = placed_by_ilp(covering_problem(dict(Kingdom.parse("C?/?w").cells()), Box.KINGDOMINO), seconds=5)
    >>> len(found)
    1
    """
    deadline = time.monotonic() + seconds
    ilp, rng = IntegerProgram(), Random(0)
    laying = Placement(ilp, problem)
    limit_to_stock(ilp, [laying])
    while (remaining := deadline - time.monotonic()) > 0:
        found = ilp.any_solution(remaining, [rng.random() * _UNTIED_PRICE / 2 for _ in ilp.prices])
        if found is None:
            return None
        if not laying.demand_more(found):
            return laying_order(laying.solved(found), laying.chosen(found))
    raise UnsettledError
