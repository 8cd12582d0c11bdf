"""Characters that nobody sees in a stranger's words, and that change how the words around them are shown."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Format characters that words need: Persian and Indian letters, and emoji made of several, are joined with them."""


def is_hidden(character: str) -> bool:
    """Whether it is a format character, such as the marks that turn the direction of writing, and no joiner.

    These are Unicode's category Cf. One mark that is left open turns whatever follows on the same line.

    >>> is_hidden(chr(0x202E)), is_hidden(chr(0x200D)), is_hidden("é")
    (True, False, False)
    """
    return unicodedata.category(character) == "Cf" and character not in JOINERS


def visible(text: str) -> str:
    """The text without hidden characters.

    >>> visible("Ann" + chr(0x202E))
    'Ann'
    """
    return "".join(character for character in text if not is_hidden(character))


def is_control(character: str) -> bool:
    """Whether it is a control character or a lone surrogate: no name needs it, and a file or a page may trip on it.

    >>> is_control(chr(27)), is_control("é")
    (True, False)
    """
    return unicodedata.category(character) in ("Cc", "Cs")
