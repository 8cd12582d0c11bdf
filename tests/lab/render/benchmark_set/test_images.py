"""The photos that the reader is measured on are always the same, each with a seed of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from scorer.lab.render.benchmark_set import images
from scorer.lab.render.benchmark_set.images import SEED, benchmark_images
from scorer.lab.render.benchmark_set.negatives import NO_KINGDOM
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.benchmark_set.scenarios import SCENARIOS, Scenario
from scorer.lab.render.render import Render

LARGE = "12 megapixels"


@pytest.fixture
def unrendered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos are only named, not made."""

    def named(what: Scenario | str, seed: int, *_: object) -> SampleImage:
        return SampleImage(what.name if isinstance(what, Scenario) else what, seed, Render(None, ()), (), ())  # type: ignore[arg-type]

    monkeypatch.setattr(images, "render_sample", named)
    monkeypatch.setattr(images, "render_negative", lambda kind, seed, *_: named(f"{NO_KINGDOM}: {kind}", seed))


@pytest.mark.usefixtures("unrendered")
def test_every_condition_has_its_photos_and_every_photo_its_seed() -> None:
    taken = list(benchmark_images(None, 6))
    counts = Counter(one.scenario for one in taken)
    assert {counts[scenario.name] for scenario in SCENARIOS if scenario.name != LARGE} == {6}
    assert counts[LARGE] == 2
    assert {counts[name] for name in counts if name.startswith(NO_KINGDOM)} == {12}
    assert len({one.seed for one in taken}) == len(taken)
    assert [one.seed - SEED for one in taken if one.scenario == "any turn"] == list(range(1000, 1006))


@pytest.mark.usefixtures("unrendered")
def test_large_photos_are_fewer_but_never_none() -> None:
    number = [scenario.name for scenario in SCENARIOS].index(LARGE)
    assert [one.seed - SEED for one in benchmark_images(None, 1, LARGE)] == [1000 * number]


@pytest.mark.usefixtures("unrendered")
def test_another_seed_gives_other_photos_like_them() -> None:
    first, other = ([one.seed for one in benchmark_images(None, 1, "castle alone", seed=seed)] for seed in (0, 300))
    assert other == [seed + 300 for seed in first] and len(first) == 2


@pytest.mark.usefixtures("unrendered")
def test_kingdoms_only_leaves_out_what_has_none() -> None:
    assert {one.scenario for one in benchmark_images(None, 1, kingdoms_only=True)} == {one.name for one in SCENARIOS}


def test_photos_chosen_by_their_conditions_name_are_rendered() -> None:
    (taken,) = benchmark_images(None, 1, "one or two dominoes")
    assert taken.seed == SEED + 9000 and len(taken.render.kingdoms) == 1 and taken.render.image.std() > 10
