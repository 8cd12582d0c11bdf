"""Tables count the rows, and name what went wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scorer.evaluation.measurement import CORNERS, SEARCH, Measurement
from scorer.evaluation.report.tables import labelled_summary, labelled_tables, rendered_summary, rendered_tables
from scorer.evaluation.rows import write_rows

RIGHT = Measurement(
    picture="a.jpg",
    kind="photo",
    way=SEARCH,
    kingdoms=1,
    found=1,
    extra=0,
    corner_error=None,
    squares=25,
    seen_right=24,
    read_right=25,
    castle_right=True,
    exact=True,
    fault="",
    score_right=True,
    confidence=0.9,
    doubtful=0,
    wrong_doubtful=0,
    seconds=0.25,
    truth="wC",
    read="wC",
)
WRONG = replace(RIGHT, seen_right=0, read_right=0, exact=False)
NOT_FOUND = replace(WRONG, picture="b.jpg", found=0, fault="not found", read="")
LABELLED = [
    RIGHT,
    replace(NOT_FOUND, score_right=False),
    replace(RIGHT, picture="c.jpg", way=CORNERS, squares=10, seen_right=9, read_right=10, score_right=None),
]
WOOD = replace(RIGHT, picture="1", kind="wood", squares=20, seen_right=20, read_right=20, score_right=None)
NOTHING = replace(
    WOOD, picture="4", kind="no kingdom: clutter", kingdoms=0, found=0, squares=0, seen_right=0, read_right=0
)
RENDERED = [
    WOOD,
    replace(WOOD, picture="2", read_right=18, exact=False, fault="squares", doubtful=1, wrong_doubtful=1),
    replace(WOOD, picture="3", kind="glare", found=0, read_right=0, exact=False, fault="not found"),
    NOTHING,
]


def test_labelled_pictures_are_told_by_source_and_way(tmp_path: Path) -> None:
    write_rows(LABELLED, Measurement, tmp_path / "evaluate.csv")
    (text,) = labelled_tables(tmp_path)
    assert text.startswith("The shipped models on the labelled folder") and "`results/evaluate.csv`" in text
    assert "| photo | corners given | 1/1 · 100 % (20.7–100) | 9/10 · 90 %" in text
    assert "| photo | whole picture | 1/2 · 50 % (9.45–90.5) | 24/50 · 48 %" in text
    assert text.endswith("| 1/1 · 100 % (20.7–100) |  |\n") or "| 1/2 · 50 % (9.45–90.5) |" in text.splitlines()[-1]


def test_the_summary_of_a_run_has_times_and_what_was_not_exact() -> None:
    text = labelled_summary(LABELLED)
    assert "photo, whole picture: 0.25 s" in text
    assert text.splitlines()[-1] == "not exact: b.jpg (whole picture): read nothing, is wC"


def test_rendered_photos_are_told_by_condition_with_the_seeds_of_the_wrong_ones(tmp_path: Path) -> None:
    write_rows(RENDERED, Measurement, tmp_path / "rendered.csv")
    files, conditions, doubts = rendered_tables(tmp_path)
    assert "| `results/rendered.csv` | 1/3 · 33.33 %" in files and "| 1/1 · 100 % (20.7–100) |" in files
    assert "| wood | 1/2 · 50 % (9.45–90.5) | 2/2 · 100 %" in conditions and "| squares: 2 |" in conditions
    assert "| all rendered kingdoms | 1/3 · 33.33 %" in conditions and "squares: 1; not found: 1" in conditions
    assert "| all without a kingdom | 1/1 · 100 % (20.7–100) |  |  |  |" in conditions
    assert "| right, with no doubtful square | 1/1 · 100 %" in doubts
    assert "| wrong squares that are doubtful | 1/2 · 50 %" in doubts


def test_the_summary_of_a_run_without_kingdoms_says_so_by_condition() -> None:
    text = rendered_summary([NOTHING])
    assert "| no kingdom: clutter | 1/1" in text and "all rendered kingdoms" not in text
    assert text.endswith("median seconds: 0.25")
