"""The benchmark set is always the same: every image has a seed that only its scenario decides."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from scorer.lab.metrics.flags import KingdomFlags
from scorer.lab.metrics.measurement import Measurement
from scorer.lab.metrics.rows import ACCURACY, read_rows
from scorer.lab.render.benchmark_set import images
from scorer.lab.render.benchmark_set.boards import BOARDS, FIRST_SEED
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.lab.render.benchmark_set.negatives import NEGATIVES, NO_KINGDOM
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.benchmark_set.scenarios import SCENARIOS, Scenario
from scorer.lab.render.benchmark_set.seeds import seed_of
from scorer.lab.render.render import Render

ROOT = Path(__file__).resolve().parents[4]
LARGE = "12 megapixels"


@pytest.fixture
def unrendered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos are only named, not made."""

    def named(what: Scenario | str, seed: int, *_: object) -> SampleImage:
        return SampleImage(what.name if isinstance(what, Scenario) else what, seed, Render(None, ()), (), ())  # type: ignore[arg-type]

    monkeypatch.setattr(images, "render_sample", named)
    monkeypatch.setattr(images, "render_negative", lambda kind, seed, *_: named(f"{NO_KINGDOM}: {kind}", seed))


@pytest.mark.slow
@pytest.mark.usefixtures("unrendered")
def test_every_scenario_has_its_images_and_every_image_its_seed() -> None:
    taken = list(benchmark_images(None, 6))
    counts = Counter(one.scenario for one in taken)
    assert {counts[scenario.name] for scenario in SCENARIOS if scenario.name != LARGE} == {6}
    assert counts[LARGE] == 2
    assert {counts[name] for name in counts if name.startswith(NO_KINGDOM)} == {12}
    assert len({one.seed for one in taken}) == len(taken)


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        *((name, Measurement) for name in ("rendered", "rendered_again", "oblique", "expansions", "negatives")),
        ("flags", KingdomFlags),
    ],
)
def test_stored_results_name_the_seeds_of_their_scenarios(file: str, kind: type[Measurement | KingdomFlags]) -> None:
    first = {one.name: one.first_seed for one in SCENARIOS} | {BOARDS: FIRST_SEED}
    first |= {one.scenario: one.first_seed for one in NEGATIVES.values()}
    for row in read_rows(kind, ROOT / ACCURACY / f"{file}.csv"):
        assert 0 <= int(row.picture) - first[row.kind] < 1000


@pytest.mark.usefixtures("unrendered")
def test_a_new_scenario_changes_no_other_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {(one.scenario, one.seed) for one in benchmark_images(None, 2)}
    monkeypatch.setattr(images, "SCENARIOS", (Scenario("candlelight"), *SCENARIOS))
    new = {(one.scenario, one.seed) for one in benchmark_images(None, 2)} - before
    assert new == {("candlelight", seed_of("candlelight")), ("candlelight", seed_of("candlelight") + 1)}


@pytest.mark.usefixtures("unrendered")
def test_large_photos_are_fewer_but_never_none() -> None:
    assert len(list(benchmark_images(None, 1, LARGE))) == 1


@pytest.mark.usefixtures("unrendered")
def test_another_seed_gives_other_photos_like_them() -> None:
    first, other = ([one.seed for one in benchmark_images(None, 1, "castle alone", seed=seed)] for seed in (0, 300))
    assert other == [seed + 300 for seed in first] and len(first) == 2


@pytest.mark.usefixtures("unrendered")
def test_kingdoms_only_omits_pictures_without_a_kingdom() -> None:
    assert {one.scenario for one in benchmark_images(None, 1, kingdoms_only=True)} == {one.name for one in SCENARIOS}


@pytest.mark.slow
def test_images_chosen_by_their_scenarios_name_are_rendered() -> None:
    (taken,) = benchmark_images(None, 1, "one or two dominoes")
    assert taken.seed == 20_270_120 and len(taken.render.kingdoms) == 1 and taken.render.image.std() > 10
