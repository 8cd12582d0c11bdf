"""Grids whose corners are given: everything of the kingdom lies within them, its castle too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from scorer.lab.render.scene import Scene
from scorer.rules.model.terrain import Place
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACE_INDEX
from scorer.vision.detect.detections import Detections
from scorer.vision.grid.finder import BoardFinder
from scorer.vision.reader import default_reader, read_photo
from scorer.vision.settings import Settings
from tests.vision.photographed import flat_detections, photo

READER = default_reader()
CASTLE, TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]
SQUARE = 100


@dataclass(frozen=True)
class EvenMap:
    """A map with the same probability of a square everywhere."""

    probability: float

    def probability_at(self, _: np.ndarray[tuple[int, ...], np.dtype[np.float64]], _side: float) -> float:
        return self.probability


@dataclass(frozen=True)
class FixedDetector:
    """A detector, and its search, with the same detections in every picture."""

    found: Detections
    scales: tuple[float, ...] = (1.0,)

    def search(self, _: Image, /) -> FixedDetector:
        return self

    def detections(self, _: object, /) -> Detections:
        return self.found


def test_corner_castle_is_read_when_corners_are_given(data: Path) -> None:
    corners = [(0.0, 0.0), (500.0, 0.0), (500.0, 500.0), (0.0, 500.0)]
    (found,) = read_photo(data / "oblique" / "corner_castle.jpg", size=5, corners=corners).kingdoms
    assert str(found.kingdom) == "w1wwww1/sm1m3m2m/sm2m2s2w/s1wss1g/sss2gC"
    assert not found.cut and found.doubtful == ()


@pytest.mark.parametrize(("faint", "found"), [(0.3, False), (0.8, True)])
def test_a_place_moves_only_to_a_detection_at_least_as_probable_as_a_square_there(faint: float, found: bool) -> None:
    exact = flat_detections(1, 1, side=SQUARE)
    centres = np.array([[SQUARE * 0.8, SQUARE * 0.5]], np.float32)
    shifted = Detections(centres, exact.axes, np.array([faint], np.float32), (EvenMap(0.7),))
    settings = Settings()
    finder = BoardFinder(FixedDetector(shifted), READER.rejection, settings.lattice, settings.board)
    corners = [(0, 0), (SQUARE, 0), (SQUARE, SQUARE), (0, SQUARE)]
    board = finder.board_from_corners(np.zeros((SQUARE, SQUARE, 3), np.uint8), corners, (1, 1))
    assert bool(board.found[0, 0]) is found
    assert board.evidence[0, 0] == pytest.approx(max(faint, 0.7))
    assert board.visible[0, 0] == pytest.approx(1), "the corners given lie in the picture"


@pytest.mark.parametrize("cut", [False, True])
def test_grid_given_by_hand_has_a_castle_unless_the_picture_cuts_it(cut: bool) -> None:
    taken = photo("wwC/wf.", scene=Scene(500, 400, square=SQUARE, light=0.0))
    corners = [(float(x), float(y)) for x, y in taken.kingdoms[0].corners()]
    if cut:
        top_left, _, _, bottom_left = corners
        corners[1], corners[2] = (600.0, top_left[1]), (600.0, bottom_left[1])
    board = READER.finder.board_from_corners(taken.image, corners, (2, 3))
    evidence = READER.evidence.examine(taken.image, board)
    bare = READER.evidence.probabilities(evidence, board)
    bare[0, 2] = np.eye(bare.shape[2])[TABLE]
    visible = READER.occlusion.visible(board, evidence, bare, taken.image.shape[:2])
    assert (visible.faces[0, 2, CASTLE] > 0.9) == (not cut)
    assert visible.faces.sum(axis=2) == pytest.approx(1, abs=1e-4)
