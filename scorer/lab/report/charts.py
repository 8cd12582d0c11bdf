"""Draws confusion matrices and reliability diagrams of squares left out of training, and risk by coverage.

python -m scorer.lab.report.charts    reads left_out_*.npz, flags.csv and reliability.csv in results/accuracy, writes
pictures there

Needs matplotlib (``pip install '.[lab]'``).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import PowerNorm
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter
from numpy.typing import NDArray
from scipy.special import softmax

from scorer.lab.metrics.bins import PlaceBin
from scorer.lab.metrics.flags import KingdomFlags, risk_by_coverage
from scorer.lab.metrics.rows import ACCURACY, read_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.report import ROOT
from scorer.vision.common.faces import FACES
from scorer.vision.settings import SquareSettings

BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
"""Edges of the reliability diagram's bins: finer towards 1, where most squares are."""

INK, PALE, LINE, BEFORE = "#2f3437", "#d9d9d9", "#2f6f8f", "#e0a040"
"""Colours of text, grid lines, the main curve, and the network before its temperature."""

DPI = 110

MIN_WRONG, LEAST = 5, 1e-3
"""Fewest wrong places of a kind of picture whose reliability is drawn, and the share that stands for none."""


@dataclass(frozen=True)
class LeftOutSquares:
    """Squares of one left-out source: the reader's probabilities (n, faces), and the true faces (n,)."""

    name: str
    probabilities: NDArray[np.float64]
    truth: NDArray[np.int64]


@dataclass(frozen=True)
class Bin:
    """Squares of similar confidence: their mean confidence, and how many were right."""

    confidence: float
    right: Share


def left_out_squares(folder: Path) -> list[LeftOutSquares]:
    """The probabilities that ``scorer.lab.evaluate.left_out`` stored, one value for each left-out source."""
    found = []
    for file in sorted(folder.glob("left_out_*.npz")):
        with np.load(file, allow_pickle=False) as kept:
            probabilities = kept["probabilities"].astype(np.float64)
            probabilities /= probabilities.sum(axis=1, keepdims=True)  # rounded when stored
            found.append(LeftOutSquares(file.stem.removeprefix("left_out_"), probabilities, kept["truth"]))
    return found


def at_temperature(probabilities: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """The same probabilities at another temperature: their logarithms divided by it (Guo et al., 2017).

    >>> at_temperature(np.array([[0.8, 0.2]]), 2.0).round(3).tolist()
    [[0.667, 0.333]]
    """
    return np.asarray(softmax(np.log(np.maximum(probabilities, 1e-12)) / temperature, axis=1), np.float64)


def reliability(probabilities: NDArray[np.float64], truth: NDArray[np.int64]) -> list[Bin]:
    """The bins that hold squares, lowest confidence first."""
    top, right = probabilities.max(axis=1), probabilities.argmax(axis=1) == truth
    which = np.digitize(top, BINS)
    bins = [which == number for number in np.unique(which)]
    return [Bin(float(top[held].mean()), Share(int(right[held].sum()), int(held.sum()))) for held in bins]


def confusion_chart(squares: LeftOutSquares) -> Figure:
    """The confusion matrix: how often each face (row) was read as each (column); zeros are left blank."""
    from sklearn.metrics import ConfusionMatrixDisplay  # takes a second to import, which other charts do not need

    figure = Figure(figsize=(7.2, 7.4), dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    read = squares.probabilities.argmax(axis=1)
    display = ConfusionMatrixDisplay.from_predictions(
        squares.truth,
        read,
        labels=range(len(FACES)),
        display_labels=[str(face) for face in FACES],
        ax=axes,
        cmap="Blues",
        colorbar=False,
        im_kw={"norm": PowerNorm(0.3, vmin=0, vmax=5000)},  # keeps rare errors visible and large counts readable
    )
    for text in display.text_.flat:
        text.set_visible(text.get_text() != "0")
    axes.set(xlabel="read as", ylabel="true face")
    right = int((read == squares.truth).sum())
    _finish(axes, f"{squares.name} left out of training: {right} of {len(read)} squares right")
    return figure


def reliability_chart(squares: LeftOutSquares, temperature: float) -> Figure:
    """Accuracy against confidence with 95 % intervals, with and without the ``temperature``, which ``squares``
    include."""
    figure = Figure(figsize=(5.4, 5.6), dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], color=INK, linewidth=1, linestyle=":", label="perfect calibration")
    if temperature != 1:
        _curve(
            axes,
            reliability(at_temperature(squares.probabilities, 1 / temperature), squares.truth),
            BEFORE,
            "network alone",
        )
    _curve(
        axes, reliability(squares.probabilities, squares.truth), LINE, f"at the shipped temperature, {temperature:g}"
    )
    axes.set(xlim=(0.3, 1.02), ylim=(0, 1.02), xlabel="confidence", ylabel="squares right")
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(color=PALE, linewidth=0.5)
    axes.legend(loc="lower right", frameon=False, fontsize=9)
    _finish(axes, f"{squares.name} left out of training: {len(squares.truth)} squares")
    return figure


def risk_coverage_chart(rows: Sequence[KingdomFlags]) -> Figure:
    """Risk by coverage: the wrong share of the accepted readings, most confident first."""
    coverage, risk = risk_by_coverage(rows)
    figure = Figure(figsize=(5.4, 4.2), dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    axes.plot(coverage, risk, color=LINE, linewidth=1.5)
    axes.set(
        xlim=(0, 1.02),
        ylim=(0, None),
        xlabel="coverage: part of the kingdoms accepted",
        ylabel="risk: part of these wrong",
    )
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(color=PALE, linewidth=0.5)
    _finish(axes, f"{len(coverage)} readings of rendered photos")
    return figure


def kinds_chart(bins: Sequence[PlaceBin]) -> Figure:
    """Reliability by kind of picture: wrong places against the probability of an error, on logarithmic scales.

    Kinds with fewer than ``MIN_WRONG`` wrong places are left out: their curves would be noise.
    """
    wrong = {kind: sum(one.places - one.right for one in bins if one.kind == kind) for kind in {b.kind for b in bins}}
    shown = [kind for kind in dict.fromkeys(one.kind for one in bins) if wrong[kind] >= MIN_WRONG]
    figure = Figure(figsize=(6.4, 5.6), dpi=DPI, layout="constrained")
    axes = figure.add_subplot()
    axes.plot([1e-4, 1], [1e-4, 1], color=INK, linewidth=1, linestyle=":", label="perfect calibration")
    for kind in shown:
        of = [one for one in bins if one.kind == kind]
        said = [1 - one.probability for one in of]
        found = [max(1 - one.right / one.places, LEAST) for one in of]
        axes.plot(said, found, marker="o", markersize=4, linewidth=1.5, label=f"{kind} ({wrong[kind]} wrong)")
    axes.set(
        xscale="log",
        yscale="log",
        xlim=(1, 1e-4),
        ylim=(LEAST, 1.1),
        xlabel="probability of an error, by the reader",
        ylabel=f"places read wrong; {LEAST:g}: none",
    )
    axes.grid(color=PALE, linewidth=0.5)
    axes.legend(loc="lower left", frameon=False, fontsize=8)
    _finish(axes, "Reliability by kind of picture")
    return figure


def _curve(axes: Axes, bins: Sequence[Bin], colour: str, name: str) -> None:
    confidence, right = [one.confidence for one in bins], [one.right.part for one in bins]
    low, high = zip(*(one.right.interval for one in bins), strict=True)
    axes.vlines(confidence, low, high, color=colour, linewidth=1)
    axes.plot(confidence, right, color=colour, marker="o", markersize=4, linewidth=1.5, label=name)


def _finish(axes: Axes, title: str) -> None:
    axes.set_title(title, fontsize=11, color=INK)
    axes.tick_params(which="both", length=0, pad=7)
    axes.spines[:].set_visible(False)


def main(arguments: Sequence[str] = ()) -> int:
    """Draw every chart and print its name; 2 if nothing was measured."""
    results = Path(arguments[0]) if arguments else ROOT / ACCURACY
    pictures = Path(arguments[1]) if len(arguments) > 1 else ROOT / ACCURACY / "pictures"
    found = left_out_squares(results)
    if not found:
        print(f"{results}: no left_out_*.npz there; run python -m scorer.lab.evaluate.left_out DATA", file=sys.stderr)
        return 2
    pictures.mkdir(parents=True, exist_ok=True)
    flags = results / "flags.csv"
    if flags.is_file():
        risk_coverage_chart(read_rows(KingdomFlags, flags)).savefig(pictures / "risk_coverage.png")
        print("risk_coverage.png")
    by_kind = results / "reliability.csv"
    if by_kind.is_file():
        kinds_chart(read_rows(PlaceBin, by_kind)).savefig(pictures / "reliability_by_kind.png")
        print("reliability_by_kind.png")
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
