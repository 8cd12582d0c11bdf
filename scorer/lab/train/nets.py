"""The networks, as PyTorch modules, and how they are written to files."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import ClassVar, Protocol

import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from scorer.lab.train.engine import weights_of
from scorer.vision.common.faces import FACES

INPUT = "input"
"""What a network's input is called in its ONNX file."""


def _step(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Step(Protocol):
    """Makes what leads from one map to the next."""

    def __call__(self, inputs: int, outputs: int, stride: int = 1) -> nn.Module:
        """Of a map (n, inputs, h, w) one (n, outputs, h / stride, w / stride)."""


def separable(inputs: int, outputs: int, stride: int = 1) -> nn.Module:
    """A step of a convolution within each channel and one across them (MobileNet, Howard et al., 2017)."""
    return nn.Sequential(
        nn.Conv2d(inputs, inputs, 3, stride, 1, groups=inputs, bias=False),
        nn.BatchNorm2d(inputs),
        nn.ReLU(inplace=True),
        nn.Conv2d(inputs, outputs, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class SquareNet(nn.Module):
    """A square, float32 BGR 0…1 (n, 3, 64, 64), to the logits of its classes (n, classes)."""

    example: ClassVar = (1, 3, 64, 64)
    """Shape of an input."""
    free: ClassVar = {0: "n"}
    """Axes of the input that may have any length, with their names in the ONNX file."""

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

    Channels: the logit of a square's centre being here; its offset in cells (x, y); the logarithm of half its side in
    cells; and the real and imaginary parts of p = u² + v² and q = u²v² over that length, where the complex numbers u
    and v are the half-axes of the square. p and q do not depend on which way up the square is taken.
    """

    example: ClassVar = (1, 3, 256, 256)
    free: ClassVar = {0: "n", 2: "h", 3: "w"}

    def __init__(self, part: float = 1.0, step: Step = _step) -> None:
        """Of ``part`` of the channels that the shipped one has, and of other steps than full convolutions."""
        super().__init__()
        first, fine, middle, coarse, last = (8 * round(part * channels / 8) for channels in (16, 32, 64, 96, 40))
        self.stem = _step(3, first, 2)
        self.quarter = nn.Sequential(step(first, fine, 2), step(fine, fine))
        self.eighth = nn.Sequential(step(fine, middle, 2), step(middle, middle))
        self.sixteenth = nn.Sequential(step(middle, coarse, 2), step(coarse, coarse), step(coarse, coarse))
        self.thirtysecond = nn.Sequential(step(coarse, coarse, 2), step(coarse, coarse), step(coarse, coarse))
        self.up_sixteenth = step(coarse + coarse, coarse)
        self.up_eighth = step(coarse + middle, middle)
        self.up_quarter = nn.Sequential(step(middle + fine, last), step(last, last))
        self.head = nn.Conv2d(last, 8, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, picture: Tensor) -> Tensor:
        """The map float32 (n, 8, h/4, w/4) of pictures float32 BGR 0…1 (n, 3, h, w); channels as told above."""
        quarter = self.quarter(self.stem(picture - 0.5))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        thirtysecond = self.thirtysecond(sixteenth)
        sixteenth = self.up_sixteenth(_beside(thirtysecond, sixteenth))
        eighth = self.up_eighth(_beside(sixteenth, eighth))
        quarter = self.up_quarter(_beside(eighth, quarter))
        return self.head(quarter)


def _beside(coarse: Tensor, fine: Tensor) -> Tensor:
    """A map of half the size, made as large as the other and put beside it."""
    return torch.cat([nn.functional.interpolate(coarse, scale_factor=2.0), fine], 1)


def export(net: SquareNet | DetectorNet, path: Path) -> tuple[Path, Path]:
    """Write ``path`` (ONNX, to be run) and the same with ``.safetensors`` (to be trained on); returns both."""
    net = net.to(memory_format=torch.contiguous_format).eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the exporter's own; the newer one needs one library more
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
