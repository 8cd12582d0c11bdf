"""Escapes text for Streamlit's widgets, whose labels and messages are Markdown. All escaping happens here."""

from __future__ import annotations

import re

JOINER = "\u2060"
"""A word joiner: no width, no line break. It splits signs that have a meaning together, such as ``:wave:``."""

_SIGN = re.compile(r"[!-&(-+\--/:-@\[-`{-~]")
"""Every ASCII sign except the apostrophe and the comma, which have no meaning in Markdown."""

_WORD = re.compile(r"[^\W\d_]+[.:;!?]")
"""A word with the sign that ends its clause, which has no meaning in Markdown either."""

_GAP = re.compile(r"[^\S\u00A0\u202F]+")
"""Spaces at which a line may break. French has a no-break space before some signs, which has to stay."""


def plain(text: str) -> str:
    """The text as a label that shows it literally.

    Signs are escaped, against emphasis, links, pictures, HTML, formulas and directives. Each also gets a ``JOINER``
    before it, against Streamlit's own replacements: icons, emoji, arrows, bare addresses. Indentation becomes one
    space.

    >>> plain("Ann: 4 points."), plain("*Ann*").replace(JOINER, "")
    ('Ann: 4 points.', '\\\\*Ann\\\\*')
    """
    return " ".join(map(_plain_word, _GAP.split(text.strip())))


def _plain_word(word: str) -> str:
    return word if _WORD.fullmatch(word) else _SIGN.sub(lambda sign: f"{JOINER}\\{sign[0]}", word)
