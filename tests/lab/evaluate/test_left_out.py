"""What is kept from training, so that measuring on it is honest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

from scorer.lab.data.boards import labelled_boards
from scorer.lab.data.drawn import drawn_squares
from scorer.lab.data.training import training_squares
from scorer.lab.evaluate.left_out import SOURCES, Protocol, measure_squares, thirds
from scorer.rules.model.kingdom import Kingdom
from scorer.vision.common.faces import FACES
from scorer.vision.models import Models
from scorer.vision.reader import Reader

pytestmark = pytest.mark.torch


@pytest.mark.thorough
def test_every_square_of_a_photo_is_left_out_by_one_third(data: Path) -> None:
    squares, boards = training_squares(data), labelled_boards(data)
    protocols = thirds(squares, boards)
    for square in squares:
        left_out = sum(one.squares(square) for one in protocols)
        assert left_out == (square.source in {"squares", "table", "aau", "photo"})
    for board in boards:
        assert sum(one.boards(board) for one in protocols) == 1


@pytest.mark.thorough
def test_pictures_of_one_kingdom_are_left_out_together(data: Path) -> None:
    boards = labelled_boards(data)
    for protocol in (*SOURCES, *thirds(training_squares(data), boards)):
        of = {turned(board.notation) for board in boards if protocol.boards(board) and board.source == "aau"}
        others = {turned(board.notation) for board in boards if not protocol.boards(board) and board.source == "aau"}
        assert not of & others


def turned(notation: str) -> tuple[tuple[str, ...], ...]:
    """The same for every way round of a kingdom."""
    rows = tuple(tuple(map(str, row)) for row in Kingdom.parse(notation).rows)
    ways = []
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))
        ways.append(rows)
    return min(ways)


@pytest.mark.thorough
def test_a_boards_squares_are_left_out_with_it(data: Path) -> None:
    squares = training_squares(data)
    for protocol in thirds(squares, labelled_boards(data)):
        names = {board.file.stem.removeprefix("phone_") for board in labelled_boards(data) if protocol.boards(board)}
        for square in squares:
            if square.source in {"squares", "aau", "photo"} and square.photo in names:
                assert protocol.squares(square)


def test_single_squares_are_measured_and_the_wrong_ones_named(tmp_path: Path) -> None:
    squares = [replace(square, photo=f"photo {number}") for number, square in enumerate(drawn_squares(1))]
    squares[3] = replace(squares[3], face=(squares[3].face + 1) % len(FACES), misnamed="what it shows")
    others = replace(squares[0], source="others")
    protocol = Protocol("drawn", lambda square: square.source == "drawn", lambda _: False)
    wrong = measure_squares(Reader(Models.shipped()), protocol, [*squares, others], tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz", allow_pickle=False) as kept:
        assert kept["truth"].tolist() == [square.face for square in squares]
        assert len(wrong) == (kept["probabilities"].argmax(axis=1) != kept["truth"]).sum()
    assert [one.photo for one in wrong if one.shows] == ["photo 3"]
    assert all(one.protocol == "drawn" and one.truth != one.read and 0 < one.probability <= 1 for one in wrong)
