"""Makes the models again, with their cards."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from scorer.training import train_squares, train_tiles
from scorer.training.datasets import LabelledSquare, drawn_squares, labelled_squares
from scorer.training.nets import export
from scorer.training.render import Image
from scorer.training.scenes import pools
from scorer.vision.models import models_folder

SQUARES, TILES = "squares.onnx", "tiles.onnx"


@dataclass(frozen=True)
class Schedule:
    """Minutes of training on two cores."""

    squares: float = 25
    tiles: float = 40


def run(data: Path, schedule: Schedule | None = None) -> int:
    """Train both networks on everything labelled and drawn, and write them where the models are; 2 without data."""
    schedule = schedule or Schedule()
    if not (data / "squares").is_dir():
        print(f"{data}: no labelled squares there (squares/ is missing); give the data folder", file=sys.stderr)
        return 2
    squares = training_squares(data)
    folder = models_folder()
    save(train_squares.train(squares, 60 * schedule.squares), folder / SQUARES)
    finder = train_tiles.train(pools(finder_squares(squares)), textures(data), 60 * schedule.tiles)
    save(finder, folder / TILES)
    return 0


def training_squares(data: Path) -> list[LabelledSquare]:
    """All labelled squares of a data folder and the drawn ones."""
    return [*labelled_squares(data), *drawn_squares()]


def finder_squares(squares: Sequence[LabelledSquare]) -> list[LabelledSquare]:
    """What the finder's rendered pictures are laid with: no squares of whole photos, so that those stay unseen."""
    return [square for square in squares if square.source != "photo"]


def textures(data: Path) -> list[Image]:
    """Surfaces to lay kingdoms on."""
    files = sorted((data / "textures").iterdir())
    return [np.asarray(image, np.uint8) for file in files if (image := cv2.imread(str(file))) is not None]


def save(net: nn.Module, path: Path) -> str:
    """Write a network as ONNX; returns the file's SHA-256."""
    side = 64 if path.name == SQUARES else 256
    export(net.to(memory_format=torch.contiguous_format), torch.zeros(1, 3, side, side), path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, sha256 {digest}")
    return digest
