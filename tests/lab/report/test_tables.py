"""Tables count the rows, and name what went wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scorer.lab.metrics.flags import KingdomFlags
from scorer.lab.metrics.measurement import CORNERS, SEARCH, Measurement
from scorer.lab.metrics.rows import write_rows
from scorer.lab.report.tables import (
    flag_tables,
    key_figures,
    labelled_summary,
    labelled_tables,
    negative_tables,
    rendered_summary,
    rendered_tables,
    unseen_table,
)

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


def test_labelled_pictures_are_grouped_by_source_and_reading(tmp_path: Path) -> None:
    write_rows(LABELLED, Measurement, tmp_path / "evaluate.csv")
    (text,) = labelled_tables(tmp_path)
    assert text.startswith("The shipped models, ") and "`results/accuracy/evaluate.csv`" in text
    assert "| photo | corners given | 1/1 · 100 % (20.7–100) | 9/10 · 90 %" in text
    assert "| photo | whole picture | 1/2 · 50 % (9.45–90.5) | 24/50 · 48 %" in text
    assert text.endswith("| 1/1 · 100 % (20.7–100) |  |\n") or "| 1/2 · 50 % (9.45–90.5) |" in text.splitlines()[-1]


def test_unseen_kingdoms_are_counted_by_source_in_whole_pictures_only(tmp_path: Path) -> None:
    write_rows([*LABELLED, replace(RIGHT, kind="aau")], Measurement, tmp_path / "left_out.csv")
    lines = unseen_table(tmp_path).splitlines()
    assert lines[2].startswith("| photos by one camera") and "| 1/1 · 100 %" in lines[2]
    assert lines[3].startswith("| whole photos, not cropped | 1/2 · 50 %") and "| 25/50 · 50 %" in lines[3]
    assert lines[4].startswith("| all | 2/3 ") and "| 50/75 " in lines[4]


def test_key_figures_come_from_three_kinds_of_results(tmp_path: Path) -> None:
    write_rows(LABELLED, Measurement, tmp_path / "left_out.csv")
    write_rows(RENDERED, Measurement, tmp_path / "rendered.csv")
    flagged = KingdomFlags("1", "wood", True, True, False, 0.9, errors=4, flagged_errors=3, false_flags=1, asked=0)
    write_rows([flagged], KingdomFlags, tmp_path / "flags.csv")
    shares = [line.split(" | ")[1].split(" ")[0] for line in key_figures(tmp_path).splitlines()[2:]]
    assert shares == ["1/2", "1/3", "1/3", "3/4", "1/1"]


def test_summary_of_a_run_has_times_and_inexact_readings() -> None:
    text = labelled_summary(LABELLED)
    assert "photo, whole picture: 0.25 s" in text
    assert text.splitlines()[-1] == "not exact: b.jpg (whole picture): read nothing, is wC"


def test_rendered_photos_are_grouped_by_scenario_with_seeds_of_errors(tmp_path: Path) -> None:
    write_rows(RENDERED, Measurement, tmp_path / "rendered.csv")
    files, scenarios = rendered_tables(tmp_path)
    assert "| `results/accuracy/rendered.csv` | 1/3 · 33.33 %" in files and "| 1/1 · 100 % (20.7–100) |" in files
    assert "| wood | 1/2 · 50 % (9.45–90.5) | 1/2 · 50 % (9.45–90.5) | 2/2 · 100 %" in scenarios
    assert "| squares: 2 |" in scenarios
    assert "| all rendered kingdoms | 1/3 · 33.33 %" in scenarios and "squares: 1; not found: 1" in scenarios
    assert "| all without a kingdom | 1/1 · 100 % (20.7–100) | 1/1 · 100 % (20.7–100) |  |  |  |" in scenarios


def test_a_mistake_counts_as_flagged_if_every_wrong_square_is_flagged() -> None:
    half_flagged = RENDERED[1]
    all_flagged = replace(half_flagged, doubtful=3, wrong_doubtful=2)
    wrong_grid, one_too_many = (
        replace(all_flagged, fault="grid"),
        replace(half_flagged, read_right=20, wrong_doubtful=0),
    )
    assert [row.exact_or_flagged for row in (WOOD, half_flagged, all_flagged, wrong_grid, one_too_many)] == [
        True,
        False,
        True,
        False,
        False,
    ]


def test_summary_of_a_run_without_kingdoms_lists_scenarios() -> None:
    text = rendered_summary([NOTHING])
    assert "| no kingdom: clutter | 1/1" in text and "all rendered kingdoms" not in text
    assert text.endswith("median seconds: 0.25")


def test_pictures_without_a_kingdom_are_grouped_by_content(tmp_path: Path) -> None:
    seen = replace(NOTHING, picture="5", extra=1, exact=False, fault="extra")
    write_rows([NOTHING, seen], Measurement, tmp_path / "negatives.csv")
    (text,) = negative_tables(tmp_path)
    assert "| clutter | 1/2 · 50 % (9.45–90.5) | extra: 5 |" in text and "| all | 1/2" in text


def test_flags_of_oblique_photos_have_a_row_of_their_own(tmp_path: Path) -> None:
    sure = KingdomFlags("1", "wood", True, True, False, 0.9, errors=0, flagged_errors=0, false_flags=1, asked=0)
    wrong = replace(sure, kind="oblique, 60°", confidence=0.1, errors=4, flagged_errors=3, false_flags=2)
    write_rows([sure, wrong], KingdomFlags, tmp_path / "flags.csv")
    (text,) = flag_tables(tmp_path)
    lines = text.splitlines()
    assert lines[2].startswith("| all rendered photos | 3/4 · 75 %") and lines[2].endswith(
        "| 1.00 | 1 | 0.100 | 0.183 |"
    )
    assert lines[3].startswith("| oblique | 3/4 · 75 %") and lines[4].startswith("| all others |  |  | 1.00 | 1 |")
