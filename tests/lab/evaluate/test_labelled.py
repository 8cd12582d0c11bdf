"""The evaluation itself: a right reading counts as right, each kind of wrong one as wrong, and floors hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scorer.lab.data.boards import LabelledBoard
from scorer.lab.evaluate import labelled as evaluation
from scorer.lab.evaluate.labelled import FLOORS, evaluate, run
from scorer.lab.metrics.measurement import Measurement
from scorer.rules.model.kingdom import Kingdom
from scorer.vision.reading import KingdomReading, Reading

TRUTH = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
CORNERS = ((0.0, 0.0), (500.0, 0.0), (500.0, 500.0), (0.0, 500.0))


def board(corners: Sequence[tuple[float, float]] | None = CORNERS, source: str = "photo") -> LabelledBoard:
    return LabelledBoard(Path("made_up.jpg"), TRUTH, 5, tuple(corners) if corners else None, source, 16)


def reading(
    notation: str = TRUTH, seen: str | None = None, doubtful: tuple[tuple[int, int], ...] = (), shift: float = 0.0
) -> Reading:
    kingdom = Kingdom.parse(notation)
    rows, columns = kingdom.height, kingdom.width
    sure = tuple(tuple(0.5 if (r, c) in doubtful else 0.99 for c in range(columns)) for r in range(rows))
    found = KingdomReading(
        kingdom=kingdom,
        seen=Kingdom.parse(seen or notation).rows,
        size=5,
        corners=tuple((x + shift, y) for x, y in CORNERS),
        confidence=0.9,
        squares=sure,
        faces=np.zeros((rows, columns, 20), np.float32),
        quads=np.zeros((rows, columns, 4, 2), np.float32),
    )
    return Reading("made_up.jpg", 500, 500, (found,), None, {"total": 0.1})


def row_of(monkeypatch: pytest.MonkeyPatch, made: Reading, of: LabelledBoard | None = None) -> Measurement:
    monkeypatch.setattr(evaluation, "read_photo", lambda *_, **__: made)
    return next(iter(evaluate([of or board()])))


def test_a_right_reading_is_right_in_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    row = row_of(monkeypatch, reading())
    assert row.exact and row.found == 1 and row.fault == "" and row.score_right and row.castle_right
    assert (row.squares, row.seen_right, row.read_right, row.doubtful) == (25, 25, 25, 0)
    assert row.corner_error == 0


def test_a_wrong_square_makes_the_kingdom_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = TRUTH.replace("wss2s1m1", "wss2s1m2")
    row = row_of(monkeypatch, reading(wrong, seen=TRUTH, doubtful=((0, 4), (1, 1))))
    assert not row.exact and row.found == 1 and row.fault == "rules" and row.score_right is False
    assert (row.seen_right, row.read_right, row.doubtful, row.wrong_doubtful) == (25, 24, 2, 1)


def test_a_square_too_many_makes_the_kingdom_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    holed = replace(board(), notation="wss2s1m1/g1wwww/gwCff/gglf./w1s1lg.")
    row = row_of(monkeypatch, reading(), holed)
    assert not row.exact and row.read_right == row.squares - 2


def test_a_grid_read_one_row_off_is_lined_up_but_not_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    row = row_of(monkeypatch, reading("g1wwww/gwCff/gglff/w1s1lgf"))
    assert not row.exact and row.read_right == 20


@pytest.mark.parametrize(("shift", "found"), [(10, True), (30, False)])
def test_the_grid_must_lie_within_a_sixth_of_a_square(
    monkeypatch: pytest.MonkeyPatch, shift: float, found: bool
) -> None:
    row = row_of(monkeypatch, reading(shift=shift))
    assert row.corner_error == pytest.approx(shift / 100) and row.found == found


def test_nothing_found_is_all_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    row = row_of(monkeypatch, Reading("made_up.jpg", 500, 500, (), None, {"total": 0.1}))
    assert not row.found and not row.exact and row.read_right == 0 and row.score_right is False


def test_unknown_squares_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = replace(board(), notation=TRUTH.replace("wss2s1m1", "?ss2s1m1"), score=None)
    row = row_of(monkeypatch, reading(TRUTH.replace("wss2s1m1", "fss2s1m1")), unknown)
    assert row.squares == 24 and row.exact and row.score_right is None


def test_grid_of_another_size_counts_as_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    row = row_of(monkeypatch, reading("g1wwww/gwCff/gglff/w1s1lgf"))
    assert row.corner_error is None and row.found == 0


def test_grid_without_corners_is_aligned_by_most_matching_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    few_wrong, many_wrong = TRUTH.replace("g1wwww", "fffff"), TRUTH.replace("g1wwww/gwCff", "lllll/lllll")
    assert [row_of(monkeypatch, reading(read), board(None)).found for read in (few_wrong, many_wrong)] == [1, 0]


def test_a_board_with_corners_is_read_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def read(*_: object, **more: object) -> Reading:
        asked.append(more)
        return reading()

    monkeypatch.setattr(evaluation, "read_photo", read)
    assert [row.way for row in evaluate([board(), board(None)])] == ["search", "corners", "search"]
    assert [one.get("grid") for one in asked] == [None, (5, 5), None]


def test_missing_data_folder_error_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, None) == 2
    assert "give a folder with boards.json or photos.json" in capsys.readouterr().err


def test_report_of_a_misread_photo_is_measured_without_floors(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kingdom = {"notation": board().notation, "size": 5, "corners": None, "lawful": None, "score": None}
    (tmp_path / "photos.json").write_text(json.dumps([{"file": "photo.jpg", "kingdoms": [kingdom]}]))
    monkeypatch.setattr(evaluation, "read_photo", lambda *_, **__: reading())
    assert run(tmp_path, None) == 1, "labelled pictures are complete only with every source"
    (tmp_path / "reading.json").write_text("{}")
    assert run(tmp_path, None) == 0
    assert "photo" in capsys.readouterr().out


@pytest.mark.parametrize(("wrong", "status"), [(0, 0), (9, 1)])
def test_falling_below_a_floor_fails(
    wrong: int, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = row_of(monkeypatch, reading())
    rows = [
        replace(right, kind=floor.source, way=floor.way, exact=i >= wrong, read_right=right.squares)
        for floor in FLOORS
        for i in range(20)
    ]
    (tmp_path / "boards.json").write_text("[]")
    monkeypatch.setattr(evaluation, "labelled_boards", lambda _: (board(),))
    monkeypatch.setattr(evaluation, "evaluate", lambda _: rows)
    assert run(tmp_path, tmp_path / "out.csv") == status
    assert (tmp_path / "out.csv").is_file()
    assert ("below its floor" in capsys.readouterr().err) is bool(status)
