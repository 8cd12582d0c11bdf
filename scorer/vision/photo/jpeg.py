"""Decodes JPEG with libjpeg-turbo. Pillow and OpenCV hide its warnings, so damaged files would seem valid."""

from __future__ import annotations

import io
import re
from importlib.util import find_spec
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.vision.photo.headers import MARKER
from scorer.vision.photo.pixels import bgr_pixels

FACTORS: Final = 1, 2, 4, 8
"""The factors by which a decoder can reduce a picture."""

_DAMAGE: Final = "Corrupt JPEG data", "Premature end of JPEG file"
"""How libjpeg's warnings of damaged pixels start; others are about unusual headers."""
_STRAY: Final = re.compile(
    "Corrupt JPEG data: (?:bad ICC marker|(\\d|1[0-6]) extraneous bytes before marker 0x(?:(d9)|c[02]|d[bd]|e.|fe))"
)
"""libjpeg's warnings of up to 16 bytes between segments of the header or of padding before the end of the file, which
some cameras write. The pixels do not depend on these bytes, nor on colour profiles, which are not used."""
_MAX_STRAY: Final = 16
_STRAY_BEFORE: Final = re.compile(rb"[\xc0\xc2\xdb\xdd\xe0-\xef\xfe]")
"""The kinds of segments before which ``_STRAY`` allows stray bytes."""
_UNUSED: Final = re.compile(rb"[\xe0-\xef\xfe](?!..(?:JFIF|Adobe))", re.DOTALL)
"""Segments of programs and comments; the colours depend on JFIF's and Adobe's."""
_JFIF: Final = re.compile(rb"\xff\xe0..JFIF\0", re.DOTALL)
_SCAN: Final = 0xDA
_NO_MEMORY: Final = "Insufficient memory", "Memory allocation failure"

_MISSING: Final = 128
"""The grey, in all channels, that a decoder fills in where a closed file has no more data."""
_ANYTHING: Final = b"\x5a" * 1000


def decode_jpeg(data: bytes, size: tuple[int, int], end: int, factor: int = 1) -> NDArray[np.uint8]:
    """The pixels, uint8 BGR (rows, columns, 3), of a JPEG file reduced by one of ``FACTORS``.

    ``size`` is the width and height in the file, ``end`` the end of its first picture. Raises ``ValueError`` for a
    damaged file, ``MemoryError``. Without simplejpeg, only missing data count as damage.
    """
    if not find_spec("simplejpeg"):
        return _by_pillow(data, size, end, factor)
    import simplejpeg

    width, height = (-(-side // factor) if factor > 1 else 0 for side in size)  # it is reduced to at least this
    try:
        return np.asarray(simplejpeg.decode_jpeg(data, "BGR", min_width=width, min_height=height), np.uint8)
    except ValueError as error:
        if str(error).startswith(_NO_MEMORY):
            raise MemoryError from None
        warning = str(error)
        if warning.startswith(_DAMAGE) and not _is_harmless(warning, data[:end]):
            raise
    if not warning.endswith("0xd9"):  # libjpeg reports only its first warning, and more may follow
        plain = _plain(data)
        if plain != data:
            return decode_jpeg(plain, size, end - len(data) + len(plain), factor)
    return _by_pillow(data, size, end, factor)


def _is_harmless(warning: str, data: bytes) -> bool:
    """Whether a warning is about bytes that the pixels do not depend on.

    Padding consists of equal bytes; a decoder of damaged data leaves unequal ones. libjpeg does not count bytes that
    are in its buffer, so one more is compared.

    >>> warning = "Corrupt JPEG data: 1 extraneous bytes before marker 0xd9"
    >>> _is_harmless(warning, b"...\\0\\0\\xff\\xd9"), _is_harmless(warning, b"...\\0\\1\\xff\\xd9")
    (True, False)
    """
    found = _STRAY.fullmatch(warning)
    return found is not None and (not found[2] or len(set(data[-3 - int(found[1]) : -2])) == 1)


def _plain(data: bytes) -> bytes:
    """A JPEG file without the parts of its header that the pixels do not depend on: segments of programs, comments, and
    up to 16 stray bytes before a segment. The version of JFIF becomes 1.1, since libjpeg warns of others."""
    kept, at = [data[:2]], 2
    while found := MARKER.search(data, at):
        is_stray = found.start() - at <= _MAX_STRAY and _STRAY_BEFORE.match(data, found.start() + 1)
        kept.append(b"" if is_stray else data[at : found.start()])
        if found[0][1] == _SCAN:
            return b"".join([*kept, data[found.start() :]])
        at = found.end() + int.from_bytes(data[found.end() : found.end() + 2], "big")
        if _JFIF.match(data, found.start()):
            kept.append(data[found.start() : found.end() + 7] + b"\1\1" + data[found.end() + 9 : at])
        elif not _UNUSED.match(data, found.start() + 1):
            kept.append(data[found.start() : at])
    return data


def _by_pillow(data: bytes, size: tuple[int, int], end: int, factor: int) -> NDArray[np.uint8]:
    image = _reduced(data, size, factor)
    # data that were truncated and closed again: then the picture depends on the bytes after them
    if (image[-1, -1] == _MISSING).all():
        longer = data[: end - 2] + _ANYTHING + data[end - 2 : end]
        if not np.array_equal(image, _reduced(longer, size, factor)):
            raise ValueError("cut short")
    return image


def _reduced(data: bytes, size: tuple[int, int], factor: int) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(data), formats=("JPEG",)) as source:
        if factor > 1:
            source.draft(None, (size[0] // factor, size[1] // factor))
        source.load()
        return bgr_pixels(source)
