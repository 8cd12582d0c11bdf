"""Kingdoms photographed from the seat are found as seen from above them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scorer.rules.model.terrain import Place
from scorer.vision.reader import default_reader
from scorer.vision.squares.faces import FACE_INDEX
from tests.vision.photographed import PLAIN, WHOLE, photo

READER = default_reader()


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


def test_a_kingdom_seen_from_above_is_found_once() -> None:
    taken = photo(WHOLE)
    first = READER.finder.find_boards(taken.image)
    assert [board.confidence for board in READER.boards.find_boards(taken.image)] == [b.confidence for b in first]


def test_an_empty_table_stays_empty() -> None:
    assert READER.boards.find_boards(np.full((300, 400, 3), 128, np.uint8)) == ()


def test_what_a_standing_castle_hides_is_asked_for() -> None:
    taken = photo(WHOLE, scene=replace(PLAIN, tilt=50, tilt_axis=180, square=70))
    board = READER.boards.find_boards(taken.image)[0]
    faces = READER.evidence.probabilities(READER.evidence.places_seen(taken.image, board), board)
    castle = READER.occlusion.visible(board, faces, taken.image.shape[:2])
    assert not castle.hidden.any(), "every square is clear, so the castle lies flat"
    row, column = (int(v) for v in np.unravel_index(int(faces[..., FACE_INDEX[Place.CASTLE]].argmax()), board.shape))
    unclear = faces.copy()
    behind = (row - 1, column)
    unclear[behind] = 1 / faces.shape[2]
    seen = READER.occlusion.visible(board, unclear, taken.image.shape[:2])
    assert np.argwhere(seen.hidden).tolist() == [list(behind)]
    assert seen.faces[behind].sum() == pytest.approx(1)
