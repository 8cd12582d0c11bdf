"""Solid things stand where they are put, upright, seen by the camera that sees the table."""

from __future__ import annotations

import numpy as np

from scorer.lab.render.pieces.panels import Panel, paint, project, silhouettes
from scorer.lab.render.pieces.solids import PLAYERS, block, castle, king, stand_solids
from scorer.lab.render.scene import Scene, camera, projection

SCENE = Scene(640, 480, square=60, tilt=55, tilt_axis=180, focal=0.9)
MATRIX = projection(SCENE)
TABLE = np.full((480, 640, 3), 90, np.uint8)


def painted(panels: list[Panel]) -> np.ndarray:
    """The rows and columns (n, 2) of the pixels that panels change."""
    return np.argwhere((paint(TABLE, panels, MATRIX, 1.0) != TABLE).any(axis=2))


def test_the_table_is_seen_by_the_same_camera() -> None:
    assert np.array_equal(camera(SCENE), MATRIX[:, [0, 1, 3]])
    flat = project(MATRIX, np.array([[1.0, 2.0, 0.0]]))[0]
    seen = camera(SCENE) @ [1, 2, 1]
    assert np.allclose(flat, seen[:2] / seen[2])


def test_solids_stand_on_their_place_and_rise_away_from_the_viewer() -> None:
    for panels in (
        castle(np.zeros(2), 0.0, PLAYERS[0], np.random.default_rng(1)),
        king(np.zeros(2), PLAYERS[1], np.random.default_rng(1)),
        block(np.array([-0.5, -0.5]), 0.0, np.array([1.0, 1.0, 1.0]), [np.zeros((8, 8, 3), np.uint8)] * 3),
    ):
        rows, columns = painted(panels).T
        middle = project(MATRIX, np.zeros((1, 3)))[0]
        assert rows.min() < middle[1] - 20
        assert rows.max() < middle[1] + 40
        assert abs(columns.mean() - middle[0]) < 15


def test_nearer_solids_hide_farther_ones() -> None:
    red, blue = (np.full((4, 4, 4), ink, np.uint8) for ink in ((0, 0, 255, 255), (255, 0, 0, 255)))
    along, down = np.array([1.0, 0, 0]), np.array([0, 0, -1.0])
    far, near = (Panel(ink, np.array([-0.5, y, 1.0]), along, down) for ink, y in ((red, -0.6), (blue, 0.6)))
    both = paint(TABLE, [near, far], MATRIX, 1.0)
    assert np.array_equal(both, paint(TABLE, [far, near], MATRIX, 1.0))
    blue_alone = (paint(TABLE, [near], MATRIX, 1.0) == (255, 0, 0)).all(axis=2)
    assert blue_alone.sum() > 1000
    assert (both[blue_alone] == (255, 0, 0)).all()
    assert (both == (0, 0, 255)).all(axis=2).sum() > 300


def test_only_a_castle_that_stands_is_painted() -> None:
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    taken = [
        stand_solids(TABLE, [([square], one)], MATRIX, np.random.default_rng(3), figures=0, clutter=False)
        for one in (square, None)
    ]
    (with_castle, standing), (bare, nothing) = taken
    assert (with_castle != TABLE).any() and standing.any()
    assert np.array_equal(bare, TABLE) and not nothing.any()


def test_silhouettes_are_where_panels_are_painted() -> None:
    panels = block(np.array([-0.5, -0.5]), 0.3, np.array([1.0, 1.0, 1.0]), [np.zeros((96, 96, 3), np.uint8)] * 3)
    height, width = TABLE.shape[:2]
    painted_on = np.zeros((height, width), np.bool_)
    painted_on[tuple(painted(panels).T)] = True
    seen = silhouettes(panels, MATRIX, width, height)
    assert (seen & painted_on).sum() > 0.97 * (seen | painted_on).sum()
