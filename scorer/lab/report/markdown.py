"""Tables in Markdown, and their places in a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

BEGIN = "<!-- figures of {}: python -m scorer.lab.report -->"
"""The mark before the figures of a subject in a page."""

END = "<!-- end of figures -->"


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in Markdown.

    >>> print(table(["a", "b"], [[1, 2]]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(str, cells))} |" for cells in lines)


def update(page: Path, subject: str, parts: Sequence[str]) -> None:
    """Put the parts between a subject's marks. Raises ``ValueError`` for a page without them."""
    text, begin = page.read_text(encoding="utf-8"), BEGIN.format(subject)
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(END)
    if not found or not closed:
        raise ValueError(f"{page} has no place for figures: {begin} … {END}")
    page.write_text("\n\n".join([before + begin, *parts, END]) + after, encoding="utf-8")
