"""The integer program that places dominoes: its prices and its time limit."""

from __future__ import annotations

import pytest

from scorer.rules.covering.integer_program import IntegerProgram
from scorer.rules.covering.problem import covering_problem
from scorer.rules.legality.placement_ilp import Placement, solve_placements
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom


def test_domino_costs_something_for_each_unknown_square_that_nothing_connects() -> None:
    """In ``Cw/.?`` the wheat of B1 connects B2 if B2 is wheat too."""
    ilp = IntegerProgram()
    placement = Placement(ilp, covering_problem(dict(Kingdom.parse("Cw/.?").cells()), Box.KINGDOMINO))
    prices = {"".join(map(str, option.faces)): ilp.prices[choice] for option, choice in placement.choices.items()}
    assert prices["ww"] == 0
    assert prices["wf"] == prices["wl"] > 0


def test_solver_gets_no_more_than_the_seconds_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def cheapest(_: IntegerProgram, seconds: float) -> frozenset[int]:
        given.append(seconds)
        return frozenset()

    monkeypatch.setattr(IntegerProgram, "cheapest", cheapest)
    solve_placements(IntegerProgram(), [], 3)
    assert len(given) == 1
    assert 0 < given[0] <= 3
