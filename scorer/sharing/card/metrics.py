"""How wide text is in the card's font, by a table: for drawings that a browser letters, without Pillow.

A browser finds letters of every script, so nothing is left out of a name; of letters that Inter lacks the width is
estimated.
"""

from __future__ import annotations

import math
import unicodedata
from functools import cache
from typing import Final

from scorer.rules.model.letters import is_control, visible
from scorer.sharing.card.inter_widths import WIDTHS
from scorer.sharing.card.typesetting import Hand

_EM: Final = 1000
_WIDE, _OTHER = 1000, 640
"""Of a Chinese, Japanese or Korean letter or an emoji, and of any other letter that is not in the table."""


def width(text: str, hand: Hand) -> int:
    """Pixels from the start of the text to where more could follow.

    >>> width("Ann", Hand(400, 25)), width("安", Hand(400, 25))
    (47, 25)
    """
    return math.ceil(sum(_advance(letter, hand.weight) for letter in text) * hand.size / _EM)


def is_known(text: str) -> bool:
    """Whether the table has every letter, so that the width is no estimate.

    >>> is_known("Zoé"), is_known("安")
    (True, False)
    """
    return all(letter in _table(400) for letter in text)


def plain(text: str) -> str:
    """The text without characters that nobody sees, single spaces between words.

    >>> plain("Ann" + chr(0x202E)), plain("")
    ('Ann', '?')
    """
    seen = "".join(" " if is_control(letter) else letter for letter in visible(text))
    return " ".join(seen.split()) or "?"


def is_written_whole(name: str) -> bool:
    """Whether there is anything to write: a browser has letters for every script."""
    return bool(plain(name).strip("?"))


def _advance(letter: str, weight: int) -> int:
    known = _table(weight).get(letter)
    if known is not None:
        return known
    if unicodedata.category(letter)[0] in "CM":  # drawn on or around other letters
        return 0
    return _WIDE if unicodedata.east_asian_width(letter) in "WF" else _OTHER


@cache
def _table(weight: int) -> dict[str, int]:
    """The advance of each letter in the nearest weight."""
    nearest = min(WIDTHS, key=lambda known: abs(known - weight))
    return {letter: advance for advance, letters in WIDTHS[nearest].items() for letter in letters}
