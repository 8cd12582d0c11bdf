"""Rendered photos: every square is where its truth says, and shows what it says."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.pools import Pool
from scorer.lab.render.render import Render, render
from scorer.lab.render.scene import Scene
from scorer.rules.model.terrain import Cell, Place, Terrain
from scorer.rules.model.terrain import Square as Face
from scorer.vision.common.arrays import Image

W, F, L = Face(Terrain.WHEAT), Face(Terrain.FOREST), Face(Terrain.LAKE)
COLOURS: dict[Cell, tuple[int, int, int]] = {
    W: (0, 220, 255),
    F: (0, 90, 0),
    L: (250, 120, 0),
    Place.CASTLE: (200, 60, 200),
}
POOL: Pool = {cell: [np.full((8, 8, 3), colour, np.uint8)] for cell, colour in COLOURS.items()}
LAYOUT = Layout(
    {(0, 0): W, (0, 1): W, (1, 0): Place.CASTLE, (1, 1): F, (2, 1): L, (1, 2): F, (2, 2): L, (2, 0): W, (3, 0): F},
    [((0, 0), (0, 1)), ((1, 1), (2, 1)), ((1, 2), (2, 2)), ((2, 0), (3, 0))],
)
EXACT = Scene(400, 300, square=40, crooked=0, shifted=0, gap=0, light=0)


def taken(scene: Scene, seed: int = 1, layouts: tuple[Layout, ...] = (LAYOUT,)) -> Render:
    table: Image = np.full((scene.height, scene.width, 3), 128, np.uint8)
    return render(layouts, POOL, (), scene, np.random.default_rng(seed), table)


@pytest.mark.parametrize(
    "scene",
    [
        EXACT,
        replace(EXACT, turn=63),
        replace(EXACT, tilt=45, tilt_axis=110, turn=20),
        replace(EXACT, crooked=4, shifted=0.05, gap=0.1),
        replace(EXACT, slipped=0.33),
        replace(EXACT, square=14, centre=(0.2, 0.7)),
    ],
    ids=["exact", "turned", "tilted", "crooked", "slipped", "small"],
)
def test_every_square_shows_its_face_at_its_corners(scene: Scene) -> None:
    photo = taken(scene)
    (laid,) = photo.kingdoms
    assert set(laid.quads) == set(LAYOUT.cells)
    for position, quad in laid.quads.items():
        colour = COLOURS[LAYOUT.cells[position]]
        middle = quad.mean(axis=0)
        seen = 0.3 if scene.slipped else 0.75  # slipped pieces lie on one another
        for point in (middle, *(middle + seen * (quad - middle))):
            x, y = np.round(point).astype(int)
            assert np.abs(photo.image[y, x].astype(int) - colour).max() < 45, (position, point)


def test_corners_go_clockwise_from_the_squares_own_top_left() -> None:
    quads = taken(EXACT).kingdoms[0].quads
    for quad in quads.values():
        assert cv2.contourArea(quad, oriented=True) > 0  # clockwise, y down
    assert np.allclose(quads[0, 0], [[140, 70], [180, 70], [180, 110], [140, 110]], atol=1.5)
    assert np.allclose(quads[3, 0][0] - quads[0, 0][0], [0, 120], atol=0.5)
    assert np.allclose(taken(replace(EXACT, turn=90)).kingdoms[0].quads[0, 0][0], [280, 90], atol=1.5)


def test_frame_corners_are_those_of_the_notations_rectangle() -> None:
    laid = taken(EXACT).kingdoms[0]
    assert np.allclose(laid.corners(), [[140, 70], [260, 70], [260, 230], [140, 230]], atol=1.5)
    tilted = taken(replace(EXACT, tilt=40, turn=30)).kingdoms[0]
    assert np.allclose(tilted.corners()[0], tilted.quads[0, 0][0], atol=1.0)


def test_the_middle_is_where_the_scene_says_and_a_square_as_large() -> None:
    scene = replace(EXACT, centre=(0.3, 0.6), turn=25)
    corners = taken(scene).kingdoms[0].corners()
    assert np.allclose(corners.mean(axis=0), [120, 180], atol=1.5)
    assert np.linalg.norm(corners[1] - corners[0]) / 3 == pytest.approx(40, rel=0.02)


def test_the_same_seed_gives_the_same_photo() -> None:
    scene = replace(EXACT, crooked=3, shifted=0.04, castle_stands=True, figures=2, clutter=3, light=1.0)
    assert np.array_equal(taken(scene, 7).image, taken(scene, 7).image)
    assert not np.array_equal(taken(scene, 7).image, taken(scene, 8).image)


def test_the_table_given_is_kept_around_the_kingdom() -> None:
    photo = taken(EXACT)
    away = np.full((300, 400), True)
    corners = photo.kingdoms[0].corners()
    away[int(corners[0][1]) - 12 : int(corners[2][1]) + 12, int(corners[0][0]) - 12 : int(corners[2][0]) + 12] = False
    assert (photo.image[away] == 128).all()


def test_no_kingdom_no_truth() -> None:
    photo = taken(EXACT, layouts=())
    assert photo.kingdoms == () and (photo.image == 128).all()


def test_kingdoms_lie_next_to_each_other() -> None:
    photo = taken(replace(EXACT, square=24, centre=(0.3, 0.5)), layouts=(LAYOUT, LAYOUT))
    first, second = (laid.corners().mean(axis=0) for laid in photo.kingdoms)
    assert second[0] - first[0] > 4 * 24
    left, right = (laid.corners() for laid in photo.kingdoms)
    assert cv2.intersectConvexConvex(left, right)[0] == 0


def test_loose_dominoes_are_recorded_and_do_not_touch_the_kingdom() -> None:
    photo = taken(replace(EXACT, square=24, loose=3), seed=4)
    assert photo.loose and len(photo.loose) % 2 == 0
    corners = photo.kingdoms[0].corners()
    for quad in photo.loose:
        assert cv2.pointPolygonTest(corners, tuple(map(float, quad.mean(axis=0))), False) < 0


def test_a_castle_stands_on_its_square_and_hides_little_else() -> None:
    bare, standing = taken(EXACT), taken(replace(EXACT, castle_stands=True))
    changed = np.abs(bare.image.astype(int) - standing.image).max(axis=2) > 30
    quad = bare.kingdoms[0].quads[1, 0]
    (left, top), (right, bottom) = quad.min(axis=0).astype(int), quad.max(axis=0).astype(int)
    assert changed[top:bottom, left:right].mean() > 0.3
    assert changed.sum() < 4 * 40 * 40
