"""Puts the measured figures into README.md and docs/ACCURACY.md, between their marks.

python -m scorer.lab.report
"""

from __future__ import annotations

from scorer.lab.metrics.rows import ACCURACY
from scorer.lab.report import ROOT
from scorer.lab.report.markdown import update
from scorer.lab.report.tables import (
    expansion_tables,
    flag_tables,
    labelled_tables,
    negative_tables,
    oblique_tables,
    rendered_tables,
)

LABELLED, RENDERED, OBLIQUE = "labelled pictures", "rendered photos", "oblique photos"
FLAGS, NEGATIVES, EXPANSIONS = "flags", "pictures without a kingdom", "photos with expansions"

if __name__ == "__main__":
    results, accuracy = ROOT / ACCURACY, ROOT / "docs" / "ACCURACY.md"
    labelled = labelled_tables(results)
    update(ROOT / "README.md", LABELLED, labelled[:1])  # the most honest figures are enough for a first look
    update(accuracy, LABELLED, labelled)
    update(accuracy, RENDERED, rendered_tables(results))
    update(accuracy, OBLIQUE, oblique_tables(results))
    update(accuracy, FLAGS, flag_tables(results))
    update(accuracy, NEGATIVES, negative_tables(results))
    update(accuracy, EXPANSIONS, expansion_tables(results))
