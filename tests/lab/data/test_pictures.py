"""Reading, straightening and cutting pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.lab.data.pictures import cut_grid, read_picture, stored


def test_a_grid_is_cut_row_by_row_from_its_first_corner() -> None:
    picture = np.zeros((60, 90, 3), np.uint8)
    for row in range(2):
        for column in range(3):
            picture[row * 30 : row * 30 + 30, column * 30 : column * 30 + 30] = 40 * (row * 3 + column)
    corners = np.array([[0, 0], [90, 0], [90, 60], [0, 60]], np.float32)
    squares = cut_grid(picture, corners, 2, 3, 16)
    assert [[int(square[8, 8, 0]) for square in row] for row in squares] == [[0, 40, 80], [120, 160, 200]]
    turned = cut_grid(picture, np.roll(corners, -1, axis=0), 3, 2, 16)
    assert [[int(square[8, 8, 0]) for square in row] for row in turned] == [[80, 200], [40, 160], [0, 120]]
    assert squares[0][0].shape == (16, 16, 3)


@pytest.mark.parametrize("side", [30, 64, 200])
def test_a_square_is_stored_at_one_size(side: int) -> None:
    picture = np.full((side, side, 3), (10, 120, 200), np.uint8)
    assert stored(picture).shape == (64, 64, 3) and np.abs(stored(picture).astype(int) - (10, 120, 200)).max() <= 1


def test_a_picture_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "good.png"), np.zeros((4, 4, 3), np.uint8))
    assert read_picture(tmp_path / "good.png").shape == (4, 4, 3)
    with pytest.raises(FileNotFoundError, match=r"bad\.png"):
        read_picture(tmp_path / "bad.png")
