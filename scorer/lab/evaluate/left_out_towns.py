"""Measures the classifier of built and bare towns, with each photo of real towns left out of training in turn.

python -m scorer.lab.evaluate.left_out_towns DATA    writes results/accuracy/towns.csv: every real town

Each training starts from the shipped square classifier, because real towns are few. That classifier was trained on
all of them, but without the distinction of built and bare.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file

from scorer.lab.data.squares import LabelledSquare
from scorer.lab.data.training import training_squares
from scorer.lab.metrics.rows import ACCURACY, write_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.train.engine import Weights, fit
from scorer.lab.train.schedule import Schedule
from scorer.lab.train.squares import as_inputs
from scorer.lab.train.towns import TownsSettings, TownsTask, towns
from scorer.vision.models import model_path

KEPT = Path(".work") / "left_out_towns"
SETTINGS = TownsSettings(Schedule(steps=300, batch=32, rate=1e-3, warm_up=0), validation=0.0)
"""Training without each photo: a minute on one core."""

EVEN = 0.5
"""Probability above which a town counts as built."""


@dataclass(frozen=True)
class LeftOutTown:
    """A real town, classified by a network that was trained without its photo."""

    photo: str
    built: bool
    """Whether a building lies on it."""
    probability: float
    """The network's probability of a building, 0…1."""


def left_out_towns(
    squares: Sequence[LabelledSquare], start: Weights, work: Path, settings: TownsSettings = SETTINGS
) -> Iterator[LeftOutTown]:
    """Every real town among the squares, with the output of a network trained without its photo."""
    real = [square for square in towns(squares) if square.source == "town"]
    for photo in sorted({square.photo for square in real}):
        held = [square for square in real if square.photo == photo]
        task = TownsTask([square for square in squares if square.photo != photo], start, settings)
        net = fit(task, work / photo).net
        turned = [np.ascontiguousarray(np.rot90(square.image, turns)) for turns in range(4) for square in held]
        with torch.no_grad():
            logits = net(as_inputs(turned))
        probabilities = torch.softmax(logits.reshape(4, len(held), 2).mean(0), 1)[:, 1]
        for square, probability in zip(held, probabilities, strict=True):
            yield LeftOutTown(photo, square.built, float(probability))


def main(arguments: Sequence[str]) -> int:
    """Print the accuracy, write a row for every town."""
    squares, start = training_squares(Path(arguments[0])), load_file(model_path("squares.safetensors"))
    rows = write_rows(left_out_towns(squares, start, KEPT), LeftOutTown, ACCURACY / "towns.csv")
    right = sum((row.probability > EVEN) == row.built for row in rows)
    print(f"towns of left-out photos, bare or built: {Share(right, len(rows))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
