"""The photos to measure with are what their scenarios say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scorer.lab.render.benchmark_set.sample_image import render_sample
from scorer.lab.render.benchmark_set.scenarios import SCENARIOS, Scenario
from scorer.lab.render.pools import drawn_pool, with_two_crowns

pytestmark = pytest.mark.slow


@pytest.mark.nightly
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_every_scenario_gives_its_kind_of_photo(scenario: Scenario) -> None:
    width, height = scenario.pixels
    small = replace(scenario, pixels=(width * 400 // max(width, height), height * 400 // max(width, height)))
    pools = [with_two_crowns(drawn_pool(pixels=24), pixels=24)]
    rendered = [render_sample(small, seed, pools, ()) for seed in (1, 2, 1)]
    assert np.array_equal(rendered[0].render.image, rendered[2].render.image)
    assert not np.array_equal(rendered[0].render.image, rendered[1].render.image)
    for sample in rendered[:2]:
        kingdoms = [laid.layout.kingdom for laid in sample.render.kingdoms]
        if scenario.outside == "first":
            assert sample.kingdoms == () and sample.cut == (0,)
        elif scenario.outside == "last":
            assert sample.kingdoms == (0,) and sample.cut == (1,)
        else:
            assert sample.kingdoms == tuple(range(len(scenario.sizes))) and sample.cut == ()
        for kingdom, size in zip(kingdoms, scenario.sizes, strict=True):
            assert max(kingdom.height, kingdom.width) <= size and len(kingdom.castles) == 1
            assert len(kingdom.squares()) % 2 == 0
        if scenario.dominoes:
            assert scenario.dominoes[0] <= len(kingdoms[0].squares()) / 2 <= scenario.dominoes[1]


def test_draft_line_is_rendered_next_to_the_kingdom_but_is_no_kingdom() -> None:
    scenario = next(scenario for scenario in SCENARIOS if scenario.offered)
    pools = [drawn_pool(pixels=24)]
    small = replace(scenario, pixels=(400, 300))
    sample = render_sample(small, 1, pools, ())
    (kingdom,) = sample.render.kingdoms
    assert len(sample.render.loose) == 2 * scenario.offered
    assert min(
        float(np.linalg.norm(quad.mean(axis=0) - square.mean(axis=0)))
        for quad in sample.render.loose
        for square in kingdom.quads.values()
    ) > 0.5 * float(np.linalg.norm(sample.render.loose[0][1] - sample.render.loose[0][0]))
    bare = render_sample(replace(small, offered=0, figures=0), 1, pools, ())
    assert not bare.render.loose
