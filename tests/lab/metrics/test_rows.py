"""Rows come back from their files as they went in, rounded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scorer.lab.metrics.rows import read_rows, write_rows


@dataclass(frozen=True)
class Line:
    name: str
    count: int
    part: float
    right: bool
    maybe: bool | None
    error: float | None


LINES = [Line("a,b", 1, 0.123456, True, None, 0.5), Line("", 0, 1.0, False, False, None)]


def test_rows_round_trip_through_their_file(tmp_path: Path) -> None:
    file = tmp_path / "new" / "lines.csv"
    assert write_rows(LINES, Line, file) == LINES
    assert read_rows(Line, file) == [Line("a,b", 1, 0.1235, True, None, 0.5), LINES[1]]
    assert file.read_text().splitlines()[0] == "name,count,part,right,maybe,error"


def test_a_file_without_rows_has_its_heads(tmp_path: Path) -> None:
    write_rows([], Line, tmp_path / "lines.csv")
    assert read_rows(Line, tmp_path / "lines.csv") == []


def test_interrupted_run_keeps_its_rows(tmp_path: Path) -> None:
    def stopped() -> Iterator[Line]:
        yield LINES[1]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_rows(stopped(), Line, tmp_path / "lines.csv")
    assert read_rows(Line, tmp_path / "lines.csv") == [LINES[1]]


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    (tmp_path / "lines.csv").write_text("name,count,part,right\n")
    with pytest.raises(ValueError, match=r"lines\.csv has no column error, maybe"):
        read_rows(Line, tmp_path / "lines.csv")
