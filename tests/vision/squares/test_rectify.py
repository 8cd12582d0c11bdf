"""Cutting squares out of a picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.vision.squares.rectify import PIXELS, cut_squares

BOX = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def checked(side: int, count: int = 3) -> NDArray[np.uint8]:
    """A picture of ``count`` × ``count`` plain squares: blue counts columns, green rows."""
    rows, columns = np.indices((count * side, count * side)) // side
    return np.stack([columns * 40, rows * 40, np.full_like(rows, 200)], 2).astype(np.uint8)


def test_no_places_no_squares() -> None:
    cut = cut_squares(checked(20), np.zeros((0, 4, 2), np.float32))
    assert cut.shape == (0, PIXELS, PIXELS, 3) and cut.dtype == np.uint8


@pytest.mark.parametrize("side", [17, 64, 333], ids=["enlarged", "as it is", "shrunk"])
def test_every_square_shows_its_own_place(side: int) -> None:
    quads = np.array([(BOX + np.array([c, r])) * side for r in range(3) for c in range(3)], np.float32)
    cut = cut_squares(checked(side), quads)
    middles = cut[:, 8:-8, 8:-8].reshape(9, -1, 3)
    assert middles.min(axis=1).tolist() == middles.max(axis=1).tolist()
    assert middles[:, 0].tolist() == [[c * 40, r * 40, 200] for r in range(3) for c in range(3)]


def test_the_first_corner_comes_to_the_top_left() -> None:
    picture = np.zeros((64, 64, 3), np.uint8)
    picture[:20, :20] = 255
    upright, turned = cut_squares(picture, np.array([BOX, np.roll(BOX, -1, axis=0)], np.float32) * 64)
    assert upright[:10, :10].min() == 255 and upright[40:].max() == 0
    assert np.array_equal(turned, np.rot90(upright)) or np.abs(turned.astype(int) - np.rot90(upright)).mean() < 8
    assert turned[-10:, :10].min() == 255


def test_a_tilted_square_is_straightened() -> None:
    quad = np.array([[30, 10], [170, 40], [150, 180], [20, 140]], np.float32)
    flat = np.zeros((200, 200, 3), np.uint8)
    target = (BOX * 100).astype(np.float32)
    drawn = np.zeros((100, 100, 3), np.uint8)
    drawn[:50, :50], drawn[50:, 50:] = (255, 0, 0), (0, 0, 255)
    cv2.warpPerspective(drawn, cv2.getPerspectiveTransform(target, quad), (200, 200), dst=flat)
    (cut,) = cut_squares(flat, quad[None])
    assert np.abs(cut.astype(int) - cv2.resize(drawn, (PIXELS, PIXELS))).mean() < 12


def test_places_outside_the_picture_repeat_its_edge() -> None:
    quad = (BOX - np.array([0.5, 0])) * 40
    (cut,) = cut_squares(np.full((40, 40, 3), 90, np.uint8), quad[None].astype(np.float32))
    assert cut.min() == cut.max() == 90


@pytest.mark.parametrize("shift", [(-400, 0), (800, 0), (0, -400), (0, 800), (379.5, 0), (0, 379.5)], ids=str)
def test_large_squares_outside_the_picture_repeat_its_edge(shift: tuple[float, float]) -> None:
    quad = BOX * 200 + np.array(shift)
    (cut,) = cut_squares(np.full((330, 330, 3), 90, np.uint8), quad[None].astype(np.float32))
    assert cut.min() == cut.max() == 90
