"""Labelled pictures: names, cuts and splits everywhere; counts where the data is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from scorer.datasets.labelled import (
    camera_of,
    cut_grid,
    drawn_squares,
    labelled_boards,
    labelled_squares,
    misnamed_squares,
    textures,
)
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from scorer.vision.squares.faces import FACE_INDEX, FACES


@pytest.mark.parametrize(
    ("photo", "camera"),
    [("20181211_213349", "dated"), ("IMG_0042", "IMG"), ("yellow_1_2", "colour"), ("kd7", "kd"), ("42", "42")],
)
def test_a_photos_name_tells_its_camera(photo: str, camera: str) -> None:
    assert camera_of(photo) == camera


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


def test_drawn_squares_are_of_one_source() -> None:
    squares = list(drawn_squares(2))
    assert {square.source for square in squares} == {"drawn"} and len(squares) >= 2 * (len(FACES) - 1)
    assert all(square.image.shape == (64, 64, 3) and square.image.dtype == np.uint8 for square in squares)


def test_every_labelled_picture_is_there_and_its_notation_reads(data: Path) -> None:
    boards = labelled_boards(data)
    assert len(boards) == 85
    for board in boards:
        assert board.file.is_file()
        kingdom = Kingdom.parse(board.notation)
        assert max(kingdom.height, kingdom.width) <= board.size
    assert sum(board.corners is not None for board in boards) >= 4


def test_labelled_squares_have_a_source_and_a_camera_to_split_by(data: Path) -> None:
    squares = list(labelled_squares(data))
    by_source = Counter(square.source for square in squares)
    assert by_source["squares"] > 3500 and by_source["table"] > 1000 and by_source["aau"] > 900
    assert set(by_source) == {"squares", "table", "aau", "photo", "art", "town"}
    assert {FACES[square.face] for square in squares} == set(FACES)
    assert all(square.face == FACE_INDEX[Place.EMPTY] for square in squares if square.source == "table")
    assert all(square.photo and square.camera for square in squares)
    # each photo belongs to one camera: splitting by camera never parts a photo
    cameras: dict[tuple[str, str], set[str]] = {}
    for square in squares:
        cameras.setdefault((square.source, square.photo), set()).add(square.camera)
    assert max(len(found) for (source, _), found in cameras.items() if source == "squares") == 1


def test_squares_of_wrong_names_are_left_out_unless_asked_for(data: Path) -> None:
    shows = misnamed_squares()
    assert all((data / name).is_file() for name in shows) and set(shows.values()) <= {str(face) for face in FACES}
    everything, usual = list(labelled_squares(data, misnamed=True)), list(labelled_squares(data))
    assert len(everything) - len(usual) == len(shows) == sum(bool(square.misnamed) for square in everything)
    assert all(square.misnamed != str(FACES[square.face]) for square in everything)


def test_no_surface_is_both_trained_with_and_measured_on(data: Path) -> None:
    train, kept = ({image.tobytes() for image in textures(data, measuring=measuring)} for measuring in (False, True))
    assert not train & kept and len(kept) >= 50 and len(train) > 2 * len(kept)
