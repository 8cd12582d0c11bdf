"""The pages contain the tables of the stored results."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scorer.lab.metrics.rows import ACCURACY
from scorer.lab.report import ROOT
from scorer.lab.report.pages import EXPLANATION, README, TABLES, update_pages

PAGES = (README, EXPLANATION, TABLES)


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("clone")
    for file in [*(ROOT / page for page in PAGES), *(ROOT / ACCURACY).glob("*.csv")]:
        copy = root / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    update_pages(root)
    return root


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_tables_of_a_page_are_current(page: Path, updated: Path) -> None:
    assert (updated / page).read_text("utf-8") == (ROOT / page).read_text("utf-8"), "run: python -m scorer.lab.report"
