"""Trains the square classifier."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from scorer.datasets.pictures import SQUARE_PIXELS, Image
from scorer.datasets.squares import LabelledSquare
from scorer.rules.model.terrain import Cell, Place
from scorer.synthesis.augment import SquareSettings, bend_square, occlude, relight
from scorer.synthesis.standing import stand_castle, stand_figure
from scorer.synthesis.tables import background
from scorer.training.nets import SquareNet
from scorer.vision.squares.faces import FACES

SOURCE_WEIGHT = {"squares": 1.0, "table": 0.6, "aau": 1.0, "photo": 3.0, "art": 2.0, "town": 3.0, "drawn": 1.5}
"""How often a source's squares are drawn beside one another."""


def batch(
    squares: Sequence[LabelledSquare], tables: Sequence[Image], chosen: NDArray[np.int64], rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Bent and relit squares, float32 (n, 3, 64, 64) 0…1, and their faces, int64 (n,)."""
    pictures = np.empty((len(chosen), SQUARE_PIXELS, SQUARE_PIXELS, 3), np.uint8)
    settings = SquareSettings()
    for place, index in enumerate(chosen):
        around = [squares[i].image for i in rng.integers(len(squares), size=4)]
        face = FACES[squares[index].face]
        image = squares[index].image
        if face is Place.EMPTY and rng.random() < settings.drawn_table:
            image = background(tables, SQUARE_PIXELS, SQUARE_PIXELS, SQUARE_PIXELS * rng.uniform(0.3, 2), rng)
        picture = bend_square(image, around, SQUARE_PIXELS, rng, settings)
        pictures[place] = relight(_stand_something(picture, face, rng, settings), rng)
    inputs = torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255.0
    return inputs.contiguous(), torch.tensor([squares[i].face for i in chosen])


def _stand_something(
    picture: NDArray[np.uint8], face: Cell, rng: np.random.Generator, settings: SquareSettings
) -> NDArray[np.uint8]:
    """A castle standing on its square or leaning in from the next square; a figure; anything else at the edge."""
    side = SQUARE_PIXELS
    quad = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(angle), np.sin(angle)]) * side
    if face is Place.CASTLE:
        if rng.random() < settings.castle_stands:
            return stand_castle(picture, quad, away * rng.uniform(0, 0.8), rng)
        return picture
    if rng.random() < settings.castle_leans_in:
        return stand_castle(picture, (quad - away).astype(np.float32), away * rng.uniform(0.1, 0.55), rng)
    if rng.random() < settings.figure and face is not Place.EMPTY:
        return stand_figure(picture, quad, rng)
    return occlude(picture, rng) if rng.random() < settings.occluded else picture


def train(
    squares: Sequence[LabelledSquare],
    tables: Sequence[Image],
    steps: int,
    start: SquareNet | None = None,
    seed: int = 0,
    size: int = 64,
) -> SquareNet:
    """Train for some steps (about 400 a minute), from ``start`` if given; the learning rate falls to nothing.

    ``tables`` are photographed surfaces, uint8 BGR of any size, that show what is no square.
    """
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    faces = np.array([square.face for square in squares])
    weight = np.array([SOURCE_WEIGHT[square.source] for square in squares])
    for face in range(len(FACES)):
        of_face = faces == face
        if of_face.any():
            weight[of_face] *= weight[of_face].sum() ** -0.6
    weight /= weight.sum()
    net = (start or SquareNet()).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.02)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    mean = 0.0
    net.train()
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * min(1.0, step / 100 + 0.01) * 0.5 * (1 + np.cos(np.pi * step / steps))
        inputs, targets = batch(squares, tables, rng.choice(len(squares), size, p=weight), rng)
        with torch.autocast("cpu", torch.bfloat16):  # half the time on processors that know the type
            seen = net(inputs.to(memory_format=torch.channels_last))
        loss = loss_of(seen.float(), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mean += (loss.item() - mean) * max(0.01, 1 / (step + 1))
        if (step + 1) % 200 == 0:
            print(f"step {step + 1} of {steps}, loss {mean:.3f}", flush=True)
    return net.eval()
