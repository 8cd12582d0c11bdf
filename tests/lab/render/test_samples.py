"""The shipped samples: complete, legal, small, and the very pictures that the script makes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorer.lab.render.samples import FOLDER, MAX_BYTES, SAMPLE_PHOTOS, photograph
from scorer.rules.legality import check
from scorer.rules.model.terrain import Terrain
from scorer.samples import Sample, samples
from scorer.vision.photo.decode import open_photo

SAMPLES = samples()


def test_there_is_one_of_every_kind() -> None:
    by_name = {sample.path.stem: sample for sample in SAMPLES}
    assert list(by_name) == [sample.name for sample in SAMPLE_PHOTOS] and len(SAMPLES) >= 6
    sizes = {name: [(k.height, k.width, len(k.squares())) for k in s.kingdoms] for name, s in by_name.items()}
    assert sizes["whole"] == [(5, 5, 24)] and sizes["duel"] == [(7, 7, 48)]
    assert sizes["holes"] == [(5, 5, 20)] and sizes["two"] == [(5, 5, 24), (5, 5, 22)]
    assert any(s.terrain is Terrain.TOWN for s in by_name["town"].kingdoms[0].squares().values())


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.path.stem)
def test_every_kingdom_is_legal(sample: Sample) -> None:
    assert [check(kingdom).legal for kingdom in sample.kingdoms] == [True] * len(sample.kingdoms)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.path.stem)
def test_every_picture_is_small_and_opens(sample: Sample) -> None:
    assert sample.path.stat().st_size <= MAX_BYTES
    assert open_photo(sample.path).width >= 1200


@pytest.mark.nightly
@pytest.mark.slow
def test_the_script_makes_the_same_pictures_again() -> None:
    for sample in SAMPLE_PHOTOS[:2]:
        kept = cv2.imread(str(FOLDER / f"{sample.name}.jpg"))
        fresh = photograph(sample).image
        assert kept is not None and kept.shape == fresh.shape
        assert np.abs(kept.astype(int) - fresh).mean() < 4  # what JPEG takes away, and no more
