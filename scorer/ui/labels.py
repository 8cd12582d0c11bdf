"""Strangers' words on Streamlit's widgets, whose labels and messages are Markdown: escaped here, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Sequence

_JOINER = "\u2060"
"""Invisible, and no line is broken there: it keeps apart what Streamlit would make a link, an icon or an emoji of."""

_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$&^=])")
_LINKS = re.compile(r"(?<=[:@])|(?<=www)(?=\\?\.)")


def plain(text: str) -> str:
    """The text as a label that shows it as it is.

    >>> plain("*Ann*"), plain("C#"), plain("![a](http://host/t.png)").replace("\u2060", "|")
    ('\\\\*Ann\\\\*', 'C\\\\#', '\\\\!\\\\[a\\\\]\\\\(http:|//host/t\\\\.png\\\\)')
    """
    return _LINKS.sub(_JOINER, _MARKS.sub(r"\\\1", " ".join(text.split())))


def distinct(texts: Sequence[str]) -> list[str]:
    """The texts with numbers behind those given twice: of two tabs with one label Streamlit shows only the first.

    >>> distinct(["Ann", "Bob", "Ann", "Ann 2"])
    ['Ann', 'Bob', 'Ann 2', 'Ann 2 2']
    """
    found: list[str] = []
    for text in texts:
        number, fresh = 1, text
        while fresh in found:
            number += 1
            fresh = f"{text} {number}"
        found.append(fresh)
    return found
