"""Labelled kingdoms, where the data is."""

from __future__ import annotations

from pathlib import Path

from scorer.lab.data.boards import labelled_boards
from scorer.rules.model.kingdom import Kingdom


def test_every_labelled_picture_is_there_and_its_notation_reads(data: Path) -> None:
    boards = labelled_boards(data)
    assert len(boards) == 85
    for board in boards:
        assert board.file.is_file()
        kingdom = Kingdom.parse(board.notation)
        assert max(kingdom.height, kingdom.width) <= board.size
    assert sum(board.corners is not None for board in boards) >= 4
