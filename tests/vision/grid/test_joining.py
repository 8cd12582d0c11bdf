"""Kingdoms larger than any grid stay whole; stray squares beyond the largest grid do not make one larger."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.art.surfaces import planks
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import render
from scorer.lab.render.scene import Scene
from scorer.rules.legality import check
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.vision.grid.joining import lattices, most_used
from scorer.vision.reader import default_reader
from scorer.vision.settings import LatticeSettings
from tests.vision.photographed import flat_detections

FACES = [Square(Terrain.LAKE), Square(Terrain.MINE, 1), Square(Terrain.FOREST), Square(Terrain.WHEAT, 1)]


def large(rows: int, columns: int) -> Layout:
    """Dominoes side by side over the whole rectangle, with a castle in the last column's middle."""
    castle = rows // 2, columns - 1
    cells: dict[Position, Cell] = {castle: Place.CASTLE}
    dominoes = []
    for row in range(rows):
        for column in range(0, columns - 1, 2):
            pair = (row, column), (row, column + 1)
            cells |= {place: FACES[(row * 3 + place[1]) % len(FACES)] for place in pair}
            dominoes.append(pair)
    return Layout(cells, dominoes)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(7, 11), (9, 9)])
def test_a_kingdom_larger_than_any_grid_is_read_whole_and_judged_illegal(rows: int, columns: int) -> None:
    layout = large(rows, columns)
    rng = np.random.default_rng(2)
    scene = Scene(1300, 1000, square=85, light=0, tilt=15, turn=5)
    taken = render([layout], drawn_pool(pixels=96), (), scene, rng, planks(1300, 1000, "#6b4630", rng))
    reading = default_reader().read(taken.image)
    assert [kingdom.kingdom for kingdom in reading.kingdoms] == [layout.kingdom]
    assert "size" in {finding.code for finding in check(reading.kingdoms[0].kingdom).findings}


@pytest.mark.parametrize("columns", [7, 8, 11])
def test_a_lattice_has_as_many_columns_as_there_are(columns: int) -> None:
    found = lattices(flat_detections(5, columns), LatticeSettings())
    assert [len(lattice.members) for lattice in found] == [5 * columns]


def test_one_stray_square_makes_no_larger_kingdom() -> None:
    assert most_used(np.array([7.0] * 7 + [1.0]), max_stray_share=0.75) == range(7)
    assert most_used(np.array([1.0] + [7.0] * 8), max_stray_share=0.75) == range(9)
