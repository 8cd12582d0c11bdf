"""HiGHS as the offline app has it, compared with HiGHS as its Python package has it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest

from scorer.offline.highs import by_highs
from scorer.rules.covering.integer_program import IntegerProgram, Solver, UnsettledError, by_highspy
from scorer.rules.legality import check
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.shared_box import shortages
from tests.offline.conftest import node_process

pytestmark = pytest.mark.slow  # the first of them starts Node and loads HiGHS

WHOLE = "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg"


@pytest.fixture(scope="module")
def highs(packages: Path) -> Iterator[Solver]:
    """HiGHS in a Node process, behind the script that the browser's worker loads."""
    with node_process("highs.js", "highs_process.mjs", packages) as ask:
        yield by_highs(lambda ilp, seconds, gap: ask(json.dumps([ilp, seconds, gap])))


def drawn(seed: int) -> IntegerProgram:
    """A programme drawn by lot; some of them have no solution."""
    lot = random.Random(seed)
    ilp = IntegerProgram()
    choices = [ilp.choice(lot.choice((0, 1, 2.5, 1e-7, 3))) for _ in range(lot.randint(1, 14))]
    for _ in range(lot.randint(1, 9)):
        some = lot.sample(choices, lot.randint(1, len(choices)))
        lower, upper = lot.choice(((1, 1), (-inf, 2), (1, inf), (0, 2), (2, 3)))
        ilp.limit({choice: lot.choice((1.0, 1.0, 2.0, -1.0)) for choice in some}, lower, upper)
    return ilp


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(30))
def test_both_solvers_find_the_same_cost(highs: Solver, seed: int) -> None:
    ilp = drawn(seed)
    ours, theirs = highs(ilp, 5, 0), by_highspy(ilp, 5, 0)
    assert (ours.taken is None, ours.proven) == (theirs.taken is None, theirs.proven)
    assert ours.price == pytest.approx(theirs.price)
    assert ours.taken is None or sum(ilp.prices[choice] for choice in ours.taken) == pytest.approx(theirs.price)


@pytest.mark.thorough
def test_impossible_limit_without_choices_is_infeasible(highs: Solver) -> None:
    ilp = IntegerProgram()
    ilp.choice(1)
    ilp.limit({}, lower=1)
    assert highs(ilp, 5, 0).taken is None


def test_solver_failure_is_not_settled() -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("memory access out of bounds")

    ilp = IntegerProgram()
    ilp.choice(1)
    with pytest.raises(UnsettledError):
        by_highs(broken)(ilp, 5, 0)


@pytest.mark.thorough
def test_both_solvers_settle_a_shared_box(highs: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = [check(Kingdom.parse(WHOLE), box=Box.KINGDOMINO)] * 2
    theirs = shortages(checks, Box.KINGDOMINO)
    monkeypatch.setattr(IntegerProgram, "solver", staticmethod(highs))
    ours = shortages(checks, Box.KINGDOMINO)
    assert (
        sum(short.more for short in ours) == sum(short.more for short in theirs) > 0
    )  # of ways as short, each finds one
