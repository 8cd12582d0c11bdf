"""Decodes JPEG with libjpeg-turbo. Pillow and OpenCV hide its warnings, so damaged files would seem valid."""

from __future__ import annotations

import io
import re
from importlib.util import find_spec
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

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
        if str(error).startswith(_DAMAGE) and not _is_harmless(str(error), data[:end]):
            raise
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
