"""Squares in oblique views: rectified, and hidden by castles as far as a reader sees."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.art.draw import draw_cell
from scorer.lab.render.pieces.oblique_square import oblique_square
from scorer.rules.model.terrain import Square, Terrain
from scorer.vision.common.arrays import Image

SIDE = 64
BLOCK = [draw_cell(Square(terrain), SIDE) for terrain in (*Terrain, Terrain.WHEAT, Terrain.LAKE)]


def cut(castle_at: tuple[int, int] | None, seed: int) -> Image:
    return oblique_square(BLOCK, castle_at, SIDE, np.random.default_rng(seed))


def test_square_is_rectified_to_the_requested_size() -> None:
    square = cut(None, 1)
    assert square.shape == (SIDE, SIDE, 3) and square.dtype == np.uint8
    assert np.array_equal(square, cut(None, 1)) and not np.array_equal(square, cut(None, 2))


@pytest.mark.parametrize("seed", range(6))
def test_without_a_castle_the_middle_of_the_block_is_seen(seed: int) -> None:
    middle = np.median(cut(None, seed)[16:48, 16:48].reshape(-1, 3), axis=0)
    distances = [np.linalg.norm(np.median(square.reshape(-1, 3), axis=0) - middle) for square in BLOCK]
    assert int(np.argmin(distances)) == len(BLOCK) // 2


@pytest.mark.parametrize("seed", range(6))
def test_castle_hides_at_most_half_of_a_neighbouring_square(seed: int) -> None:
    bare = cut(None, seed).astype(int)
    own, beside = (cut(at, seed).astype(int) for at in ((0, 0), (0, 1)))
    changed = [float((np.abs(one - bare).max(axis=2) > 30).mean()) for one in (own, beside)]
    assert changed[0] > 0.1
    assert changed[1] < 0.75  # at most half by the castle, the rest by its shadow
