"""Puts the measured figures into README.md and docs/ACCURACY.md, between their marks.

python -m scorer.evaluation.report
"""

from __future__ import annotations

from scorer.evaluation.report import ROOT
from scorer.evaluation.report.markdown import update
from scorer.evaluation.report.tables import labelled_tables, rendered_tables

if __name__ == "__main__":
    labelled, rendered = labelled_tables(ROOT / "results"), rendered_tables(ROOT / "results")
    update(ROOT / "README.md", labelled[:1])  # the most honest figures are enough for a first look
    update(ROOT / "docs" / "ACCURACY.md", [*labelled, *rendered])
