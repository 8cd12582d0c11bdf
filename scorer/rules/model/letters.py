"""Characters that nobody sees in a stranger's words, and that change how the words around them are shown."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Format characters that words need: Persian and Indian letters, and emoji made of several, are joined with them."""


ISOLATES: Final = "\u2068\u2069"
"""What opens and closes words that find their own direction of writing (UAX #9: FSI and PDI)."""


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


def one_line(text: str) -> str:
    """The text without hidden characters and half ones; a space stands where a control character was, such as a tab.

    >>> one_line("Ann" + chr(9) + "Smith" + chr(0xD83D))
    'Ann Smith'
    """
    whole = "".join(character for character in visible(text) if unicodedata.category(character) != "Cs")
    return "".join(" " if is_control(character) else character for character in whole)


def typed_name(text: str, longest: int | None = None) -> str:
    """A name as somebody typed or pasted it, cut to so many letters: in one line, with single spaces between words.

    >>> typed_name(" Ann" + chr(9) + chr(10) + "Smith "), typed_name("Ann Smith", 4)
    ('Ann Smith', 'Ann')
    """
    return " ".join(one_line(text).split())[:longest].rstrip()


def isolated(text: str) -> str:
    """The text as it goes into a sentence: what is written from right to left, as Hebrew and Arabic are, is set apart.

    Without the ``ISOLATES`` around it, it would draw numbers and signs beside it to its other side. Other texts stay as
    they are.

    >>> isolated("Ann"), isolated(chr(0x5D3)) == chr(0x5D3).join(ISOLATES)
    ('Ann', True)
    """
    opening, closing = ISOLATES
    is_turned = any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)
    return f"{opening}{text}{closing}" if is_turned else text


def is_control(character: str) -> bool:
    """Whether it is a control character or a lone surrogate: no name needs it, and a file or a page may trip on it.

    >>> is_control(chr(27)), is_control("é")
    (True, False)
    """
    return unicodedata.category(character) in ("Cc", "Cs")
