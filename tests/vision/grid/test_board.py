"""Where the grids lie: found, given by hand, cut by the edge, several, none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.lab.metrics.matching import match_grid
from scorer.lab.render.render import LaidKingdom
from scorer.lab.render.scene import Scene
from scorer.vision.grid.board import Board
from scorer.vision.reader import default_reader
from tests.vision.photographed import HOLES, PLAIN, SECOND, WHOLE, photo

pytestmark = pytest.mark.slow

find_boards = default_reader().boards.find_boards
board_from_corners = default_reader().finder.board_from_corners

WIDE = Scene(1600, 800, square=100, centre=(0.27, 0.5), light=0.0, crooked=0.8, shifted=0.01)


def away(board: Board, laid: LaidKingdom) -> NDArray[np.float64]:
    """How far every true square's middle is from its place in the grid, in sides."""
    best = match_grid(board.quads, laid)
    assert best is not None
    return np.array(
        [
            np.linalg.norm(board.quads[best.place(p)].mean(axis=0) - quad.mean(axis=0)) / board.side
            for p, quad in laid.quads.items()
        ]
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    "scene",
    [
        PLAIN,
        replace(PLAIN, turn=30),
        replace(PLAIN, turn=200, tilt=35, tilt_axis=40),
        replace(PLAIN, square=45),
        replace(PLAIN, slipped=0.25),
        replace(PLAIN, gap=0.1, crooked=2.5),
    ],
    ids=["above", "turned", "tilted", "small", "slipped", "gaps"],
)
@pytest.mark.parametrize("notation", [WHOLE, HOLES], ids=["whole", "holes"])
def test_the_grid_has_a_place_for_every_square(notation: str, scene: Scene) -> None:
    taken = photo(notation, scene=scene)
    boards = find_boards(taken.image)
    best = match_grid(boards[0].quads, taken.kingdoms[0])
    assert best is not None and best.near == 1.0
    assert np.median(away(boards[0], taken.kingdoms[0])) < 0.1


def test_two_kingdoms_give_two_grids_largest_first() -> None:
    taken = photo(HOLES, SECOND, scene=WIDE)
    boards = find_boards(taken.image)
    assert len(boards) == 2
    for board, laid in zip(boards, reversed(taken.kingdoms), strict=True):
        best = match_grid(board.quads, laid)
        assert best is not None and best.near == 1.0
    larger, smaller = (int(board.found.sum()) for board in boards)
    assert 25 >= larger > smaller >= 20


def test_a_bare_table_has_no_grid_of_a_kingdom() -> None:
    boards = find_boards(photo(scene=PLAIN).image)
    assert all((board.evidence[board.found] > 0.5).sum() < 3 for board in boards)


def test_how_much_of_each_place_is_in_the_picture_is_known() -> None:
    taken = photo(WHOLE, scene=replace(PLAIN, centre=(0.16, 0.5)))
    laid = taken.kingdoms[0]
    board = find_boards(taken.image)[0]
    best = match_grid(board.quads, laid)
    assert best is not None
    for position, quad in laid.quads.items():
        place = best.place(position)
        if 0 <= place[0] < board.shape[0] and 0 <= place[1] < board.shape[1]:
            inside = np.clip(quad[:, 0], 0, None)
            part = np.ptp(inside) / np.ptp(quad[:, 0])
            assert board.visible[place] == pytest.approx(part, abs=0.15)
    assert board.visible.min() < 0.5 and board.visible.max() == pytest.approx(1)


def test_corners_by_hand_are_refined_square_by_square() -> None:
    taken = photo(WHOLE, scene=replace(PLAIN, turn=8, tilt=20))
    laid = taken.kingdoms[0]
    outliers = np.array([(9, -8), (-9, 7), (8, 9), (-9, -9)])
    rough = [(float(x), float(y)) for x, y in laid.corners() + outliers]
    board = board_from_corners(taken.image, rough, (5, 5))
    assert board.by_hand and board.shape == (5, 5)
    flat = np.linalg.norm(np.array(rough) - laid.corners(), axis=1).mean() / board.side
    assert away(board, laid).mean() < 0.6 * flat
    true_corner = laid.quads[0, 0][0]
    assert np.linalg.norm(board.quads[0, 0, 0] - true_corner) < 0.15 * board.side


def test_corners_by_hand_hold_where_nothing_is_seen() -> None:
    bare = np.full((300, 300, 3), 128, np.uint8)
    board = board_from_corners(bare, [(50, 50), (250, 50), (250, 150), (50, 150)], (1, 2))
    assert board.shape == (1, 2) and not board.found.any()
    assert np.allclose(board.quads[0, 1], [[150, 50], [250, 50], [250, 150], [150, 150]], atol=1)


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (100, 0), (100, 100)],
        [(0, 0), (50, 50), (100, 100), (150, 150)],
        [(0, 0), (100, 100), (100, 0), (0, 100)],
        [(5, 5), (5, 5), (5, 5), (5, 5)],
    ],
    ids=["three", "in one line", "crossed", "one point"],
)
def test_corners_that_make_no_grid_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="corners"):
        board_from_corners(np.zeros((200, 200, 3), np.uint8), corners, (5, 5))


def test_squares_and_empty_places_of_a_board_are_recorded() -> None:
    columns, rows = np.meshgrid(np.arange(3), np.arange(3))
    corners = np.stack([columns, rows], axis=2)[:, :, None] + np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    every = np.ones((3, 3), np.float32)
    found = np.eye(3, dtype=np.bool_)
    board = Board(corners.astype(np.float32) * 20, every, found, every, 0.9)
    inside = board.quads.reshape(-1, 4, 2) * np.float32(0.99)
    assert board.lie_under(inside).reshape(3, 3).tolist() == found.tolist()
    assert board.lie_under(inside, empty=True).all()
    assert not board.lie_under(inside + np.float32(100), empty=True).any()
    assert board.lie_under(inside[:0]).tolist() == []
