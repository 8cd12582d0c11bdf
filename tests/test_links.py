"""Links between the pages of the documentation lead somewhere, and no page is forgotten."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("models/*.md"), *ROOT.glob("results/**/*.md")]
)
LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)|(?:src|href)=\"([^\"#]*)\"")


def anchors(page: Path) -> set[str]:
    """The addresses of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {"#" + re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target, anchor, source in LINK.findall(page.read_text("utf-8")):
        name = target or source
        if "://" in name:
            continue
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), name
        assert not anchor or anchor in anchors(file), f"{name}{anchor}"


def test_every_page_and_picture_of_docs_is_linked() -> None:
    linked = {
        (page.parent / (target or source)).resolve()
        for page in PAGES
        for target, _, source in LINK.findall(page.read_text("utf-8"))
        if target or source
    }
    tracked = subprocess.run(["git", "ls-files", "docs"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git clone")
    files = {ROOT / name for name in tracked.stdout.split() if name.endswith((".md", ".webp", ".jpg", ".png"))}
    assert {file.relative_to(ROOT).as_posix() for file in files if file.exists()} - {
        file.relative_to(ROOT).as_posix() for file in linked if file.is_relative_to(ROOT)
    } == set()


FOLDERS = {path.name: path.parent for path in (*ROOT.iterdir(), *(ROOT / "scorer").iterdir()) if path.is_dir()}
"""The folders that a path in a page may begin with, and where each is."""
MODULE = re.compile(r"python -m ((?:scorer|benchmarks|tests)[\w.]*)")
NOT_THERE = {
    "scorer/i18n/locale/it/LC_MESSAGES/scorer.po": "the reader of the page creates it",
    "scorer/datasets": "a record of an early version",
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_and_modules_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    spans = [span for span in re.findall(r"`([\w.-]+/[\w./-]+)`", text) if span not in NOT_THERE]
    paths = {span: FOLDERS[first] / span for span in spans if (first := span.partition("/")[0]) in FOLDERS}
    missing = [span for span, path in paths.items() if not path.exists() and not re.search("[A-Z]{4}", path.stem)]
    for module in MODULE.findall(text):
        file = ROOT / module.rstrip(".").replace(".", "/")
        missing += [] if file.with_suffix(".py").is_file() or (file / "__main__.py").is_file() else [module]
    assert missing == []
