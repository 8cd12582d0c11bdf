"""Checks the declarations in a file's headers before anything is decoded.

A small file can make a decoder take gigabytes or minutes: by the pixels that it declares, by a JPEG's scans, each of
which covers the whole picture again, or by millions of empty parts. Formats: ITU-T T.81 (JPEG), the PNG specification
of the W3C, Google's "WebP Container Specification".
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scorer.rules.model.messages import Message
from scorer.vision.photo.errors import PhotoError, broken


@dataclass(frozen=True)
class Limits:
    """The limits of a photo, so that no file takes more than ten seconds or 710 megabytes."""

    bytes: int = 60 * 2**20
    """Length of the file: the page's limit, too (``server.maxUploadSize`` in .streamlit/config.toml)."""
    pixels: int = 120_000_000
    """Pixels of a JPEG that is reduced while it is decoded, line by line."""
    whole_pixels: int = 50_000_000
    """Pixels of a picture that a decoder must hold completely: PNG, HEIC, and a JPEG of several scans."""
    webp_pixels: int = 25_000_000
    """Pixels of a WebP, of which the decoder holds up to 15 bytes each."""
    animated_pixels: int = 16_000_000
    """Pixels of an animated WebP, of which the decoder holds several pictures at once."""
    aspect: int = 20
    """Maximum ratio of the sides; a panorama has 2 to 8."""
    scans: int = 60
    """Scans of a progressive JPEG; encoders write about 10."""
    parts: int = 60_000
    """Chunks of a PNG, segments of a JPEG and the stray bytes between them; 60 MB of PNG in usual chunks have 7,700."""


LIMITS: Final = Limits()


@dataclass(frozen=True)
class Header:
    """The declarations of a file.

    ``end`` is the end of a JPEG's first picture; ``whole`` if a decoder must hold the picture completely.
    """

    format: str
    end: int
    whole: bool = True
    animated: bool = False


def look(data: bytes, name: str, limits: Limits = LIMITS) -> Header:
    """Check a file's format and parts. Raises ``PhotoError``; ``name`` is the file's name in messages.

    >>> look(b"GIF89a...", "dance.gif")
    Traceback (most recent call last):
    scorer.vision.photo.errors.PhotoError: dance.gif is not a JPEG, PNG, WebP or HEIC photo; choose one of those
    """
    if not data:
        raise PhotoError(Message("{name} is an empty file; choose another photo", {"name": name}), "empty")
    if len(data) > limits.bytes:
        raise too_long(name, limits)
    if data.startswith(b"\xff\xd8\xff"):
        return _look_at_jpeg(data, name, limits)
    if data.startswith(b"\x89PNG"):
        if sum(1 for _ in zip(png_chunks(data), range(limits.parts + 1), strict=False)) > limits.parts:
            raise _too_complex(name)
        return Header("PNG", len(data))
    if data[:4] == b"RIFF" and data[8:12] in (b"WEBP", b""):
        animated = data[12:16] == b"VP8X" and bool(data[20:21]) and bool(data[20] & 2)
        return Header("WEBP", len(data), animated=animated)
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"hevc", b"heim", b"heis"):
        return Header("HEIF", len(data))
    message = Message("{name} is not a JPEG, PNG, WebP or HEIC photo; choose one of those", {"name": name})
    raise PhotoError(message, "unsupported")


def check_size(header: Header, size: tuple[int, int], name: str, limits: Limits = LIMITS) -> None:
    """Raise ``PhotoError`` for a width and height in pixels beyond the limits of this format."""
    if min(size) < 1:
        raise broken(name)
    if max(size) > limits.aspect * min(size):
        message = Message(
            "{name} is {width} × {height} pixels, too narrow for a kingdom; choose another photo",
            {"name": name, "width": size[0], "height": size[1]},
        )
        raise PhotoError(message, "too_narrow")
    if size[0] * size[1] > _max_pixels(header, limits):
        raise too_many_pixels(header, name, limits)


def _max_pixels(header: Header, limits: Limits) -> int:
    if header.format == "WEBP":
        return limits.animated_pixels if header.animated else limits.webp_pixels
    return limits.whole_pixels if header.whole else limits.pixels


def too_many_pixels(header: Header, name: str, limits: Limits = LIMITS) -> PhotoError:
    """The error for a picture of too many pixels."""
    megapixels = _max_pixels(header, limits) // 1_000_000
    message = Message("{name} has more than {most} megapixels; make it smaller", {"name": name, "most": megapixels})
    return PhotoError(message, "too_large")


def too_long(name: str, limits: Limits = LIMITS) -> PhotoError:
    """The error for a file of too many bytes."""
    values = {"name": name, "most": limits.bytes // 2**20}
    return PhotoError(Message("{name} is larger than {most} MB; make it smaller", values), "too_large")


def _too_complex(name: str) -> PhotoError:
    message = Message("{name} has far more blocks of data than a photo needs; save it again as a JPEG", {"name": name})
    return PhotoError(message, "too_complex")


# -- JPEG --------------------------------------------------------------------------------------------------------------

MARKER: Final = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]", re.DOTALL)
"""A marker between segments or at the end of a scan: neither padding, nor stuffing, nor a restart."""

_START, _END, _SCAN = 0xD8, 0xD9, 0xDA
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE: Final = frozenset((0xC2, 0xC6, 0xCA, 0xCE))


def _look_at_jpeg(data: bytes, name: str, limits: Limits) -> Header:
    """Check the segments and scans of the first picture; phones append others."""
    at, parts, scans, whole, components = 2, 0, 0, False, 0
    while found := MARKER.search(data, at):
        parts += 1 if scans else 1 + found.start() - at  # a decoder skips the bytes between segments one by one
        marker, at = found[0][1], found.end()
        if parts > limits.parts or scans > limits.scans:
            raise _too_complex(name)
        if marker == _END:
            return Header("JPEG", at, whole)
        if marker == _START:
            continue
        if marker in _FRAMES:
            whole |= marker in _PROGRESSIVE
            components = data[at + 7] if at + 7 < len(data) else 0
        if marker == _SCAN:
            scans += 1
            whole |= scans > 1 or data[at + 2 : at + 3] != bytes([components])
        at += int.from_bytes(data[at : at + 2], "big")
    raise broken(name)


# -- PNG ---------------------------------------------------------------------------------------------------------------

_PASSES: Final = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""Adam7's passes: first column, first row, columns apart, rows apart."""

_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PIECE: Final = 1 << 20


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each chunk, and the start and end of its data."""
    at = 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], at + 8, at + 8 + length
        at += 12 + length


def png_is_sound(data: bytes) -> bool:
    """Whether the pixels match their checksums. Pillow checks those of all other chunks."""
    view = memoryview(data)
    return all(
        zlib.crc32(view[begin - 4 : end]) == int.from_bytes(view[end : end + 4], "big")
        for kind, begin, end in png_chunks(data)
        if kind == b"IDAT"
    )


def png_is_complete(data: bytes) -> bool:
    """Whether a PNG file holds every row that its header declares; decoders leave missing rows black."""
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    depth, colour, interlaced = data[24], data[25], data[28]
    passes = _PASSES if interlaced else ((0, 0, 1, 1),)
    missing = 0
    for left, top, across, down in passes:
        columns, rows = -(-(width - left) // across), -(-(height - top) // down)
        if columns > 0 and rows > 0:
            missing += rows * (1 + -(-columns * _SAMPLES.get(colour, 1) * depth // 8))
    inflate = zlib.decompressobj()
    for kind, begin, end in png_chunks(data):
        piece = data[begin:end] if kind == b"IDAT" else b""
        while piece and missing > 0 and not inflate.eof:
            missing -= len(inflate.decompress(piece, min(missing, _PIECE)))
            piece = inflate.unconsumed_tail
    return missing <= 0
