"""The networks as PyTorch modules, and their export to files."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import ClassVar

import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from scorer.lab.train.engine import weights_of
from scorer.vision.common.faces import FACES

INPUT = "input"
"""The name of a network's input in its ONNX file."""


def _step(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class SquareNet(nn.Module):
    """A square, float32 BGR 0…1 (n, 3, 64, 64), to the logits of its classes (n, classes)."""

    example: ClassVar = (1, 3, 64, 64)
    """Shape of an input."""
    free: ClassVar = {0: "n"}
    """Axes of the input with a dynamic length, and their names in the ONNX file."""

    def __init__(self, classes: int = len(FACES)) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _step(3, 24, 2),
            _step(24, 32),
            _step(32, 64, 2),
            _step(64, 64),
            _step(64, 96, 2),
            _step(96, 96),
            _step(96, 160, 2),
        )
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(320, classes)

    def forward(self, squares: Tensor) -> Tensor:
        """Logits float32 (n, classes) of squares float32 BGR 0…1 (n, 3, 64, 64)."""
        seen = self.body(squares - 0.5)
        pooled = torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1)
        return self.head(self.drop(pooled))


class DetectorNet(nn.Module):
    """A picture, float32 BGR 0…1 (n, 3, h, w), sides multiples of 32, to a map (n, 8, h/4, w/4).

    Channels: the logit of a square's centre in the cell; its offset in cells (x, y); the logarithm of half its side
    in cells; and the real and imaginary parts of p = u² + v² and q = u²v² over that length, where the complex numbers
    u and v are the half-axes of the square. p and q do not change when the square is turned by 90°.
    """

    example: ClassVar = (1, 3, 256, 256)
    free: ClassVar = {0: "n", 2: "h", 3: "w"}

    def __init__(self) -> None:
        super().__init__()
        self.stem = _step(3, 16, 2)
        self.quarter = nn.Sequential(_step(16, 32, 2), _step(32, 32))
        self.eighth = nn.Sequential(_step(32, 64, 2), _step(64, 64))
        self.sixteenth = nn.Sequential(_step(64, 96, 2), _step(96, 96), _step(96, 96))
        self.thirtysecond = nn.Sequential(_step(96, 96, 2), _step(96, 96), _step(96, 96))
        self.up_sixteenth = _step(96 + 96, 96)
        self.up_eighth = _step(96 + 64, 64)
        self.up_quarter = nn.Sequential(_step(64 + 32, 40), _step(40, 40))
        self.head = nn.Conv2d(40, 8, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, picture: Tensor) -> Tensor:
        """The map float32 (n, 8, h/4, w/4) of pictures float32 BGR 0…1 (n, 3, h, w); channels as above."""
        quarter = self.quarter(self.stem(picture - 0.5))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        thirtysecond = self.thirtysecond(sixteenth)
        sixteenth = self.up_sixteenth(_beside(thirtysecond, sixteenth))
        eighth = self.up_eighth(_beside(sixteenth, eighth))
        quarter = self.up_quarter(_beside(eighth, quarter))
        return self.head(quarter)


def _beside(coarse: Tensor, fine: Tensor) -> Tensor:
    """A coarse map resized to the other's size and concatenated with it."""
    return torch.cat([nn.functional.interpolate(coarse, scale_factor=2.0), fine], 1)


def export(net: SquareNet | DetectorNet, path: Path) -> tuple[Path, Path]:
    """Write ``path`` (ONNX, for inference) and the weights as ``.safetensors`` (for further training); return both."""
    net = net.to(memory_format=torch.contiguous_format).eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the classic exporter; the newer one needs another library
        torch.onnx.export(
            net,
            (torch.zeros(net.example),),
            str(path),
            input_names=[INPUT],
            output_names=["output"],
            dynamic_axes={INPUT: net.free},
            dynamo=False,
            opset_version=17,
        )
    weights = path.with_suffix(".safetensors")
    save_file(weights_of(net), weights)
    return path, weights
