"""Draws the measured figures as pictures: confusion tables and reliability diagrams of what was left out of training.

python -m scorer.evaluation.figures    reads results/left_out_*.npz, writes docs/pictures/
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.evaluation.labelled import wilson
from scorer.synthesis.render import Image
from scorer.vision.squares.classifier import ClassifySettings
from scorer.vision.squares.faces import FACES

ROOT = Path(__file__).resolve().parents[2]
RESULTS, PICTURES = ROOT / "results", ROOT / "docs" / "pictures"

INK, PALE, PAPER = (60, 50, 45), (205, 205, 205), (255, 255, 255)
RIGHT, WRONG = (150, 120, 60), (70, 70, 215)
BEFORE, AFTER = (90, 150, 235), (150, 110, 40)
"""Colours BGR."""

BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
"""Ends of the reliability diagram's bins: the surer, the finer."""


@dataclass(frozen=True)
class Measured:
    """Squares of one left-out source: probabilities (n, faces) as the reader has them, and the true faces (n,)."""

    name: str
    chances: NDArray[np.float64]
    truth: NDArray[np.int64]


def measured(folder: Path) -> list[Measured]:
    """What ``scorer.evaluation.left_out`` kept of its protocols."""
    found = []
    for file in sorted(folder.glob("left_out_*.npz")):
        with np.load(file, allow_pickle=False) as kept:
            chances = kept["chances"].astype(np.float64)
            found.append(
                Measured(
                    file.stem.removeprefix("left_out_"), chances / chances.sum(axis=1, keepdims=True), kept["truth"]
                )
            )
    return found


def confusion(chances: NDArray[np.float64], truth: NDArray[np.int64]) -> NDArray[np.int64]:
    """How often each face (row) was read as each (column): int array (faces, faces).

    >>> int(confusion(np.eye(len(FACES))[[0, 0, 1]], np.array([0, 1, 1]))[1, 0])
    1
    """
    table = np.zeros((len(FACES), len(FACES)), np.int64)
    np.add.at(table, (truth, chances.argmax(axis=1)), 1)
    return table


def warmer(chances: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """The same probabilities at another temperature: their logarithms divided by it.

    >>> warmer(np.array([[0.8, 0.2]]), 2.0).round(3).tolist()
    [[0.667, 0.333]]
    """
    powers = np.maximum(chances, 1e-12) ** (1 / temperature)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float64)


def reliability(chances: NDArray[np.float64], truth: NDArray[np.int64]) -> list[tuple[float, float, int]]:
    """For every filled bin of the likeliest face's probability: its mean, the part that was right, how many squares."""
    top, right = chances.max(axis=1), chances.argmax(axis=1) == truth
    which = np.digitize(top, BINS)
    bins = [which == number for number in np.unique(which)]
    return [(float(top[held].mean()), float(right[held].mean()), int(held.sum())) for held in bins]


def confusion_picture(one: Measured, cell: int = 34) -> Image:
    """The confusion table as a picture, uint8 BGR; wrong readings in red, the stronger the more of their face."""
    table = confusion(one.chances, one.truth)
    names = [str(face) for face in FACES]
    left, top = 120, 120
    size = left + cell * len(names) + 20
    picture: Image = np.full((size + 20, size, 3), PAPER, np.uint8)
    right = int(np.trace(table))
    _write(picture, f"{one.name} left out of training: {right} of {table.sum()} squares right", (20, 34), 0.6)
    _write(picture, "read as", (left, 74), 0.5)
    _write(picture, "is", (20, top + 24), 0.5)
    for row, name in enumerate(names):
        _write(picture, name, (left - 44, top + row * cell + 23), 0.5)
        _write(picture, name, (left + row * cell + 6, top - 12), 0.5)
        of_face = max(1, int(table[row].sum()))
        for column in range(len(names)):
            corner = (left + column * cell, top + row * cell)
            count = int(table[row, column])
            strength = (count / of_face) ** 0.5
            colour = np.array(RIGHT if row == column else WRONG) * strength + np.array(PAPER) * (1 - strength)
            far = (corner[0] + cell - 2, corner[1] + cell - 2)
            cv2.rectangle(picture, corner, far, [float(v) for v in colour] if count else (244, 244, 244), -1)
            if count:
                ink = PAPER if strength > 0.6 else INK
                _write(picture, str(count), (corner[0] + (12 if count < 10 else 3), corner[1] + 22), 0.42, ink)
    return picture


def reliability_picture(one: Measured, temperature: float, side: int = 420) -> Image:
    """How often squares were right against how sure they were, before and after the temperature; uint8 BGR.

    Probabilities in ``one`` are those after it; upright lines are 95 % intervals. Both axes run from 50 % to 100 %.
    """
    left, top = 80, 70
    picture: Image = np.full((top + side + 90, left + side + 40, 3), PAPER, np.uint8)
    _write(picture, f"{one.name}: how sure, how often right (n = {len(one.truth)})", (20, 34), 0.55)

    def place(sure: float, right: float) -> tuple[int, int]:
        x, y = (np.clip(v, 0.5, 1.0) * 2 - 1 for v in (sure, right))
        return round(left + x * side), round(top + (1 - y) * side)

    for mark in np.arange(0.5, 1.01, 0.1):
        cv2.line(picture, place(mark, 0.5), place(mark, 1), PALE, 1)
        cv2.line(picture, place(0.5, mark), place(1, mark), PALE, 1)
        _write(picture, f"{mark:.0%}", (place(mark, 0.5)[0] - 18, top + side + 22), 0.42)
        _write(picture, f"{mark:.0%}", (left - 52, place(0.5, mark)[1] + 5), 0.42)
    cv2.line(picture, place(0.5, 0.5), place(1, 1), INK, 1, cv2.LINE_AA)
    curves = [(one.chances, AFTER, f"at the shipped temperature of {temperature:g}")]
    if temperature != 1:
        curves.insert(0, (warmer(one.chances, 1 / temperature), BEFORE, "as the network says it"))
    for row, (chances, colour, name) in enumerate(curves):
        points = reliability(chances, one.truth)
        line = np.array([place(sure, right) for sure, right, _ in points], np.int32)
        cv2.polylines(picture, [line], False, colour, 2, cv2.LINE_AA)
        for sure, right, count in points:
            low, high = wilson(round(right * count), count)
            cv2.line(picture, place(sure, low), place(sure, high), colour, 1, cv2.LINE_AA)
            cv2.circle(picture, place(sure, right), 4, colour, -1, cv2.LINE_AA)
        key = (left + 8, top + side + 44 + 22 * row)
        cv2.circle(picture, key, 5, colour, -1, cv2.LINE_AA)
        _write(picture, name, (key[0] + 14, key[1] + 5), 0.45)
    return picture


def _write(picture: Image, text: str, at: tuple[int, int], scale: float, ink: tuple[int, int, int] = INK) -> None:
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 1, cv2.LINE_AA)


def main(arguments: Sequence[str] = ()) -> int:
    """Draw every picture; says which. 2 where nothing was measured."""
    results = Path(arguments[0]) if arguments else RESULTS
    pictures = Path(arguments[1]) if len(arguments) > 1 else PICTURES
    found = measured(results)
    if not found:
        print(
            f"{results}: no left_out_*.npz there; run python -m scorer.evaluation.left_out DATA first", file=sys.stderr
        )
        return 2
    pictures.mkdir(parents=True, exist_ok=True)
    temperature = ClassifySettings().temperature
    for one in found:
        for kind, picture in (
            ("confusion", confusion_picture(one)),
            ("reliability", reliability_picture(one, temperature)),
        ):
            file = pictures / f"{kind}_{one.name}.png"
            cv2.imwrite(str(file), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
            print(file.name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
