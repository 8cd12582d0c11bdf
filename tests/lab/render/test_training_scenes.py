"""Which scenes are rendered for training."""

from __future__ import annotations

import numpy as np

from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.training_scenes import training_render


def test_a_training_picture_has_its_truth_and_follows_its_seed() -> None:
    pools = [drawn_pool(pixels=32)]
    table = [np.full((40, 40, 3), 90, np.uint8)]
    benchmark_images = [training_render(pools, table, 160, np.random.default_rng(seed)) for seed in (*range(30), 0)]
    assert np.array_equal(benchmark_images[0].image, benchmark_images[-1].image)
    assert all(sample.image.shape == (160, 160, 3) for sample in benchmark_images)
    empty = sum(not sample.kingdoms for sample in benchmark_images)
    assert 0 < empty < 15  # some bare tables, not many
    solid = [sample for sample in benchmark_images if sample.standing is not None and sample.standing.any()]
    assert 3 < len(solid) < 20  # about a third are seen from the seat, and in most of them something stands
