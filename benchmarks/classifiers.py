"""Classic features and scikit-learn classifiers beside the shipped kind of network, on sources left out of training.

    python -m benchmarks.classifiers DATA --out results/classifiers.csv

The splits are those of ``scorer.lab.evaluate.left_out``, which also measured the network
(``results/left_out_*.npz``); it
imports PyTorch. The features are a histogram of oriented gradients, as OpenCV 5 no longer has one, and one of colours;
every training square is shown in its four quarter turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from sklearn.decomposition import PCA
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

from benchmarks.arguments import benchmark_parser
from scorer.lab.data.squares import LabelledSquare
from scorer.lab.data.training import training_squares
from scorer.lab.evaluate.left_out import SOURCES
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.metrics.timing import cpu_seconds, machine
from scorer.vision.common.arrays import Image

Floats = NDArray[np.float32]

PROTOCOLS = {protocol.name: protocol for protocol in SOURCES}

CELL, ORIENTATIONS = 8, 9
METHODS: dict[str, Any] = {
    "linear SVM": lambda: LinearSVC(C=0.1, dual=False),
    "RBF SVM": lambda: SVC(C=10),
    "MLP 128": lambda: MLPClassifier((128,), alpha=1e-2, early_stopping=True, random_state=0),
}


def gradients(image: Image) -> Floats:
    """The histogram of a square uint8 BGR (64, 64, 3), cells of 8 pixels, blocks of 2 × 2 cells: float32 (1764,)."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=1), cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=1)
    strength = np.hypot(across, down)
    turn = (np.arctan2(down, across) % np.pi) / np.pi * ORIENTATIONS
    low = np.floor(turn).astype(int) % ORIENTATIONS
    part = turn - np.floor(turn)
    cells = image.shape[0] // CELL
    rows, columns = np.indices(grey.shape) // CELL
    table = np.zeros((cells, cells, ORIENTATIONS), np.float32)
    np.add.at(table, (rows, columns, low), strength * (1 - part))
    np.add.at(table, (rows, columns, (low + 1) % ORIENTATIONS), strength * part)
    blocks = np.concatenate([table[:-1, :-1], table[:-1, 1:], table[1:, :-1], table[1:, 1:]], axis=2)
    blocks /= np.linalg.norm(blocks, axis=2, keepdims=True) + 1e-3
    return np.asarray(blocks.ravel(), np.float32)


def colours(image: Image) -> Floats:
    """Roots of the shares of 12 hues × 4 saturations × 4 values, float32 (192,)."""
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    counts = cv2.calcHist([hsv], [0, 1, 2], None, [12, 4, 4], [0, 180, 0, 256, 0, 256])
    return np.asarray(np.sqrt(counts.ravel() / counts.sum()), np.float32)


def features(images: Sequence[Image]) -> Floats:
    """Array (n, 1956) of squares."""
    return np.stack([np.concatenate([gradients(image), 3 * colours(image)]) for image in images])


@dataclass(frozen=True)
class ClassifierFigures:
    """How well one method reads the squares of one left-out source."""

    left_out: str
    method: str
    squares: int
    right: int
    share: float
    low: float
    high: float
    """Ends of the share's 95 % interval."""
    training_cpu_s: float | None
    ms_per_square: float | None
    """``None`` for the network, which was measured elsewhere."""


def figures(
    protocol: str, method: str, right: NDArray[np.bool_], times: tuple[float, float] | None = None
) -> ClassifierFigures:
    """The row of a method. ``times``: processor seconds of training and of reading all squares."""
    share = Share(int(right.sum()), len(right))
    low, high = share.interval
    training, reading = (round(times[0], 3), round(1000 * times[1] / len(right), 3)) if times else (None, None)
    print(f"{protocol:<8} {method:<12} {share}", flush=True)
    return ClassifierFigures(protocol, method, share.of, share.right, share.part, low, high, training, reading)


def measured(squares: Sequence[LabelledSquare], protocol: str, results: Path) -> Iterator[ClassifierFigures]:
    """Every method on one left-out source, and the network where it was measured."""
    left_out = PROTOCOLS[protocol].squares
    kept, held = [one for one in squares if not left_out(one)], [one for one in squares if left_out(one)]
    turned = [np.ascontiguousarray(np.rot90(square.image, turn)) for turn in range(4) for square in kept]
    faces = np.array([square.face for square in kept] * 4)
    known, asked = features(turned), features([square.image for square in held])
    truth = np.array([square.face for square in held])
    for method, make in METHODS.items():
        model = make_pipeline(StandardScaler(), PCA(160, random_state=0), make())
        training, _ = cpu_seconds(partial(model.fit, known, faces))
        reading, read = cpu_seconds(partial(model.predict, asked))
        yield figures(protocol, method, np.asarray(read == truth), (training, reading))
    network = results / f"left_out_{protocol}.npz"
    if network.is_file():
        with np.load(network, allow_pickle=False) as file:
            yield figures(protocol, "network", np.asarray(file["chances"].argmax(axis=1) == file["truth"]))


def main() -> None:
    """Train, measure, print, write."""
    parser = benchmark_parser("classifiers", __doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--protocols", nargs="*", default=["aau", "dated"])
    chosen = parser.parse_args()
    print(machine())
    squares = training_squares(chosen.data)
    rows = (row for protocol in chosen.protocols for row in measured(squares, protocol, chosen.out.parent))
    write_rows(rows, ClassifierFigures, chosen.out)


if __name__ == "__main__":
    main()
