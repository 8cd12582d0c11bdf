"""Fits the weights of ``PlaceSettings`` and shows what each sign of a square is worth.

python -m scorer.training.weigh DATA [--count N]

Places of kingdoms rendered with seeds of their own, on surfaces kept from training; the errors printed are those of
places left out of the fit, photo by photo.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold, cross_val_predict

from scorer.training.rendered import match, shots
from scorer.training.shots import Shot
from scorer.vision.board import find_boards
from scorer.vision.places import DEFAULTS, look

SEED = 400
"""Added to the seeds of the photos that are measured with."""
SIGNS = ("finder", "classifier", "legible", "unlike", "found")
SURE = 0.7
"""Least part of a kingdom's squares on a board for its places to be compared."""


def places(shot: Shot) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    """For every board found on a kingdom: the signs (n, 5) of the places looked at, and where squares lie (n,)."""
    for board in find_boards(shot.render.image)[0]:
        laid = [(one.near, one, kingdom) for kingdom in shot.render.kingdoms if (one := match(board.quads, kingdom))]
        near, best, kingdom = max(laid, key=lambda found: found[0], default=(0.0, None, None))
        if best is None or kingdom is None or near < SURE:
            continue
        truth = np.zeros(board.shape, np.bool_)
        for position in kingdom.layout.cells:
            row, column = best.place(position)
            if 0 <= row < board.shape[0] and 0 <= column < board.shape[1]:
                truth[row, column] = True
        looked_at, _, signs = look(shot.render.image, board)
        chosen = looked_at & (board.visible > DEFAULTS.whole)
        yield signs[chosen], truth[chosen]


def main(arguments: Sequence[str]) -> int:
    """Print the weights, and the errors with fewer signs."""
    parser = argparse.ArgumentParser(prog="python -m scorer.training.weigh", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--count", type=int, default=4, help="photos of each condition")
    chosen = parser.parse_args(arguments)
    signs, truth, photo = [], [], []
    for number, shot in enumerate(shots(chosen.data, chosen.count, seed=SEED, kingdoms_only=True)):
        for of_board, squares in places(shot):
            signs.append(of_board)
            truth.append(squares)
            photo.append(np.full(len(squares), number))
    x, y, group = np.concatenate(signs), np.concatenate(truth), np.concatenate(photo)
    for count in range(1, len(SIGNS) + 1):
        model = LogisticRegression(C=1.0, max_iter=1000)
        chance = cross_val_predict(model, x[:, :count], y, groups=group, cv=GroupKFold(10), method="predict_proba")[
            :, 1
        ]
        wrong = (chance > 0.5) != y
        print(f"{', '.join(SIGNS[:count])}: {wrong.sum()} of {len(y)} places wrong, log loss {log_loss(y, chance):.4f}")
    model.fit(x, y)
    for name, weight in zip(SIGNS, model.coef_[0], strict=True):
        print(f"{name}: {weight:.2f}")
    print(f"bias: {model.intercept_[0]:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
