"""Puts the measured figures into the README, between its two marks.

python -m scorer.training.tables
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scorer.training.evaluate import wilson

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- figures: python -m scorer.training.tables -->", "<!-- end of figures -->"

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


def markdown(table: Sequence[Line]) -> str:
    """The table, with the 95 % interval of every share.

    >>> shown(39, 39)
    '39/39 · 100 % (91–100)'
    """
    heads = ("pictures", "read by", "kingdom found", "squares alone", "squares read", "exact kingdom", "exact score")
    body = [
        [line.source, WAYS.get(line.way, line.way)]
        + [shown(*share) for share in (line.found, line.seen, line.read, line.exact, line.scores)]
        for line in table
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [heads, ["---"] * len(heads), *body])


def shown(right: int, n: int) -> str:
    """A share with its count and its 95 % interval, in per cent."""
    low, high = (100 * end for end in wilson(right, n))
    return f"{right}/{n} · {100 * right / max(n, 1):.4g} % ({low:.3g}–{high:.3g})"


def update(readme: Path, results: Path) -> None:
    """Write the tables of every file that is there. Raises ``ValueError`` where the README has no marks."""
    text = readme.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{readme} has no place for figures: {BEGIN} … {END}")
    parts = []
    for name, title in TABLES.items():
        if (results / name).is_file():
            with (results / name).open(encoding="utf-8", newline="") as file:
                parts.append(f"{title} (`results/{name}`):\n\n{markdown(lines(csv.DictReader(file)))}")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    readme.write_text("\n\n".join([before + BEGIN, *parts, END]) + after, encoding="utf-8")


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
    update(ROOT / "README.md", ROOT / "results")
