"""A bent picture and what is known of it stay one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorer.lab.render.lens import distort
from scorer.lab.render.pieces.layouts import laid_out
from scorer.lab.render.render import LaidKingdom, Render
from scorer.rules.model.kingdom import Kingdom

CORNERS = np.array([[40, 30], [70, 30], [70, 60], [40, 60]], np.float32)


def dot_of(picture: np.ndarray) -> np.ndarray:
    rows, columns = np.nonzero(picture[..., 0] > 100)
    return np.array([columns.mean(), rows.mean()])


@pytest.mark.parametrize("corner", range(4))
def test_a_squares_corner_is_where_the_picture_shows_it(corner: int) -> None:
    image = np.zeros((300, 400, 3), np.uint8)
    cv2.circle(image, CORNERS[corner].astype(int).tolist(), 3, (255, 255, 255), -1)
    kingdom = LaidKingdom(laid_out(Kingdom.parse("Cww")), {(0, 0): CORNERS})
    seen = distort(Render(image, (kingdom,), (CORNERS,)), 0.08)
    shown = dot_of(seen.image)
    assert np.linalg.norm(shown - seen.kingdoms[0].quads[0, 0][corner]) < 1
    assert np.linalg.norm(shown - CORNERS[corner]) > 3
    assert np.array_equal(seen.loose[0], seen.kingdoms[0].quads[0, 0])


def test_lens_distortion_applies_to_objects_on_the_table() -> None:
    standing = np.zeros((300, 400), bool)
    standing[25:35, 35:45] = True
    seen = distort(Render(np.repeat(standing[..., None] * np.uint8(255), 3, axis=2), (), (), standing), 0.08)
    assert seen.standing is not None
    assert np.linalg.norm(dot_of(seen.image) - dot_of(seen.standing[..., None] * np.uint8(255))) < 1
