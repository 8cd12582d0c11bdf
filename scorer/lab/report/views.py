"""The table of kingdoms read from one view and from several, side by side."""

from __future__ import annotations

from pathlib import Path

from scorer.lab.metrics.rows import read_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.metrics.views import NEAR, OPPOSITE, SAME, PairRow, ScanRow
from scorer.lab.render.videos import NO_KINGDOM
from scorer.lab.report.markdown import table


def views_table(results: Path) -> str:
    """How many are read exactly: one photo, two photos; single frames of videos, the best of each, all of them."""
    pairs = read_rows(PairRow, results / "pairs.csv")
    scans = [row for row in read_rows(ScanRow, results / "scans.csv") if row.kind != NO_KINGDOM]
    rendered = [row for row in pairs if row.kind in (OPPOSITE, NEAR)]
    alone = [not fault for row in rendered for fault in (row.first, row.second)]
    refused = [not row.merged for row in pairs if row.kind not in SAME]
    lines = [
        ["one photo at 45–65°", _share(alone)],
        *(
            [f"two photos, {kind} apart", _share([not row.fault for row in rendered if row.kind == kind])]
            for kind in (OPPOSITE, NEAR)
        ),
        ["two photos of different kingdoms, refused", _share(refused)],
        [
            "single frames, each read alone",
            Share(sum(row.single_exact for row in scans), sum(row.singles for row in scans)),
        ],
        ["best frame of each video, by sharpness and size of its squares", _share([row.best_exact for row in scans])],
        ["live scan of each video, ended automatically or not", _share([row.exact for row in scans])],
    ]
    return table(("rendered views", "exact (95 % interval)"), lines)


def _share(outcomes: list[bool]) -> Share:
    return Share(sum(outcomes), len(outcomes))
