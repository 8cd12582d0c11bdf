"""Pictures without a kingdom have none, and are always the same."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.lab.render.benchmark_set.negatives import NEGATIVES, render_negative
from scorer.lab.render.pools import drawn_pool

pytestmark = pytest.mark.slow


@pytest.mark.nightly
@pytest.mark.parametrize("kind", NEGATIVES)
def test_pictures_without_a_kingdom_hold_none(kind: str) -> None:
    pools = [drawn_pool(pixels=24)]
    tables = [] if kind == "bare table" else [np.full((40, 40, 3), 90, np.uint8)]  # drawing a table takes a second
    first, other, again = (render_negative(kind, seed, pools, tables) for seed in (1, 2, 1))
    assert first.render.kingdoms == () and first.kingdoms == first.cut == ()
    assert np.array_equal(first.render.image, again.render.image)
    assert not np.array_equal(first.render.image, other.render.image)
