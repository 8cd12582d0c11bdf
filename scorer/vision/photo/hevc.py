"""Checks with libde265, which pillow-heif includes, that HEVC data are undamaged. libheif hides its decoder's
warnings."""

from __future__ import annotations

import ctypes
import ctypes.util
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.vision.photo.files import with_other_end

_NO_MEMORY: Final = 7
_DAMAGE: Final = frozenset({4, 5, 6, 8, 16, 17, 18, 1002, 1003, 1004, 1007, 1017, 1020, 1021})
"""libde265's errors and warnings (``de265_error`` in its ``de265.h``) that only damaged data cause: invalid
coefficients, blocks, slices and checksums. Others are about threads, or unsupported features."""

_TAIL, _FILLING = 32, b"\0\3"
"""Number of bytes at the end of which a sound picture needs some, and bytes that may follow them."""
_MIN_BYTES, _MAX_BYTES = 256, 16_000_000
"""Pictures with less data show next to nothing, and those with more take long: neither are decoded again."""

_OTHER_UNITS: Final = 32
"""The first type of NAL units that are not slices."""

_BLOCK: Final = 4
"""Samples of the smallest coded block's side in the chroma planes."""


def hevc_is_sound(units: Sequence[bytes], visible: tuple[int, int]) -> bool:
    """Whether NAL units, parameter sets first, decode without a sign of damage. Raises ``MemoryError``.

    ``visible`` are the width and height of the part, from the top left, that must be complete. Returns true if
    libde265 is missing: another decoder decides whether the picture can be decoded at all. A decoder of damaged data
    may finish before their end, so other bytes at the end must change the picture.
    """
    library = _library()
    if library is None:
        return True
    first = _decoded(library, units, visible)
    last = max(index for index, unit in enumerate(units) if _is_slice(unit) or index == 0)
    end = len(units[last].rstrip(_FILLING))
    if first is None or end < _MIN_BYTES or end > _MAX_BYTES:
        return first is not None
    changed = with_other_end(units[last], end, _TAIL)
    return _decoded(library, [*units[:last], changed, *units[last + 1 :]], visible) != first


def _is_slice(unit: bytes) -> bool:
    """Whether a unit is a part of a picture, and not parameters, information or padding."""
    return bool(unit) and unit[0] >> 1 < _OTHER_UNITS


def _decoded(library: ctypes.CDLL, units: Iterable[bytes], visible: tuple[int, int]) -> int | None:
    """A checksum of the pixels; ``None`` if there is any sign of damage."""
    decoder, checksum = library.de265_new_decoder(), 0
    try:
        for unit in units:
            library.de265_push_NAL(decoder, unit, len(unit), 0, None)
        library.de265_flush_data(decoder)
        more = ctypes.c_int(1)
        while more.value:
            more.value = 0
            if _is_damage(library.de265_decode(decoder, ctypes.byref(more))):
                return None
            while picture := library.de265_get_next_picture(decoder):
                planes = [_plane(library, picture, channel) for channel in range(3)]
                if _has_gap(*(_part(plane, planes[0].shape, visible) for plane in planes[1:])):
                    return None
                for plane in planes:
                    checksum = zlib.crc32(np.ascontiguousarray(plane).data, checksum)
        warnings = iter(lambda: library.de265_get_warning(decoder), 0)
        return None if any(map(_is_damage, warnings)) else checksum
    finally:
        library.de265_free_decoder(decoder)


def _is_damage(code: int) -> bool:
    if code == _NO_MEMORY:
        raise MemoryError
    return code in _DAMAGE


def _plane(library: ctypes.CDLL, picture: int, channel: int) -> NDArray[np.uint8]:
    """The samples of a colour plane, shape (rows, columns, bytes of each), none in a grey picture."""
    stride = ctypes.c_int()
    start = library.de265_get_image_plane(picture, channel, ctypes.byref(stride))
    if not start:
        return np.empty((0, 0, 1), np.uint8)
    width, height = library.de265_get_image_width(picture, channel), library.de265_get_image_height(picture, channel)
    size = -(-library.de265_get_bits_per_pixel(picture, channel) // 8)
    plane = np.ctypeslib.as_array(start, (height, stride.value))
    return plane[:, : width * size].reshape(height, width, size)


def _part(plane: NDArray[np.uint8], whole: tuple[int, ...], visible: tuple[int, int]) -> NDArray[np.uint8]:
    """The visible part of a plane that may have fewer samples than the ``whole`` picture has pixels.

    >>> _part(np.zeros((4, 6, 1), np.uint8), (8, 12), (6, 4)).shape
    (2, 3, 1)
    """
    return plane[: visible[1] * len(plane) // whole[0], : visible[0] * plane.shape[1] // whole[1]]


def _has_gap(blue: NDArray[np.uint8], red: NDArray[np.uint8]) -> bool:
    """Whether a block was left out: libde265 leaves both chroma values 0 there, which no real colour has.

    >>> grey = np.full((8, 8, 1), 128, np.uint8)
    >>> gap = grey.copy()
    >>> gap[4:, 4:] = 0
    >>> _has_gap(grey, gap), _has_gap(gap, gap)
    (False, True)
    """
    rows, columns = (side // _BLOCK for side in blue.shape[:2])
    both = (blue | red).max(axis=2, initial=0)[: rows * _BLOCK, : columns * _BLOCK]
    return bool((both.reshape(rows, _BLOCK, columns, _BLOCK).max(axis=(1, 3), initial=0) == 0).any())


@cache
def _library() -> ctypes.CDLL | None:
    """libde265 with the types of the functions used here; ``None`` if it cannot be found or loaded."""
    handle, number = ctypes.c_void_p, ctypes.c_int
    to_number = ctypes.POINTER(ctypes.c_int)
    signatures: dict[str, tuple[type, tuple[type, ...]]] = {
        "de265_new_decoder": (handle, ()),
        "de265_free_decoder": (number, (handle,)),
        "de265_push_NAL": (number, (handle, ctypes.c_char_p, number, ctypes.c_int64, handle)),
        "de265_flush_data": (number, (handle,)),
        "de265_decode": (number, (handle, to_number)),
        "de265_get_warning": (number, (handle,)),
        "de265_get_next_picture": (handle, (handle,)),
        "de265_get_image_plane": (ctypes.POINTER(ctypes.c_uint8), (handle, number, to_number)),
        "de265_get_image_width": (number, (handle, number)),
        "de265_get_image_height": (number, (handle, number)),
        "de265_get_bits_per_pixel": (number, (handle, number)),
    }
    for path in _places():
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL(str(path))
            for name, (result, arguments) in signatures.items():
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
            return library
    return None


def _places() -> Iterator[str | Path]:
    """The possible paths of the library: in pillow-heif's wheel for Linux, Windows or macOS, or in the system."""
    import pillow_heif

    package = Path(pillow_heif.__file__).parent
    yield from package.parent.glob("pillow_heif.libs/*de265*")
    yield from package.glob(".dylibs/*de265*")
    if system := ctypes.util.find_library("de265"):
        yield system
