"""What the expansions put on squares: drawn each in its own way, alone and on its land alike."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from scorer.art.draw import draw_cell, draw_pieces
from scorer.rules.model.court import COURT_TILES, RESOURCE_TERRAINS
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Square, Terrain

PIECES = {
    **{f"m3{'!' * count}": Square(Terrain.MINE, 3, giants=count) for count in range(4)},
    **{f"{terrain.letter}*": Square(terrain, resource=True) for terrain in RESOURCE_TERRAINS},
    **{f"g[{kind}]": Square(Terrain.GRASSLAND, building=kind) for kind in COURT_TILES},
}


@pytest.mark.slow
def test_all_pieces_look_different() -> None:
    pictures = {code: draw_cell(square, 64).astype(int) for code, square in PIECES.items()}
    for (one, first), (other, second) in itertools.combinations(pictures.items(), 2):
        assert np.abs(first - second).max() > 100, (one, other)


@pytest.mark.parametrize("code", PIECES)
@pytest.mark.parametrize("variant", [0, 1])
def test_piece_over_its_terrain_equals_the_whole_square(code: str, variant: int) -> None:
    square = PIECES[code]
    whole = draw_cell(square, 96, variant).astype(float)
    land = draw_cell(Square(square.terrain, square.crowns), 96, variant).astype(float)
    piece = draw_pieces(square, 96, variant).astype(float)
    cover = piece[..., 3:] / 255
    laid = piece[..., :3] * cover + land * (1 - cover)
    inside = np.abs(laid - whole)[6:-6, 6:-6]  # the rim is darkened after all
    assert np.percentile(inside, 99) < 12 and inside.mean() < 2


def test_a_giant_stands_on_the_first_crown() -> None:
    (bare, covered) = (draw_cell(square, 96).astype(int) for square in (PIECES["m3"], PIECES["m3!"]))
    changed = np.argwhere(np.abs(bare - covered).max(axis=2) > 20)
    assert changed[:, 1].max() < 96 * 0.33 and changed[:, 0].max() < 96 * 0.55


def test_illegal_pieces_are_drawn() -> None:
    kingdom = Kingdom.parse("s*m1[farmer]!!!!!!")
    for _, cell in kingdom.cells():
        assert draw_cell(cell, 32).shape == (32, 32, 3)
