"""Makes the models again, with their cards."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from scorer.datasets.drawn import drawn_squares
from scorer.datasets.squares import LabelledSquare, labelled_squares
from scorer.datasets.textures import textures
from scorer.synthesis.pools import pools
from scorer.training import detector as train_detector
from scorer.training import squares as train_squares
from scorer.training import towns as train_towns
from scorer.training.nets import DetectorNet, SquareNet, export
from scorer.training.restore import restored
from scorer.vision.models import models_folder

SQUARES, TOWNS, DETECTOR = "squares.onnx", "towns.onnx", "detector.onnx"


@dataclass(frozen=True)
class Schedule:
    """Steps of training: about 400 a minute of the classifier on one core, 160 of the detector."""

    squares: int = 20_000
    towns: int = train_towns.STEPS
    detector: int = 24_000


def run(data: Path, schedule: Schedule | None = None, *, further: bool = False) -> int:
    """Train the networks on everything labelled and drawn, and write them where the models are; 2 without data.

    ``further`` starts from the networks that lie there instead of from nothing.
    """
    schedule = schedule or Schedule()
    if not (data / "squares").is_dir():
        print(f"{data}: no labelled squares there (squares/ is missing); give the data folder", file=sys.stderr)
        return 2
    squares, tables, folder = training_squares(data), textures(data), models_folder()
    lots = pools(detector_squares(squares))
    square_net, detector_net = SquareNet(), DetectorNet()
    if further:
        rng = np.random.default_rng(0)
        seen = train_squares.batch(squares, tables, rng.integers(len(squares), size=256), rng)[0]
        restored(square_net, folder / SQUARES, seen)
        restored(detector_net, folder / DETECTOR, train_detector.Replay(lots, tables, 256, 0).batch(24, 0)[0])
    save(train_squares.train(squares, tables, schedule.squares, square_net), folder / SQUARES)
    save(train_towns.train(squares, schedule.towns, train_towns.started(squares)), folder / TOWNS)
    save(train_detector.train(lots, tables, schedule.detector, detector_net), folder / DETECTOR)
    return 0


def training_squares(data: Path, *, misnamed: bool = False) -> list[LabelledSquare]:
    """All labelled squares of a data folder and the drawn ones."""
    return [*labelled_squares(data, misnamed=misnamed), *drawn_squares()]


def detector_squares(squares: Sequence[LabelledSquare]) -> list[LabelledSquare]:
    """What the detector's rendered pictures are laid with: no squares of whole photos, so that those stay unseen."""
    return [square for square in squares if square.source != "photo"]


def save(net: nn.Module, path: Path) -> str:
    """Write a network as ONNX; returns the file's SHA-256."""
    side = 256 if path.name == DETECTOR else 64
    export(net.to(memory_format=torch.contiguous_format), torch.zeros(1, 3, side, side), path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, sha256 {digest}")
    return digest
