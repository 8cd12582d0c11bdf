"""Pictures to train the detector with: each number has its own, and its squares are where they are said to be."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import LaidKingdom, Render
from scorer.lab.train.detector_images import Renders, Window, seen_again
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Place, Square, Terrain

pytestmark = pytest.mark.torch

TABLE = [np.full((64, 64, 3), 100, np.uint8)]


def test_every_number_has_its_picture() -> None:
    row, other = (Renders([drawn_pool(pixels=24)], TABLE, 96, (seed, 1)) for seed in (0, 5))
    assert np.array_equal(row[3].image, row[3].image)
    assert not np.array_equal(row[3].image, row[4].image)
    assert not np.array_equal(row[3].image, other[3].image)


def test_a_window_shows_the_newest_and_follows_from_the_step_alone() -> None:
    row = Renders([drawn_pool(pixels=24)], TABLE, 64, (0, 1))
    walked = Window(row, keep=10, fresh=4)
    for step in range(4):
        steps = walked.draw(step, 3, np.random.default_rng(step))
    jumped = Window(row, keep=10, fresh=4).draw(3, 3, np.random.default_rng(3))
    assert [a.image.tobytes() for a in steps] == [b.image.tobytes() for b in jumped]
    newest = {row[number].image.tobytes() for number in range(2 * 3 + 4 * 3 - 10, 2 * 3 + 4 * 3)}
    assert {render.image.tobytes() for render in steps} <= newest


def test_squares_stay_at_their_recorded_places() -> None:
    row = Renders([drawn_pool(pixels=24)], TABLE, 128, (0, 1))
    number = next(number for number in range(50) if len(row[number].kingdoms) == 1)
    turned = set()
    for seed in range(12):
        picture = seen_again(row[number], np.random.default_rng(seed))
        quads = picture.squares
        assert picture.image.shape == (128, 128, 3)
        middles = np.array([quad.mean(axis=0) for quad in quads]).reshape(-1, 2)
        assert ((middles >= 0) & (middles < 128)).all()
        if quads:
            turned.add(tuple(np.round(quads[0].mean(axis=0)).astype(int).tolist()))
    assert len(turned) > 1


def test_squares_hidden_by_solids_are_ignored_except_the_castle() -> None:
    wheat = Square(Terrain.WHEAT)
    cells: dict[Position, Cell] = {(0, 0): Place.CASTLE, (0, 1): wheat, (0, 2): wheat}
    corners = np.array([[10, 30], [30, 30], [30, 50], [10, 50]], np.float32)
    quads = {(row, column): corners + np.array([20 * column, 0], np.float32) for row, column in cells}
    standing = np.zeros((96, 96), np.bool_)
    standing[:, :46] = True  # the castle's square, three quarters of the next, and nothing of the last
    render = Render(np.zeros((96, 96, 3), np.uint8), (LaidKingdom(Layout(cells, ()), quads),), standing=standing)
    pictures = [seen_again(render, np.random.default_rng(seed)) for seed in range(20)]
    whole = [picture for picture in pictures if len(picture.squares) + len(picture.hidden) == 3]
    assert whole and all(len(picture.hidden) == 1 for picture in whole)
    middle = [sum(quad.mean(axis=0) for quad in picture.squares) / 2 for picture in whole]
    assert all(
        np.allclose(between, picture.hidden[0].mean(axis=0)) for between, picture in zip(middle, whole, strict=True)
    )
