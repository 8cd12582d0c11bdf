"""The photos to measure with are what their conditions say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scorer.lab.render.measured.conditions import CONDITIONS, Condition
from scorer.lab.render.measured.shots import shoot
from scorer.lab.render.pools import drawn_pool, with_two_crowns

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda condition: condition.name)
def test_every_condition_gives_the_photo_it_promises(condition: Condition) -> None:
    width, height = condition.pixels
    small = replace(condition, pixels=(width * 400 // max(width, height), height * 400 // max(width, height)))
    pools = [with_two_crowns(drawn_pool(pixels=24), pixels=24)]
    shots = [shoot(small, seed, pools, ()) for seed in (1, 2, 1)]
    assert np.array_equal(shots[0].render.image, shots[2].render.image)
    assert not np.array_equal(shots[0].render.image, shots[1].render.image)
    for shot in shots[:2]:
        kingdoms = [laid.layout.kingdom for laid in shot.render.kingdoms]
        if condition.outside == "first":
            assert shot.kingdoms == () and shot.cut == (0,)
        elif condition.outside == "last":
            assert shot.kingdoms == (0,) and shot.cut == (1,)
        else:
            assert shot.kingdoms == tuple(range(len(condition.sizes))) and shot.cut == ()
        for kingdom, size in zip(kingdoms, condition.sizes, strict=True):
            assert max(kingdom.height, kingdom.width) <= size and len(kingdom.castles) == 1
            assert len(kingdom.squares()) % 2 == 0
        if condition.dominoes:
            assert condition.dominoes[0] <= len(kingdoms[0].squares()) / 2 <= condition.dominoes[1]


def test_the_draft_line_lies_beside_the_kingdom_and_is_none() -> None:
    condition = next(condition for condition in CONDITIONS if condition.offered)
    pools = [drawn_pool(pixels=24)]
    small = replace(condition, pixels=(400, 300))
    shot = shoot(small, 1, pools, ())
    (kingdom,) = shot.render.kingdoms
    assert len(shot.render.loose) == 2 * condition.offered
    assert min(
        float(np.linalg.norm(quad.mean(axis=0) - square.mean(axis=0)))
        for quad in shot.render.loose
        for square in kingdom.quads.values()
    ) > 0.5 * float(np.linalg.norm(shot.render.loose[0][1] - shot.render.loose[0][0]))
    bare = shoot(replace(small, offered=0, figures=0), 1, pools, ())
    assert not bare.render.loose
