"""The photos that the reader is measured on are always the same, each with a seed of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from scorer.lab.render.measured import photo_set
from scorer.lab.render.measured.conditions import CONDITIONS, Condition
from scorer.lab.render.measured.negatives import NO_KINGDOM
from scorer.lab.render.measured.photo_set import SEED, shots
from scorer.lab.render.measured.shots import Shot
from scorer.lab.render.render import Render

LARGE = "12 megapixels"


@pytest.fixture
def unrendered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos are only named, not made."""

    def named(what: Condition | str, seed: int, *_: object) -> Shot:
        return Shot(what.name if isinstance(what, Condition) else what, seed, Render(None, ()), (), ())  # type: ignore[arg-type]

    monkeypatch.setattr(photo_set, "shoot", named)
    monkeypatch.setattr(photo_set, "negative_shot", lambda kind, seed, *_: named(f"{NO_KINGDOM}: {kind}", seed))


@pytest.mark.usefixtures("unrendered")
def test_every_condition_has_its_photos_and_every_photo_its_seed() -> None:
    taken = list(shots(None, 6))
    counts = Counter(one.condition for one in taken)
    assert {counts[condition.name] for condition in CONDITIONS if condition.name != LARGE} == {6}
    assert counts[LARGE] == 2
    assert {counts[name] for name in counts if name.startswith(NO_KINGDOM)} == {12}
    assert len({one.seed for one in taken}) == len(taken)
    assert [one.seed - SEED for one in taken if one.condition == "any turn"] == list(range(1000, 1006))


@pytest.mark.usefixtures("unrendered")
def test_large_photos_are_fewer_but_never_none() -> None:
    number = [condition.name for condition in CONDITIONS].index(LARGE)
    assert [one.seed - SEED for one in shots(None, 1, LARGE)] == [1000 * number]


@pytest.mark.usefixtures("unrendered")
def test_another_seed_gives_other_photos_like_them() -> None:
    first, other = ([one.seed for one in shots(None, 1, "castle alone", seed=seed)] for seed in (0, 300))
    assert other == [seed + 300 for seed in first] and len(first) == 2


@pytest.mark.usefixtures("unrendered")
def test_kingdoms_only_leaves_out_what_has_none() -> None:
    assert {one.condition for one in shots(None, 1, kingdoms_only=True)} == {one.name for one in CONDITIONS}


def test_photos_chosen_by_their_conditions_name_are_rendered() -> None:
    (taken,) = shots(None, 1, "one or two dominoes")
    assert taken.seed == SEED + 9000 and len(taken.render.kingdoms) == 1 and taken.render.image.std() > 10
