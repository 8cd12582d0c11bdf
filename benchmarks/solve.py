"""How far the joint solve helps, on simulated looks of real and of random kingdoms.

    python benchmarks/solve.py --kingdoms DATA --out results/solve.csv

A square's look is a point drawn around its face's centre; the classifier's probabilities are the face's exact
posteriors given that point, so they are calibrated unless a run sharpens them. Faces that people and cameras confuse
(one crown more or less, wheat and bare table) have centres close to each other. Each run has its own noise; the same
seed gives the same figures, times aside.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box, dominoes
from scorer.rules.model.dominoes import faces as faces_of
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.vision.reading import DOUBT
from scorer.vision.solve.cover import tiles
from scorer.vision.solve.joint import Solution, solve
from scorer.vision.solve.prior import SolveSettings
from scorer.vision.squares.faces import FACE_INDEX, FACES


@dataclass(frozen=True)
class Noise:
    """``spread``: standard deviation of a look; ``sharpened``: how many times too sure the classifier is."""

    name: str
    spread: float
    sharpened: float = 1.0


NOISES = (
    Noise("clear", 0.6),
    Noise("good", 0.85),
    Noise("fair", 1.0),
    Noise("poor", 1.2),
    Noise("overconfident", 1.0, 2.0),
)

PRIORS = (SolveSettings().unbuildable, 1e-2, 1e-4)


def centres() -> NDArray[np.float64]:
    """Array (faces, axes): an axis per terrain, castle and table, and one for crowns."""
    points = np.zeros((len(FACES), 10))
    for index, face in enumerate(FACES):
        axis = "wflgsmtC.".index(str(face)[0])
        points[index, axis] = 6.0
        points[index, 9] = 4.0 * (face.crowns or 0) if isinstance(face, Square) else 0.0
    points[FACE_INDEX[Place.EMPTY], 0] = 4.0  # pale wood looks like wheat
    return points


def look(grid: list[list[Cell]], noise: Noise, rng: np.random.Generator) -> NDArray[np.float32]:
    """The classifier's probabilities for a grid: array (rows, columns, faces)."""
    points = centres()
    at = np.array([[FACE_INDEX[cell] for cell in row] for row in grid])
    drawn = points[at] + rng.normal(0, noise.spread, (*at.shape, points.shape[1]))
    away = ((drawn[:, :, None] - points) ** 2).sum(axis=3) / (2 * noise.spread**2)
    chances = np.exp((away.min(axis=2, keepdims=True) - away) * noise.sharpened)
    return np.asarray(chances / chances.sum(axis=2, keepdims=True), np.float32)


def labelled(data: Path) -> Iterator[Kingdom]:
    """The kingdoms of a labelled data set that are known in full."""
    notations = [board["notation"] for board in json.loads((data / "boards.json").read_text())]
    for photo in json.loads((data / "photos.json").read_text()):
        notations += [kingdom["notation"] for kingdom in photo["kingdoms"]]
    for notation in notations:
        kingdom = Kingdom.parse(notation)
        if all(cell in FACE_INDEX for _, cell in kingdom.cells()):
            yield kingdom


def random_kingdom(size: int, box: Box, rng: random.Random) -> Kingdom:
    """Dominoes laid at random side by side around the castle until some are used up or none fits."""
    cells: dict[Position, Cell] = {(0, 0): Place.CASTLE}
    bag = list(dominoes(box))
    rng.shuffle(bag)
    for domino in bag[: size * size // 2]:
        places = [
            (a, b)
            for a in {near for held in cells for near in neighbours(held)}
            for b in neighbours(a)
            if a not in cells and b not in cells and _extent([*cells, a, b]) <= size
        ]
        if places:
            a, b = rng.choice(sorted(places))
            cells |= {a: domino.a, b: domino.b}
    return Kingdom.from_cells(cells)


def exchanged(kingdom: Kingdom, rng: random.Random) -> Kingdom:
    """The kingdom with one square exchanged, so that Kingdomino's dominoes cannot build it."""
    while True:
        position = rng.choice(sorted(kingdom.squares()))
        other = kingdom.with_cell(position, rng.choice(sorted(faces_of(Box.KINGDOMINO), key=str)))
        grid = [FACE_INDEX[cell] for _, cell in other.cells()]
        if not tiles(grid, other.width, Box.KINGDOMINO):
            return other


def _extent(positions: list[Position]) -> int:
    rows, columns = [row for row, _ in positions], [column for _, column in positions]
    return 1 + max(max(rows) - min(rows), max(columns) - min(columns))


def lattice(kingdom: Kingdom, size: int) -> list[list[Cell]]:
    """The kingdom with the empty places around it that a board finder would give: size × size."""
    return [[kingdom.get((row, column)) for column in range(size)] for row in range(size)]


@dataclass(frozen=True)
class Outcome:
    """One simulated picture, read."""

    grid: list[list[Cell]]
    solution: Solution
    seconds: float

    def wrong(self, read: tuple[tuple[Cell, ...], ...]) -> list[Position]:
        return [(r, c) for r, row in enumerate(self.grid) for c, cell in enumerate(row) if read[r][c] != cell]

    @property
    def doubtful(self) -> set[Position]:
        return {(r, c) for r, row in enumerate(self.solution.squares) for c, p in enumerate(row) if p < DOUBT}


def measure(kingdoms: list[Kingdom], noise: Noise, repeats: int, settings: SolveSettings) -> list[Outcome]:
    rng = np.random.default_rng(7)
    outcomes = []
    for kingdom in kingdoms * repeats:
        grid = lattice(kingdom, 5 if max(kingdom.height, kingdom.width) <= 5 else 7)
        faces = look(grid, noise, rng)
        start = process_time()
        solution = solve(faces, settings=settings)
        outcomes.append(Outcome(grid, solution, process_time() - start))
    return outcomes


def summary(outcomes: list[Outcome]) -> dict[str, object]:
    """The figures of a run, by the names of the columns of the CSV."""
    squares = sum(len(row) for outcome in outcomes for row in outcome.grid)
    before = [len(outcome.wrong(outcome.solution.seen)) for outcome in outcomes]
    after = [len(outcome.wrong(outcome.solution.cells)) for outcome in outcomes]
    right = [outcome for outcome, wrong in zip(outcomes, after, strict=True) if not wrong]
    misread = [outcome for outcome, wrong in zip(outcomes, after, strict=True) if wrong]
    named = [len(outcome.doubtful & set(outcome.wrong(outcome.solution.cells))) for outcome in misread]
    times = sorted(outcome.seconds for outcome in outcomes)
    said = np.array([outcome.solution.confidence for outcome in outcomes])
    chances = np.concatenate([np.ravel(outcome.solution.squares) for outcome in outcomes])
    return {
        "boards": len(outcomes),
        "squares": squares,
        "faces_alone": round(1 - sum(before) / squares, 5),
        "faces_solved": round(1 - sum(after) / squares, 5),
        "exact_alone": round(before.count(0) / len(outcomes), 4),
        "exact_solved": round(len(right) / len(outcomes), 4),
        "mean_confidence": round(float(said.mean()), 4),
        "calibration_error": round(calibration_error(said, np.array([not wrong for wrong in after])), 4),
        "expected_wrong_squares": round(float((1 - chances).sum()), 1),
        "wrong_squares": sum(after),
        "right_with_at_most_one_doubtful": share(sum(len(outcome.doubtful) <= 1 for outcome in right), len(right)),
        "wrong_with_a_wrong_square_doubtful": share(sum(map(bool, named)), len(misread)),
        "wrong_squares_doubtful": share(sum(named), sum(after)),
        "called_unbuildable": sum(not outcome.solution.buildable for outcome in outcomes),
        "not_exact": sum(not outcome.solution.exact for outcome in outcomes),
        "median_ms": round(times[len(times) // 2] * 1e3, 1),
        "p95_ms": round(times[int(len(times) * 0.95)] * 1e3, 1),
        "worst_ms": round(times[-1] * 1e3, 1),
    }


def share(part: int, whole: int) -> float | str:
    return round(part / whole, 4) if whole else ""


def calibration_error(said: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10) -> float:
    """The mean gap between what was said and what came true, over bins of what was said."""
    bin_of = np.minimum((said * bins).astype(int), bins - 1)
    gaps = [abs(float((said - right)[bin_of == b].sum())) for b in range(bins)]
    return sum(gaps) / len(said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kingdoms", type=Path, help="a labelled data set, for real kingdoms beside the random ones")
    parser.add_argument("--out", type=Path, help="a CSV file")
    parser.add_argument("--repeats", type=int, default=2)
    options = parser.parse_args()
    rng = random.Random(7)
    real = list(labelled(options.kingdoms)) if options.kingdoms else []
    small = [kingdom for kingdom in real if max(kingdom.height, kingdom.width) <= 5]
    sets = {
        "real 5x5": small,
        "real 5x5, one square exchanged": [exchanged(kingdom, rng) for kingdom in small],
        "real 7x7": [kingdom for kingdom in real if kingdom not in small],
        "random 5x5": [random_kingdom(5, Box.KINGDOMINO, rng) for _ in range(80)],
        "random 7x7": [random_kingdom(7, Box.KINGDOMINO, rng) for _ in range(60)],
        "random 5x5 queendomino": [random_kingdom(5, Box.QUEENDOMINO, rng) for _ in range(60)],
    }
    rows = []
    for prior, (name, kingdoms), noise in product(PRIORS, sets.items(), NOISES):
        if not kingdoms or (prior != SolveSettings().unbuildable and not name.startswith("real 5x5")):
            continue
        settings = SolveSettings(unbuildable=prior)
        run = {"kingdoms": name, "noise": noise.name, "unbuildable": prior}
        rows.append(run | summary(measure(kingdoms, noise, options.repeats, settings)))
        print(*(f"{key}={value}" for key, value in rows[-1].items()), flush=True)
    if options.out:
        with options.out.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
