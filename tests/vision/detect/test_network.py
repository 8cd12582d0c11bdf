"""The detector of single squares, on rendered photos of drawn tiles."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.lab.render.render import Render
from scorer.lab.render.scene import Scene
from scorer.vision.common.arrays import Image
from scorer.vision.detect import detections as detecting
from scorer.vision.detect.detections import Detections
from scorer.vision.reader import default_reader
from tests.vision.photographed import HOLES, PLAIN, WHOLE, photo

pytestmark = pytest.mark.slow

SURE = 0.5
TILTED = replace(PLAIN, turn=35, tilt=35, tilt_axis=20)


def detect_squares(image: Image) -> Detections:
    return detecting.detect_squares(default_reader().detector, image)


def hits(taken: Render, detections: Detections) -> NDArray[np.float64]:
    """For every true square the distance, in its sides, of the nearest square found of about its size."""
    found = []
    for laid in taken.kingdoms:
        for quad in laid.quads.values():
            side = float(np.sqrt(cv2.contourArea(quad)))
            alike = np.abs(np.log(detections.sides / side)) < np.log(1.35)
            away = np.linalg.norm(detections.centres - quad.mean(axis=0), axis=1) / side
            found.append(float(away[alike].min()) if alike.any() else np.inf)
    return np.array(found)


@pytest.mark.parametrize("scene", [PLAIN, TILTED, replace(PLAIN, square=40)], ids=["above", "tilted", "small"])
@pytest.mark.parametrize("notation", [WHOLE, HOLES], ids=["whole", "holes"])
def test_nearly_every_square_is_found_where_it_lies(notation: str, scene: Scene) -> None:
    taken = photo(notation, scene=scene)
    assert (hits(taken, detect_squares(taken.image)) < 0.25).mean() >= 0.9


def test_nothing_is_surely_found_on_a_bare_table() -> None:
    taken = photo(scene=PLAIN)
    assert (detect_squares(taken.image).scores > SURE).sum() == 0


def test_a_grey_picture_has_no_squares() -> None:
    detections = detect_squares(np.full((300, 400, 3), 128, np.uint8))
    assert (detections.scores > SURE).sum() == 0
    assert detections.centres.shape == (len(detections), 2) and detections.axes.shape == (len(detections), 2, 2)


def test_results_come_likeliest_first_and_apart() -> None:
    detections = detect_squares(photo(WHOLE).image)
    assert (np.diff(detections.scores) <= 0).all()
    centres = detections.centres
    away = np.linalg.norm(centres[:, None] - centres[None], axis=2) + 1e9 * np.eye(len(detections))
    near = 0.5 * np.minimum(detections.sides[:, None], detections.sides[None])
    same_size = np.maximum(detections.sides[:, None], detections.sides[None]) < 1.5 * np.minimum(
        *np.meshgrid(detections.sides, detections.sides)
    )
    assert not ((away < near) & same_size).any()


def test_coordinates_are_those_of_the_picture_whatever_its_size() -> None:
    taken = photo(WHOLE)
    larger = cv2.resize(taken.image, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    found = detect_squares(np.asarray(larger, np.uint8))
    halved = replace(found, centres=found.centres / np.float32(2), axes=found.axes / np.float32(2))
    assert (hits(taken, halved) < 0.25).mean() >= 0.9


def test_sides_are_the_root_of_the_area() -> None:
    axes = np.array([[[5, 0], [0, 5]], [[4, 3], [-3, 4]], [[10, 0], [5, 2.5]]], np.float32)
    detections = Detections(np.zeros((3, 2), np.float32), axes, np.ones(3, np.float32))
    assert detections.sides.tolist() == pytest.approx([10, 10, 10])


def test_axes_are_named_by_the_picture() -> None:
    detections = detect_squares(photo(WHOLE, scene=TILTED).image)
    sure = detections.scores > SURE
    u, v = detections.axes[sure, 0], detections.axes[sure, 1]
    assert sure.sum() >= 15
    assert (u[:, 0] >= 0).all() and (v[:, 1] >= 0).all()
    along = np.abs(u[:, 0]) / np.linalg.norm(u, axis=1) - np.abs(v[:, 0]) / np.linalg.norm(v, axis=1)
    assert (along >= -1e-5).all()
