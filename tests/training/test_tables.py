"""Figures in the README come from the rows, and only they change."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.training.tables import BEGIN, END, update

ROWS = """picture,source,way,found,squares,seen_right,read_right,exact,score_right
a.jpg,photo,search,True,25,24,25,True,True
b.jpg,photo,search,False,25,0,0,False,False
c.jpg,photo,corners,True,10,9,10,True,
"""


def test_writes_the_tables_between_the_marks(tmp_path: Path) -> None:
    (tmp_path / "evaluate.csv").write_text(ROWS)
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{BEGIN}\nold figures\n{END}\nafter\n")
    update(readme, tmp_path)
    text = readme.read_text()
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "old figures" not in text
    assert "| photo | corners given | 1/1 · 100 % (20.7–100) | 9/10 · 90 %" in text
    assert "| photo | whole picture | 1/2 · 50 % (9.45–90.5) | 24/50 · 48 %" in text
    update(readme, tmp_path)
    assert readme.read_text() == text


def test_says_where_the_marks_are_missing(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("no marks")
    with pytest.raises(ValueError, match="no place for figures"):
        update(tmp_path / "README.md", tmp_path)
