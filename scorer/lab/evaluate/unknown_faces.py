"""Compares scores that separate squares with an unknown face from known ones, for a classifier trained without some
faces.

python -m scorer.lab.evaluate.unknown_faces DATA [--steps 3300] [--out results/experiments/unknown_faces.csv]

The classifier is trained without five faces and without a third of the photos, with one more class for squares of
other games, domino backs and hands. Candidates are its probability of that class, its largest logit, and the distance
to the nearest training squares by its last layer but one. For each, a threshold that flags one in a thousand known
squares is chosen on one half of the pictures. The other half has other faces, photos and objects.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from scorer.lab.data.pictures import read_picture, stored
from scorer.lab.data.squares import LabelledSquare
from scorer.lab.data.textures import textures
from scorer.lab.data.training import training_squares
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.render.augment import relight
from scorer.lab.render.benchmark_set.negatives import domino_back
from scorer.lab.render.benchmark_set.other_games import field_of_other_game
from scorer.lab.render.pools import drawn_pool, with_two_crowns
from scorer.lab.train.engine import fit
from scorer.lab.train.nets import SquareNet
from scorer.lab.train.schedule import Schedule
from scorer.lab.train.squares import SquaresSettings, SquaresTask, as_inputs
from scorer.rules.model.dominoes import Box
from scorer.rules.model.dominoes import faces as faces_of
from scorer.rules.model.terrain import Cell
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACES
from scorer.vision.settings import Settings

Floats = NDArray[np.float64]
Sets = dict[tuple[str, str], Mapping[str, Floats]]
"""The scores by part (``choose`` or ``report``) and kind of pictures."""

CHOOSE, REPORT = ("m2", "g2"), ("s2", "m3", "l1")
"""Faces that the classifier is trained without: to choose thresholds with, and to report on."""
REJECT = len(FACES)
"""The index of the class of everything that is not a face."""
REJECTED_SHARE = 0.12
"""Part of a batch without a face."""
NEAREST, PER_FACE = 5, 64
"""The distance is the mean to this many training squares, out of this many for each face."""
MAX_NEWLY_FLAGGED = 0.001
"""Share of known squares, certain until then, that a threshold may flag."""


@dataclass(frozen=True)
class UnknownFigures:
    """The number of squares of one kind that are flagged by a score's threshold, and by their probability alone."""

    score: str
    part: str
    kind: str
    squares: int
    flagged: int
    flagged_before: int


class WithRejection(SquaresTask):
    """The square classifier with one more class, for squares without a face."""

    def network(self) -> SquareNet:
        """A classifier with random weights."""
        return SquareNet(REJECT + 1)

    def batch(self, step: int) -> tuple[Tensor, Tensor]:
        """Inputs float32 (n, 3, 64, 64) 0…1 and classes int64 (n,), some of them ``REJECT``."""
        pictures, faces = super().batch(step)
        rng = np.random.default_rng([self.settings.schedule.seed, step, 1])
        count = round(REJECTED_SHARE * len(faces))
        others = [relight(no_face(rng), rng) for _ in range(count)]
        return torch.cat([pictures[count:], as_inputs(others)]), torch.cat(
            [faces[count:], torch.full((count,), REJECT)]
        )


def no_face(rng: np.random.Generator) -> Image:
    """A square of another game, the back of a domino, or a hand, uint8 BGR (64, 64, 3)."""
    kind = rng.integers(3)
    if kind == 0:
        picture = field_of_other_game(int(rng.integers(40, 90)), rng)
    elif kind == 1:
        picture = domino_back(rng)
    else:
        picture = rng.integers(0, 256, (1, 1, 3)).astype(np.uint8).repeat(64, 0).repeat(64, 1)
        skin = np.clip(np.array([110, 145, 205]) * rng.uniform(0.3, 1.2) + rng.normal(0, 12, 3), 0, 255).tolist()
        for _ in range(int(rng.integers(1, 5))):
            centre = tuple(int(v) for v in rng.integers(0, 64, 2))
            cv2.ellipse(picture, centre, (45, int(rng.integers(8, 26))), float(rng.uniform(0, 360)), 0, 360, skin, -1)
    return stored(np.asarray(picture, np.uint8))


def outputs_of(net: SquareNet, pictures: Sequence[Image]) -> tuple[Floats, Floats]:
    """Logits (n, classes), and the pooled features (n, 320) before the last layer at length 1."""
    logits, features = [], []
    with torch.no_grad():
        for start in range(0, len(pictures), 256):
            seen = net.body(as_inputs(pictures[start : start + 256]) - 0.5)
            pooled = torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1)
            logits.append(net.head(pooled).double().numpy())
            features.append(torch.nn.functional.normalize(pooled, dim=1).double().numpy())
    return np.concatenate(logits), np.concatenate(features)


def scores_of(logits: Floats, features: Floats, bank: Floats) -> dict[str, Floats]:
    """Each candidate's score (n,), higher for unknown squares, and ``flagged``: probability too low."""
    settings = Settings()
    known = logits[:, :REJECT]
    similar = np.sort(features @ bank.T, axis=1)[:, -NEAREST:].mean(axis=1)
    powers = np.exp((known - known.max(axis=1, keepdims=True)) / settings.squares.temperature)
    ordered = np.sort(known, axis=1)
    flagged = (powers / powers.sum(axis=1, keepdims=True)).max(axis=1) < settings.calibration.flag_threshold
    return {
        "reject class": logits[:, REJECT] - known.max(axis=1),
        "largest logit": -known.max(axis=1),
        "nearest squares": -similar,
        "margin": ordered[:, -2] - ordered[:, -1],
        "flagged": flagged.astype(np.float64),
    }


def unknown_pictures(data: Path, everything: Sequence[LabelledSquare], part: str) -> dict[str, list[Image]]:
    """Squares with faces that the classifier does not know, by kind, of the ``choose`` or the ``report`` half."""
    held = CHOOSE if part == "choose" else REPORT
    half = part == "report"
    kinds = {f"face {name}": [s.image for s in everything if str(FACES[s.face]) == name] for name in held}
    rng = np.random.default_rng(half)
    files = sorted((data / "queendomino").iterdir())[half::2]
    things: list[Image] = []
    for file in files:
        picture = read_picture(file)
        for _ in range(12):
            side = int(rng.uniform(0.15, 0.4) * min(picture.shape[:2]))
            top, left = (int(rng.integers(0, length - side)) for length in picture.shape[:2])
            part_of = stored(picture[top : top + side, left : left + side])
            if part_of.std() > MIN_DETAIL:
                things.append(part_of)
    kinds["photographed Queendomino parts"] = things
    if half:
        new: list[Cell] = [face for face in faces_of(Box.AGE_OF_GIANTS) if face not in FACES]
        pool = with_two_crowns(drawn_pool())
        drawn = [stored(picture) for face in new for picture in pool[face]]
        kinds["drawn faces of Age of Giants"] = [relight(picture, rng, 0.5) for picture in drawn * 3]
    else:
        kinds["other games, backs, hands"] = [relight(no_face(rng), rng) for _ in range(200)]
    return kinds


MIN_DETAIL = 40.0
"""Minimum standard deviation of the pixels of a crop that shows more than cloth."""


def measured(
    net: SquareNet, data: Path, everything: Sequence[LabelledSquare], task: SquaresTask
) -> list[UnknownFigures]:
    """Choose a threshold for each score on one half, and count the flagged squares of both."""
    rng = np.random.default_rng(0)
    faces = np.array([square.face for square in task.squares])
    chosen = [i for face in np.unique(faces) for i in rng.permutation(np.flatnonzero(faces == face))[:PER_FACE]]
    bank = outputs_of(net, [task.squares[i].image for i in chosen])[1]
    names = (*CHOOSE, *REPORT)
    known = [square for square in task.held if str(FACES[square.face]) not in names]
    photos = sorted({square.photo for square in known})
    half = {photo: ("choose", "report")[index % 2] for index, photo in enumerate(photos)}
    sets: Sets = {}
    for part in ("choose", "report"):
        kinds = {"known": [square.image for square in known if half[square.photo] == part]}
        kinds |= unknown_pictures(data, everything, part)
        for kind, pictures in kinds.items():
            sets[part, kind] = scores_of(*outputs_of(net, pictures), bank)
    sets = with_regression(sets)
    rows = []
    for score in (name for name in sets["choose", "known"] if name != "flagged"):
        certain = sets["choose", "known"]["flagged"] == 0
        threshold = np.quantile(sets["choose", "known"][score][certain], 1 - MAX_NEWLY_FLAGGED, method="higher")
        for (part, kind), values in sets.items():
            before = values["flagged"] > 0
            now = before | (values[score] > threshold)
            rows.append(UnknownFigures(score, part, kind, len(now), int(now.sum()), int(before.sum())))
    return rows


def with_regression(
    sets: Mapping[tuple[str, str], Mapping[str, Floats]],
) -> dict[tuple[str, str], Mapping[str, Floats]]:
    """The scores, and a logistic regression over all of them, fitted on the half for choosing."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    names = ("reject class", "largest logit", "nearest squares", "margin")

    def table(values: Mapping[str, Floats], used: Sequence[str]) -> Floats:
        return np.stack([values[name] for name in used], axis=1)

    combined = {key: dict(values) for key, values in sets.items()}
    for title, used in (("regression", names), ("regression without reject class", names[1:])):
        halves = [(kind, values) for (part, kind), values in sets.items() if part == "choose"]
        inputs = np.concatenate([table(values, used) for _, values in halves])
        unknown = np.concatenate([np.full(len(values["margin"]), kind != "known") for kind, values in halves])
        model = make_pipeline(StandardScaler(), LogisticRegression(class_weight="balanced")).fit(inputs, unknown)
        for key, values in sets.items():
            combined[key][title] = model.decision_function(table(values, used))
    return dict(combined)


def main(arguments: Sequence[str]) -> int:
    """Train, measure, write a row per score and kind, print the shares."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.evaluate.unknown_faces", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--steps", type=int, default=3300)
    parser.add_argument("--out", type=Path, default=Path("results") / "experiments" / "unknown_faces.csv")
    chosen = parser.parse_args(arguments)
    everything = training_squares(chosen.data)
    kept = [square for square in everything if str(FACES[square.face]) not in (*CHOOSE, *REPORT)]
    settings = SquaresSettings(Schedule(steps=chosen.steps, batch=64, rate=2e-3), validation=0.3)
    task = WithRejection(kept, textures(chosen.data), settings)
    net = fit(task, Path(".work") / "unknown_faces", resume=True).net
    assert isinstance(net, SquareNet)
    rows = write_rows(measured(net, chosen.data, everything, task), UnknownFigures, chosen.out)
    for row in rows:
        print(f"{row.score}, {row.part}, {row.kind}: {Share(row.flagged, row.squares)}, before {row.flagged_before}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
