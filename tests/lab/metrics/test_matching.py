"""Where a kingdom lies in a grid: turned and moved, or nowhere."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.lab.metrics.matching import match_grid
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.render import LaidKingdom
from scorer.lab.render.scene import Points
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Place, Square, Terrain

SIDE = 40.0
BOX = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
CELLS: dict[Position, Cell] = {(0, 0): Place.CASTLE, (0, 1): Square(Terrain.WHEAT), (1, 1): Square(Terrain.WHEAT)}


def grid(rows: int, columns: int) -> Points:
    """A level grid (rows, columns, 4, 2) of squares of ``SIDE`` pixels from the picture's top left."""
    return np.array([[_square(r, c) for c in range(columns)] for r in range(rows)], np.float32)


def laid_at(row: float, column: float) -> LaidKingdom:
    return LaidKingdom(Layout(CELLS, ()), {(r, c): _square(row + r, column + c) for r, c in CELLS})


def _square(row: float, column: float) -> Points:
    return (BOX + np.array([column, row], np.float32)) * np.float32(SIDE)


@pytest.mark.parametrize("turns", range(4))
def test_kingdom_is_matched_in_any_orientation_of_the_grid(turns: int) -> None:
    places = np.rot90(grid(4, 5), -turns)
    match = match_grid(np.ascontiguousarray(places), laid_at(1, 2))
    assert match is not None and match.near == 1 and match.turns == turns
    for (row, column), middle in zip(CELLS, ([100, 60], [140, 60], [140, 100]), strict=True):
        assert places[match.place((row, column))].mean(axis=0).tolist() == middle


def test_squares_away_from_their_places_count_less() -> None:
    laid = laid_at(1, 2)
    outlier = {**laid.quads, (0, 0): laid.quads[0, 0] + np.float32(0.4 * SIDE)}
    match = match_grid(grid(4, 5), LaidKingdom(laid.layout, outlier))
    assert match is not None and match.near == pytest.approx(2 / 3)


def test_a_kingdom_elsewhere_has_no_match() -> None:
    assert match_grid(grid(4, 5), laid_at(6, 6)) is None
