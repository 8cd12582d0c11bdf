"""Text on Streamlit's widgets, whose labels and messages are Markdown: escaped here, and nowhere else."""

from __future__ import annotations

import re

JOINER = "\u2060"
"""A word joiner: no width, no line break. It separates signs that mean something together only, such as ``:wave:``."""

_SIGN = re.compile(r"[!-&(-+\--/:-@\[-`{-~]")
"""Every ASCII sign but the apostrophe and the comma, which mean nothing in Markdown."""

_WORD = re.compile(r"[^\W\d_]+[.:;!?]")
"""A word with the sign that ends its clause, which means nothing in Markdown either."""


def plain(text: str) -> str:
    """The text as a label that shows it as it was written.

    Signs are escaped, against emphasis, links, pictures, HTML, formulas and directives. Each also gets a ``JOINER``
    before it, against what Streamlit looks for after that: icons, emoji, arrows, bare addresses. Indenting spaces
    become one.

    >>> plain("Ann: 4 points."), plain("*Ann*").replace(JOINER, "")
    ('Ann: 4 points.', '\\\\*Ann\\\\*')
    """
    return " ".join(map(_plain_word, text.split()))


def _plain_word(word: str) -> str:
    return word if _WORD.fullmatch(word) else _SIGN.sub(lambda sign: f"{JOINER}\\{sign[0]}", word)
