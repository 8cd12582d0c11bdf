"""Squares of other games."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.training.prints import printed_square


@pytest.mark.parametrize("side", [16, 64, 128])
def test_prints_follow_the_seed_and_show_something(side: int) -> None:
    squares = [printed_square(side, np.random.default_rng(seed)) for seed in (1, 1, *range(2, 30))]
    assert all(square.shape == (side, side, 3) and square.dtype == np.uint8 for square in squares)
    assert np.array_equal(squares[0], squares[1]) and not np.array_equal(squares[0], squares[2])
    assert np.mean([square.std(axis=(0, 1)).max() > 1 for square in squares]) > 0.8
