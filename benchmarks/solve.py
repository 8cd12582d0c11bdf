"""How far the joint solve helps, on simulated looks of real and of random kingdoms.

    python -m benchmarks.solve --kingdoms DATA --out results/accuracy/solve.csv

A square's look is a point drawn around its face's centre; the classifier's probabilities are the face's exact
posteriors given that point, so they are calibrated unless a run sharpens them. Faces that people and cameras confuse
(one crown more or less, wheat and bare table) have centres close to each other. Each run has its own noise; the same
seed gives the same figures, times aside.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.statistics import calibration_error
from scorer.lab.metrics.timing import cpu_seconds, machine, spread
from scorer.rules.model.dominoes import Box, dominoes
from scorer.rules.model.dominoes import faces as faces_of
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.settings import CalibrationSettings, SolveSettings
from scorer.vision.solve.joint import Solution, solve
from scorer.vision.solve.tiler import Tiler


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

PRIORS = (SolveSettings().unbuildable_weight, 1e-2, 1e-4)


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
    return np.asarray(softmax(-away * noise.sharpened, axis=2), np.float32)


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
        if not Tiler(other.height, other.width).can_tile(grid, Box.KINGDOMINO):
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
        """The squares whose reading differs from the label."""
        return [(r, c) for r, row in enumerate(self.grid) for c, cell in enumerate(row) if read[r][c] != cell]

    @property
    def doubtful(self) -> set[Position]:
        """Places whose chance is below the threshold for flags."""
        return {
            (r, c)
            for r, row in enumerate(self.solution.squares)
            for c, p in enumerate(row)
            if p < CalibrationSettings().flag_threshold
        }


@dataclass(frozen=True)
class SolveFigures:
    """A set of kingdoms, seen with one noise and solved with one prior. Parts are 0…1, ``None`` of nothing."""

    kingdoms: str
    noise: str
    unbuildable: float
    boards: int
    squares: int
    faces_alone: float
    faces_solved: float
    exact_alone: float
    exact_solved: float
    mean_confidence: float
    calibration_error: float
    expected_wrong_squares: float
    wrong_squares: int
    right_with_at_most_one_doubtful: float | None
    wrong_with_a_wrong_square_doubtful: float | None
    wrong_squares_doubtful: float | None
    called_unbuildable: int
    not_exact: int
    median_ms: float
    p95_ms: float
    worst_ms: float


def measure(kingdoms: list[Kingdom], noise: Noise, repeats: int, settings: SolveSettings) -> list[Outcome]:
    """Solve every kingdom as often as asked, each time with other looks."""
    rng = np.random.default_rng(7)
    outcomes = []
    for kingdom in kingdoms * repeats:
        grid = lattice(kingdom, 5 if max(kingdom.height, kingdom.width) <= 5 else 7)
        seconds, solution = cpu_seconds(partial(solve, look(grid, noise, rng), settings=settings))
        outcomes.append(Outcome(grid, solution, seconds))
    return outcomes


def figures(name: str, noise: Noise, unbuildable: float, outcomes: list[Outcome]) -> SolveFigures:
    """The figures of a run."""
    squares = sum(len(row) for outcome in outcomes for row in outcome.grid)
    before = [len(outcome.wrong(outcome.solution.seen)) for outcome in outcomes]
    after = np.array([len(outcome.wrong(outcome.solution.cells)) for outcome in outcomes])
    said = np.array([outcome.solution.confidence for outcome in outcomes])
    doubtful = np.array([len(outcome.doubtful) for outcome in outcomes])
    named = np.array([len(outcome.doubtful & set(outcome.wrong(outcome.solution.cells))) for outcome in outcomes])
    times = spread([1e3 * outcome.seconds for outcome in outcomes])
    return SolveFigures(
        kingdoms=name,
        noise=noise.name,
        unbuildable=unbuildable,
        boards=len(outcomes),
        squares=squares,
        faces_alone=round(1 - sum(before) / squares, 5),
        faces_solved=round(1 - after.sum() / squares, 5),
        exact_alone=before.count(0) / len(outcomes),
        exact_solved=float((after == 0).mean()),
        mean_confidence=float(said.mean()),
        calibration_error=calibration_error(said, after == 0, bins=10),
        expected_wrong_squares=round(sum(float((1 - np.array(o.solution.squares)).sum()) for o in outcomes), 1),
        wrong_squares=int(after.sum()),
        right_with_at_most_one_doubtful=part(doubtful[after == 0] <= 1),
        wrong_with_a_wrong_square_doubtful=part(named[after > 0] > 0),
        wrong_squares_doubtful=float(named.sum() / after.sum()) if after.any() else None,
        called_unbuildable=sum(not outcome.solution.buildable for outcome in outcomes),
        not_exact=sum(not outcome.solution.exact for outcome in outcomes),
        median_ms=round(times.median, 1),
        p95_ms=round(times.p95, 1),
        worst_ms=round(times.maximum, 1),
    )


def part(right: NDArray[np.bool_]) -> float | None:
    """How much of a bool array (n,) is true."""
    return float(right.mean()) if right.size else None


def kingdom_sets(real: list[Kingdom]) -> dict[str, list[Kingdom]]:
    """The kingdoms to solve by the names of their sets: the real ones, and always the same random ones."""
    rng = random.Random(7)
    small = [kingdom for kingdom in real if max(kingdom.height, kingdom.width) <= 5]
    return {
        "real 5x5": small,
        "real 5x5, one square exchanged": [exchanged(kingdom, rng) for kingdom in small],
        "real 7x7": [kingdom for kingdom in real if kingdom not in small],
        "random 5x5": [random_kingdom(5, Box.KINGDOMINO, rng) for _ in range(80)],
        "random 7x7": [random_kingdom(7, Box.KINGDOMINO, rng) for _ in range(60)],
        "random 5x5 queendomino": [random_kingdom(5, Box.QUEENDOMINO, rng) for _ in range(60)],
    }


def measured(sets: dict[str, list[Kingdom]], repeats: int) -> Iterator[SolveFigures]:
    """A row for every prior, set and noise, printed as it comes; other priors than the solver's for real 5×5 only."""
    for prior, (name, kingdoms), noise in product(PRIORS, sets.items(), NOISES):
        if not kingdoms or (prior != PRIORS[0] and not name.startswith("real 5x5")):
            continue
        outcomes = measure(kingdoms, noise, repeats, SolveSettings(unbuildable_weight=prior))
        row = figures(name, noise, prior, outcomes)
        print(*(f"{k}={v:.4g}" if isinstance(v, float) else f"{k}={v}" for k, v in vars(row).items()), flush=True)
        yield row


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("solve", __doc__, folder="accuracy")
    parser.add_argument("--kingdoms", type=Path, help="a labelled data set, for real kingdoms beside the random ones")
    parser.add_argument("--repeats", type=int, default=2)
    chosen = parser.parse_args()
    print(machine())
    sets = kingdom_sets(list(labelled(chosen.kingdoms)) if chosen.kingdoms else [])
    write_rows(measured(sets, chosen.repeats), SolveFigures, chosen.out)


if __name__ == "__main__":
    main()
