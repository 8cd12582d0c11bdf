"""Figures are put between a page's marks, and only they change."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.evaluation.report.markdown import BEGIN, END, update


def test_writes_the_parts_between_the_marks(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(f"before\n{BEGIN}\nold figures\n{END}\nafter\n")
    update(page, ["one", "two"])
    assert page.read_text() == f"before\n{BEGIN}\n\none\n\ntwo\n\n{END}\nafter\n"
    update(page, ["one", "two"])
    assert page.read_text().count("one") == 1


def test_says_where_the_marks_are_missing(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("no marks")
    with pytest.raises(ValueError, match="no place for figures"):
        update(tmp_path / "README.md", [])
