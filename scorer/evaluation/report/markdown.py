"""Tables in Markdown, and their places in a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

BEGIN, END = "<!-- figures: python -m scorer.evaluation.report -->", "<!-- end of figures -->"


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in Markdown.

    >>> print(table(["a", "b"], [[1, 2]]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(str, cells))} |" for cells in lines)


def update(page: Path, parts: Sequence[str]) -> None:
    """Put the parts between a page's marks. Raises ``ValueError`` where it has none."""
    text = page.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{page} has no place for figures: {BEGIN} … {END}")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    page.write_text("\n\n".join([before + BEGIN, *parts, END]) + after, encoding="utf-8")
