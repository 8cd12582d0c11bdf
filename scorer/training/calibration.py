"""Fits the weights of ``CalibrationSettings``: how far a reading can be believed.

python -m scorer.training.calibration DATA [--count N]

The weights are fitted on kingdoms rendered with seeds of their own, most of them in hard conditions; how certain a
square must be not to be named as doubtful (``DOUBT``) is chosen on photos of every condition with other seeds, a third
of ``N`` of each. Neither are among those that are measured with (``scorer.evaluation.rendered_doubt``).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Place
from scorer.synthesis.measured.matching import match_grid
from scorer.synthesis.measured.photo_set import shots
from scorer.synthesis.measured.shots import Shot
from scorer.synthesis.measured.truth import true_cells, wrong_places
from scorer.vision.calibration import Calibration, Signs
from scorer.vision.models import Models
from scorer.vision.reader import Reader
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import CalibrationSettings, PlaceWeights, Settings

FIT, CHOOSE = 600, 700
"""Added to the seeds of the photos that are measured with."""

HARD = (
    *("castle and figures", "dark room", "everything at once", "glare", "burnt", "castle stands", "a fifth", "cut by"),
    *("second one", "seat, 45", "seat, 50", "seat, 55", "seat, 60", "seat, 65", "among boxes"),
)
"""Parts of the names of conditions in which readings go wrong."""

AT_ONCE = 3
"""How much all wrong places of one reading count together in the fit, at most."""


@dataclass(frozen=True)
class Example:
    """A reading of a rendered kingdom, with the places told wrong; ``known`` are those that count."""

    reading: KingdomReading
    signs: Signs
    wrong: frozenset[Position]
    known: NDArray[np.bool_]


class _Kept(Calibration):
    """Keeps the signs of every reading, and leaves the reading as it was solved."""

    def __init__(self, settings: CalibrationSettings) -> None:
        super().__init__(settings)
        self.kept: list[tuple[KingdomReading, Signs]] = []

    def calibrated(self, reading: KingdomReading, signs: Signs) -> KingdomReading:
        self.kept.append((reading, signs))
        return reading


def examples(taken: Iterator[Shot]) -> Iterator[Example]:
    """The readings of all kingdoms that were laid in these photos."""
    reader = Reader(Models.shipped())
    for shot in taken:
        reader.calibration = kept = _Kept(reader.settings.calibration)
        reader.read(shot.render.image, giants=shot.giants)
        for reading, signs in kept.kept:
            if example := example_of(shot, reading, signs):
                yield example


def example_of(shot: Shot, reading: KingdomReading, signs: Signs) -> Example | None:
    """The reading beside the kingdom that lies where it was read, if one does."""
    laid = [shot.render.kingdoms[index] for index in (*shot.kingdoms, *shot.cut)]
    matches = [(match.near, match, one) for one in laid if (match := match_grid(reading.quads, one))]
    if not matches:
        return None
    _, match, one = max(matches, key=lambda found: found[0])
    truth = true_cells(one, match, shot.render.image)
    known = np.ones(signs.solved.shape, np.bool_)
    for position, cell in reading.kingdom.cells():
        unknown = Place.UNKNOWN in (cell, truth.get(position))
        known[position] = not unknown and position not in reading.hidden
    return Example(reading, signs, wrong_places(reading, truth), known)


def fitted_places(some: Sequence[Example]) -> tuple[PlaceWeights, PlaceWeights]:
    """The weights for places where something was read, and for empty ones.

    Of a reading all wrong places together count no more than ``AT_ONCE``: a grid that lies askew spoils twenty.
    """
    signs = np.concatenate([one.signs.places[one.known] for one in some])
    laid = np.concatenate([_laid(one.reading)[one.known] for one in some])
    right = np.concatenate([~_marked(one.wrong, one.known.shape)[one.known] for one in some])
    alone = np.concatenate([np.full(one.known.sum(), min(1.0, AT_ONCE / max(1, len(one.wrong)))) for one in some])
    parts = []
    for part in (laid, ~laid):
        model = LogisticRegression(C=1.0, max_iter=3000)
        model.fit(signs[part], right[part], sample_weight=np.where(right, 1.0, alone)[part])
        print(f"{part.sum()} places, {(~right[part]).sum()} of them wrong")
        parts.append(PlaceWeights(*(round(float(v), 2) for v in (*model.coef_[0], model.intercept_[0]))))
    return parts[0], parts[1]


def named(some: Sequence[Example], settings: CalibrationSettings, doubt: float) -> str:
    """How many wrong places lie within a square of one less certain than ``doubt``, and how many doubts are needless
    in right readings that are not cut."""
    calibration = Calibration(settings)
    near = wrong = needless = right = 0
    for one in some:
        reading = calibration.calibrated(one.reading, one.signs)
        doubtful = np.argwhere(np.array(reading.squares) < doubt)
        for place in one.wrong:
            wrong += 1
            near += bool(len(doubtful)) and int(np.abs(doubtful - place).max(axis=1).min()) <= 1
        if not one.wrong and not reading.cut:
            right += 1
            asked = {*reading.hidden, *reading.built_towns}
            needless += sum((int(row), int(column)) not in asked for row, column in doubtful)
    return f"{doubt}: {near} of {wrong} wrong places named, {needless} needless in {right} right readings"


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
    parser = argparse.ArgumentParser(prog="python -m scorer.training.calibration", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--count", type=int, default=20, help="photos of each hard condition; a seventh of the others")
    chosen = parser.parse_args(arguments)
    few, some = max(1, chosen.count // 7), max(1, chosen.count // 3)
    fit = [one for part in HARD for one in examples(shots(chosen.data, chosen.count, part, seed=FIT))]
    fit += examples(shots(chosen.data, few, seed=FIT, kingdoms_only=True))
    choose = list(examples(shots(chosen.data, some, seed=CHOOSE, kingdoms_only=True)))
    report(fit, choose)
    return 0


def report(fit: Sequence[Example], choose: Sequence[Example]) -> CalibrationSettings:
    """Fit, and print what is to be put into ``CalibrationSettings``, and what thresholds of doubt are worth with it."""
    laid, empty = fitted_places(fit)
    settings = replace(Settings().calibration, laid=laid, empty=empty)
    print(f"laid: {laid}", f"empty: {empty}", sep="\n")
    for doubt in (0.85, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98):
        print(named(choose, settings, doubt), flush=True)
    return settings


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
