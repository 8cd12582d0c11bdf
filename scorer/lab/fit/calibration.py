"""Fits ``CalibrationSettings``: the probability that a reading is right.

python -m scorer.lab.fit.calibration DATA [--count N]

The weights are fitted on rendered kingdoms with seeds of their own, most of them in hard scenarios. On photos of all
scenarios and of no kingdom, with other seeds and a third of ``N`` of each, ``error_correlation`` is fitted, and the
values of ``flag_threshold`` and of ``AcceptanceSettings.min_mean_probability`` are chosen. None of these photos are
among those of the benchmarks (``scorer.lab.evaluate.rendered_flags``).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit

from scorer.lab.metrics.matching import match_grid
from scorer.lab.metrics.truth import true_cells, wrong_places
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Place
from scorer.vision.confidence.calibration import Calibration, Features, is_reported
from scorer.vision.grid.board import Board
from scorer.vision.models import Models
from scorer.vision.reader import Reader
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import CalibrationSettings, PlaceWeights, Settings
from scorer.vision.solve.joint import Solution
from scorer.vision.squares.evidence import PlaceEvidence

Floats = NDArray[np.float64]

FIT, CHOOSE = 600, 700
"""Added to the seeds of the photos that are measured with."""

HARD = (
    *("castle and figures", "dark room", "everything at once", "glare", "burnt", "castle stands", "a fifth", "cut by"),
    *("second one", *(f"oblique, {tilt}" for tilt in range(45, 75, 5)), "among boxes"),
)
"""Parts of the names of scenarios in which readings go wrong."""

DARK, DARK_PHOTOS = "dark room", 3
"""A scenario of which so many times more photos are taken: nowhere else squares are too dark, and of its readings one
in seven is wrong."""

GRID = 0.5
"""A reading lies on a kingdom's grid where more than this part of the kingdom's squares has its place there."""

AT_ONCE = 3
"""How much all wrong places of one reading count together in the fit, at most."""

LAID_SPEAKS = PlaceWeights(
    solved=1, around=1, detector=1, contrast=1, castle_missing=-1, misaligned=-1, dark=-1, bias=0
)
EMPTY_SPEAKS = PlaceWeights(
    solved=1, around=1, detector=-1, contrast=-1, castle_missing=-1, misaligned=-1, dark=-1, bias=0
)
"""Whether a sign speaks for a place being right (1) or against it (-1); 0 where either may be. The fit may give a sign
no weight, but never one the other way: of what is rare, a few examples would tell the contrary of what is known."""

LAID_BEFORE = PlaceWeights(
    solved=0, around=0, detector=0, contrast=0, castle_missing=-0.54, misaligned=-0.07, dark=0, bias=0
)
EMPTY_BEFORE = PlaceWeights(
    solved=0, around=0, detector=0, contrast=0, castle_missing=-2.39, misaligned=-0.91, dark=0, bias=0
)
"""What the two signs weighed that have become rare since the castle is looked for by its looks and oblique grids are
straightened, fitted on photos before. The fit holds its weights back towards these; of the others nothing was known."""

HELD_BACK = PlaceWeights(solved=1, around=1, detector=1, contrast=1, castle_missing=1, misaligned=100, dark=1, bias=0)
"""How strongly each weight is held back. In dark rooms a grid agrees badly with its squares though it lies well: so
many of them would tell that a grid askew means nothing."""


@dataclass(frozen=True)
class Example:
    """A reading of a rendered photo, with the places told wrong; ``known`` are those that count.

    ``near`` is the part, 0…1, of a kingdom's squares that lie on places of its grid: 0 where there is none.
    """

    reading: KingdomReading
    features: Features
    wrong: frozenset[Position]
    known: NDArray[np.bool_]
    near: float = 1.0


class _Kept(Calibration):
    """Keeps every reading as it was solved, with its features."""

    def __init__(self, settings: CalibrationSettings) -> None:
        super().__init__(settings)
        self.kept: list[tuple[KingdomReading, Features]] = []

    def features(self, reading: KingdomReading, board: Board, evidence: PlaceEvidence, solution: Solution) -> Features:
        features = super().features(reading, board, evidence, solution)
        self.kept.append((reading, features))
        return features


def examples(taken: Iterator[SampleImage], settings: Settings) -> Iterator[Example]:
    """Everything that is read in these photos."""
    reader = Reader(Models.shipped(), settings)
    for sample in taken:
        reader.calibration = kept = _Kept(settings.calibration)
        reader.read(sample.render.image, giants=sample.giants)
        for reading, features in kept.kept:
            yield example_of(sample, reading, features)


def example_of(sample: SampleImage, reading: KingdomReading, features: Features) -> Example:
    """The reading beside the kingdom that lies where it was read, if one does."""
    laid = [sample.render.kingdoms[index] for index in (*sample.kingdoms, *sample.cut)]
    matches = [(match.near, match, one) for one in laid if (match := match_grid(reading.quads, one))]
    known = is_reported(reading)
    if not matches:
        return Example(reading, features, frozenset(), known, near=0.0)
    near, match, one = max(matches, key=lambda found: found[0])
    truth = true_cells(one, match, sample.render.image)
    for position, _ in reading.kingdom.cells():
        known[position] &= truth.get(position) is not Place.UNKNOWN
    return Example(reading, features, wrong_places(reading, truth), known, near)


def fitted_places(some: Sequence[Example]) -> tuple[PlaceWeights, PlaceWeights]:
    """The weights for places where something was read, and for empty ones.

    Of a reading all wrong places together count no more than ``AT_ONCE``: a grid that lies askew spoils twenty.
    """
    signs = np.concatenate([one.features.places[one.known] for one in some])
    laid = np.concatenate([_laid(one.reading)[one.known] for one in some])
    right = np.concatenate([~_marked(one.wrong, one.known.shape)[one.known] for one in some])
    alone = np.concatenate([np.full(one.known.sum(), min(1.0, AT_ONCE / max(1, len(one.wrong)))) for one in some])
    counted = np.where(right, 1.0, alone)
    parts = []
    for part, speaks, before in ((laid, LAID_SPEAKS, LAID_BEFORE), (~laid, EMPTY_SPEAKS, EMPTY_BEFORE)):
        parts.append(fitted(signs[part], right[part], counted[part], speaks, before))
        print(f"{part.sum()} places, {(~right[part]).sum()} of them wrong")
    return parts[0], parts[1]


def fitted(
    signs: Floats, right: NDArray[np.bool_], counted: Floats, speaks: PlaceWeights, before: PlaceWeights
) -> PlaceWeights:
    """Logistic regression whose weights keep to the directions that their signs speak in.

    ``signs`` float64 (n, 7) in the order of ``PlaceWeights``, ``right`` whether each place is, ``counted`` float64 (n,)
    how much it counts. Weights are held back towards ``before`` by half the squares of what they differ (ridge), each
    as strongly as ``HELD_BACK`` says.

    >>> places = np.zeros((4, 7))
    >>> places[:2, 0] = 3
    >>> weights = fitted(places, np.array([True, True, True, False]), np.ones(4), LAID_SPEAKS, LAID_BEFORE)
    >>> weights.solved > 0, weights.detector, weights.misaligned
    (True, 0.0, -0.07)
    """
    features = np.column_stack([signs, np.ones(len(signs))])
    held_back = np.array(astuple(HELD_BACK))
    known = np.array(astuple(before))
    towards = np.where(right, 1.0, -1.0)

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = towards * (features @ weights)
        slope = features.T @ (-counted * towards * expit(-margins))
        off = weights - known
        return float(counted @ np.logaddexp(0, -margins) + held_back @ off**2 / 2), slope + held_back * off

    bounds = [(0 if sign > 0 else None, 0 if sign < 0 else None) for sign in astuple(speaks)]
    found = minimize(loss, known, jac=True, bounds=bounds, method="L-BFGS-B")
    return PlaceWeights(*(round(float(weight), 2) + 0.0 for weight in found.x))


def fitted_together(some: Sequence[Example], settings: Settings) -> float:
    """The power of the mistakes expected in believable readings that are not cut which makes their confidence truest
    (maximum likelihood); see ``CalibrationSettings.error_correlation``."""
    calibration = Calibration(replace(settings.calibration, error_correlation=1))
    whole = [
        one
        for one in some
        if not one.reading.cut
        and calibration.mean_probability(one.reading, one.features) >= settings.acceptance.min_mean_probability
    ]
    said = [calibration.calibrated(one.reading, one.features).confidence for one in whole]
    expected = -np.log(np.array(said, np.float64))
    right = np.array([one.near > 0 and not one.wrong for one in whole])

    def loss(power: float) -> float:
        surprise = expected**power
        return float(np.where(right, surprise, -np.log(-np.expm1(-surprise))).sum())

    return round(float(minimize_scalar(loss, bounds=(0.5, 2), method="bounded").x), 2)


def named(some: Sequence[Example], settings: Settings, doubt: float) -> str:
    """How many wrong places of believable readings lie within a square of one less certain than ``doubt``, and how many
    doubts are needless in right readings that are not cut."""
    near = wrong = needless = right = 0
    calibration = Calibration(settings.calibration)
    for one in some:
        if (
            not one.near
            or calibration.mean_probability(one.reading, one.features) < settings.acceptance.min_mean_probability
        ):
            continue
        reading = calibration.calibrated(one.reading, one.features)
        doubtful = np.argwhere(np.array(reading.squares) < doubt)
        for place in one.wrong:
            wrong += 1
            near += bool(len(doubtful)) and int(np.abs(doubtful - place).max(axis=1).min()) <= 1
        if not one.wrong and not reading.cut:
            right += 1
            asked = {*reading.hidden, *reading.built_towns}
            needless += sum((int(row), int(column)) not in asked for row, column in doubtful)
    return f"doubt {doubt}: {near} of {wrong} wrong places named, {needless} needless in {right} right readings"


def refused(some: Sequence[Example], settings: Settings, least: float) -> str:
    """How many readings of which less than ``least`` is believed lie on a kingdom's grid, and how many do not."""
    calibration = Calibration(settings.calibration)
    parts = np.array([calibration.mean_probability(one.reading, one.features) for one in some])
    kingdoms = np.array([one.near > GRID for one in some])
    lost, let_go = (f"{(parts[which] < least).sum()} of {which.sum()}" for which in (kingdoms, ~kingdoms))
    return f"believed {least}: {lost} kingdoms refused, {let_go} readings where none lies so"


def _laid(reading: KingdomReading) -> NDArray[np.bool_]:
    return np.array([[cell is not Place.EMPTY for cell in row] for row in reading.kingdom.rows], np.bool_)


def _marked(positions: frozenset[Position], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    marked = np.zeros(shape, np.bool_)
    for row, column in positions:
        if 0 <= row < shape[0] and 0 <= column < shape[1]:
            marked[row, column] = True
    return marked


def main(arguments: Sequence[str]) -> int:
    """Print the weights, and what they are worth with several thresholds of doubt."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.fit.calibration", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument(
        "--count",
        type=int,
        default=20,
        help="photos of each hard scenario, three times as many dark ones; a seventh of the others",
    )
    chosen = parser.parse_args(arguments)
    few, some = max(1, chosen.count // 7), max(1, chosen.count // 3)
    settings = Settings()
    every_grid = replace(settings, acceptance=replace(settings.acceptance, misaligned_threshold=0))
    more = {DARK: DARK_PHOTOS * chosen.count}
    hard = (
        sample
        for part in HARD
        for sample in benchmark_images(chosen.data, more.get(part, chosen.count), part, seed=FIT)
    )
    usual = benchmark_images(chosen.data, few, seed=FIT, kingdoms_only=True)
    fit = list(examples(chain(hard, usual), every_grid))
    choose = list(examples(benchmark_images(chosen.data, some, seed=CHOOSE), settings))
    report(fit, choose)
    return 0


def report(fit: Sequence[Example], choose: Sequence[Example]) -> CalibrationSettings:
    """Fit, and print what is to be put into ``CalibrationSettings``, and what thresholds are worth with it."""
    laid, empty = fitted_places([one for one in fit if one.near])
    settings = Settings()
    settings = replace(settings, calibration=replace(settings.calibration, square=laid, empty=empty))
    together = fitted_together(choose, settings)
    settings = replace(settings, calibration=replace(settings.calibration, error_correlation=together))
    print(f"square: {laid}", f"empty: {empty}", f"error_correlation: {together}", sep="\n")
    for least in (0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.95):
        print(refused(choose, settings, least))
    for doubt in (0.85, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98):
        print(named(choose, settings, doubt), flush=True)
    return settings.calibration


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
