"""Pictures without a kingdom have none, and are always the same."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.synthesis.negatives import NEGATIVES, negative_shot
from scorer.synthesis.pools import Pool, drawn_pool

pytestmark = pytest.mark.slow

POOLS: list[Pool] = [drawn_pool(pixels=24)]


@pytest.mark.parametrize("kind", NEGATIVES)
def test_pictures_without_a_kingdom_hold_none(kind: str) -> None:
    first, other, again = (negative_shot(kind, seed, POOLS, ()) for seed in (1, 2, 1))
    assert first.render.kingdoms == () and first.kingdoms == first.cut == ()
    assert np.array_equal(first.render.image, again.render.image)
    assert not np.array_equal(first.render.image, other.render.image)
