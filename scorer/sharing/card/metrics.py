"""The width of text in the card's font from a table, for drawings whose text a browser draws. Needs no Pillow.

A browser has letters of every script, so names are complete; the width of letters that Inter lacks is estimated.
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
"""Widths of a Chinese, Japanese or Korean letter or an emoji, and of any other letter that is not in the table."""


def width(text: str, hand: Hand) -> int:
    """The advance width of the text in pixels.

    >>> width("Ann", Hand(400, 25)), width("安", Hand(400, 25))
    (47, 25)
    """
    return math.ceil(sum(_advance(letter, hand.weight) for letter in text) * hand.size / _EM)


def is_known(text: str) -> bool:
    """Whether the table has every letter, so that the width is exact.

    >>> is_known("Zoé"), is_known("安")
    (True, False)
    """
    return all(letter in _table(400) for letter in text)


def plain(text: str) -> str:
    """The text without invisible characters, with single spaces between words.

    >>> plain("Ann" + chr(0x202E)), plain("")
    ('Ann', '?')
    """
    seen = "".join(" " if is_control(letter) else letter for letter in visible(text))
    return " ".join(seen.split()) or "?"


def is_written_whole(name: str) -> bool:
    """Whether the name has visible characters: a browser has letters for every script."""
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
