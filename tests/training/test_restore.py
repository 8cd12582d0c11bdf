"""A shipped network, taken up again, is the same network."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[train]')")
pytest.importorskip("onnx", reason="onnx is only needed to train (pip install '.[train]')")

import torch

from scorer.training.nets import DetectorNet, SquareNet
from scorer.training.restore import restored
from scorer.vision.models import model_path
from scorer.vision.nets import OpenCVNet

pytestmark = pytest.mark.torch


@pytest.mark.parametrize(("name", "net", "side"), [("squares.onnx", SquareNet, 64), ("detector.onnx", DetectorNet, 96)])
def test_a_restored_network_gives_what_the_file_gives(name: str, net: type, side: int) -> None:
    pictures = torch.rand(4, 3, side, side, generator=torch.Generator().manual_seed(1))
    again = restored(net(), model_path(name), pictures)
    net_of_file = OpenCVNet(model_path(name))
    expected = np.concatenate([net_of_file.run(picture[None].numpy()) for picture in pictures])
    with torch.no_grad():
        assert np.allclose(again.eval()(pictures).numpy(), expected, atol=1e-3)
        in_training = again.train()(pictures).numpy()  # normalised by what it sees, which is what it was restored with
    assert np.isfinite(in_training).all()
