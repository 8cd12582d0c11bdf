"""Checks WebP files, which have no checksums: damage changes the position where entropy decoding ends."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.vision.photo.errors import broken
from scorer.vision.photo.files import with_other_end

_RIFF_HEADER, _HEADER, _14_BITS = 8, 30, 0x3FFF

_LOSSY, _LOSSLESS = b"VP8 ", b"VP8L"
_TAIL: Final = {_LOSSY: 32, _LOSSLESS: 4}
"""Number of bytes at the end of a picture's data of which a sound one needs at least one: all of 550 files with
random content and settings did."""
_MIN_BYTES: Final = 256
"""Pictures with less data are not checked."""

_BYTES_PER_PIXEL: Final = 15
"""Maximum memory that a decoder takes."""


def webp_size(data: bytes, name: str) -> tuple[int, int]:
    """The width and height that a WebP file declares, without decoding the whole picture as Pillow would.

    Raises ``PhotoError`` for a file without them.
    """
    kind, bits = data[12:16], int.from_bytes(data[21:25], "little")
    if len(data) < _HEADER:
        raise broken(name)
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == _LOSSLESS:
        return 1 + (bits & _14_BITS), 1 + (bits >> 14 & _14_BITS)
    if kind == _LOSSY:
        return int.from_bytes(data[26:28], "little") & _14_BITS, int.from_bytes(data[28:30], "little") & _14_BITS
    raise broken(name)


def decode_webp(data: bytes, size: tuple[int, int], decode: Callable[[bytes], NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """The pixels of a WebP file by ``decode``. Raises ``ValueError`` for a damaged file, ``MemoryError``.

    A decoder of damaged data misinterprets everything after the damage and does not stop exactly at the end: beyond
    the end it fails, before the end it succeeds. So the picture is also decoded with other bytes at its end, which
    must fail or change it. This finds nearly all damage of lossy pictures, but only a fifth of it in lossless ones.
    """
    if data[_RIFF_HEADER + int.from_bytes(data[4:_RIFF_HEADER], "little") :].strip(b"\0"):
        raise ValueError("longer than it says")
    other = _checksum_with_other_end(data, decode)
    try:
        image = decode(data)
    except Exception:
        np.empty(_BYTES_PER_PIXEL * size[0] * size[1], np.uint8)  # the cause may be a MemoryError
        raise
    if zlib.crc32(image.data) == other:
        raise ValueError("damaged")
    return image


def _checksum_with_other_end(data: bytes, decode: Callable[[bytes], NDArray[np.uint8]]) -> int | None:
    """The checksum of the pixels with other bytes at the end of the first picture's data; ``None`` if decoding fails,
    and for pictures of so few bytes that they show next to nothing."""
    kind, begin, end = next((chunk for chunk in _chunks(data) if chunk[0] in _TAIL), (b"", 0, 0))
    if end - begin < _MIN_BYTES:
        return None
    try:
        return zlib.crc32(decode(with_other_end(data, end, _TAIL[kind])).data)
    except Exception:  # any exception, as a decoder may raise
        return None


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each chunk, and the start and end of its data; those in the frames of an animation, too."""
    at = 12
    while at + 8 <= len(data):
        kind, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        yield kind, at + 8, min(at + 8 + length, len(data))
        frame_header = 16
        at += 8 + (frame_header if kind == b"ANMF" else length + length % 2)
