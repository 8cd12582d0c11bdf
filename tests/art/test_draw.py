"""The drawn squares: every place can be drawn, always the same way, and faces can be told apart by eye and by mean."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from scorer.art.draw import CASTLE_COLOURS, draw_cell, draw_kingdom
from scorer.art.surfaces import cloth, cutting_mat, planks
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.vision.common.faces import FACES

CELLS: list[Cell] = [
    *FACES,
    Place.UNKNOWN,
    *(Square(terrain, None) for terrain in Terrain),
    *(Square(Terrain.TOWN, 0, kind) for kind in BUILDINGS),
]


def gold(cell: Cell) -> int:
    """Pixels of a crown's gold in the strip where crowns are printed."""
    strip = draw_cell(cell, 200, variant=2)[10:50].astype(int)
    return int((np.abs(strip - (46, 207, 247)).max(axis=2) < 9).sum())


@pytest.mark.parametrize("cell", CELLS, ids=str)
@pytest.mark.parametrize("pixels", [1, 40, 128, 500])
def test_draws_every_place_at_every_size(cell: Cell, pixels: int) -> None:
    picture = draw_cell(cell, pixels)
    assert picture.shape == (pixels, pixels, 3) and picture.dtype == np.uint8


def test_equal_arguments_give_equal_independent_pictures() -> None:
    first = draw_cell(Square(Terrain.LAKE, 1), 64, 5)
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(draw_cell(Square(Terrain.LAKE, 1), 64, 5), kept)
    full = draw_cell(Square(Terrain.LAKE), 384)
    full[:] = 0
    assert draw_cell(Square(Terrain.LAKE), 384).any()


@pytest.mark.parametrize("terrain", Terrain)
def test_variants_differ_but_keep_their_colour(terrain: Terrain) -> None:
    pictures = [draw_cell(Square(terrain), 64, variant).astype(int) for variant in (0, 1, 2, -3)]
    for one, other in itertools.combinations(pictures, 2):
        assert not np.array_equal(one, other)
        assert np.abs(one.mean(axis=(0, 1)) - other.mean(axis=(0, 1))).max() < 12


def test_terrains_differ_in_colour() -> None:
    means = {terrain: draw_cell(Square(terrain), 64).mean(axis=(0, 1)) for terrain in Terrain}
    for one, other in itertools.combinations(Terrain, 2):
        assert np.abs(means[one] - means[other]).max() > 35, (one, other)


@pytest.mark.parametrize("terrain", [t for t in Terrain if t is not Terrain.TOWN])
def test_each_crown_adds_its_gold(terrain: Terrain) -> None:
    counts = [gold(Square(terrain, crowns)) - gold(Square(terrain)) for crowns in (1, 2, 3)]
    assert counts[0] > 250
    assert counts[1] == pytest.approx(2 * counts[0], rel=0.15) and counts[2] == pytest.approx(3 * counts[0], rel=0.15)


def test_every_player_has_a_castle_of_their_own_colour() -> None:
    castles = [draw_cell(Place.CASTLE, 64, variant) for variant in range(len(CASTLE_COLOURS))]
    assert len({castle.tobytes() for castle in castles}) == 4
    assert np.array_equal(draw_cell(Place.CASTLE, 64, 4), castles[0])


def test_a_castle_without_a_colour_is_grey() -> None:
    yellow, grey = (draw_kingdom(Kingdom.parse("C"), castle_colour=colour) for colour in ("yellow", ""))
    wall = slice(55, 60), slice(28, 34)
    spread = [int(np.ptp(picture[wall].reshape(-1, 3).mean(axis=0))) for picture in (yellow, grey)]
    assert spread[0] > 100 and spread[1] < 30


def test_a_kingdom_is_its_cells_in_their_places() -> None:
    picture = draw_kingdom(Kingdom.parse("wl/.C"), pixels=50, castle_colour="pink", margin=10)
    assert picture.shape == (120, 120, 3)
    assert np.array_equal(picture[60:110, 60:110], draw_cell(Place.CASTLE, 50, CASTLE_COLOURS.index("pink")))
    assert np.array_equal(picture[10:60, 60:110], draw_cell(Square(Terrain.LAKE), 50, 1))
    assert len(np.unique(picture[60:110, 10:60].reshape(-1, 3), axis=0)) == 1  # the empty place is bare


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one pixel"):
        draw_cell(Place.EMPTY, 0)
    with pytest.raises(ValueError, match="purple"):
        draw_kingdom(Kingdom.parse("C"), castle_colour="purple")


def test_table_tops_fill_the_picture() -> None:
    rng = np.random.default_rng(0)
    tops = planks(90, 70, "#c99a5f", rng), cloth(90, 70, "#37695f", 0.03, rng), cutting_mat(90, 70, "#2f6f63", 20, rng)
    for top in tops:
        assert top.shape == (70, 90, 3) and top.dtype == np.uint8 and top.std() > 1
