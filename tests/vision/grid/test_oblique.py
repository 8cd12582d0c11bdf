"""Kingdoms photographed from the seat are found as seen from above them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Kingdom, Position
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
def test_kingdom_in_an_oblique_view_is_found_and_read(
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
def test_large_kingdom_in_an_oblique_view_is_found_in_the_small_copy() -> None:
    taken = photo(WHOLE, scene=replace(PLAIN, tilt=54, tilt_axis=180))
    models = Models.shipped()
    detector = Watched(models.detector)
    reading = Reader(replace(models, detector=detector)).read(taken.image)
    assert [str(kingdom.kingdom) for kingdom in reading.kingdoms] == [WHOLE]
    assert detector.longest <= 1.5 * BoardSettings().first_max_side


def shown_of(image: Image, oblique: ObliqueSettings) -> tuple[list[Kingdom], Watched]:
    """The kingdoms in a picture, and the network that detected their squares."""
    models = Models.shipped()
    detector = Watched(models.detector)
    reader = Reader(replace(models, detector=detector), replace(Settings(), oblique=oblique))
    return [kingdom.kingdom for kingdom in reader.read(image).kingdoms], detector


@pytest.mark.slow
@pytest.mark.parametrize(("max_far_share", "in_larger"), [(0.1, False), (-1.0, True)])
def test_larger_copy_is_searched_only_if_far_squares_are_too_small(max_far_share: float, in_larger: bool) -> None:
    scene = replace(PLAIN, width=1300, height=1100, square=115, tilt=50, tilt_axis=180)
    found, detector = shown_of(photo(WHOLE, scene=scene).image, ObliqueSettings(max_far_share=max_far_share))
    assert [str(kingdom) for kingdom in found] == [WHOLE]
    assert (detector.longest > 1.5 * BoardSettings().first_max_side) == in_larger


def test_the_far_share_of_a_table_grows_with_the_tilt_and_falls_with_the_scale() -> None:
    board = flat_board((50, 50), at=200, confidence=0.9)
    shape = (600, 800)

    def far_share(board: Board, scale: float) -> float:
        return READER.boards._far_share(board, SearchResult((board,), flat_detections(1, 1), shape, scale))

    def leaning(board: Board) -> Board:
        """The board seen by a camera over the lower edge of the picture: the horizon lies 100 pixels above it."""
        onto = np.array([[1, 0, 0], [0, 1, 0], [0, -1 / 700, 1]]) @ np.array([[1, 0, 0], [0, -1, 600], [0, 0, 1.0]])
        quads = cv2.perspectiveTransform(board.quads.reshape(1, -1, 2).astype(np.float64), np.linalg.inv(onto))
        return replace(board, quads=quads.reshape(board.quads.shape).astype(np.float32))

    assert far_share(board, 0.5) == 0
    assert far_share(board, 0.2) == 1
    assert 0 < far_share(leaning(board), 0.5) < far_share(leaning(board), 0.3) < 1


@pytest.mark.slow
def test_a_stretched_picture_is_searched_no_further_once_a_rectified_board_is_certain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = flat_board((50, 25), at=20, confidence=0.65)
    searched: list[tuple[int, ...]] = []

    def searches(image: Image) -> Iterator[SearchResult]:
        searched.append(image.shape[:2])
        found = (board,) if image.shape[0] > 300 else ()
        yield SearchResult(found, flat_detections(5, 5, side=40))

    certain = flat_board((40, 40), at=120, confidence=0.8)
    monkeypatch.setattr(READER.finder, "searches", searches)
    monkeypatch.setattr(READER.finder, "find_boards", lambda *_, **__: (certain,))
    found = READER.boards.find_boards(np.zeros((300, 300, 3), np.uint8))
    assert [one.confidence for one in found] == [0.8]
    assert searched == [(300, 300), (570, 300)], "it is made higher, but no more made wider"


def test_a_part_of_a_rectified_board_is_not_rectified_again(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, certain = flat_board((50, 30), at=20, confidence=0.65), flat_board((50, 30), at=20, confidence=0.8)
    part = replace(whole, found=np.arange(25).reshape(5, 5) < 8)
    apart = replace(part, quads=part.quads + np.float32(500))
    rectified = {id(whole): certain, id(part): whole, id(apart): apart}
    monkeypatch.setattr(READER.boards, "_rectified", lambda _, board: rectified[id(board)])
    picture = np.zeros((1000, 1000, 3), np.uint8)
    assert READER.boards._all_rectified(picture, (whole, part, apart), ()) == (certain, apart)
    assert READER.boards._all_rectified(picture, (part,), (certain,)) == (certain,)
    assert READER.boards._all_rectified(picture, (part,), (whole,)) == (whole,), "an uncertain one does not count"


@pytest.mark.slow
def test_rectified_board_is_not_rectified_again() -> None:
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


@pytest.mark.slow
def test_a_kingdom_seen_from_above_is_found_once() -> None:
    taken = photo(WHOLE)
    first = READER.finder.find_boards(taken.image)
    assert [board.confidence for board in READER.boards.find_boards(taken.image)] == [b.confidence for b in first]


@pytest.mark.slow
def test_an_empty_table_stays_empty() -> None:
    assert READER.boards.find_boards(np.full((300, 400, 3), 128, np.uint8)) == ()


def oblique_board() -> tuple[Board, PlaceEvidence, Floats, tuple[int, int], Position]:
    """A board photographed obliquely, what is seen on it, the picture's shape, and the place of its flat castle."""
    taken = photo(WHOLE, scene=replace(PLAIN, tilt=58, tilt_axis=180, square=70))
    board = READER.boards.find_boards(taken.image)[0]
    seen = READER.evidence.examine(taken.image, board)
    faces = READER.evidence.probabilities(seen, board)
    row, column = (int(v) for v in np.unravel_index(int(faces[..., CASTLE].argmax()), board.shape))
    return board, seen, faces, taken.image.shape[:2], (row, column)


@pytest.mark.slow
def test_squares_hidden_by_a_standing_castle_are_flagged() -> None:
    board, places, faces, shape, (row, column) = oblique_board()
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


@pytest.mark.slow
def test_undetected_castle_is_placed_where_it_is_most_probable() -> None:
    board, places, faces, shape, place = oblique_board()
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
def test_slightly_oblique_board_is_searched_again_only_if_its_grid_fits_badly(
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
def test_straight_board_is_replaced_only_by_a_better_fitting_one(
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


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("tilt", "square"), [(0, 66), (0, 110), (50, 66)])
def test_a_board_is_followed_into_the_next_frame(tilt: float, square: float) -> None:
    scene = replace(PLAIN, width=960, height=720, tilt=tilt, tilt_axis=180, square=square)
    before, after = photo(WHOLE, scene=scene), photo(WHOLE, scene=replace(scene, turn=3.0, centre=(0.53, 0.48)))
    boards = READER.boards.find_boards(before.image)
    followed = READER.boards.followed(after.image, boards)
    assert followed is not None
    assert int(followed[0].found.sum()) == int(boards[0].found.sum())
    corners = after.kingdoms[0].corners()
    assert (
        np.abs(followed[0].quads[followed[0].found].reshape(-1, 2).min(axis=0) - corners.min(axis=0)).max() < square / 3
    )


@pytest.mark.slow
def test_a_board_that_left_the_frame_is_not_followed() -> None:
    boards = READER.boards.find_boards(photo(WHOLE, scene=PLAIN).image)
    assert READER.boards.followed(np.full((900, 1200, 3), 120, np.uint8), boards) is None
