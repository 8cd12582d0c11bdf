"""Which scenes are rendered for training."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.training_scenes import training_render


@pytest.mark.slow
def test_a_training_picture_has_its_truth_and_follows_its_seed() -> None:
    pools = [drawn_pool(pixels=24)]
    table = [np.full((40, 40, 3), 90, np.uint8)]
    renders = [training_render(pools, table, 160, np.random.default_rng(seed)) for seed in (*range(30), 0)]
    assert np.array_equal(renders[0].image, renders[-1].image)
    assert all(render.image.shape == (160, 160, 3) for render in renders)
    empty = sum(not render.kingdoms for render in renders)
    assert 0 < empty < 15  # some bare tables, not many
    solid = [render for render in renders if render.standing is not None and render.standing.any()]
    assert 3 < len(solid) < 20  # about a third are oblique views, and in most of them something stands
