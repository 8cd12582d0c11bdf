"""Untrusted bytes to an upright picture, or one clear error."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

from scorer.vision.photo.errors import PhotoError, broken
from scorer.vision.photo.files import read_file
from scorer.vision.photo.headers import Header, check_size, look, png_is_complete, too_many_pixels, webp_size
from scorer.vision.photo.photo import Photo, shrunk

_ORIENTATIONS, _ON_ITS_SIDE = range(1, 9), range(5, 9)  # as EXIF counts them
_HALF = 2  # the least by which a JPEG decoder can make a picture smaller
_ABOUT = 0.95, 1.15  # of the size asked for is as good: half of 4000 pixels, or of 4608, where 2048 are asked for
_STRIP = 256  # rows turned into numpy at a time, so that a large photo is never held three times

# Pillow warns of odd EXIF blocks and from 89 megapixels on; here a photo is either good or refused in one line.
warnings.filterwarnings("ignore", module=r"PIL\.")


def open_photo(path: Path, longest: int | None = None) -> Photo:
    """Read and decode a file; its name is the photo's. Raises ``PhotoError``.

    >>> open_photo(Path("nowhere.jpg"))
    Traceback (most recent call last):
    scorer.vision.photo.errors.PhotoError: nowhere.jpg cannot be opened (No such file or directory); check the name
    """
    return decode(read_file(path), path.name, longest)


def decode(data: bytes, name: str = "", longest: int | None = None) -> Photo:
    """Decode a JPEG, PNG, WebP or HEIC photo; of an animated one, its first picture.

    With ``longest`` a larger picture is decoded to about that many pixels on its longer side, which is quick and small
    for a JPEG. The EXIF orientation is applied, transparency lies on white, grey, CMYK and 16-bit pictures
    become 8-bit BGR. Raises ``PhotoError`` for anything that is no whole picture or beyond ``headers.LIMITS``.

    >>> png = cv2.imencode(".png", np.zeros((40, 60, 3), np.uint8))[1].tobytes()
    >>> photo = decode(png, "black.png", longest=30)
    >>> photo.image.shape, photo.width, photo.height, photo.scale
    ((20, 30, 3), 60, 40, 2.0)
    >>> decode(b"GIF89a...", "dance.gif")
    Traceback (most recent call last):
    scorer.vision.photo.errors.PhotoError: dance.gif is no JPEG, PNG, WebP or HEIC photo; choose one of those
    """
    name = name or "the photo"
    header = look(data, name)
    try:
        image, orientation, size = _read(data, name, header, longest)
    except (PhotoError, MemoryError):
        raise
    except Image.DecompressionBombError:  # Pillow's own limit, beyond ours
        raise too_many_pixels(header, name) from None
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem:
            raise MemoryError from None
        raise broken(name) from None
    except Exception:  # decoders meet broken files with whatever comes to hand
        raise broken(name) from None
    if longest is not None and max(image.shape) > _ABOUT[1] * longest:
        image = shrunk(image, longest)
    upright = _turned(image, orientation)
    width, height = size[::-1] if orientation in _ON_ITS_SIDE else size
    return Photo(np.ascontiguousarray(upright), name, width, height)


def _read(
    data: bytes, name: str, header: Header, longest: int | None
) -> tuple[NDArray[np.uint8], int, tuple[int, int]]:
    """The pixels as they are stored, the orientation to apply, and the stored size; Pillow's own copy ends here."""
    if header.format == "HEIF":
        import pillow_heif  # takes a while, and most photos are none

        pillow_heif.register_heif_opener()
    if header.format == "WEBP":
        check_size(header, webp_size(data, name), name)
    with Image.open(io.BytesIO(data), formats=(header.format,)) as source:
        check_size(header, source.size, name)
        size, orientation = source.size, _orientation(source, data)
        if header.format == "WEBP" and not header.animated:
            return _still_webp(data), orientation, size
        if header.format == "PNG" and not png_is_complete(data):
            raise broken(name)
        image = _pixels(_loaded(source, longest))
        if header.format == "JPEG" and _ends_in_grey(image) and _ends_early(image, data, header, longest):
            raise broken(name)
        return image, orientation, size


def _loaded(source: Image.Image, longest: int | None) -> Image.Image:
    if longest is not None:
        _decode_smaller(source, longest)
    source.load()
    return source


_MISSING: Final = 128
"""The grey, in all channels, that a JPEG decoder fills in where a closed file has no more data."""
_ANYTHING: Final = b"\x5a" * 1000


def _ends_in_grey(image: NDArray[np.uint8]) -> bool:
    return bool((image[-1, -1] == _MISSING).all())


def _ends_early(image: NDArray[np.uint8], data: bytes, header: Header, longest: int | None) -> bool:
    """Whether a JPEG's picture depends on what stands behind its data: then these were cut and closed again.

    A decoder that has had its whole picture passes over anything before the end marker.
    """
    end = header.end - 2
    longer = data[:end] + _ANYTHING + data[end : header.end]
    with Image.open(io.BytesIO(longer), formats=("JPEG",)) as source:
        return not np.array_equal(image, _pixels(_loaded(source, longest)))


def _still_webp(data: bytes) -> NDArray[np.uint8]:
    """A WebP picture by OpenCV: Pillow would hold four copies of it on the way."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise OSError("cut short")
    if image.shape[2] == len("BGR"):
        return np.asarray(image, dtype=np.uint8)
    opaque = np.empty((*image.shape[:2], 3), np.uint8)
    for top in range(0, len(image), _STRIP):
        strip = np.ascontiguousarray(image[top : top + _STRIP, :, [2, 1, 0, 3]])
        opaque[top : top + _STRIP] = _bgr(Image.fromarray(strip, "RGBA"))
    return opaque


def _decode_smaller(source: Image.Image, longest: int) -> None:
    """Let the JPEG decoder leave out fine detail: halves, quarters or eighths of at least about ``longest``."""
    factor = max(source.size) / (_ABOUT[0] * longest)
    if factor >= _HALF:
        source.draft(None, (round(source.width / factor), round(source.height / factor)))


def _orientation(source: Image.Image, data: bytes) -> int:
    """The EXIF orientation still to be applied, 1 to 8; a broken EXIF block does not spoil the picture it comes with.

    A HEIC photo is turned by its own boxes while it is decoded, and its EXIF only repeats them: it counts without them.
    """
    try:
        if source.format == "HEIF":
            value = None if b"irot" in data or b"imir" in data else source.info.get("original_orientation")
        else:
            value = source.getexif().get(ExifTags.Base.Orientation)
    except Exception:
        return 1
    return value if isinstance(value, int) and value in _ORIENTATIONS else 1


def _pixels(source: Image.Image) -> NDArray[np.uint8]:
    image = np.empty((source.height, source.width, 3), np.uint8)
    for top in range(0, source.height, _STRIP):
        bottom = min(top + _STRIP, source.height)
        image[top:bottom] = _bgr(source.crop((0, top, source.width, bottom)))
    return image


def _bgr(strip: Image.Image) -> NDArray[np.uint8]:
    if strip.mode.startswith("I"):  # 16-bit grey
        grey = (np.asarray(strip).astype(np.int64).clip(0, 65535) >> 8).astype(np.uint8)
        return np.repeat(grey[..., None], 3, axis=2)
    if strip.has_transparency_data:
        paper = Image.new("RGBA", strip.size, "white")
        paper.alpha_composite(strip.convert("RGBA"))
        strip = paper
    rgb = strip if strip.mode == "RGB" else strip.convert("RGB")
    return np.frombuffer(rgb.tobytes("raw", "BGR"), np.uint8).reshape(rgb.height, rgb.width, 3)


def _turned(image: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """EXIF orientations: 2, 4, 5 and 7 are mirrored; 3, 6 and 8 turned by 180°, 90° and 270° clockwise."""
    if orientation in _ON_ITS_SIDE:
        image = image.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        image = image[:, ::-1]
    if orientation in (3, 4, 7, 8):
        image = image[::-1]
    return image
