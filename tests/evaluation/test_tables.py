"""Figures in the README come from the rows, and only they change."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.evaluation.tables import BEGIN, END, labelled, rendered, update

ROWS = """picture,source,way,found,squares,seen_right,read_right,exact,score_right
a.jpg,photo,search,True,25,24,25,True,True
b.jpg,photo,search,False,25,0,0,False,False
c.jpg,photo,corners,True,10,9,10,True,
"""


def test_writes_the_tables_between_the_marks(tmp_path: Path) -> None:
    (tmp_path / "evaluate.csv").write_text(ROWS)
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{BEGIN}\nold figures\n{END}\nafter\n")
    update(readme, labelled(tmp_path))
    text = readme.read_text()
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "old figures" not in text
    assert "| photo | corners given | 1/1 · 100 % (20.7–100) | 9/10 · 90 %" in text
    assert "| photo | whole picture | 1/2 · 50 % (9.45–90.5) | 24/50 · 48 %" in text
    update(readme, labelled(tmp_path))
    assert readme.read_text() == text


def test_says_where_the_marks_are_missing(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("no marks")
    with pytest.raises(ValueError, match="no place for figures"):
        update(tmp_path / "README.md", [])


RENDERED = """condition,seed,kingdoms,found,squares,read_right,exact,fault,doubtful,wrong,wrong_doubtful
wood,1,1,1,20,20,True,,0,0,0
wood,2,1,1,20,18,False,squares,1,2,1
glare,3,1,0,20,0,False,finder,0,20,0
no kingdom: clutter,4,0,0,0,0,True,,0,0,0
"""


def test_rendered_photos_are_told_by_condition_with_the_seeds_of_the_wrong_ones(tmp_path: Path) -> None:
    (tmp_path / "rendered.csv").write_text(RENDERED)
    files, conditions, doubts = rendered(tmp_path)
    assert "| `results/rendered.csv` | 1/3 · 33.33 %" in files and "| 1/1 · 100 % (20.7–100) |" in files
    assert "| wood | 1/2 · 50 % (9.45–90.5) | 2/2 · 100 %" in conditions and "| squares: 2 |" in conditions
    assert "| all rendered kingdoms | 1/3 · 33.33 %" in conditions and "squares: 1; finder: 1" in conditions
    assert "| right, with no doubtful square | 1/1 · 100 %" in doubts
    assert "| wrong squares that are doubtful | 1/2 · 50 %" in doubts
