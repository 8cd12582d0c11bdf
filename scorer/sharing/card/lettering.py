"""Writing on the card by Pillow's FreeType, with the font that lies beside this file (its licence too)."""

from __future__ import annotations

import math
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageDraw, ImageFont

FONT = Path(__file__).with_name("Inter.ttf")
"""Inter: the Latin, Greek and Cyrillic letters, in all weights from 400 to 700."""

_NOT_IN_IT = "\ue000"
"""A character that no font has."""

Colour = tuple[int, int, int]
"""Red, green, blue."""


@dataclass(frozen=True)
class Hand:
    """A weight from 400 to 700, and a height in pixels from one line to the next, to write in."""

    weight: int
    size: int


def plain(text: str) -> str:
    """The text without what the font cannot draw: emoji, joiners, control characters, the letters of other scripts.

    >>> plain("Zoé\u200d 👑 d’Or"), plain("👑")
    ('Zoé d’Or', '?')
    """
    kept = "".join(filter(_is_drawn, unicodedata.normalize("NFC", text)))
    return " ".join(kept.split()) or "?"


def width(text: str, hand: Hand) -> int:
    """Pixels from the start of the text to where more could follow."""
    return math.ceil(_font(hand).getlength(text))


def fitted(text: str, hand: Hand, room: int) -> str:
    """The text, cut short with an ellipsis where it is wider than ``room`` pixels.

    >>> fitted("Maximilian", Hand(600, 40), 130)
    'Maxi…'
    """
    if width(text, hand) <= room:
        return text
    starts = range(len(text))
    too_long = bisect_right(starts, room, key=lambda length: width(_cut(text, length), hand))
    return _cut(text, max(0, too_long - 1))


def _cut(text: str, length: int) -> str:
    return f"{text[:length].rstrip()}…"


def wrapped(text: str, hand: Hand, room: int) -> list[str]:
    """The text in as many lines as ``room`` pixels ask for.

    >>> wrapped("the castle is in the middle", Hand(400, 22), 170)
    ['the castle is in', 'the middle']
    """
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", hand) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [fitted(line, hand, room) for line in lines]


def write(
    draw: ImageDraw.ImageDraw, text: str, at: tuple[int, int], hand: Hand, colour: Colour, right: bool = False
) -> None:
    """Write on a picture; ``at`` is where the baseline begins, or where it ends if ``right``."""
    draw.text(at, text, colour, _font(hand), anchor="rs" if right else "ls")


@cache
def _font(hand: Hand) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(FONT, hand.size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([hand.weight])
    return font


@lru_cache(maxsize=4096)
def _is_drawn(character: str) -> bool:
    """The font draws one and the same blank for all characters that it has not."""
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Mn"):
        return False
    font = _font(Hand(400, 22))
    return character.isspace() or bytes(font.getmask(character)) != bytes(font.getmask(_NOT_IN_IT))
