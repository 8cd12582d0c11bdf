"""Hidden characters of untrusted text, which can change how the text around them is shown."""

from __future__ import annotations

import unicodedata
from itertools import takewhile
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Format characters that words need: they join Persian and Indian letters, and the parts of emoji."""

_NO_CHARACTERS: Final = "\ufffe\uffff"
"""Code points that are no characters, which XML rejects: a picture with them cannot be drawn."""

_EMOJI_JOINER: Final = JOINERS[1]
_FLAG_LETTERS: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""The regional indicators: two of them make a flag."""
_SKIN_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))

ISOLATES: Final = "\u2068\u2069"
"""Opening and closing marks around text that sets its own writing direction (UAX #9: FSI and PDI)."""


def is_hidden(character: str) -> bool:
    """Whether a character is a format character other than a joiner, such as a direction mark (Unicode category Cf), or
    no character at all.

    One unclosed mark can reverse the rest of its line.

    >>> is_hidden(chr(0x202E)), is_hidden(chr(0xFFFF)), is_hidden(chr(0x200D)), is_hidden("é")
    (True, True, False, False)
    """
    is_format = unicodedata.category(character) == "Cf" and character not in JOINERS
    return is_format or character in _NO_CHARACTERS


def visible(text: str) -> str:
    """The text without hidden characters.

    >>> visible("Ann" + chr(0x202E))
    'Ann'
    """
    return text if text.isascii() else "".join(character for character in text if not is_hidden(character))


def one_line(text: str) -> str:
    """The text without hidden characters and lone surrogates. Control characters, such as tabs, become spaces.

    >>> one_line("Ann" + chr(9) + "Smith" + chr(0xD83D))
    'Ann Smith'
    """
    whole = "".join(character for character in visible(text) if unicodedata.category(character) != "Cs")
    return "".join(" " if is_control(character) else character for character in whole)


def typed_name(text: str, max_length: int | None = None) -> str:
    """A typed or pasted name in one line, with single spaces between words, cut to the given number of characters.

    >>> typed_name(" Ann" + chr(9) + chr(10) + "Smith "), typed_name("Ann Smith", 5)
    ('Ann Smith', 'Ann…')
    """
    name = " ".join(one_line(text).split())
    return name if max_length is None or len(name) <= max_length else cut(name, max_length - 1)


def cut(text: str, length: int) -> str:
    """The text, truncated with an ellipsis to the given number of characters. Letters keep their marks, and emoji stay
    whole.

    >>> cut("Maximilian", 4), cut("Zoe" + chr(0x308), 3)
    ('Maxi…', 'Zo…')
    """
    while 0 < length < len(text) and _continues(text, length):
        length -= 1
    return f"{text[:length].rstrip()}…"


def _continues(text: str, at: int) -> bool:
    """Whether a character extends the grapheme cluster before it, by those rules of UAX #29 that occur in names."""
    character = text[at]
    if character in _FLAG_LETTERS:
        return sum(1 for _ in takewhile(_FLAG_LETTERS.__contains__, reversed(text[:at]))) % 2 == 1
    is_mark = unicodedata.category(character).startswith("M") or character in JOINERS or character in _SKIN_TONES
    return is_mark or text[at - 1] == _EMOJI_JOINER


def isolated(text: str) -> str:
    """The text for use in a sentence: right-to-left text, such as Hebrew and Arabic, is isolated.

    Without the ``ISOLATES`` it would move adjacent numbers and signs to its other side. Other texts are unchanged.

    >>> isolated("Ann"), isolated(chr(0x5D3)) == chr(0x5D3).join(ISOLATES)
    ('Ann', True)
    """
    opening, closing = ISOLATES
    is_turned = any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)
    return f"{opening}{text}{closing}" if is_turned else text


def is_control(character: str) -> bool:
    """Whether a character is a control character or a lone surrogate, which no name needs and some formats reject.

    >>> is_control(chr(27)), is_control("é")
    (True, False)
    """
    return unicodedata.category(character) in ("Cc", "Cs")
