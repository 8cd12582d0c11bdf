"""Trains what tells a town with a building from a bare one.

It starts from the square classifier, for there are few real towns; that has seen all of them, but not told built from
bare ones.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from scorer.datasets.pictures import SQUARE_PIXELS, Image
from scorer.datasets.squares import LabelledSquare
from scorer.rules.model.terrain import Square, Terrain
from scorer.synthesis.augment import SquareSettings, bend_square, occlude, relight
from scorer.training import squares as train_squares
from scorer.training.nets import SquareNet
from scorer.training.restore import restored
from scorer.vision.models import model_path
from scorer.vision.squares.faces import FACE_INDEX

STEPS = 300
"""A minute on one core."""

REAL = 0.6
"""Part of a batch that is real towns; the others are drawn."""


def towns(squares: Sequence[LabelledSquare]) -> list[LabelledSquare]:
    """The towns among some squares, bare and built."""
    return [square for square in squares if square.face == FACE_INDEX[Square(Terrain.TOWN)]]


def train(squares: Sequence[LabelledSquare], steps: int, start: SquareNet, seed: int = 0, size: int = 32) -> SquareNet:
    """A network whose two logits say bare and built, from the square classifier ``start``.

    ``squares`` hold towns, real and drawn, and what lies around them. Half of each batch is built.
    """
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    groups = [
        [[s.image for s in towns(squares) if s.built == built and (s.source != "drawn") == real] for real in (0, 1)]
        for built in (False, True)
    ]
    start.head = nn.Linear(start.head.in_features, 2)
    optimizer = torch.optim.AdamW(start.parameters(), lr=1e-3, weight_decay=0.02)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    start.train()
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = 5e-4 * (1 + np.cos(np.pi * step / steps))
        pictures = np.empty((size, SQUARE_PIXELS, SQUARE_PIXELS, 3), np.uint8)
        built = rng.integers(0, 2, size)
        for place, kind in enumerate(built):
            drawn, real = groups[kind]
            pool = real if real and rng.random() < REAL else drawn
            around = [squares[i].image for i in rng.integers(len(squares), size=4)]
            pictures[place] = _seen(pool[rng.integers(len(pool))], around, rng)
        inputs = torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255.0
        loss = loss_of(start(inputs), torch.from_numpy(built))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    start.eval()
    return start


def started(squares: Sequence[LabelledSquare]) -> SquareNet:
    """The shipped square classifier, to go on from."""
    rng = np.random.default_rng(0)
    seen = train_squares.batch(squares, (), rng.integers(len(squares), size=256), rng)[0]
    return restored(SquareNet(), model_path("squares.onnx"), seen)


def _seen(image: Image, around: list[Image], rng: np.random.Generator) -> Image:
    settings = SquareSettings()
    picture = bend_square(image, around, SQUARE_PIXELS, rng, settings)
    return relight(occlude(picture, rng) if rng.random() < settings.occluded else picture, rng)
