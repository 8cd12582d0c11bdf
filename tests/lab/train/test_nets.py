"""The shipped weights are those of the shipped networks, and what is written can be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

import torch
from safetensors.torch import load_file

from scorer.lab.train.engine import weights_of
from scorer.lab.train.nets import DetectorNet, SquareNet, export
from scorer.vision.models import model_path

pytestmark = pytest.mark.torch

NETS: dict[str, Callable[[], SquareNet | DetectorNet]] = {
    "squares": SquareNet,
    "towns": lambda: SquareNet(classes=2),
    "detector": DetectorNet,
}


def answers(file: Path, pictures: torch.Tensor) -> np.ndarray:
    """What an ONNX file says, as the reader runs it."""
    net = cv2.dnn.readNetFromONNX(str(file))
    net.setInput(pictures.numpy())
    return np.asarray(net.forward())


ROUNDING = 0.1
"""How far the answers of a network of 8-bit integers may lie from those of its weights, as a part of the largest."""


@pytest.mark.parametrize("name", NETS)
def test_the_shipped_weights_make_the_shipped_network(name: str, tmp_path: Path) -> None:
    net = NETS[name]()
    net.load_state_dict(load_file(model_path(f"{name}.safetensors")))
    pictures = torch.rand(1, *net.example[1:], generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        expected = net.eval()(pictures).numpy()
    shipped = answers(model_path(f"{name}.onnx"), pictures)
    assert 0 < np.abs(shipped - expected).max() < ROUNDING * np.abs(expected).max()
    export(net, tmp_path / f"{name}.onnx")
    assert np.allclose(answers(tmp_path / f"{name}.onnx", pictures), expected, atol=1e-4)


def test_written_weights_can_be_trained_further(tmp_path: Path) -> None:
    net = SquareNet()
    files = export(net, tmp_path / "squares.onnx")
    assert [file.name for file in files] == ["squares.onnx", "squares.safetensors"]
    again = SquareNet()
    again.load_state_dict(load_file(tmp_path / "squares.safetensors"))
    assert all(torch.equal(values, weights_of(again)[name]) for name, values in weights_of(net).items())


def test_a_network_takes_any_number_of_squares_and_any_picture(tmp_path: Path) -> None:
    export(SquareNet(), tmp_path / "squares.onnx")
    assert answers(tmp_path / "squares.onnx", torch.zeros(3, 3, 64, 64)).shape[0] == 3
    export(DetectorNet(), tmp_path / "detector.onnx")
    assert answers(tmp_path / "detector.onnx", torch.zeros(1, 3, 64, 96)).shape == (1, 8, 16, 24)
