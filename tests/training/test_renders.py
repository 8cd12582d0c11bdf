"""Pictures to train the detector with: each number has its own, and its squares are where they are said to be."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[train]')")

from scorer.synthesis.pools import drawn_pool
from scorer.training.renders import Renders, Window, seen_again

pytestmark = pytest.mark.torch

TABLE = [np.full((64, 64, 3), 100, np.uint8)]


def test_every_number_has_its_picture() -> None:
    row, other = (Renders([drawn_pool(pixels=32)], TABLE, 96, (seed, 1)) for seed in (0, 5))
    assert np.array_equal(row[3].image, row[3].image)
    assert not np.array_equal(row[3].image, row[4].image)
    assert not np.array_equal(row[3].image, other[3].image)


def test_a_window_shows_the_newest_and_follows_from_the_step_alone() -> None:
    row = Renders([drawn_pool(pixels=32)], TABLE, 64, (0, 1))
    walked = Window(row, keep=10, fresh=4)
    for step in range(4):
        steps = walked.draw(step, 3, np.random.default_rng(step))
    jumped = Window(row, keep=10, fresh=4).draw(3, 3, np.random.default_rng(3))
    assert [a.image.tobytes() for a in steps] == [b.image.tobytes() for b in jumped]
    newest = {row[number].image.tobytes() for number in range(2 * 3 + 4 * 3 - 10, 2 * 3 + 4 * 3)}
    assert {render.image.tobytes() for render in steps} <= newest


def test_squares_stay_where_they_are_said_to_be() -> None:
    row = Renders([drawn_pool(pixels=32)], TABLE, 128, (0, 1))
    number = next(number for number in range(50) if len(row[number].kingdoms) == 1)
    turned = set()
    for seed in range(12):
        image, quads = seen_again(row[number], np.random.default_rng(seed))
        assert image.shape == (128, 128, 3)
        middles = np.array([quad.mean(axis=0) for quad in quads]).reshape(-1, 2)
        assert ((middles >= 0) & (middles < 128)).all()
        if quads:
            turned.add(tuple(np.round(quads[0].mean(axis=0)).astype(int).tolist()))
    assert len(turned) > 1
