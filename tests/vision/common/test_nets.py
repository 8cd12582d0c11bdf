"""Both engines make the same of the same pictures."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from scorer.vision.common import nets
from scorer.vision.common.nets import OnnxNet, OpenCVNet, net_from
from scorer.vision.models import DETECTOR, SQUARES, TOWNS, model_path

SHAPES = {DETECTOR: (1, 3, 96, 160), SQUARES: (5, 3, 64, 64), TOWNS: (2, 3, 64, 64)}


def pictures(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.random.default_rng(3).random(SHAPES[name], dtype=np.float32)


ROUNDING = 0.03
"""How far two engines' answers to a network of 8-bit integers may lie apart, as a part of the largest: each rounds sums
to one of 256 steps in its own way."""


@pytest.mark.parametrize("name", SHAPES)
def test_onnx_runtime_and_opencv_make_the_same_of_a_picture(name: str) -> None:
    pytest.importorskip("onnxruntime")
    blob = pictures(name)
    made, expected = OnnxNet(model_path(name)).run(blob), OpenCVNet(model_path(name)).run(blob)
    assert made.dtype == expected.dtype == np.float32 and made.shape == expected.shape
    assert np.abs(made - expected).max() < ROUNDING * np.abs(expected).max()


@pytest.mark.slow
@pytest.mark.parametrize("engine", [OnnxNet, OpenCVNet])
def test_one_network_serves_several_threads(engine: type[OnnxNet] | type[OpenCVNet]) -> None:
    if engine is OnnxNet:
        pytest.importorskip("onnxruntime")
    net = engine(model_path(SQUARES))
    blobs = [pictures(SQUARES) * np.float32(0.1 * i) for i in range(8)]
    alone = [net.run(blob) for blob in blobs]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(net.run, blobs))
    assert all(np.allclose(one, other, atol=1e-5) for one, other in zip(alone, together, strict=True))


@pytest.mark.parametrize("name", SHAPES)
def test_the_shipped_networks_are_of_8_bit_integers(name: str) -> None:
    weights = model_path(name).with_suffix(".safetensors")
    assert model_path(name).stat().st_size < weights.stat().st_size / 3


def test_opencv_replaces_a_missing_onnx_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    path = model_path(SQUARES)
    monkeypatch.setattr(nets, "find_spec", lambda _: None)
    assert isinstance(net_from(path), OpenCVNet)
    monkeypatch.setattr(nets, "find_spec", lambda _: object())
    assert isinstance(net_from(path), OnnxNet)
