"""Giants and resources on rendered kingdoms."""

from __future__ import annotations

import numpy as np

from scorer.art.draw import draw_kingdom
from scorer.lab.render.pieces.expansions import lay_resources, stand_giants
from scorer.rules.model.kingdom import Kingdom
from scorer.vision.common.arrays import Image

KINGDOM = Kingdom.parse("w1wC/ff1l/smt")
SIDE = 80
QUADS = {
    (row, column): np.array([[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]], np.float32)
    * SIDE
    for row in range(3)
    for column in range(3)
}
CELLS = dict(KINGDOM.cells())


def board() -> Image:
    return draw_kingdom(KINGDOM, SIDE)


def touched(before: Image, after: Image) -> set[tuple[int, int]]:
    """The squares that look otherwise in their middle or at their crowns."""
    changed = np.abs(before.astype(int) - after).max(axis=2) > 30
    return {
        (row, column)
        for row, column in QUADS
        if changed[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE].mean() > 0.02
    }


def test_giants_stand_on_crowned_squares_and_hide_crowns() -> None:
    picture = stand_giants(board(), CELLS, QUADS, 6, np.zeros(2), np.random.default_rng(1))
    assert {(0, 0), (1, 1)} <= touched(board(), picture)
    corner = np.abs(board()[:30, :30].astype(int) - picture[:30, :30]).max(axis=2) > 30
    assert corner.mean() > 0.3  # the crown of A1 is drawn at its top left


def test_no_more_giants_than_asked_for() -> None:
    picture = stand_giants(board(), CELLS, QUADS, 1, np.zeros(2), np.random.default_rng(1))
    assert len(touched(board(), picture) & {(0, 0), (1, 1)}) == 1


def test_resources_lie_on_every_square_that_brings_one_and_on_no_other() -> None:
    picture = lay_resources(board(), CELLS, QUADS, np.random.default_rng(1))
    assert touched(board(), picture) == {(0, 1), (1, 0), (1, 2)}
