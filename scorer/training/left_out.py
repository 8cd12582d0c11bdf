"""Honest figures: trained without a source, measured on it.

``python -m scorer.training.left_out DATA [PROTOCOL…]`` writes ``results/left_out.csv`` (a row per board),
``results/left_out_squares.csv`` (a row per wrong square) and prints the shares. Trained classifiers are kept in
``.work/left_out``; remove them to train again.
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.training import train_squares
from scorer.training.datasets import LabelledBoard, LabelledSquare, labelled_boards
from scorer.training.evaluate import Row, evaluate, share, summary, write_rows
from scorer.training.train import SQUARES, save, training_squares
from scorer.vision.classify import classify
from scorer.vision.faces import FACES
from scorer.vision.models import load_net

KEPT = Path(".work") / "left_out"
MINUTES = 8.0
"""Training of each protocol's classifier on two cores."""


@dataclass(frozen=True)
class Protocol:
    """Which squares are kept from training, and which boards they make."""

    name: str
    squares: Callable[[LabelledSquare], bool]
    boards: Callable[[LabelledBoard], bool]


PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        Protocol("aau", lambda s: s.source == "aau", lambda b: b.source == "aau"),
        Protocol(
            "dated",
            lambda s: s.source == "squares" and s.camera == "dated",
            lambda b: b.file.name.startswith("phone_2018"),
        ),
        Protocol(
            "others",
            lambda s: s.source == "photo" or (s.source == "squares" and s.camera != "dated"),
            lambda b: (
                b.source == "photo" or (b.source.startswith("phone") and not b.file.name.startswith("phone_2018"))
            ),
        ),
    )
}


def main(arguments: Sequence[str]) -> int:
    """Run the named protocols (all by default)."""
    data, names = Path(arguments[0]), arguments[1:] or list(PROTOCOLS)
    boards: list[Row] = []
    squares: list[dict[str, object]] = []
    for name in names:
        rows, wrong = _measure(data, PROTOCOLS[name])
        boards += rows
        squares += wrong
        write_rows(boards, Path("results") / "left_out.csv")
        _write_squares(squares, Path("results") / "left_out_squares.csv")
    return 0


def _measure(data: Path, protocol: Protocol) -> tuple[list[Row], list[dict[str, object]]]:
    everything = training_squares(data)
    kept = [s for s in everything if not protocol.squares(s)]
    held = [s for s in everything if protocol.squares(s)]
    folder = KEPT / protocol.name
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / SQUARES).is_file():
        save(train_squares.train(kept, 60 * MINUTES), folder / SQUARES)
    os.environ["KINGDOM_MODELS"] = str(folder)
    load_net.cache_clear()
    try:
        chances = classify(np.stack([square.image for square in held]))
        rows = list(evaluate([board for board in labelled_boards(data) if protocol.boards(board)]))
    finally:
        del os.environ["KINGDOM_MODELS"]
        load_net.cache_clear()
    read = chances.argmax(axis=1)
    truth = np.array([square.face for square in held])
    print(f"left out {protocol.name}: single squares {share(int((read == truth).sum()), len(truth))}")
    print(f"expected calibration error {calibration_error(chances, truth):.4f}")
    print(summary(rows), flush=True)
    wrong = [
        {
            "protocol": protocol.name,
            "photo": held[i].photo,
            "truth": str(FACES[truth[i]]),
            "read": str(FACES[read[i]]),
            "chance": round(float(chances[i, read[i]]), 4),
        }
        for i in np.flatnonzero(read != truth)
    ]
    np.savez_compressed(
        Path("results") / f"left_out_{protocol.name}.npz", chances=chances.astype(np.float16), truth=truth
    )
    return rows, wrong


def calibration_error(chances: NDArray[np.float32], truth: NDArray[np.int64], bins: int = 15) -> float:
    """The expected calibration error of the likeliest faces: how far confidence is from being right, on average."""
    top, right = chances.max(axis=1), chances.argmax(axis=1) == truth
    which = np.minimum((top * bins).astype(int), bins - 1)
    gaps = [abs(float(top[which == b].mean() - right[which == b].mean())) * (which == b).mean() for b in set(which)]
    return float(sum(gaps))


def _write_squares(rows: Sequence[dict[str, object]], out: Path) -> None:
    with out.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["protocol", "photo", "truth", "read", "chance"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
