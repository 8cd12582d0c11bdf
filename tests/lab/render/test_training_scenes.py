"""Which scenes are rendered for training."""

from __future__ import annotations

import numpy as np

from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.training_scenes import training_render


def test_a_training_picture_has_its_truth_and_follows_its_seed() -> None:
    pools = [drawn_pool(pixels=32)]
    table = [np.full((40, 40, 3), 90, np.uint8)]
    shots = [training_render(pools, table, 160, np.random.default_rng(seed)) for seed in (*range(30), 0)]
    assert np.array_equal(shots[0].image, shots[-1].image)
    assert all(shot.image.shape == (160, 160, 3) for shot in shots)
    empty = sum(not shot.kingdoms for shot in shots)
    assert 0 < empty < 15  # some bare tables, not many
    solid = [shot for shot in shots if shot.standing is not None and shot.standing.any()]
    assert 3 < len(solid) < 20  # about a third are seen from the seat, and in most of them something stands
