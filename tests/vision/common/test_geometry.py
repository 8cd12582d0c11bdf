"""The share of a square that lies in the picture, at its edges and anywhere."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.vision.common.geometry import visible_parts

SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)


@pytest.mark.parametrize("side", [20, 32, 63, 64, 100])
def test_every_square_of_a_grid_that_fills_the_picture_is_visible(side: int) -> None:
    rng = np.random.default_rng(side)
    places = np.array([[SQUARE + np.array([column, row]) for column in range(5)] for row in range(5)]) * side
    for rounding in (0.0, 1e-15, 1e-6, 1e-5):
        quads = (places + rng.normal(0, 1, places.shape) * rounding).astype(np.float32)
        assert visible_parts(quads, (5 * side, 5 * side)) == pytest.approx(1, abs=1e-4)


def test_the_visible_share_is_that_of_points_in_the_picture() -> None:
    rng = np.random.default_rng(2)
    grid = np.stack(np.meshgrid(*[(np.arange(60) + 0.5) / 60] * 2), axis=-1).reshape(-1, 2)
    for _ in range(40):
        u, v = rng.uniform(-30, 30, 2), rng.uniform(-30, 30, 2)
        if abs(u[0] * v[1] - u[1] * v[0]) < 100:
            continue
        corner = rng.uniform(-20, 60, 2)
        quad = corner + SQUARE @ np.stack([u, v])
        points = corner + grid @ np.stack([u, v])
        inside = ((points >= 0) & (points <= [50, 40])).all(axis=1).mean()
        assert visible_parts(quad[None, None].astype(np.float32), (40, 50))[0, 0] == pytest.approx(inside, abs=0.03)
