"""Writing on the card by Pillow's FreeType, with the font that lies beside this file (its licence too).

Words with letters that it lacks are written with a font of the machine, where one has them.
"""

from __future__ import annotations

import math
import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from PIL import ImageDraw, ImageFont, features

from scorer.rules.model.letters import visible
from scorer.sharing.card.typesetting import Hand, fitted_by, wrapped_by

INTER = str(Path(__file__).with_name("Inter.ttf"))
"""Inter: the Latin, Greek and Cyrillic letters, in all weights from 400 to 700."""

SYSTEM_FONTS = (
    *("NotoSans-Bold.ttf", "NotoSansHebrew-Bold.ttf", "NotoSansArabic-Bold.ttf", "NotoSansArmenian-Bold.ttf"),
    *("NotoSansGeorgian-Bold.ttf", "NotoSansEthiopic-Bold.ttf", "NotoSansDevanagari-Bold.ttf"),
    *("NotoSansBengali-Bold.ttf", "NotoSansTamil-Bold.ttf", "NotoSansThai-Bold.ttf", "NotoSansCJK-Bold.ttc"),
    *("DejaVuSans-Bold.ttf", "DroidSansFallbackFull.ttf"),
    *("segoeuib.ttf", "NirmalaB.ttf", "LeelaUIb.ttf", "YuGothB.ttc", "msyhbd.ttc", "malgunbd.ttf"),
    "Arial Unicode.ttf",
)
"""Files of well-known fonts that a Debian, a Windows or a macOS may have; Pillow looks where each keeps its fonts."""

_NOT_IN_IT = "\ue000"
"""A character that no font has."""

Colour = tuple[int, int, int]
"""Red, green, blue."""


def plain(text: str) -> str:
    """The text without what no font here can draw: emoji, joiners, control characters, letters of other scripts.

    >>> plain("Zoé\u200d 👑 d’Or"), plain("👑")
    ('Zoé d’Or', '?')
    """
    return " ".join(filter(None, map(_drawn, _words(text)))) or "?"


def is_written_whole(name: str) -> bool:
    """Whether the fonts here have every letter of a name; emoji and the like are left out of it.

    >>> is_written_whole("Zoé 👑"), is_written_whole("👑"), is_written_whole("\U00013080")
    (True, False, False)
    """
    words = _words(name)
    return any(map(_drawn, words)) and not any(_lacking(_face(word), word) for word in words)


def width(text: str, hand: Hand) -> int:
    """Pixels from the start of the text to where more could follow."""
    return math.ceil(sum(_font(face, hand).getlength(part, direction=_direction(face)) for face, part in _parts(text)))


def fitted(text: str, hand: Hand, room: int) -> str:
    """The text, cut short with an ellipsis where it is wider than ``room`` pixels.

    >>> fitted("Maximilian", Hand(600, 40), 130)
    'Maxi…'
    """
    return fitted_by(width, text, hand, room)


def wrapped(text: str, hand: Hand, room: int) -> list[str]:
    """The text in as many lines as ``room`` pixels ask for.

    >>> wrapped("the castle is in the middle", Hand(400, 22), 170)
    ['the castle is in', 'the middle']
    """
    return wrapped_by(width, text, hand, room)


def write(
    draw: ImageDraw.ImageDraw, text: str, at: tuple[int, int], hand: Hand, colour: Colour, right: bool = False
) -> None:
    """Write on a picture; ``at`` is where the baseline begins, or where it ends if ``right``."""
    x: float = at[0] - (width(text, hand) if right else 0)
    for face, part in _parts(text):
        font = _font(face, hand)
        draw.text((x, at[1]), part, colour, font, anchor="ls", direction=_direction(face))
        x += font.getlength(part, direction=_direction(face))


def _words(text: str) -> list[str]:
    return unicodedata.normalize("NFC", text).split()


def _parts(text: str) -> list[tuple[str, str]]:
    """Neighbouring words of one font, so that Arabic ones are set from right to left together, and their fonts.

    Ours has nothing for the marks that set such words apart.
    """
    words = [(_face(word), word) for word in text.split(" ")]
    faced = [(face, visible(word) if face == INTER else word) for face, word in words]
    parts = [(face, " ".join(word for _, word in some)) for face, some in groupby(faced, key=lambda pair: pair[0])]
    return [(face, part if number == len(parts) else f"{part} ") for number, (face, part) in enumerate(parts, start=1)]


@lru_cache(maxsize=4096)
def _face(word: str) -> str:
    """The file of the font that lacks the fewest letters of a word; the first such one."""
    if not _lacking(INTER, word):
        return INTER
    return min((INTER, *_system_fonts()), key=lambda face: len(_lacking(face, word)))


def _lacking(face: str, word: str) -> str:
    """The letters of a word and the marks on them that a font cannot draw; Inter writes letters without their marks."""
    counted = "L" if face == INTER else "LM"
    return "".join(letter for letter in word if unicodedata.category(letter)[0] in counted and not _has(face, letter))


def _drawn(word: str) -> str:
    """The drawable characters of a word."""
    face = _face(word)
    return "".join(character for character in word if _has(face, character))


@cache
def _system_fonts() -> tuple[str, ...]:
    """The files of those fonts that are there."""
    found = []
    for name in SYSTEM_FONTS:
        try:
            found.append(str(ImageFont.truetype(name, 22).path))
        except OSError:
            continue
    return tuple(found)


@cache
def _is_shaping() -> bool:
    """Whether Pillow finds what sets scripts that are written from right to left or join their letters."""
    return bool(features.check("raqm"))


def _direction(face: str) -> str | None:
    """Sentences are written from left to right: what follows a name in Hebrew, such as a comma, stands at its right."""
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
    """Whether a font draws a character. It draws one and the same blank for all that it has not."""
    kind = unicodedata.category(character)
    needs_shaping = kind[0] == "M" or unicodedata.bidirectional(character) in ("R", "AL")
    if kind[0] == "C" or (needs_shaping and (face == INTER or not _is_shaping())):
        return False
    font = _font(face, Hand(400, 22))
    return character.isspace() or bytes(font.getmask(character)) != bytes(font.getmask(_NOT_IN_IT))
