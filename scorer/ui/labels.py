"""Strangers' words on Streamlit's widgets, whose labels and messages are Markdown: escaped here, and nowhere else."""

from __future__ import annotations

import re

JOINER = "\u2060"
"""A word joiner: no width, no line break. It parts signs that mean something only side by side, such as ``:wave:``."""

_SIGN = re.compile(r"[!-&(-+\--/:-@\[-`{-~]")
"""Every ASCII sign but the apostrophe and the comma, which mean nothing in Markdown."""


def plain(text: str) -> str:
    """The text as a label that shows it as it was written.

    Every sign is escaped, against emphasis, links, pictures, HTML, formulas and directives; and has a ``JOINER`` before
    it, against what is looked for after that: icons, emoji, arrows, bare addresses. Spaces that indent become one.

    >>> plain("Ann"), plain("*Ann*").replace(JOINER, "")
    ('Ann', '\\\\*Ann\\\\*')
    """
    return _SIGN.sub(lambda sign: f"{JOINER}\\{sign[0]}", " ".join(text.split()))
