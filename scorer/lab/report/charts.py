"""Draws confusion matrices and reliability diagrams of squares that were left out of training, and risk by coverage.

python -m scorer.lab.report.charts    reads results/accuracy/left_out_*.npz and flags.csv, writes docs/pictures/

Needs matplotlib (``pip install '.[lab]'``).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray
from scipy.special import softmax

from scorer.lab.metrics.flags import KingdomFlags, risk_by_coverage
from scorer.lab.metrics.rows import ACCURACY, read_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.report import ROOT
from scorer.vision.common.faces import FACES
from scorer.vision.settings import SquareSettings

BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
"""Ends of the reliability diagram's bins: the surer, the finer."""

INK, PALE, RIGHT, WRONG, BEFORE = "#2f3437", "#d9d9d9", "#2f6f8f", "#c8452f", "#e0a040"
"""Colours of text, grid lines, what is right, what is wrong, and the network before its temperature."""

DARK = 0.6
"""Strength of colour, 0…1, above which white figures are easier to read than dark ones."""

DPI = 110


@dataclass(frozen=True)
class LeftOutSquares:
    """Squares of one left-out source: probabilities (n, faces) as the reader has them, and the true faces (n,)."""

    name: str
    chances: NDArray[np.float64]
    truth: NDArray[np.int64]


@dataclass(frozen=True)
class Bin:
    """Squares whose likeliest face was about as probable: the mean of that, and how many of them were right."""

    sure: float
    right: Share


def left_out_squares(folder: Path) -> list[LeftOutSquares]:
    """What ``scorer.lab.evaluate.left_out`` kept of its protocols."""
    found = []
    for file in sorted(folder.glob("left_out_*.npz")):
        with np.load(file, allow_pickle=False) as kept:
            chances = kept["chances"].astype(np.float64)
            chances /= chances.sum(axis=1, keepdims=True)  # they were rounded to be kept
            found.append(LeftOutSquares(file.stem.removeprefix("left_out_"), chances, kept["truth"]))
    return found


def confusion(chances: NDArray[np.float64], truth: NDArray[np.int64]) -> NDArray[np.int64]:
    """How often each face (row) was read as each (column): int array (faces, faces).

    >>> int(confusion(np.eye(len(FACES))[[0, 0, 1]], np.array([0, 1, 1]))[1, 0])
    1
    """
    from sklearn.metrics import confusion_matrix  # takes a second, which whoever draws other pictures need not wait

    return np.asarray(confusion_matrix(truth, chances.argmax(axis=1), labels=range(len(FACES))), np.int64)


def at_temperature(chances: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """The same probabilities at another temperature: their logarithms divided by it (Guo et al., 2017).

    >>> at_temperature(np.array([[0.8, 0.2]]), 2.0).round(3).tolist()
    [[0.667, 0.333]]
    """
    return np.asarray(softmax(np.log(np.maximum(chances, 1e-12)) / temperature, axis=1), np.float64)


def reliability(chances: NDArray[np.float64], truth: NDArray[np.int64]) -> list[Bin]:
    """The filled ones of ``BINS``, the least sure first."""
    top, right = chances.max(axis=1), chances.argmax(axis=1) == truth
    which = np.digitize(top, BINS)
    bins = [which == number for number in np.unique(which)]
    return [Bin(float(top[held].mean()), Share(int(right[held].sum()), int(held.sum()))) for held in bins]


def confusion_chart(squares: LeftOutSquares) -> Figure:
    """The confusion matrix: what is right in blue, what is wrong in red, the stronger the more of their face."""
    table = confusion(squares.chances, squares.truth)
    strength = np.sqrt(table / np.maximum(table.sum(axis=1, keepdims=True), 1))
    full = np.where(np.eye(len(table))[..., None], to_rgb(RIGHT), to_rgb(WRONG))
    figure = Figure(figsize=(7.2, 7.4), dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    axes.imshow(1 - strength[..., None] * (1 - full))
    for row, column in np.argwhere(table):
        ink = "white" if strength[row, column] > DARK else INK
        axes.text(column, row, str(table[row, column]), ha="center", va="center", fontsize=8, color=ink)
    names, edges = [str(face) for face in FACES], np.arange(1, len(FACES)) - 0.5
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    axes.set_xticks(edges, minor=True)
    axes.set_yticks(edges, minor=True)
    axes.grid(which="minor", color=PALE, linewidth=0.5)
    axes.set(xlabel="read as", ylabel="is")
    _finish(axes, f"{squares.name} left out of training: {np.trace(table)} of {table.sum()} squares right")
    return figure


def reliability_chart(squares: LeftOutSquares, temperature: float) -> Figure:
    """How often squares were right against how sure they were, before and after the temperature.

    Probabilities in ``squares`` are those after it; upright lines are 95 % intervals.
    """
    figure = Figure(figsize=(5.4, 5.6), dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], color=INK, linewidth=1, linestyle=":", label="as promised")
    if temperature != 1:
        _curve(
            axes,
            reliability(at_temperature(squares.chances, 1 / temperature), squares.truth),
            BEFORE,
            "the network alone",
        )
    _curve(axes, reliability(squares.chances, squares.truth), RIGHT, f"at the shipped temperature, {temperature:g}")
    axes.set(xlim=(0.3, 1.02), ylim=(0, 1.02), xlabel="probability of the likeliest face", ylabel="squares right")
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(color=PALE, linewidth=0.5)
    axes.legend(loc="lower right", frameon=False, fontsize=9)
    _finish(axes, f"{squares.name} left out of training: {len(squares.truth)} squares")
    return figure


def risk_coverage_chart(rows: Sequence[KingdomFlags]) -> Figure:
    """How many readings are wrong among those that are believed, the more are believed the farther right."""
    coverage, risk = risk_by_coverage(rows)
    figure = Figure(figsize=(5.4, 4.2), dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    axes.plot(coverage, risk, color=RIGHT, linewidth=1.5)
    axes.set(
        xlim=(0, 1.02), ylim=(0, None), xlabel="kingdoms believed, the most confident first", ylabel="of these wrong"
    )
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(color=PALE, linewidth=0.5)
    _finish(axes, f"{len(coverage)} readings of rendered photos")
    return figure


def _curve(axes: Axes, bins: Sequence[Bin], colour: str, name: str) -> None:
    sure, right = [one.sure for one in bins], [one.right.part for one in bins]
    low, high = zip(*(one.right.interval for one in bins), strict=True)
    axes.vlines(sure, low, high, color=colour, linewidth=1)
    axes.plot(sure, right, color=colour, marker="o", markersize=4, linewidth=1.5, label=name)


def _finish(axes: Axes, title: str) -> None:
    axes.set_title(title, fontsize=11, color=INK)
    axes.tick_params(which="both", length=0, pad=7)
    axes.spines[:].set_visible(False)


def main(arguments: Sequence[str] = ()) -> int:
    """Draw every picture; says which. 2 where nothing was measured."""
    results = Path(arguments[0]) if arguments else ROOT / ACCURACY
    pictures = Path(arguments[1]) if len(arguments) > 1 else ROOT / "docs" / "pictures"
    found = left_out_squares(results)
    if not found:
        print(f"{results}: no left_out_*.npz there; run python -m scorer.lab.evaluate.left_out DATA", file=sys.stderr)
        return 2
    pictures.mkdir(parents=True, exist_ok=True)
    doubt = results / "flags.csv"
    if doubt.is_file():
        risk_coverage_chart(read_rows(KingdomFlags, doubt)).savefig(pictures / "risk_coverage.png")
        print("risk_coverage.png")
    for squares in found:
        charts = {
            "confusion": confusion_chart(squares),
            "reliability": reliability_chart(squares, SquareSettings().temperature),
        }
        for kind, chart in charts.items():
            file = pictures / f"{kind}_{squares.name}.png"
            chart.savefig(file)
            print(file.name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
