"""Fits the weights of ``RejectionSettings`` and ``EvidenceSettings``, and prints the contribution of each feature.

python -m scorer.lab.fit.evidence DATA [--count N] [--only rejection|evidence|given]

Kingdoms are rendered with separate seeds, on surfaces reserved for measuring; the printed errors are those of photos
left out of the fit. The rejection's weights come first: put them into ``RejectionSettings``, then fit the evidence's.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.lab.metrics.matching import match_grid
from scorer.lab.render.benchmark_set.flat_pictures import mosaics
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.vision.detect.detections import detect_squares
from scorer.vision.reader import default_reader

SEED = 400
"""Added to the seeds of the photos."""
Examples = Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]
"""Features (n, …), and whether a square lies there (n,)."""
SURE = 0.7
"""Minimum share of a kingdom's squares on a board for its places to be compared."""

MOSAICS = 20
"""Mosaics of each resolution for each photo of a scenario, in the fit of the weights for given grids."""
EVEN = 0.5
"""Probability above which a detection counts as a square when errors are counted."""
NEAR, AS_LARGE = 0.35, 1.4
"""Maximum distance in sides, and maximum ratio of the sides, of a detection that counts as a square's."""


def detections(sample: SampleImage) -> Examples:
    """Features of the detections of a photo, and which of them are squares."""
    reader = default_reader()
    found = detect_squares(reader.detector, sample.render.image)
    found = found.chosen(np.arange(min(len(found), reader.settings.rejection.max_detections)))
    quads = [*sample.render.loose, *(quad for laid in sample.render.kingdoms for quad in laid.quads.values())]
    truth = np.zeros(len(found), np.bool_)
    for quad in quads:
        side = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
        away = np.linalg.norm(found.centres - quad.mean(axis=0), axis=1) / side
        truth |= (away < NEAR) & (np.abs(np.log(found.sides / side)) < np.log(AS_LARGE))
    if len(found):
        yield reader.rejection.features(found, sample.render.image), truth


def places(sample: SampleImage) -> Examples:
    """Features of the examined places of every board found on a kingdom, and which of them hold squares."""
    reader = default_reader()
    for board in reader.boards.find_boards(sample.render.image):
        laid = [
            (one.near, one, kingdom) for kingdom in sample.render.kingdoms if (one := match_grid(board.quads, kingdom))
        ]
        near, best, kingdom = max(laid, key=lambda found: found[0], default=(0.0, None, None))
        if best is None or kingdom is None or near < SURE:
            continue
        truth = np.zeros(board.shape, np.bool_)
        for position in kingdom.layout.cells:
            row, column = best.place(position)
            if 0 <= row < board.shape[0] and 0 <= column < board.shape[1]:
                truth[row, column] = True
        seen = reader.evidence.examine(sample.render.image, board)
        chosen = seen.examined & (board.visible > reader.settings.evidence.whole_threshold)
        yield seen.features[chosen], truth[chosen]


def given_places(sample: SampleImage) -> Examples:
    """Features of the places of the only kingdom's grid, if it is completely in the picture and its corners are
    given."""
    if len(sample.kingdoms) != 1 or sample.cut:
        return
    reader = default_reader()
    laid = sample.render.kingdoms[sample.kingdoms[0]]
    kingdom = laid.layout.kingdom
    board = reader.finder.board_from_corners(
        sample.render.image, laid.corners().tolist(), (kingdom.height, kingdom.width)
    )
    truth = np.zeros(board.shape, np.bool_)
    truth[tuple(np.transpose(list(laid.layout.cells)))] = True
    yield reader.evidence.examine(sample.render.image, board).features.reshape(-1, 4), truth.ravel()


KINDS: dict[str, tuple[Callable[[SampleImage], Examples], tuple[str, ...]]] = {
    "rejection": (detections, ("detector_weight", "classifier_weight", "face_weight")),
    "evidence": (places, ("detector_weight", "classifier_weight", "face_weight", "contrast_weight")),
    "given": (given_places, ("detector", "classifier", "face", "contrast")),
}


def main(arguments: Sequence[str]) -> int:
    """Print the weights, and the errors with fewer features."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.fit.evidence", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--count", type=int, default=4, help="photos of each scenario")
    parser.add_argument("--only", choices=sorted(KINDS))
    chosen = parser.parse_args(arguments)
    for kind in [chosen.only] if chosen.only else KINDS:
        examples, names = KINDS[kind]
        features, truth, photo = [], [], []
        taken = benchmark_images(chosen.data, chosen.count, seed=SEED, kingdoms_only=True)
        if kind == "given":
            taken = chain(mosaics(chosen.data, MOSAICS * chosen.count, SEED), taken)
        for number, sample in enumerate(taken):
            for some, squares in examples(sample):
                features.append(some)
                truth.append(squares)
                photo.append(np.full(len(squares), number))
        print(f"{kind} of {len(set(np.concatenate(photo)))} photos")
        _fit(np.concatenate(features), np.concatenate(truth), np.concatenate(photo), names)
    return 0


def _fit(x: NDArray[np.float64], y: NDArray[np.bool_], photo: NDArray[np.int64], names: Sequence[str]) -> None:
    from sklearn.linear_model import LogisticRegression  # takes a second to import, which the tests need not spend
    from sklearn.metrics import log_loss
    from sklearn.model_selection import GroupKFold, cross_val_predict

    model = LogisticRegression(C=1.0, max_iter=1000)
    for count in range(1, len(names) + 1):
        parts = GroupKFold(10)
        probability = cross_val_predict(model, x[:, :count], y, groups=photo, cv=parts, method="predict_proba")[:, 1]
        wrong = (probability > EVEN) != y
        print(f"{', '.join(names[:count])}: {wrong.sum()} of {len(y)} wrong, log loss {log_loss(y, probability):.4f}")
    model.fit(x, y)
    for name, weight in zip(names, model.coef_[0], strict=True):
        print(f"{name}: {weight:.2f}")
    print(f"bias: {model.intercept_[0]:.2f}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
