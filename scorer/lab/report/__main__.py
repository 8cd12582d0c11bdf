"""Writes the stored results into the tables of three pages, between their marks.

python -m scorer.lab.report    updates README.md, docs/explanation/accuracy.md and results/accuracy/README.md
"""

from __future__ import annotations

from scorer.lab.report import ROOT
from scorer.lab.report.pages import update_pages

if __name__ == "__main__":
    update_pages(ROOT)
