"""The joint solve against brute force, and what it promises whatever the picture shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box, DominoKind, FacePair, dominoes_by_kind, kinds_by_pair
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.settings import SolveSettings
from scorer.vision.solve.joint import solve

pytestmark = pytest.mark.slow

FINISHED = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
DUEL = "llll1wwl/g1l1l1llll/gffw1gl1l/fffCgwg/fgf1ss1ww1/ff1wss2ww/f1wwss2gm1"
TOWNS = "tts/fCt/ftl1"


def looks_like(notation: str, sure: float = 0.9999, rows: int = 0, columns: int = 0) -> NDArray[np.float32]:
    """A picture of a kingdom, every square of which looks like itself with probability ``sure``."""
    kingdom = Kingdom.parse(notation)
    rows, columns = rows or kingdom.height, columns or kingdom.width
    faces = np.full((rows, columns, len(FACES)), (1 - sure) / (len(FACES) - 1), dtype=np.float32)
    for r, c in product(range(rows), range(columns)):
        faces[r, c, FACE_INDEX[kingdom.get((r, c))]] = sure
    return faces


def make_uncertain(faces: NDArray[np.float32], position: Position, **probabilities: float) -> None:
    """Give one place other probabilities, by notation; ``_`` is the empty place."""
    faces[position] = (1 - sum(probabilities.values())) / len(FACES)
    for notation, probability in probabilities.items():
        cell = Place.EMPTY if notation == "_" else Kingdom.parse(notation)[0, 0]
        faces[position][FACE_INDEX[cell]] += probability


def written(cells: tuple[tuple[Cell, ...], ...]) -> str:
    return "/".join("".join(map(str, row)) for row in cells)


def can_be_laid(
    cells: Mapping[Position, Cell], kinds: Mapping[FacePair, DominoKind], left: Counter[DominoKind]
) -> bool:
    """The definition, without any thought for speed. A domino with an unknown square is never missing."""
    if not cells:
        return True
    first = min(cells)
    for other in neighbours(first):
        pair = frozenset((cells[first], cells.get(other, cells[first])))
        kind = kinds.get(frozenset(cell for cell in pair if isinstance(cell, Square)))
        rest = {position: cell for position, cell in cells.items() if position not in (first, other)}
        if other not in cells:
            continue
        if Place.UNKNOWN in pair:
            if can_be_laid(rest, kinds, left):
                return True
        elif kind and left[kind] and can_be_laid(rest, kinds, left - Counter([kind])):
            return True
    return False


def weight(grid: dict[Position, Cell], prior: SolveSettings) -> float:
    """w(x) as the docstring of ``solve`` defines it, for grids within 5×5."""
    squares = {position: cell for position, cell in grid.items() if cell not in (Place.CASTLE, Place.EMPTY)}
    castles = list(grid.values()).count(Place.CASTLE)
    towns = any(str(cell) == "t" for cell in squares.values())
    box = Box.QUEENDOMINO if towns else Box.KINGDOMINO
    copies = Counter({kind: len(same) for kind, same in dominoes_by_kind(box).items()})
    if castles > 1 or not can_be_laid(squares, kinds_by_pair(box), copies):
        return prior.unbuildable_weight
    return max(
        (prior.queendomino_weight if towns else 1) * (1 if castles else prior.no_castle_weight),
        prior.unbuildable_weight,
    )


@pytest.mark.thorough
@pytest.mark.parametrize("unknown_share", [0.0, 0.4])
@pytest.mark.parametrize(("rows", "columns", "seed"), [(1, 3, 0), (3, 1, 1), (1, 3, 2), (1, 3, 3), (2, 1, 4)])
def test_agrees_with_every_grid_tried_one_by_one(rows: int, columns: int, seed: int, unknown_share: float) -> None:
    rng = np.random.default_rng(seed)
    faces = rng.dirichlet(np.full(len(FACES), 0.15), size=(rows, columns))
    shown = (*FACES, Place.UNKNOWN)
    every = SolveSettings(
        uniform_share=1e-3,
        max_grids=len(shown) ** (rows * columns),
        negligible_share=0.0,
        unknown_share=unknown_share,
        unknown_empty=unknown_share / 10,
    )
    solution = solve(faces.astype(np.float32), settings=every)
    softened = (1 - every.uniform_share) * faces + every.uniform_share / len(FACES)
    terrains = softened[..., : FACE_INDEX[Place.CASTLE]]
    empty = softened[..., FACE_INDEX[Place.EMPTY]]
    unknown = unknown_share * (terrains.sum(axis=2) - terrains.max(axis=2) + empty / 10)[..., None]
    softened = np.concatenate([softened * (1 - unknown), unknown], axis=2)
    positions = list(product(range(rows), range(columns)))
    masses = {}
    for grid in product(range(len(shown)), repeat=len(positions)):
        probability = float(np.prod([softened[p][face] for p, face in zip(positions, grid, strict=True)]))
        cells = {p: shown[face] for p, face in zip(positions, grid, strict=True)}
        masses[grid] = probability * weight(cells, every) if probability else 0.0
    best = max(masses, key=lambda grid: masses[grid])
    total = sum(masses.values())
    assert [cell for row in solution.cells for cell in row] == [shown[face] for face in best]
    if unknown_share and len(FACES) not in best:
        return  # unknown faces do not count where they cannot win
    assert solution.confidence == pytest.approx(masses[best] / total, rel=1e-4)
    for index, probability in enumerate(p for row in solution.squares for p in row):
        agree = sum(mass for grid, mass in masses.items() if grid[index] == best[index])
        assert probability == pytest.approx(agree / total, rel=1e-4)


def test_an_unknown_face_stays_open_rather_than_change_a_certain_one() -> None:
    """No domino shows a swamp beside two crowns on grass or one on a lake: the swamp is certain, the other is not."""
    faces = looks_like("sg2C")
    make_uncertain(faces, (0, 0), s=0.99, w=0.009)
    make_uncertain(faces, (0, 1), g2=0.5, l1=0.4999)
    assert written(solve(faces, settings=SolveSettings(unknown_share=0.0, unknown_empty=0.0)).cells) == "wg2C"
    solution = solve(faces)
    assert written(solution.cells) == "s?C"
    assert solution.buildable


def test_a_square_that_looks_empty_stays_open_rather_than_remove_a_certain_one() -> None:
    faces = looks_like("w.C")
    make_uncertain(faces, (0, 0), w=0.996, _=0.003)
    make_uncertain(faces, (0, 1), _=0.9999)
    assert written(solve(faces, settings=SolveSettings(unknown_empty=0.0)).cells) == "..C"
    assert written(solve(faces).cells) == "w?C"
    faces[0, 1] = 0
    faces[0, 1, FACE_INDEX[Place.EMPTY]] = 1
    assert written(solve(faces).cells) == "..C"  # nothing can lie there


def test_other_half_of_a_domino_may_lie_outside_the_picture() -> None:
    faces = np.roll(looks_like("fCww", rows=2, columns=5), 1, axis=1)
    unseen = np.zeros((2, 5), np.bool_)
    unseen[:, 0] = True
    faces[unseen] = 0
    faces[unseen, FACE_INDEX[Place.EMPTY]] = 1
    assert written(solve(faces).cells) == ".fCww/.?..."
    solution = solve(faces, unseen=unseen)
    assert written(solution.cells) == ".fCww/....." and solution.buildable
    assert solution.squares[0][0] == 1 and solution.squares[0][1] > 0.9


@pytest.mark.parametrize(  # seeds whose best grid the search alone proves
    "seed", [0, 1, 4, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (2, 5, 8, 9, 10, 11, 15, 20, 22))]
)
def test_integer_program_and_search_agree(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = [(3, 3), (2, 4), (3, 4), (6, 2)][seed % 4]
    faces = rng.dirichlet(np.full(len(FACES), 0.06), size=shape).astype(np.float32)
    searched = solve(faces, settings=SolveSettings(max_grids=40_000, negligible_share=np.inf, max_seconds=0.0))
    asked = solve(faces, settings=SolveSettings(max_grids=1, max_seconds=20.0))
    assert searched.exact and asked.exact
    assert searched.cells == asked.cells


def test_clear_kingdom_is_read_with_certainty() -> None:
    solution = solve(looks_like(FINISHED))
    assert written(solution.cells) == written(solution.seen) == FINISHED
    assert solution.buildable and solution.note is None and solution.exact
    assert (solution.size, solution.box) == (5, Box.KINGDOMINO)
    assert solution.confidence > 0.95 and min(map(min, solution.squares)) > 0.99


def test_square_that_fits_no_domino_is_corrected() -> None:
    faces = looks_like(FINISHED)
    make_uncertain(faces, (4, 0), m2=0.7, w1=0.29)  # a mine with two crowns comes with wheat or swamp, never grass
    solution = solve(faces)
    assert written(solution.seen) == FINISHED.replace("w1", "m2")
    assert written(solution.cells) == FINISHED
    assert solution.squares[4][0] > 0.9


def test_uncertain_square_has_the_lowest_probability() -> None:
    faces = looks_like(FINISHED)
    make_uncertain(faces, (3, 3), f=0.6, f1=0.39)  # both can be built
    solution = solve(faces)
    assert 0.5 < solution.squares[3][3] < 0.7
    assert solution.confidence <= solution.squares[3][3] + 1e-9
    assert sum(p < 0.9 for row in solution.squares for p in row) == 1


@pytest.mark.parametrize(
    "notation",
    [
        "wss2s1m1/g1wwww/gwCff/gglff/m2s1lgf",  # one square exchanged
        "m3m3m3/m3Cm3/m3m3m3",  # more mines than were ever printed
        "CC/ww",  # two castles
        "Cw",  # half a domino
        "wwwwww/Cwllll",  # too wide when five were asked for
        "tm1/Cw",
    ],
)
def test_clear_picture_is_not_changed_to_fit_the_rules(notation: str) -> None:
    solution = solve(looks_like(notation), size=5, box=Box.KINGDOMINO)
    assert written(solution.cells) == written(solution.seen) == notation
    assert not solution.buildable and solution.box is None
    assert solution.note is not None


def test_rules_are_weighed_against_appearance_with_the_documented_prior() -> None:
    faces = looks_like(FINISHED, sure=1.0)
    make_uncertain(faces, (4, 0), m2=0.97, w1=0.03)
    mends = SolveSettings(unbuildable_weight=0.02)
    keeps = SolveSettings(unbuildable_weight=0.05)
    assert written(solve(faces, settings=mends).cells) == FINISHED
    assert written(solve(faces, settings=keeps).cells) == FINISHED.replace("w1", "m2")


def test_hidden_castle_is_inferred() -> None:
    faces = looks_like(FINISHED)
    make_uncertain(faces, (2, 2), t=0.6, C=0.3)
    assert solve(faces).cells[2][2] is Place.CASTLE


def test_accepts_a_castle_outside_the_picture() -> None:
    solution = solve(looks_like("wwfw/ffff"))
    assert written(solution.cells) == "wwfw/ffff"
    assert solution.buildable and solution.confidence > 0.5


def test_leaves_out_spurious_rows() -> None:
    faces = looks_like(FINISHED, rows=7, columns=6)
    for column in range(5):
        make_uncertain(faces, (5, column), w=0.6, _=0.35)
    solution = solve(faces, size=5)
    assert written(solution.cells[:5]) == "/".join(row + "." for row in FINISHED.split("/"))
    assert all(cell is Place.EMPTY for row in solution.cells[5:] for cell in row)
    assert solve(looks_like(FINISHED, rows=9, columns=8)).size == 5


def test_large_kingdom_is_solved() -> None:
    solution = solve(looks_like(DUEL))
    assert (written(solution.cells), solution.size, solution.buildable) == (DUEL, 7, True)


def test_takes_queendomino_where_there_are_towns() -> None:
    solution = solve(looks_like(TOWNS))
    assert (written(solution.cells), solution.box) == (TOWNS, Box.QUEENDOMINO)
    assert solve(looks_like(TOWNS), box=Box.BOTH).box is Box.BOTH
    assert not solve(looks_like(TOWNS), box=Box.KINGDOMINO).buildable


def test_an_empty_lattice_and_an_empty_table() -> None:
    nothing = solve(np.zeros((0, 5, len(FACES)), dtype=np.float32))
    assert (nothing.cells, nothing.squares, nothing.confidence, nothing.buildable) == ((), (), 1.0, True)
    table = solve(looks_like(".", rows=5, columns=5))
    assert {cell for row in table.cells for cell in row} == {Place.EMPTY}
    assert table.size == 5


@pytest.mark.parametrize(
    "faces",
    [
        np.zeros((5, 5, 3)),
        np.zeros((5, 19)),
        np.zeros((2, 2, 19)),
        np.full((1, 1, 19), np.nan),
        np.full((1, 1, 19), -1),
    ],
)
def test_invalid_probabilities_are_rejected(faces: NDArray[np.float32]) -> None:
    with pytest.raises(ValueError, match="faces must"):
        solve(faces)


def test_ends_in_time_with_an_honest_answer_when_nothing_is_clear() -> None:
    faces = np.random.default_rng(3).dirichlet(np.full(len(FACES), 0.5), size=(7, 7)).astype(np.float32)
    solution = solve(faces, settings=SolveSettings(max_seconds=0.2))
    assert solution.confidence < 0.5
    assert max(map(max, solution.squares)) <= 1.0


pictures = st.tuples(
    st.integers(1, 5), st.integers(1, 5), st.integers(0, 2**32 - 1), st.sampled_from([0.02, 0.05, 0.1])
)


@pytest.mark.thorough
@settings(max_examples=60)
@given(pictures)
def test_every_solution_has_valid_probabilities(picture: tuple[int, int, int, float]) -> None:
    rows, columns, seed, spread = picture
    faces = np.random.default_rng(seed).dirichlet(np.full(len(FACES), spread), size=(rows, columns))
    solution = solve(np.nan_to_num(faces, nan=1 / len(FACES)).astype(np.float32))
    assert (len(solution.cells), len(solution.cells[0])) == (rows, columns)
    probabilities = [p for row in solution.squares for p in row]
    assert all(0 <= solution.confidence <= p <= 1 for p in probabilities)
    if solution.buildable:
        cells = {(r, c): cell for r, row in enumerate(solution.cells) for c, cell in enumerate(row)}
        assert solution.box is not None
        assert weight(cells, SolveSettings(unbuildable_weight=0.0)) > 0
    else:
        assert solution.cells == solution.seen


@settings(max_examples=60)
@given(st.lists(st.lists(st.sampled_from(range(len(FACES))), min_size=4, max_size=4), min_size=1, max_size=5))
def test_no_clear_picture_is_changed_to_fit_the_rules(grid: list[list[int]]) -> None:
    faces = np.full((len(grid), 4, len(FACES)), 1e-6, dtype=np.float32)
    for (r, c), face in np.ndenumerate(np.array(grid)):
        faces[r, c, face] = 1.0
    solution = solve(faces)
    assert solution.cells == solution.seen
    assert written(solution.seen) == "/".join("".join(str(FACES[face]) for face in row) for row in grid)
