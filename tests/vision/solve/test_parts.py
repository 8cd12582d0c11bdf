"""The parts of the joint solve, each against its definition."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import pairwise, product
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from scorer import check
from scorer.rules.model.dominoes import BASE_BOXES, Box
from scorer.rules.model.kingdom import Kingdom
from scorer.vision.common.faces import FACES
from scorer.vision.settings import SolveSettings
from scorer.vision.solve import tiler
from scorer.vision.solve.k_best import k_best
from scorer.vision.solve.kingdom_ilp import CheapestKingdomProblem, Window, cheapest_kingdom
from scorer.vision.solve.prior import Prior
from scorer.vision.solve.tiler import CASTLE, TOWN, Tiler, stock_by_index


def can_be_tiled(grid: Sequence[int], columns: int, box: Box) -> bool | None:
    return Tiler(len(grid) // columns, columns).can_tile(grid, box)


FINISHED = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"


NAMES = [str(face) for face in FACES]


def indices(notation: str) -> tuple[int, ...]:
    return tuple(NAMES.index(name) for name in re.findall(r"[a-z]\d?|[C.]", notation))


@pytest.mark.slow
@given(
    st.integers(1, 3).flatmap(
        lambda faces: st.lists(st.lists(st.floats(0, 9), min_size=faces, max_size=faces), min_size=1, max_size=4)
    )
)
def test_every_grid_comes_once_and_in_order(rows: list[list[float]]) -> None:
    costs = np.array(rows)
    costs -= costs.min(axis=1, keepdims=True)
    cheap = costs.argmin(axis=1)
    given_grids = []
    for cost, changes in k_best(costs):
        grid = cheap.copy()
        for place, face in changes:
            grid[place] = face
        assert cost == pytest.approx(costs[np.arange(len(grid)), grid].sum(), abs=1e-9)
        given_grids.append((cost, tuple(map(int, grid))))
    assert sorted(grid for _, grid in given_grids) == sorted(product(range(costs.shape[1]), repeat=len(costs)))
    assert all(before[0] <= after[0] + 1e-9 for before, after in pairwise(given_grids))


def test_a_box_has_its_dominoes_and_no_more() -> None:
    *known, _ = stock_by_index(Box.BOTH).copies
    *with_giants, _ = stock_by_index(Box.KINGDOMINO_GIANTS).copies
    assert (sum(known), sum(with_giants)) == (96, 60)
    assert can_be_tiled(indices("ww/ww"), 2, Box.KINGDOMINO)
    assert not can_be_tiled(indices("ww/ww/ww"), 2, Box.KINGDOMINO)  # two plain wheat dominoes, not three
    assert can_be_tiled(indices("ww/ww/ww"), 2, Box.BOTH)
    assert not can_be_tiled(indices("wCw"), 3, Box.KINGDOMINO)
    assert can_be_tiled(indices("C"), 1, Box.KINGDOMINO)
    assert not can_be_tiled(indices("tt"), 2, Box.KINGDOMINO)


@pytest.mark.parametrize("crowned", ["g1", "s1"])
def test_a_domino_of_two_possible_forms_lies_in_one_of_them_only(crowned: str) -> None:
    forms = [f"{crowned}t", f"{crowned}f"]
    for form in forms:
        assert can_be_tiled(indices(form), 2, Box.QUEENDOMINO)
    assert not can_be_tiled(indices("/".join(forms)), 2, Box.QUEENDOMINO)
    costs = np.full((5, len(FACES)), 9.0)
    for place, face in enumerate(indices(f"{forms[0]}C{forms[1]}")):
        costs[place, face] = 0
    problem = CheapestKingdomProblem(costs, 5, Box.QUEENDOMINO, (Window(0, 0, 5),), no_castle=7, limit=40)
    assert cheapest_kingdom(problem, seconds=5).cost > 8


@pytest.mark.slow
@settings(max_examples=150)
@given(st.integers(1, 4), st.integers(2, 4), st.randoms(use_true_random=False), st.sampled_from(BASE_BOXES))
def test_tiling_agrees_with_the_legality_check(rows: int, columns: int, rng: random.Random, box: Box) -> None:
    common = indices("wff1ll1gtC.")
    grid = [rng.choice(common) for _ in range(rows * columns)]
    cells = {divmod(place, columns): FACES[face] for place, face in enumerate(grid)}
    kingdom = Kingdom.from_cells(cells)
    if kingdom.squares():
        verdict = check(kingdom, box=box)
        stash_away = {"face", "count"} & {finding.code for finding in verdict.findings}
        assert can_be_tiled(grid, columns, box) is (verdict.tilings > 0 and not stash_away)


@pytest.mark.slow
@settings(max_examples=100)
@given(st.randoms(use_true_random=False), st.sampled_from(Box))
def test_cached_tilings_change_no_answer(rng: random.Random, box: Box) -> None:
    grid, common = list(indices(FINISHED)), indices("wff1ll1gtC.")
    tiler = Tiler(5, 5)
    for _ in range(8):
        grid[rng.randrange(25)] = rng.choice(common)
        if rng.random() < 0.5:
            grid = list(indices(FINISHED))
        assert tiler.can_tile(grid, box) is can_be_tiled(grid, 5, box)


def test_integer_program_replaces_an_exhausted_search(monkeypatch: pytest.MonkeyPatch) -> None:
    prior = Prior(5, 5, None, None, SolveSettings())
    right, wrong = indices(FINISHED), indices(FINISHED.replace("w1s1", "m2s1"))
    searched = prior.evaluate(right), prior.evaluate(wrong)
    monkeypatch.setattr(tiler, "_MAX_STEPS", 0)
    assert can_be_tiled(right, 5, Box.KINGDOMINO) is None
    prior = Prior(5, 5, None, None, SolveSettings())  # it remembers nothing of the searches before
    assert (prior.evaluate(right), prior.evaluate(wrong)) == searched
    assert (searched[0].box, searched[1].box) == (Box.KINGDOMINO, None)


def costs_of(notation: str, other: float = 3.0) -> NDArray[np.float64]:
    grid = indices(notation)
    costs = np.full((len(grid), len(FACES)), other)
    costs[range(len(grid)), grid] = 0.0
    return costs


@pytest.mark.slow
def test_integer_program_respects_forbidden_and_limited_choices() -> None:
    whole = (Window(0, 0, 5),)
    problem = CheapestKingdomProblem(costs_of(FINISHED), 5, Box.KINGDOMINO, whole, no_castle=7.0, limit=4.0)
    answer = cheapest_kingdom(problem, seconds=20)
    assert (answer.grid, answer.proven) == (indices(FINISHED), True)
    assert answer.cost == pytest.approx(0.0)
    second = cheapest_kingdom(
        CheapestKingdomProblem(problem.costs, 5, problem.box, whole, 7.0, 4.0, excluded=(indices(FINISHED),)),
        seconds=20,
    )
    assert second.cost == pytest.approx(3.0)
    assert second.grid is not None and can_be_tiled(second.grid, 5, Box.KINGDOMINO)
    none = cheapest_kingdom(
        CheapestKingdomProblem(problem.costs, 5, problem.box, whole, 7.0, 2.0, excluded=(indices(FINISHED),)),
        seconds=20,
    )
    assert (none.grid, none.cost, none.proven) == (None, inf, True)


def test_integer_program_respects_a_window() -> None:
    costs = costs_of("wwwwCf/......", other=2.0)
    windows = (Window(0, 0, 5, 0.0), Window(0, 1, 5, 0.0), Window(0, 0, 7, 1.5))
    answer = cheapest_kingdom(
        CheapestKingdomProblem(costs, 6, Box.KINGDOMINO, windows, no_castle=9.0, limit=20.0), seconds=20
    )
    # Five squares cannot be laid: the lone forest goes and the rest fits 5×5 at no price.
    assert answer.grid == indices("wwwwC./......")
    assert answer.cost == pytest.approx(2.0)


def test_integer_program_can_require_towns() -> None:
    costs = costs_of("Cff", other=2.0)
    problem = CheapestKingdomProblem(
        costs, 3, Box.QUEENDOMINO, (Window(0, 0, 5),), no_castle=9.0, limit=20.0, needs_town=True
    )
    answer = cheapest_kingdom(problem, seconds=20)
    assert answer.grid is not None and TOWN in answer.grid and answer.grid[0] == CASTLE
    assert answer.cost == pytest.approx(2.0)
