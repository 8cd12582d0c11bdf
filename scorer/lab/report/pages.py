"""The pages that contain generated tables."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scorer.lab.metrics.rows import ACCURACY
from scorer.lab.report.markdown import update
from scorer.lab.report.tables import (
    expansion_tables,
    flag_tables,
    key_figures,
    labelled_tables,
    negative_tables,
    oblique_tables,
    rendered_tables,
    unseen_table,
)
from scorer.lab.report.views import views_table

README: Final = Path("README.md")
EXPLANATION: Final = Path("docs") / "explanation" / "accuracy.md"
TABLES: Final = ACCURACY / "README.md"

SUBJECTS: Final = {
    "labelled pictures": labelled_tables,
    "rendered photos": rendered_tables,
    "oblique photos": oblique_tables,
    "photos with expansions": expansion_tables,
    "flags": flag_tables,
    "pictures without a kingdom": negative_tables,
}
"""The subjects of the page of all tables, and the functions that make their tables."""


def update_pages(root: Path) -> None:
    """Update the tables in the pages of a clone from the results stored in it."""
    results = root / ACCURACY
    update(root / README, "unseen kingdoms", [unseen_table(results)])
    update(root / EXPLANATION, "key figures", [key_figures(results)])
    update(root / EXPLANATION, "several views", [views_table(results)])
    for subject, tables in SUBJECTS.items():
        update(root / TABLES, subject, tables(results))
