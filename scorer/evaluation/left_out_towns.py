"""How well built towns are told from bare ones: every photo of real towns left out of training in turn.

python -m scorer.evaluation.left_out_towns DATA    writes results/buildings.csv: every real town
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from scorer.datasets.drawn import drawn_squares
from scorer.datasets.squares import LabelledSquare, labelled_squares
from scorer.evaluation.rows import write_rows
from scorer.evaluation.statistics import Share
from scorer.training.towns import STEPS, started, towns, train


@dataclass(frozen=True)
class LeftOutTown:
    """A real town, judged by a network that did not see its photo in this training."""

    photo: str
    built: bool
    """Whether a building lies on it."""
    chance: float
    """How probable that was said to be, 0…1."""


def left_out_towns(squares: Sequence[LabelledSquare]) -> Iterator[LeftOutTown]:
    """Every real town among some squares, with what a network says that was trained without its photo."""
    real = [square for square in towns(squares) if square.source == "town"]
    for photo in sorted({square.photo for square in real}):
        held = [square for square in real if square.photo == photo]
        net = train([square for square in squares if square.photo != photo], STEPS, started(squares))
        turned = np.stack([np.rot90(square.image, turns) for turns in range(4) for square in held])
        with torch.no_grad():
            logits = net(torch.from_numpy(turned.copy()).permute(0, 3, 1, 2).float() / 255.0)
        chances = torch.softmax(logits.reshape(4, len(held), 2).mean(0), 1)[:, 1]
        for square, chance in zip(held, chances, strict=True):
            yield LeftOutTown(photo, square.built, float(chance))


def main(arguments: Sequence[str]) -> int:
    """Print the share, write a row for every town."""
    squares = [*labelled_squares(Path(arguments[0])), *drawn_squares()]
    rows = write_rows(left_out_towns(squares), LeftOutTown, Path("results") / "buildings.csv")
    right = sum((row.chance > 0.5) == row.built for row in rows)
    print(f"towns of left-out photos, bare or built: {Share(right, len(rows))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
