"""Draws text on the card with Pillow's FreeType and the bundled font Inter (with its licence).

Words with letters that Inter lacks are drawn with a font of the system, if there is one.
"""

from __future__ import annotations

import math
import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from PIL import ImageDraw, ImageFont, features

from scorer.rules.model.letters import visible
from scorer.sharing.card.typesetting import Hand, fitted_by

INTER = str(Path(__file__).with_name("Inter.ttf"))
"""Inter: Latin, Greek and Cyrillic letters, in all weights from 400 to 700."""

SYSTEM_FONTS = (
    *("NotoSans-Bold.ttf", "NotoSansHebrew-Bold.ttf", "NotoSansArabic-Bold.ttf", "NotoSansArmenian-Bold.ttf"),
    *("NotoSansGeorgian-Bold.ttf", "NotoSansEthiopic-Bold.ttf", "NotoSansDevanagari-Bold.ttf"),
    *("NotoSansBengali-Bold.ttf", "NotoSansTamil-Bold.ttf", "NotoSansThai-Bold.ttf", "NotoSansCJK-Bold.ttc"),
    *("DejaVuSans-Bold.ttf", "DroidSansFallbackFull.ttf"),
    *("segoeuib.ttf", "NirmalaB.ttf", "LeelaUIb.ttf", "YuGothB.ttc", "msyhbd.ttc", "malgunbd.ttf"),
    "Arial Unicode.ttf",
)
"""File names of common fonts of Debian, Windows and macOS; Pillow searches the font folders of the system."""

_NOT_IN_IT = "\ue000"
"""A character that no font has."""

Colour = tuple[int, int, int]
"""Red, green, blue."""


def plain(text: str) -> str:
    """The text without characters that no available font can draw: emoji, joiners, control characters, other scripts.

    >>> plain("Zoé\u200d 👑 d’Or"), plain("👑")
    ('Zoé d’Or', '?')
    """
    return " ".join(filter(None, map(_drawn, _words(text)))) or "?"


def is_written_whole(name: str) -> bool:
    """Whether the available fonts have every letter of a name; emoji are ignored.

    >>> is_written_whole("Zoé 👑"), is_written_whole("👑"), is_written_whole("\U00013080")
    (True, False, False)
    """
    words = _words(name)
    return any(map(_drawn, words)) and not any(_lacking(_face(word), word) for word in words)


def width(text: str, hand: Hand) -> int:
    """The advance width of the text in pixels."""
    return math.ceil(sum(_font(face, hand).getlength(part, direction=_direction(face)) for face, part in _parts(text)))


def fitted(text: str, hand: Hand, max_width: int) -> str:
    """The text, truncated with an ellipsis if it is wider than ``max_width`` pixels.

    >>> fitted("Maximilian", Hand(600, 40), 130)
    'Maxi…'
    """
    return fitted_by(width, text, hand, max_width)


def write(
    draw: ImageDraw.ImageDraw, text: str, at: tuple[int, int], hand: Hand, colour: Colour, right: bool = False
) -> None:
    """Draw text on a picture; ``at`` is the start of the baseline, or its end if ``right``."""
    x: float = at[0] - (width(text, hand) if right else 0)
    for face, part in _parts(text):
        font = _font(face, hand)
        draw.text((x, at[1]), part, colour, font, anchor="ls", direction=_direction(face))
        x += font.getlength(part, direction=_direction(face))


def _words(text: str) -> list[str]:
    return unicodedata.normalize("NFC", text).split()


def _parts(text: str) -> list[tuple[str, str]]:
    """Adjacent words of the same font, with that font, so that Arabic words are set from right to left together.

    Inter lacks the isolating control characters, so they are removed from its words.
    """
    words = [(_face(word), word) for word in text.split(" ")]
    faced = [(face, visible(word) if face == INTER else word) for face, word in words]
    parts = [(face, " ".join(word for _, word in some)) for face, some in groupby(faced, key=lambda pair: pair[0])]
    return [(face, part if number == len(parts) else f"{part} ") for number, (face, part) in enumerate(parts, start=1)]


@lru_cache(maxsize=4096)
def _face(word: str) -> str:
    """The file of the first font that lacks the fewest letters of a word."""
    if not _lacking(INTER, word):
        return INTER
    return min((INTER, *_system_fonts()), key=lambda face: len(_lacking(face, word)))


def _lacking(face: str, word: str) -> str:
    """The letters and combining marks of a word that a font lacks; Inter draws letters without marks."""
    counted = "L" if face == INTER else "LM"
    return "".join(letter for letter in word if unicodedata.category(letter)[0] in counted and not _has(face, letter))


def _drawn(word: str) -> str:
    """The drawable characters of a word."""
    face = _face(word)
    return "".join(character for character in word if _has(face, character))


@cache
def _system_fonts() -> tuple[str, ...]:
    """The files of those fonts that are installed."""
    found = []
    for name in SYSTEM_FONTS:
        try:
            found.append(str(ImageFont.truetype(name, 22).path))
        except OSError:
            continue
    return tuple(found)


@cache
def _is_shaping() -> bool:
    """Whether Pillow has Raqm, which scripts need that are written from right to left or join their letters."""
    return bool(features.check("raqm"))


def _direction(face: str) -> str | None:
    """The direction of a sentence, always left to right: after a name in Hebrew, a comma stands at its right."""
    return "ltr" if face != INTER and _is_shaping() else None


@cache
def _font(face: str, hand: Hand) -> ImageFont.FreeTypeFont:
    if face != INTER:
        return ImageFont.truetype(face, hand.size)
    font = ImageFont.truetype(face, hand.size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([hand.weight])
    return font


@lru_cache(maxsize=4096)
def _has(face: str, character: str) -> bool:
    """Whether a font draws a character. It draws the same blank for all characters that it lacks."""
    kind = unicodedata.category(character)
    needs_shaping = kind[0] == "M" or unicodedata.bidirectional(character) in ("R", "AL")
    if kind[0] == "C" or (needs_shaping and (face == INTER or not _is_shaping())):
        return False
    font = _font(face, Hand(400, 22))
    return character.isspace() or bytes(font.getmask(character)) != bytes(font.getmask(_NOT_IN_IT))
