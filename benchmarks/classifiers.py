"""Classic features and scikit-learn classifiers beside the shipped kind of network, on sources left out of training.

    python benchmarks/classifiers.py DATA --out results/classifiers.csv

The splits are those of ``scorer.evaluation.left_out``, which also measured the network (``results/left_out_*.npz``); it
imports PyTorch. The features are a histogram of oriented gradients, as OpenCV 5 no longer has one, and one of colours;
every training square is shown in its four quarter turns.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
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

from scorer.evaluation.left_out import SOURCES
from scorer.evaluation.statistics import Share
from scorer.training.run import training_squares

Image = NDArray[np.uint8]
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


def main() -> None:
    """Train, measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path("results") / "classifiers.csv")
    parser.add_argument("--protocols", nargs="*", default=["aau", "dated"])
    chosen = parser.parse_args()
    squares = training_squares(chosen.data)
    rows: list[list[object]] = []

    def note(protocol: str, method: str, right: int, n: int, seconds: float | None, each: float | None) -> None:
        low, high = Share(right, n).interval
        times = ["" if value is None else round(value, 3) for value in (seconds, each)]
        rows.append([protocol, method, n, right, *(round(v, 4) for v in (right / n, low, high)), *times])
        print(f"{protocol:<8} {method:<12} {right}/{n} {right / n:.2%} ({low:.2%} to {high:.2%})", flush=True)

    for name in chosen.protocols:
        kept = [square for square in squares if not PROTOCOLS[name].squares(square)]
        held = [square for square in squares if PROTOCOLS[name].squares(square)]
        turned = [np.ascontiguousarray(np.rot90(square.image, turn)) for turn in range(4) for square in kept]
        faces = np.array([square.face for square in kept] * 4)
        known, asked = features(turned), features([square.image for square in held])
        truth = np.array([square.face for square in held])
        for method, make in METHODS.items():
            model = make_pipeline(StandardScaler(), PCA(160, random_state=0), make())
            started = time.process_time()
            model.fit(known, faces)
            trained = time.process_time()
            right = int((model.predict(asked) == truth).sum())
            each = 1000 * (time.process_time() - trained) / len(asked)
            note(name, method, right, len(truth), trained - started, each)
        measured = chosen.out.parent / f"left_out_{name}.npz"
        if measured.is_file():
            with np.load(measured, allow_pickle=False) as file:
                right = int((file["chances"].argmax(axis=1) == file["truth"]).sum())
                note(name, "network", right, len(file["truth"]), None, None)
    with chosen.out.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        heads = ["left_out", "method", "squares", "right", "share", "low", "high", "training_cpu_s", "ms_per_square"]
        writer.writerow(heads)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
