"""Fits ``CalibrationSettings``: the probability that a reading is right.

python -m scorer.lab.fit.calibration DATA [--count N] [--given | --small]

The weights are fitted on rendered kingdoms with separate seeds, most of them in hard scenarios. On other seeds, with
a third of ``N`` photos of each scenario and of no kingdom, ``error_correlation`` is fitted, and ``flag_threshold``
and ``AcceptanceSettings.min_mean_probability`` are chosen. With ``--given``, the weights for grids given by hand are
fitted, on such photos and on rectified, blurred and recompressed boards; with ``--small``, only their weight of small
squares, the others as they are, on such boards and on some with 12 to 24 pixels a square. The benchmarks
(``scorer.lab.evaluate.rendered_flags``) contain none of these photos.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit

from scorer.lab.metrics.matching import match_grid
from scorer.lab.metrics.truth import true_cells, wrong_places
from scorer.lab.render.benchmark_set.flat_pictures import mosaics, small_mosaics
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
"""Added to the first seeds of the scenarios."""

HARD = (
    *("castle and figures", "dark room", "everything at once", "glare", "burnt", "castle stands", "a fifth", "cut by"),
    *("second one", *(f"oblique, {tilt}" for tilt in range(45, 75, 5)), "among boxes"),
)
"""Parts of the names of scenarios in which readings fail most."""

DARK, DARK_PHOTOS = "dark room", 3
"""A scenario with three times as many photos: no other has squares that are too dark, and one in seven of its
readings is wrong."""

_SMALL = [weight.name for weight in fields(PlaceWeights)].index("small")

GRID = 0.5
"""A reading lies on a kingdom's grid if more than this share of the kingdom's squares lies on its places."""

MAX_ERROR_WEIGHT = 3
"""Maximum total weight of one reading's wrong places in the fit: a wrong grid causes twenty at once."""

SQUARE_SIGNS = PlaceWeights(
    solved=1, around=1, detector=1, contrast=1, castle_missing=-1, misaligned=-1, dark=-1, small=-1, bias=0
)
EMPTY_SIGNS = PlaceWeights(
    solved=1, around=1, detector=-1, contrast=-1, castle_missing=-1, misaligned=-1, dark=-1, small=-1, bias=0
)
"""The sign of each feature's weight: 1 if it speaks for a right place, -1 if against it, 0 if unconstrained. Otherwise
a few examples of a rare feature could give it the wrong sign."""

SQUARE_PRIOR = PlaceWeights(
    solved=0, around=0, detector=0, contrast=0, castle_missing=-0.54, misaligned=-0.07, dark=0, small=0, bias=0
)
EMPTY_PRIOR = PlaceWeights(
    solved=0, around=0, detector=0, contrast=0, castle_missing=-2.39, misaligned=-0.91, dark=0, small=0, bias=0
)
"""The mean of the prior of each weight. Two features have become rare since castles are found by their appearance and
oblique grids are rectified; theirs are the weights fitted on earlier photos. The others have 0."""

RIDGE = PlaceWeights(
    solved=1, around=1, detector=1, contrast=1, castle_missing=1, misaligned=100, dark=1, small=1, bias=0
)
"""The ridge penalty of each weight's distance from its prior. ``misaligned`` has a large one, because in the many dark
rooms a well-placed grid agrees badly with its squares."""


@dataclass(frozen=True)
class Example:
    """A reading of a rendered photo, with its wrong places; ``known`` marks the places that count.

    ``near`` is the part, 0…1, of a kingdom's squares that lie on places of its grid; 0 without one.
    """

    reading: KingdomReading
    features: Features
    wrong: frozenset[Position]
    known: NDArray[np.bool_]
    near: float = 1.0


class _Kept(Calibration):
    """Stores every reading as it was solved, with its features."""

    def __init__(self, settings: CalibrationSettings) -> None:
        super().__init__(settings)
        self.kept: list[tuple[KingdomReading, Features]] = []

    def features(self, reading: KingdomReading, board: Board, evidence: PlaceEvidence, solution: Solution) -> Features:
        features = super().features(reading, board, evidence, solution)
        self.kept.append((reading, features))
        return features


def examples(taken: Iterator[SampleImage], settings: Settings) -> Iterator[Example]:
    """An example of every reading of these photos."""
    reader = Reader(Models.shipped(), settings)
    for sample in taken:
        reader.calibration = kept = _Kept(settings.calibration)
        reader.read(sample.render.image, giants=sample.giants)
        for reading, features in kept.kept:
            yield example_of(sample, reading, features)


def given_examples(data: Path, count: int, seed: int, settings: Settings, small: int = 0) -> Iterator[Example]:
    """An example of every kingdom with given corners: ``count`` blurred mosaics of each resolution, ``small`` ones with
    small squares, and a twelfth as many as ``count`` photos of each scenario that contain one complete kingdom."""
    reader = Reader(Models.shipped(), settings)
    photos = benchmark_images(data, max(1, count // 12), seed=seed, kingdoms_only=True)
    for sample in chain(mosaics(data, count, seed), small_mosaics(data, small, seed), photos):
        if len(sample.kingdoms) != 1 or sample.cut:
            continue
        laid = sample.render.kingdoms[sample.kingdoms[0]]
        grid = laid.layout.kingdom.height, laid.layout.kingdom.width
        reader.calibration = kept = _Kept(settings.calibration)
        reader.read(sample.render.image, giants=sample.giants, corners=laid.corners().tolist(), grid=grid)
        for reading, features in kept.kept:
            yield example_of(sample, reading, features)


def example_of(sample: SampleImage, reading: KingdomReading, features: Features) -> Example:
    """Compare a reading with the true kingdom at its position, if there is one."""
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
    """The weights for places where something was read, and for empty ones. Prints their numbers."""
    signs = np.concatenate([one.features.places[one.known] for one in some])
    laid = np.concatenate([_laid(one.reading)[one.known] for one in some])
    right = np.concatenate([~_marked(one.wrong, one.known.shape)[one.known] for one in some])
    alone = np.concatenate(
        [np.full(one.known.sum(), min(1.0, MAX_ERROR_WEIGHT / max(1, len(one.wrong)))) for one in some]
    )
    counted = np.where(right, 1.0, alone)
    parts = []
    for part, speaks, before in ((laid, SQUARE_SIGNS, SQUARE_PRIOR), (~laid, EMPTY_SIGNS, EMPTY_PRIOR)):
        parts.append(fitted(signs[part], right[part], counted[part], speaks, before))
        print(f"{part.sum()} places, {(~right[part]).sum()} of them wrong")
    return parts[0], parts[1]


def fitted(
    signs: Floats, right: NDArray[np.bool_], counted: Floats, speaks: PlaceWeights, before: PlaceWeights
) -> PlaceWeights:
    """Logistic regression with constrained signs of its weights.

    ``signs`` float64 (n, 8) are features in the order of ``PlaceWeights``, ``right`` whether each place is right,
    ``counted`` float64 (n,) its weight in the fit. ``speaks`` constrains the sign of each weight. ``before`` is the
    mean of the prior, with the ridge penalties in ``RIDGE``.

    >>> places = np.zeros((4, 8))
    >>> places[:2, 0] = 3
    >>> weights = fitted(places, np.array([True, True, True, False]), np.ones(4), SQUARE_SIGNS, SQUARE_PRIOR)
    >>> weights.solved > 0, weights.detector, weights.misaligned
    (True, 0.0, -0.07)
    """
    features = np.column_stack([signs, np.ones(len(signs))])
    held_back = np.array(astuple(RIDGE))
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


def fitted_small(some: Sequence[Example], weights: PlaceWeights, *, laid: bool) -> PlaceWeights:
    """``weights`` with a fitted one of small squares, for places where something was read (``laid``) or empty ones.

    The other weights stay, so that nothing changes where squares have enough pixels. Every wrong place counts fully:
    the grids are right.
    """
    chosen = [one.known & (_laid(one.reading) == laid) for one in some]
    signs = np.concatenate([one.features.places[which] for one, which in zip(some, chosen, strict=True)])
    wrong = [_marked(one.wrong, one.known.shape)[which] for one, which in zip(some, chosen, strict=True)]
    towards = np.where(np.concatenate(wrong), -1.0, 1.0)
    rest = signs @ np.array(astuple(replace(weights, small=0.0))[:-1]) + weights.bias

    def loss(small: float) -> float:
        return float(np.logaddexp(0, -towards * (rest + small * signs[:, _SMALL])).sum() + RIDGE.small * small**2 / 2)

    return replace(weights, small=round(float(minimize_scalar(loss, bounds=(-9, 0), method="bounded").x), 2))


def fitted_error_correlation(some: Sequence[Example], settings: Settings) -> float:
    """The maximum-likelihood ``CalibrationSettings.error_correlation`` of accepted readings that are not cut."""
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


def flag_summary(some: Sequence[Example], settings: Settings, threshold: float) -> str:
    """A line about accepted readings: recall of flags below this threshold, and false flags in right readings."""
    recalled = wrong = false = right = 0
    calibration = Calibration(settings.calibration)
    for one in some:
        if (
            not one.near
            or calibration.mean_probability(one.reading, one.features) < settings.acceptance.min_mean_probability
        ):
            continue
        reading = calibration.calibrated(one.reading, one.features)
        flagged = np.argwhere(np.array(reading.squares) < threshold)
        for place in one.wrong:
            wrong += 1
            recalled += bool(len(flagged)) and int(np.abs(flagged - place).max(axis=1).min()) <= 1
        if not one.wrong and not reading.cut:
            right += 1
            asked = {*reading.hidden, *reading.built_towns}
            false += sum((int(row), int(column)) not in asked for row, column in flagged)
    found = f"{recalled} of {wrong} errors flagged, {false} false flags in {right} right readings"
    return f"flag_threshold {threshold}: {found}"


def refusal_summary(some: Sequence[Example], settings: Settings, threshold: float) -> str:
    """A line about readings with a mean probability below this threshold: on a kingdom's grid, and elsewhere."""
    calibration = Calibration(settings.calibration)
    parts = np.array([calibration.mean_probability(one.reading, one.features) for one in some])
    kingdoms = np.array([one.near > GRID for one in some])
    kept, others = (f"{(parts[which] < threshold).sum()} of {which.sum()}" for which in (kingdoms, ~kingdoms))
    return f"min_mean_probability {threshold}: refuses {kept} kingdoms, {others} other readings"


def _laid(reading: KingdomReading) -> NDArray[np.bool_]:
    return np.array([[cell is not Place.EMPTY for cell in row] for row in reading.kingdom.rows], np.bool_)


def _marked(positions: frozenset[Position], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    marked = np.zeros(shape, np.bool_)
    for row, column in positions:
        if 0 <= row < shape[0] and 0 <= column < shape[1]:
            marked[row, column] = True
    return marked


def main(arguments: Sequence[str]) -> int:
    """Print the weights, and the flags and rejections that several thresholds give."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.fit.calibration", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument(
        "--count",
        type=int,
        default=20,
        help="photos of each hard scenario, three times as many dark ones; a seventh of the others",
    )
    parser.add_argument("--given", action="store_true", help="fit the weights for grids given by hand instead")
    parser.add_argument("--small", action="store_true", help="fit only their weight of small squares")
    chosen = parser.parse_args(arguments)
    if chosen.given:
        square, empty = fitted_places(list(given_examples(chosen.data, 3 * chosen.count, FIT, Settings())))
        print(f"square_given: {square}", f"empty_given: {empty}", sep="\n")
        return 0
    if chosen.small:
        some_given = list(given_examples(chosen.data, 2 * chosen.count, FIT, Settings(), small=6 * chosen.count))
        now = Settings().calibration
        for name, laid in (("square_given", True), ("empty_given", False)):
            print(f"{name}: {fitted_small(some_given, getattr(now, name), laid=laid)}")
        return 0
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
    """Fit, print and return ``CalibrationSettings``, and print the effect of several thresholds."""
    laid, empty = fitted_places([one for one in fit if one.near])
    settings = Settings()
    settings = replace(settings, calibration=replace(settings.calibration, square=laid, empty=empty))
    together = fitted_error_correlation(choose, settings)
    settings = replace(settings, calibration=replace(settings.calibration, error_correlation=together))
    print(f"square: {laid}", f"empty: {empty}", f"error_correlation: {together}", sep="\n")
    for threshold in (0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.95):
        print(refusal_summary(choose, settings, threshold))
    for threshold in (0.85, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98):
        print(flag_summary(choose, settings, threshold), flush=True)
    return settings.calibration


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
