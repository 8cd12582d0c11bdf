"""Puts the measured figures into README.md and docs/ACCURACY.md, between their marks.

python -m scorer.evaluation.tables
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scorer.evaluation.conditions import by_condition, doubts, overall, table
from scorer.evaluation.labelled import shown

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- figures: python -m scorer.evaluation.tables -->", "<!-- end of figures -->"

TABLES = {
    "left_out.csv": "Trained without the source it is measured on",
    "held_out.csv": "Trained on every source, but not on the kingdoms and photos that are measured on",
    "evaluate.csv": "The shipped models on the labelled folder, most of which they were trained on",
}
"""Files of results, in the order of the README, and what their figures are."""

WAYS = {"search": "whole picture", "corners": "corners given"}


@dataclass(frozen=True)
class Line:
    """One line of a table: the pictures of a source read in one way, and how many of how many were right."""

    source: str
    way: str
    found: tuple[int, int]
    seen: tuple[int, int]
    read: tuple[int, int]
    exact: tuple[int, int]
    scores: tuple[int, int]


def lines(rows: Iterable[dict[str, str]]) -> list[Line]:
    """Rows of an evaluation, summed by source and way.

    >>> row = {"source": "photo", "way": "search", "found": "True", "squares": "25", "seen_right": "24",
    ...        "read_right": "25", "exact": "True", "score_right": ""}
    >>> lines([row, {**row, "exact": "False", "score_right": "False"}])[0].exact
    (1, 2)
    """
    groups: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in rows:
        groups.setdefault((row["source"], row["way"]), []).append(row)
    return [_line(source, way, group) for (source, way), group in sorted(groups.items())]


def markdown(figures: Sequence[Line]) -> str:
    """The table, with the 95 % interval of every share."""
    heads = ("pictures", "read by", "kingdom found", "squares alone", "squares read", "exact kingdom", "exact score")
    body = [
        [line.source, WAYS.get(line.way, line.way)]
        + [shown(*share) for share in (line.found, line.seen, line.read, line.exact, line.scores)]
        for line in figures
    ]
    return table([heads, *body])


def labelled(results: Path) -> list[str]:
    """The tables of the labelled pictures, of every file of results that is there."""
    return [
        f"{title} (`results/{name}`):\n\n{markdown(lines(_rows(results / name)))}"
        for name, title in TABLES.items()
        if (results / name).is_file()
    ]


def rendered(results: Path) -> list[str]:
    """The tables of the rendered photos, those of other seeds included."""
    files = {f"results/{file.name}": _rows(file) for file in sorted(results.glob("rendered*.csv"))}
    rows = [row for some in files.values() for row in some]
    return [overall(files), by_condition(rows), doubts(rows)]


def update(page: Path, parts: Sequence[str]) -> None:
    """Put the parts between a page's marks. Raises ``ValueError`` where it has none."""
    text = page.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{page} has no place for figures: {BEGIN} … {END}")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    page.write_text("\n\n".join([before + BEGIN, *parts, END]) + after, encoding="utf-8")


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def _line(source: str, way: str, group: Sequence[dict[str, str]]) -> Line:
    def right(name: str, among: Sequence[dict[str, str]] = group) -> tuple[int, int]:
        return sum(row[name] == "True" for row in among), len(among)

    squares = sum(int(row["squares"]) for row in group)
    seen, read = (sum(int(row[name]) for row in group) for name in ("seen_right", "read_right"))
    scored = [row for row in group if row["score_right"]]
    return Line(
        source, way, right("found"), (seen, squares), (read, squares), right("exact"), right("score_right", scored)
    )


if __name__ == "__main__":
    update(ROOT / "README.md", labelled(ROOT / "results"))
    update(ROOT / "docs" / "ACCURACY.md", rendered(ROOT / "results"))
