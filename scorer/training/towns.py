"""Trains what tells a town with a building from a bare one, and measures it on photos that it was not trained with.

    python -m scorer.training.towns DATA    writes results/buildings.csv: every real town, its photo left out

It starts from the square classifier, for there are few real towns; that has seen all of them, but not told built from
bare ones.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn

from scorer.datasets.labelled import SQUARE_PIXELS, Image, LabelledSquare, drawn_squares, labelled_squares
from scorer.evaluation.labelled import share
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


def main(arguments: Sequence[str]) -> int:
    """Leave out every photo of real towns in turn; print the share, write a row for every town."""
    squares = [*labelled_squares(Path(arguments[0])), *drawn_squares()]
    real = [square for square in towns(squares) if square.source == "town"]
    rows: list[tuple[str, bool, float]] = []
    for photo in sorted({square.photo for square in real}):
        held = [square for square in real if square.photo == photo]
        net = train([s for s in squares if s.photo != photo], STEPS, started(squares))
        turned = np.stack([np.rot90(square.image, turns) for turns in range(4) for square in held])
        with torch.no_grad():
            logits = net(torch.from_numpy(turned.copy()).permute(0, 3, 1, 2).float() / 255.0)
        chances = torch.softmax(logits.reshape(4, len(held), 2).mean(0), 1)[:, 1]
        rows += [(photo, square.built, round(float(p), 4)) for square, p in zip(held, chances, strict=True)]
    right = sum((chance > 0.5) == built for _, built, chance in rows)
    print(f"towns of left-out photos, bare or built: {share(right, len(rows))}")
    with (Path("results") / "buildings.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("photo", "built", "chance"), *rows])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
