"""How pieces lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.lab.render.pieces.layouts import Layout, careless_layout, laid_out
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.faces import FACES

LAND = [face for face in FACES if not isinstance(face, Place)]


@pytest.mark.slow
@given(st.integers(1, 24), st.sampled_from([5, 7]), st.integers(0, 2**32 - 1))
@settings(max_examples=60)
def test_a_careless_layout_is_a_kingdom_of_dominoes(dominoes: int, size: int, seed: int) -> None:
    layout = careless_layout(min(dominoes, (size * size - 1) // 2), size, np.random.default_rng(seed), LAND)
    kingdom = layout.kingdom
    assert kingdom.height <= size and kingdom.width <= size
    halves = [position for domino in layout.dominoes for position in domino]
    assert len(halves) == len(set(halves)) and len(kingdom.castles) == 1
    assert {*halves, kingdom.castles[0]} == set(layout.cells)
    assert all(b in neighbours(a) for a, b in layout.dominoes)
    seen, edge = {kingdom.castles[0]}, [kingdom.castles[0]]
    while edge:
        fresh = [n for n in neighbours(edge.pop()) if n in layout.cells and n not in seen]
        seen |= set(fresh)
        edge += fresh
    assert seen == set(layout.cells)


def test_a_legal_notation_is_laid_out_in_its_dominoes() -> None:
    layout = laid_out(Kingdom.parse("wwC/.ff"))
    assert str(layout.kingdom) == "wwC/.ff"
    assert sorted(sorted(domino) for domino in layout.dominoes) == [[(0, 0), (0, 1)], [(1, 1), (1, 2)]]


def test_an_illegal_notation_is_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match="wC is no legal kingdom: "):
        laid_out(Kingdom.parse("wC"))


def test_a_layout_knows_its_kingdom() -> None:
    cells: dict[Position, Cell] = {(0, 0): LAND[0], (1, 0): Place.CASTLE, (1, 1): LAND[2], (2, 1): LAND[4]}
    assert str(Layout(cells, [((1, 1), (2, 1))]).kingdom) == "w./Cf/.l"
