"""Squares joined into grids: on perfect, turned, tilted, crooked and broken ones, without any network."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.model.kingdom import Position
from scorer.vision.common.geometry import frame_corners, quarter_turns
from scorer.vision.detect.detections import Detections
from scorer.vision.grid import joining
from scorer.vision.grid.lattice import Lattice, fitted, lone
from scorer.vision.settings import LatticeSettings
from tests.vision.photographed import flat_detections


def lattices(detections: Detections) -> tuple[Lattice, ...]:
    return joining.lattices(detections, LatticeSettings())


def only(detections: Detections, keep: list[int]) -> Detections:
    return Detections(detections.centres[keep], detections.axes[keep], detections.scores[keep])


def both(one: Detections, other: Detections) -> Detections:
    return Detections(
        np.concatenate([one.centres, other.centres]),
        np.concatenate([one.axes, other.axes]),
        np.concatenate([one.scores, other.scores]),
    )


def steps_kept(lattice: Lattice, columns: int) -> bool:
    """Whether squares that are neighbours in the true grid are neighbours in the lattice, and only those."""
    true: dict[int, Position] = {i: (i // columns, i % columns) for i in lattice.members.values()}
    place = {i: p for p, i in lattice.members.items()}
    return all(
        abs(place[i][0] - place[j][0]) + abs(place[i][1] - place[j][1])
        == abs(true[i][0] - true[j][0]) + abs(true[i][1] - true[j][1])
        for i in true
        for j in true
    )


def test_no_squares_no_lattice() -> None:
    assert lattices(only(flat_detections(2, 2), [])) == ()


@pytest.mark.slow
@given(st.floats(-180, 180), st.floats(0, 0.35), st.sampled_from([(5, 5), (7, 7), (3, 5), (1, 3)]))
@settings(max_examples=40)
def test_a_whole_grid_is_one_lattice_at_any_turn(turn: float, tilt: float, shape: tuple[int, int]) -> None:
    detections = flat_detections(*shape, turn=turn, tilt=tilt)
    found = lattices(detections)
    assert len(found) == 1 and len(found[0].members) == len(detections)
    assert steps_kept(found[0], shape[1])
    places = np.array([(column, row) for row, column in found[0].members], float)
    away = found[0].centres(places) - detections.centres[list(found[0].members.values())]
    assert np.linalg.norm(away, axis=1).max() < 0.05 * detections.sides.min()


@given(st.floats(-44, 44))
@settings(max_examples=15)
def test_columns_run_to_the_right_and_rows_down(turn: float) -> None:
    lattice = lattices(flat_detections(4, 5, turn=turn))[0]
    (right, down) = lattice.axes(np.array([[2, 2]]))[0]
    assert right[0] > abs(right[1]) and down[1] > abs(down[0])


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_crooked_and_shifted_squares_stay_in_their_grid(seed: int) -> None:
    rng = np.random.default_rng(seed)
    detections = flat_detections(5, 5, turn=20)
    noise = rng.normal(0, 2.5, detections.centres.shape).astype(np.float32)
    moved = replace(detections, centres=detections.centres + noise)
    found = lattices(moved)
    assert len(found[0].members) == 25 and steps_kept(found[0], 5)


def test_columns_may_slip_by_a_third() -> None:
    detections = flat_detections(5, 5)
    slips = np.tile(np.array([0, 0.33, 0, -0.3, 0], np.float32) * 50, 5)
    slipped = replace(detections, centres=detections.centres + np.stack([np.zeros(25), slips], 1).astype(np.float32))
    found = lattices(slipped)
    assert len(found[0].members) == 25 and steps_kept(found[0], 5)


def test_holes_do_not_split_a_kingdom() -> None:
    keep = [i for i in range(25) if i not in {6, 7, 8, 16, 18}]
    found = lattices(only(flat_detections(5, 5, turn=-33), keep))
    assert len(found) == 1 and len(found[0].members) == 20
    columns = {place[1] for place in found[0].members}
    assert max(columns) - min(columns) == 4


def test_two_kingdoms_are_two_lattices_largest_first() -> None:
    large, small = flat_detections(5, 5, turn=5), flat_detections(3, 4, turn=12)
    apart = replace(small, centres=small.centres + np.array([400, 0], np.float32))
    found = lattices(both(apart, large))
    assert [len(lattice.members) for lattice in found] == [25, 12]
    assert set(found[0].members.values()) == set(range(12, 37))


def test_squares_of_another_size_do_not_join() -> None:
    large, small = flat_detections(3, 3, side=60), flat_detections(2, 2, side=20)
    beside = replace(small, centres=small.centres + np.array([110, 0], np.float32))
    assert [len(lattice.members) for lattice in lattices(both(large, beside))] == [9, 4]


@pytest.mark.parametrize("turn", [0, 30, 200])
def test_frame_corners_go_around_the_grid(turn: float) -> None:
    detections = flat_detections(2, 3, turn=turn)
    lattice = lattices(detections)[0]
    quads = {}
    for place, i in lattice.members.items():
        u, v = lattice.axes(np.array([place]))[0]
        middle = detections.centres[i]
        quads[place] = np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v], np.float32)
    frame = frame_corners(quads)
    sides = np.linalg.norm(frame - np.roll(frame, -1, axis=0), axis=1)
    assert sorted(np.round(sides).tolist()) == [100, 100, 150, 150]
    assert np.allclose(frame.mean(axis=0), 500, atol=1)


def test_frame_corners_of_one_square_are_its_own() -> None:
    quad = np.array([[3, 4], [9, 5], [8, 11], [2, 10]], np.float32)
    assert np.allclose(frame_corners({(2, 2): quad}), quad, atol=0.01)


def test_four_quarter_turns_lead_back() -> None:
    axes = np.array([[2.0, 1.0], [-1.0, 3.0]])
    turns = quarter_turns(axes)
    assert np.allclose(turns[2], -axes) and np.allclose(quarter_turns(turns[3])[1], axes)


@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_lattice_of_a_single_square_equals_the_fitted_one(turn: float) -> None:
    detections = flat_detections(1, 1, turn=turn)
    alone, by_fit = lone(0, (2, 3), detections), fitted({0: (2, 3)}, detections, LatticeSettings())
    assert alone.members == by_fit.members
    assert np.allclose(alone.homography, by_fit.homography, atol=1e-6)
