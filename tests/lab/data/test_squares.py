"""Labelled squares: their names and splits everywhere; their counts where the data is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.lab.data.squares import LabelledSquare, camera_of, labelled_squares, misnamed_squares
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES


@pytest.mark.parametrize(
    ("photo", "camera"),
    [("20181211_213349", "dated"), ("IMG_0042", "IMG"), ("yellow_1_2", "colour"), ("kd7", "kd"), ("42", "42")],
)
def test_a_photos_name_tells_its_camera(photo: str, camera: str) -> None:
    assert camera_of(photo) == camera


@pytest.fixture(scope="module")
def squares(data: Path) -> list[LabelledSquare]:
    """All labelled squares, those with wrong labels included."""
    return list(labelled_squares(data, misnamed=True))


@pytest.mark.thorough
def test_labelled_squares_have_a_source_and_a_camera_to_split_by(squares: list[LabelledSquare]) -> None:
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


def test_every_wrong_label_belongs_to_a_square(data: Path, squares: list[LabelledSquare]) -> None:
    shows = misnamed_squares()
    assert all((data / name).is_file() for name in shows) and set(shows.values()) <= {str(face) for face in FACES}
    assert sum(bool(square.misnamed) for square in squares) == len(shows)
    assert all(square.misnamed != str(FACES[square.face]) for square in squares)


def test_squares_with_wrong_labels_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    (tmp_path / "squares" / "s0").mkdir(parents=True)
    for name in ("IMG_4139_28", "IMG_4139_29"):  # the latter is in misnamed.json
        cv2.imwrite(str(tmp_path / "squares" / "s0" / f"{name}.jpg"), np.zeros((63, 63, 3), np.uint8))
    assert [square.misnamed for square in labelled_squares(tmp_path, misnamed=True)] == [None, "s2"]
    assert [square.misnamed for square in labelled_squares(tmp_path)] == [None]


def test_a_folder_may_hold_single_squares_only(tmp_path: Path) -> None:
    for face, name in (("w0", "kd1_3"), ("m2", "IMG_2_7"), ("castle", "red_1_0"), ("table", "table_5_1")):
        (tmp_path / "squares" / face).mkdir(parents=True)
        cv2.imwrite(str(tmp_path / "squares" / face / f"{name}.png"), np.zeros((63, 63, 3), np.uint8))
    found = [(str(FACES[s.face]), s.source, s.camera, s.photo) for s in labelled_squares(tmp_path)]
    assert found == [
        ("C", "squares", "colour", "red_1"),
        ("m2", "squares", "IMG", "IMG_2"),
        (".", "table", "table", "table_5"),
        ("w", "squares", "kd", "kd1"),
    ]
