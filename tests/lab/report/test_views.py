"""One view and several views of a kingdom are counted side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.views import BOARDS, NEAR, NEARLY_SAME, OPPOSITE, OTHER, PairRow, ScanRow
from scorer.lab.render.videos import NO_KINGDOM, ONE
from scorer.lab.report.views import views_table

PAIR = PairRow(1, OPPOSITE, 120, "squares", "", True, "", 25, 0, 0, 0, 4, 0.5, 0.5)
SCAN = ScanRow(1, ONE, True, 2.0, 9, 1, True, "", 0, 0, 0, 8, 6, True)


def test_one_view_and_several_are_counted_side_by_side(tmp_path: Path) -> None:
    wrong = replace(PAIR, fault="squares", wrong=1)
    apart = [replace(PAIR, kind=kind, merged=False) for kind in (OTHER, NEARLY_SAME)]
    merged = replace(PAIR, kind=OTHER)
    write_rows([PAIR, wrong, replace(PAIR, kind=NEAR), *apart, merged, replace(wrong, kind=BOARDS)],
               PairRow, tmp_path / "pairs.csv")  # fmt: skip
    other = replace(SCAN, exact=False, singles=2, single_exact=1)
    write_rows([SCAN, other, replace(SCAN, kind=NO_KINGDOM)], ScanRow, tmp_path / "scans.csv")
    shares = [line.split(" | ")[1].split(" ")[0] for line in views_table(tmp_path).splitlines()[2:]]
    assert shares == ["3/6", "1/2", "1/1", "2/3", "7/10", "2/2", "1/2"]
