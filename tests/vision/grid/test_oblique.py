"""Kingdoms photographed from the seat are found as seen from above them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.grid.board import Board
from scorer.vision.grid.finder import SearchResult
from scorer.vision.grid.oblique import ObliqueFinder
from scorer.vision.models import Models
from scorer.vision.reader import Reader, default_reader
from scorer.vision.settings import BoardSettings, ObliqueSettings, Settings
from scorer.vision.squares.evidence import PlaceEvidence
from tests.vision.photographed import PLAIN, WHOLE, flat_detections, photo
from tests.vision.watched import Watched

READER = default_reader()
Floats = NDArray[np.float32]
CASTLE, TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]


@pytest.mark.slow
@pytest.mark.parametrize(("tilt", "axis"), [(58, 180), (60, 205), (58, 90)])
def test_a_kingdom_seen_from_the_seat_is_found_and_read(
    tilt: float, axis: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = photo(WHOLE, scene=replace(PLAIN, tilt=tilt, tilt_axis=axis, square=70))
    first, found = READER.finder.find_boards(taken.image), READER.boards.find_boards(taken.image)
    monkeypatch.setattr(READER.boards, "find_boards", lambda _: found)  # looking for them again takes seconds
    reading = READER.read(taken.image)
    truth = taken.kingdoms[0].layout.kingdom
    assert [kingdom.kingdom for kingdom in reading.kingdoms] in [[truth.turned(turns)] for turns in range(4)]
    assert max(board.confidence for board in first) < found[0].confidence


@pytest.mark.slow
def test_a_large_kingdom_is_found_from_the_seat_by_its_small_copy_alone() -> None:
    taken = photo(WHOLE, scene=replace(PLAIN, tilt=54, tilt_axis=180))
    models = Models.shipped()
    detector = Watched(models.detector)
    reading = Reader(replace(models, detector=detector)).read(taken.image)
    assert [str(kingdom.kingdom) for kingdom in reading.kingdoms] == [WHOLE]
    assert detector.longest <= 1.5 * BoardSettings().first_max_side


@pytest.mark.slow
def test_what_is_straight_is_not_straightened_again() -> None:
    taken = photo(WHOLE, scene=replace(PLAIN, tilt=54, tilt_axis=180))
    looks = []
    for straight in (ObliqueSettings().rectified_threshold, 0.0):
        models = Models.shipped()
        detector = Watched(models.detector)
        settings = replace(Settings(), oblique=replace(ObliqueSettings(), rectified_threshold=straight))
        (board,) = Reader(replace(models, detector=detector), settings).boards.find_boards(taken.image)
        assert board.found.sum() == taken.kingdoms[0].layout.kingdom.height ** 2
        looks.append(detector.shown)
    assert looks[0] == looks[1] - 1


def test_a_kingdom_seen_from_above_is_found_once() -> None:
    taken = photo(WHOLE)
    first = READER.finder.find_boards(taken.image)
    assert [board.confidence for board in READER.boards.find_boards(taken.image)] == [b.confidence for b in first]


def test_an_empty_table_stays_empty() -> None:
    assert READER.boards.find_boards(np.full((300, 400, 3), 128, np.uint8)) == ()


def from_the_seat() -> tuple[Board, PlaceEvidence, Floats, tuple[int, int], Position]:
    """A board photographed obliquely, what is seen on it, the picture's shape, and the place of its flat castle."""
    taken = photo(WHOLE, scene=replace(PLAIN, tilt=58, tilt_axis=180, square=70))
    board = READER.boards.find_boards(taken.image)[0]
    seen = READER.evidence.examine(taken.image, board)
    faces = READER.evidence.probabilities(seen, board)
    row, column = (int(v) for v in np.unravel_index(int(faces[..., CASTLE].argmax()), board.shape))
    return board, seen, faces, taken.image.shape[:2], (row, column)


def test_what_a_standing_castle_hides_is_asked_for() -> None:
    board, places, faces, shape, (row, column) = from_the_seat()
    castle = READER.occlusion.visible(board, places, faces, shape)
    assert not castle.hidden.any(), "every square is clear, so the castle lies flat"
    unclear = faces.copy()
    behind = (row - 1, column)
    unclear[behind] = 1 / faces.shape[2]
    seen = READER.occlusion.visible(board, places, unclear, shape)
    assert np.argwhere(seen.hidden).tolist() == [list(behind)]
    assert seen.faces[behind].sum() == pytest.approx(1)
    wall, forest = (FACE_INDEX[Square(terrain)] for terrain in (Terrain.WHEAT, Terrain.FOREST))
    features = places.features.copy()
    features[behind][0] = 0
    undetected = replace(places, features=features)
    for face, at, hidden in ((wall, undetected, True), (wall, places, False), (forest, undetected, False)):
        clear = faces.copy()
        clear[behind] = np.eye(faces.shape[2])[face]
        seen = READER.occlusion.visible(board, at, clear, shape)
        assert seen.hidden[behind] == hidden, "what looks like a wall is one, but for a square that is detected"


def test_a_castle_that_the_detector_overlooks_stands_where_it_looks_most_like_one() -> None:
    board, places, faces, shape, place = from_the_seat()
    dim, looks = faces.copy(), places.faces.copy()
    dim[..., CASTLE], looks[..., CASTLE] = 0, 0
    dim[place], dim[place][TABLE] = 0, 1
    looks[place][CASTLE] = 0.2
    seen = READER.occlusion.visible(board, replace(places, faces=looks), dim, shape)
    assert seen.faces[place][CASTLE] > 0.5
    elsewhere = np.delete(seen.faces.reshape(-1, len(FACES)), np.ravel_multi_index(place, board.shape), axis=0)
    assert elsewhere[:, CASTLE].max() < 0.05
    assert seen.faces.sum(axis=2) == pytest.approx(1, abs=1e-4)


def flat_board(square: tuple[int, int], at: int, confidence: float) -> Board:
    """A board of 5×5 squares so many pixels wide and high, found whole, with its corner there."""
    columns, rows = np.meshgrid(np.arange(5), np.arange(5))
    corners = np.stack([columns, rows], axis=2)[:, :, None] + np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    every = np.ones((5, 5), np.float32)
    return Board((corners * square + at).astype(np.float32), every, every > 0, every, confidence)


@pytest.mark.parametrize("height", [40, 50])
@pytest.mark.parametrize(("confidence", "times"), [(0.6, 2), (0.8, 1)])
def test_a_board_that_hardly_seems_oblique_is_found_again_only_where_its_grid_agrees_badly(
    confidence: float, times: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(READER.settings.oblique, max_passes=1, sufficient_confidence=0.0)
    board = flat_board((50, height), at=20, confidence=confidence)
    assert board.obliqueness < settings.oblique_threshold
    looked: list[object] = []

    def looks(image: Image) -> Iterator[SearchResult]:
        looked.append(image)
        yield SearchResult((board,), flat_detections(5, 5, side=40))

    def find_boards(image: Image, **_: object) -> tuple[Board, ...]:
        looked.append(image)
        return (board,)

    finder = ObliqueFinder(READER.finder, settings, READER.settings.homography)
    monkeypatch.setattr(READER.finder, "searches", looks)
    monkeypatch.setattr(READER.finder, "find_boards", find_boards)
    finder.find_boards(np.zeros((300, 300, 3), np.uint8))
    assert len(looked) == times


@pytest.mark.parametrize(("better", "counts"), [(0.8, True), (0.59, False)])
def test_a_board_that_does_not_seem_oblique_is_changed_only_for_one_whose_squares_fit_it_better(
    better: float, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = flat_board((50, 50), at=20, confidence=0.6)
    again = flat_board((40, 40), at=120, confidence=better)

    def looks(_: Image) -> Iterator[SearchResult]:
        yield SearchResult((board,), flat_detections(5, 5, side=40))

    monkeypatch.setattr(READER.finder, "searches", looks)
    monkeypatch.setattr(READER.finder, "find_boards", lambda *_, **__: (again,))
    settings = replace(READER.settings.oblique, max_passes=1, sufficient_confidence=0.0)
    found = ObliqueFinder(READER.finder, settings, READER.settings.homography).find_boards(
        np.zeros((300, 300, 3), np.uint8)
    )
    assert found[0].confidence == (better if counts else 0.6)
