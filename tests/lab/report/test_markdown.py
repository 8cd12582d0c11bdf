"""Figures are put between a page's marks, and only they change."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.lab.report.markdown import BEGIN, END, update

MARK = BEGIN.format("apples")


def test_writes_the_parts_between_the_marks_of_their_subject(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    pears = f"{BEGIN.format('pears')}\npears\n{END}"
    page.write_text(f"before\n{pears}\n{MARK}\nold figures\n{END}\nafter\n")
    update(page, "apples", ["one", "two"])
    assert page.read_text() == f"before\n{pears}\n{MARK}\n\none\n\ntwo\n\n{END}\nafter\n"
    update(page, "apples", ["one", "two"])
    assert page.read_text().count("one") == 1


@pytest.mark.parametrize("text", ["no marks", MARK, f"{END} {MARK}", BEGIN.format("pears") + END])
def test_missing_marks_are_reported(text: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(text)
    with pytest.raises(ValueError, match="no place for figures"):
        update(tmp_path / "README.md", "apples", [])
    assert (tmp_path / "README.md").read_text() == text
