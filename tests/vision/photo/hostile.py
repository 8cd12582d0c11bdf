"""Files that a stranger may send instead of a photo, each made here by code: small to send, large or slow to decode.

``CORPUS`` names them all. ``tests/vision/photo/test_hostile.py`` tries every one, ``benchmarks/hostile.py`` measures
what each one costs.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from typing import Final

import numpy as np
import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()

MEGABYTE: Final = 1_000_000


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    """The bytes of a picture file."""
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def noise(width: int = 600, height: int = 400) -> Image.Image:
    """A picture that no format can make small; none of its pixels is the grey of missing data."""
    values = np.random.default_rng(1).integers(0, 255, (height, width, 3), dtype=np.uint8)
    return Image.fromarray(values)


# -- PNG ---------------------------------------------------------------------------------------------------------------

PNG: Final = b"\x89PNG\r\n\x1a\n"


def png_chunk(kind: bytes, data: bytes = b"") -> bytes:
    """One chunk of a PNG file with its length and checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, pixels: bytes, *, colour: int = 0, depth: int = 8, interlaced: bool = False) -> bytes:
    """A PNG file of a colour type (0 grey, 2 RGB, 3 palette, 6 RGBA) whose one IDAT chunk holds ``pixels``."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced)
    return PNG + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", pixels) + png_chunk(b"IEND")


def flat_rows(count: int, row: int) -> bytes:
    """So many rows of ``row`` zero bytes, each behind its filter byte, compressed without holding them all."""
    squeeze, one = zlib.compressobj(1), bytes(row + 1)
    return b"".join(squeeze.compress(one) for _ in range(count)) + squeeze.flush()


def narrow_png() -> bytes:
    """74 bytes that claim 1 × 119,999,999 pixels."""
    return png(1, 119_999_999, zlib.compress(b"\0\0"))


def many_chunks() -> bytes:
    """48 MB of empty chunks before the picture."""
    whole = saved(noise(60, 40), "PNG")
    return whole[:33] + png_chunk(b"teSt") * 4_000_000 + whole[33:]


def deep_png() -> bytes:
    """119 megapixels of 16-bit RGBA, 960 MB of pixels in 1 MB."""
    return png(11_900, 10_000, flat_rows(10_000, 11_900 * 8), colour=6, depth=16)


def large_png() -> bytes:
    """The largest RGBA picture that is let in."""
    return png(8_000, 6_250, flat_rows(6_250, 8_000 * 4), colour=6)


def interlaced_png(side: int = 7_000) -> bytes:
    """RGBA in 16 bits, in seven passes; 49 megapixels."""
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    squeeze = zlib.compressobj(1)
    out = b""
    for left, top, across, down in passes:
        row = bytes(1 + 8 * -(-(side - left) // across))
        for _ in range(-(-(side - top) // down)):
            out += squeeze.compress(row)
    return png(side, side, out + squeeze.flush(), colour=6, depth=16, interlaced=True)


def short_png() -> bytes:
    """Half of the rows, and a stream that ends well."""
    row = b"\0" + bytes([200] * 300)
    return png(100, 80, zlib.compress(row * 40), colour=2)


# -- JPEG --------------------------------------------------------------------------------------------------------------


def jpeg_segment(marker: int, data: bytes = b"") -> bytes:
    """One segment of a JPEG file with its length."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def jpeg_of_scans(width: int, height: int, scans: int, components: int = 1) -> bytes:
    """A flat grey progressive JPEG that goes over its empty coefficients again and again.

    One code of one bit stands for "no difference" in the first scan; in the others one code stands for "32,767 blocks
    without anything".
    """
    numbers = range(1, components + 1)
    frame = struct.pack(">BHHB", 8, height, width, components) + b"".join(bytes([n, 0x11, 0]) for n in numbers)
    one_code = bytes([1] + [0] * 15)
    tables = bytes([0x00]) + one_code + b"\x00" + bytes([0x10]) + one_code + b"\xe0"
    blocks = -(-width // 8) * -(-height // 8)
    first = bytes([components]) + b"".join(bytes([n, 0]) for n in numbers) + bytes([0, 0, 0])
    runs = -(-blocks // (1 << 14))
    out = b"\xff\xd8" + jpeg_segment(0xDB, b"\0" + b"\1" * 64) + jpeg_segment(0xC2, frame)
    out += jpeg_segment(0xC4, tables) + jpeg_segment(0xDA, first) + bytes(-(-blocks * components // 8))
    scan = b"".join(jpeg_segment(0xDA, bytes([1, n, 0, 1, 63, 0])) + bytes(-(-runs * 15 // 8)) for n in numbers)
    return out + scan * (scans // components) + b"\xff\xd9"


def many_scans() -> bytes:
    """0.6 MB of a progressive JPEG with 5,000 scans over 60 megapixels."""
    return jpeg_of_scans(10_000, 6_000, 5_000)


def allowed_scans() -> bytes:
    """The most work that is let in: as many scans as may be, over as many pixels as may be, in three components."""
    return jpeg_of_scans(8_000, 6_250, 57, components=3)


def many_segments() -> bytes:
    """58 MB of empty comments before the picture."""
    whole = saved(noise(60, 40), "JPEG")
    return whole[:2] + jpeg_segment(0xFE) * 14_500_000 + whole[2:]


def fill_bytes() -> bytes:
    """58 MB of the filling that may stand before a marker."""
    whole = saved(noise(60, 40), "JPEG")
    return whole[:2] + b"\xff" * (58 * MEGABYTE) + whole[2:]


def grey_half(kind: str = "JPEG", **options: object) -> bytes:
    """A JPEG cut in half and closed properly, as some messengers do: decoders fill the rest with grey."""
    whole = saved(noise(), kind, quality=80, **options)
    return whole[: len(whole) // 2] + b"\xff\xd9"


def grey_first_scan() -> bytes:
    """A progressive JPEG that ends within its first scan, where half of the picture is not there at all."""
    whole = saved(noise(), "JPEG", quality=80, progressive=True)
    first = whole.find(b"\xff\xda")
    second = whole.find(b"\xff\xc4", first)
    return whole[: (first + second) // 2] + b"\xff\xd9"


def flat_jpeg() -> bytes:
    """119 megapixels of grey in three components, one scan."""
    return saved(Image.new("RGB", (11_900, 10_000), (90, 120, 30)), "JPEG", quality=30)


# -- WebP and HEIC -----------------------------------------------------------------------------------------------------


def flat_webp(width: int, height: int, *, alpha: bool) -> bytes:
    """A lossless WebP of one colour: every code has one symbol and takes no bits, so that no pixel takes any."""
    bits, at = 0, 0

    def put(value: int, count: int) -> None:
        nonlocal bits, at
        bits |= value << at
        at += count

    put(width - 1, 14)
    put(height - 1, 14)
    put(alpha, 1)
    put(0, 3)  # version
    put(0, 3)  # no transform, no colour cache, one group of codes
    for symbol in (120, 90, 60, 128, 0):  # green, red, blue, alpha, distance
        put(1 | 0 << 1 | 1 << 2, 3)  # a simple code of one symbol of eight bits
        put(symbol, 8)
    data = b"\x2f" + bits.to_bytes(at // 8 + 9, "little")
    data += b"\0" * (len(data) % 2)
    chunk = riff_chunk(b"VP8L", data)
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def heavy_webp() -> bytes:
    """119 megapixels with alpha in less than 100 bytes."""
    return flat_webp(11_900, 10_000, alpha=True)


def large_webp() -> bytes:
    """The largest WebP with alpha that is let in: 25 megapixels."""
    return flat_webp(5_000, 5_000, alpha=True)


def animated_webp(width: int, height: int) -> bytes:
    """Twenty frames with alpha, each in a few bytes."""
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    frame = riff_chunk(b"ANMF", bytes(6) + sides + b"\x64\0\0\0" + flat_webp(width, height, alpha=True)[12:])
    chunks = riff_chunk(b"VP8X", b"\x12\0\0\0" + sides) + riff_chunk(b"ANIM", bytes(6)) + frame * 20
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WEBP" + chunks


def riff_chunk(kind: bytes, data: bytes) -> bytes:
    """One chunk of a WebP file with its length."""
    return kind + struct.pack("<I", len(data)) + data


def heic_of_claims(width: int, height: int) -> bytes:
    """A small HEIC whose size box claims another size."""
    whole = bytearray(saved(noise(128, 96), "HEIF", quality=50))
    at = whole.find(b"ispe") + 8
    whole[at : at + 8] = struct.pack(">II", width, height)
    return bytes(whole)


# -- all of them -------------------------------------------------------------------------------------------------------

CORPUS: Final[dict[str, tuple[Callable[[], bytes], str]]] = {
    "nothing": (lambda: b"", "empty"),
    "no picture": (lambda: b"hello " * 1000, "unsupported"),
    "60 MB of zeros": (lambda: bytes(60 * MEGABYTE), "unsupported"),
    "60 MB behind a JPEG's first bytes": (lambda: b"\xff\xd8\xff\xe0" + bytes(59 * MEGABYTE), "broken"),
    "60 MB of FF 00 in a scan": (
        lambda: saved(noise(60, 40), "JPEG")[:-2] + b"\xff\x00" * (29 * MEGABYTE) + b"\xff\xd9",
        "any",  # libjpeg warns of it, Pillow alone does not
    ),
    "more than 60 MB": (lambda: saved(noise(60, 40), "JPEG") + bytes(64 * MEGABYTE), "too_large"),
    "PNG of 0 × 5": (lambda: png(0, 5, zlib.compress(b"")), "broken"),
    "PNG of 1 × 119,999,999": (narrow_png, "too_narrow"),
    "PNG of 48 MB of empty chunks": (many_chunks, "too_complex"),
    "PNG of 119 megapixels, 16-bit RGBA": (deep_png, "too_large"),
    "PNG of 50 megapixels, RGBA": (large_png, ""),
    "PNG of 49 megapixels, 16-bit RGBA, interlaced": (interlaced_png, ""),
    "PNG that ends after half of its rows": (short_png, "broken"),
    "PNG cut in half": (lambda: (whole := saved(noise(), "PNG"))[: len(whole) // 2], "broken"),
    "JPEG of 0 × 5": (lambda: jpeg_of_scans(0, 5, 1), "broken"),
    "JPEG of 5,000 scans": (many_scans, "too_complex"),
    "JPEG of 58 scans of 50 megapixels": (allowed_scans, ""),
    "JPEG of 119 megapixels, 3 scans": (lambda: jpeg_of_scans(11_900, 10_000, 3, components=3), "too_large"),
    "JPEG of 119 megapixels, one scan": (flat_jpeg, ""),
    "JPEG of 60,000 × 8": (lambda: jpeg_of_scans(60_000, 8, 1), "too_narrow"),
    "JPEG of 14 million comments": (many_segments, "too_complex"),
    "JPEG of 58 MB of fill bytes": (fill_bytes, "too_complex"),
    "JPEG cut in half": (lambda: (whole := saved(noise(), "JPEG"))[: len(whole) // 2], "broken"),
    "JPEG cut in half and closed": (grey_half, "broken"),
    "JPEG cut in half and closed, progressive": (grey_first_scan, "broken"),
    "WebP of 119 megapixels with alpha": (heavy_webp, "too_large"),
    "WebP of 50 megapixels with alpha": (lambda: flat_webp(8_000, 6_250, alpha=True), "too_large"),
    "WebP of 25 megapixels with alpha": (large_webp, ""),
    "WebP of 16 megapixels, animated": (lambda: animated_webp(4_000, 4_000), ""),
    "WebP of 119 megapixels, animated": (lambda: animated_webp(11_900, 10_000), "too_large"),
    "WebP cut in half": (lambda: (whole := saved(noise(), "WEBP"))[: len(whole) // 2], "broken"),
    "HEIC that claims 20,000 × 20,000": (lambda: heic_of_claims(20_000, 20_000), "too_large"),
    "HEIC that claims 40 × 30": (lambda: heic_of_claims(40, 30), "any"),
    "HEIC cut in half": (lambda: (whole := saved(noise(), "HEIF"))[: len(whole) // 2], "broken"),
}
"""For every file its maker and the code of the refusal: "" where it is read, "any" where either will do."""
