"""Writing on drawn pictures with the fonts that OpenCV and Pillow bring along, accents and all.

OpenCV's own two faces cover every European language and more, but only Pillow's writes a plain zero in bold: it writes
the large totals.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Picture = NDArray[np.uint8]
"""uint8 BGR, shape (rows, columns, 3)."""
Colour = tuple[int, int, int]
"""Blue, green, red."""


_UNDRAWN = ("Cc", "Cf", "Cs", "Co", "Mn")


@dataclass(frozen=True)
class Hand:
    """A face, a weight and a height in pixels to write in."""

    face: Literal["sans", "uni"]
    weight: int
    size: int


def plain(text: str) -> str:
    """The text without what the fonts cannot draw: emoji, joiners, control characters.

    >>> plain("Zoé\u200d 👑 d’Or"), plain("👑")
    ('Zoé d’Or', '?')
    """
    text = unicodedata.normalize("NFC", text)
    kept = "".join(c for c in text if ord(c) < 0x10000 and unicodedata.category(c) not in _UNDRAWN)
    return " ".join(kept.split()) or "?"


def width(text: str, hand: Hand) -> int:
    """Pixels from the start of the text to where more could follow."""
    blank = np.zeros((1, 1, 3), np.uint8)
    (x, _), _ = cv2.putText(blank, _typed(text, hand), (0, 0), (0, 0, 0), _face(hand.face), hand.size, hand.weight)
    return int(x)


def fitted(text: str, hand: Hand, room: int) -> str:
    """The text, cut short with an ellipsis where it is wider than ``room`` pixels.

    >>> fitted("Maximilian", Hand("sans", 600, 40), 130)
    'Maxi…'
    """
    if width(text, hand) <= room:
        return text
    while text and width(f"{text}…", hand) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def wrapped(text: str, hand: Hand, room: int) -> list[str]:
    """The text in as many lines as ``room`` pixels ask for.

    >>> wrapped("the castle is in the middle", Hand("uni", 400, 22), 150)
    ['the castle is in', 'the middle']
    """
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", hand) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [fitted(line, hand, room) for line in lines]


def write(picture: Picture, text: str, at: tuple[int, int], hand: Hand, colour: Colour, right: bool = False) -> None:
    """Write on the picture; ``at`` is where the baseline begins, or where it ends if ``right``."""
    x, y = at
    if right:
        x -= width(text, hand)
    cv2.putText(picture, _typed(text, hand), (x, y), colour, _face(hand.face), hand.size, hand.weight)


def write_total(picture: Picture, text: str, at: tuple[int, int], size: int, colour: Colour) -> None:
    """Write a large bold number (digits and a dash) that ends at ``at`` on its baseline."""
    (x, y), (blue, green, red) = at, colour
    part = picture[max(0, y - size) : y + size // 4, :x]
    image = Image.fromarray(part[..., ::-1])
    font = ImageFont.load_default(size)
    where = (x - size // 32, min(y, size))
    text = text.replace("–", "-")
    ImageDraw.Draw(image).text(where, text, font=font, fill=(red, green, blue), anchor="rs", stroke_width=size // 32)
    part[:] = np.asarray(image)[..., ::-1]


@cache
def _face(name: str) -> cv2.FontFace:
    return cv2.FontFace(name)


def _typed(text: str, hand: Hand) -> str:
    """``uni`` sets quotation marks as wide as a Chinese character."""
    return text.replace("’", "'").replace("“", '"').replace("”", '"') if hand.face == "uni" else text
