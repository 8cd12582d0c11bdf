"""The task of the detector."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

import torch

from scorer.lab.render.pools import drawn_pool
from scorer.lab.train.detector import DetectorSettings, DetectorTask
from scorer.lab.train.schedule import Schedule

pytestmark = pytest.mark.torch

SETTINGS = DetectorSettings(Schedule(steps=3, batch=4, rate=1e-3), pixels=64, fresh=1, keep=8, validation=3)


def task(settings: DetectorSettings = SETTINGS) -> DetectorTask:
    table = [np.full((64, 64, 3), 100, np.uint8)]
    return DetectorTask([drawn_pool(pixels=24)], table, table, settings)


def test_batch_fits_network_and_loss() -> None:
    one = task()
    pictures, heat, values, weight = one.batch(0)
    assert tuple(pictures.shape) == (4, 3, 64, 64) and float(pictures.max()) <= 1
    assert tuple(heat.shape) == tuple(weight.shape) == (4, 16, 16) and tuple(values.shape) == (4, 7, 16, 16)
    seen = one.network()(pictures)
    assert tuple(seen.shape) == (4, 8, 16, 16)
    losses = one.losses(seen, heat, values, weight)
    assert set(losses) == {"heat", "values"} and all(torch.isfinite(loss) for loss in losses.values())
    assert all(torch.equal(a, b) for a, b in zip(task().batch(0), (pictures, heat, values, weight), strict=True))


def test_it_is_validated_on_pictures_that_stay_the_same() -> None:
    net = task().network().eval()
    with torch.no_grad():
        first, again = task().validate(net), task().validate(net)
    assert first == again and first["pictures"] == 3 and 0 <= first["found"] <= 1


def test_without_pictures_to_validate_on_there_are_no_figures() -> None:
    none = DetectorSettings(SETTINGS.schedule, pixels=64, validation=0)
    assert task(none).validate(task().network()) == {}
