"""Decodes untrusted bytes to an upright picture, or raises one clear error."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, PngImagePlugin

from scorer.vision.photo.errors import PhotoError, broken
from scorer.vision.photo.files import read_file
from scorer.vision.photo.headers import Header, check_size, look, png_is_complete, png_is_sound, too_many_pixels
from scorer.vision.photo.heic import heic_is_complete, heic_is_sound
from scorer.vision.photo.jpeg import FACTORS, decode_jpeg
from scorer.vision.photo.photo import Photo, shrunk
from scorer.vision.photo.pixels import STRIP, bgr_pixels, bgr_strip
from scorer.vision.photo.webp import decode_webp, webp_size

_ORIENTATIONS, _ON_ITS_SIDE = range(1, 9), range(5, 9)  # in EXIF's numbering
_ABOUT = 0.95, 1.15  # of the requested size is accepted: half of 4000 pixels, or of 4608, for 2048

PngImagePlugin.MAX_TEXT_MEMORY = 4 * 2**20  # characters of all texts of a PNG file, of up to four bytes each

# Pillow warns of odd EXIF blocks and of pictures above 89 megapixels; here a photo is decoded or rejected.
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

    With ``longest`` a larger picture is decoded to about that many pixels on its longer side, which saves time and
    memory for a JPEG. The EXIF orientation is applied, transparency becomes white, grey, CMYK and 16-bit pictures
    become 8-bit BGR. Raises ``PhotoError`` for anything that is not a complete, undamaged picture, as far as decoder
    and checksums can detect, or beyond ``headers.LIMITS``; ``MemoryError`` if there is too little memory.

    >>> png = cv2.imencode(".png", np.zeros((40, 60, 3), np.uint8))[1].tobytes()
    >>> photo = decode(png, "black.png", longest=30)
    >>> photo.image.shape, photo.width, photo.height, photo.scale
    ((20, 30, 3), 60, 40, 2.0)
    >>> decode(b"GIF89a...", "dance.gif")
    Traceback (most recent call last):
    scorer.vision.photo.errors.PhotoError: dance.gif is not a JPEG, PNG, WebP or HEIC photo; choose one of those
    """
    name = name or "the photo"
    header = look(data, name)
    try:
        image, orientation, size = _read(data, name, header, longest)
    except (PhotoError, MemoryError):
        raise
    except Image.DecompressionBombError:  # Pillow's own limit, above ours
        raise too_many_pixels(header, name) from None
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem:
            raise MemoryError from None
        raise broken(name) from None
    except Exception:  # decoders raise all kinds of exceptions for broken files
        raise broken(name) from None
    if longest is not None and max(image.shape) > _ABOUT[1] * longest:
        image = shrunk(image, longest)
    upright = _turned(image, orientation)
    width, height = size[::-1] if orientation in _ON_ITS_SIDE else size
    return Photo(np.ascontiguousarray(upright), name, width, height)


def _read(
    data: bytes, name: str, header: Header, longest: int | None
) -> tuple[NDArray[np.uint8], int, tuple[int, int]]:
    """The pixels as they are stored, the orientation to apply, and the stored size; Pillow's own copy is freed here."""
    if header.format == "HEIF":
        import pillow_heif  # slow to import, and most photos are not HEIC

        pillow_heif.register_heif_opener()
    if header.format == "WEBP":
        check_size(header, webp_size(data, name), name)
    with Image.open(io.BytesIO(data), formats=(header.format,)) as source:
        check_size(header, source.size, name)
        size = source.size
        if header.format == "JPEG":
            return decode_jpeg(data, size, header.end, _jpeg_factor(size, longest)), _orientation(source, data), size
        if header.format == "WEBP":
            return decode_webp(data, size, _animated if header.animated else _still), _orientation(source, data), size
        if header.format == "PNG" and not (png_is_sound(data) and png_is_complete(data)):
            raise broken(name)
        if header.format == "HEIF" and not heic_is_complete(data):
            raise broken(name)
        source.load()  # before the EXIF data are read, which for a PNG file loads the pixels and hides their errors
        if header.format == "HEIF" and not heic_is_sound(data):
            raise broken(name)
        return bgr_pixels(source), _orientation(source, data), size


def _animated(data: bytes) -> NDArray[np.uint8]:
    """The first picture of an animated WebP file."""
    with Image.open(io.BytesIO(data), formats=("WEBP",)) as source:
        return bgr_pixels(source)


def _still(data: bytes) -> NDArray[np.uint8]:
    """The picture of a still WebP file, decoded by OpenCV: Pillow would hold four copies of it."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise OSError("cut short")
    if image.shape[2] == len("BGR"):
        return np.asarray(image, dtype=np.uint8)
    opaque = np.empty((*image.shape[:2], 3), np.uint8)
    for top in range(0, len(image), STRIP):
        strip = np.ascontiguousarray(image[top : top + STRIP, :, [2, 1, 0, 3]])
        opaque[top : top + STRIP] = bgr_strip(Image.fromarray(strip, "RGBA"))
    return opaque


def _jpeg_factor(size: tuple[int, int], longest: int | None) -> int:
    """The largest factor of a JPEG decoder that leaves at least about ``longest`` pixels on the longer side."""
    factor = max(size) / (_ABOUT[0] * longest) if longest else 1
    return max(one for one in FACTORS if one <= max(factor, 1))


def _orientation(source: Image.Image, data: bytes) -> int:
    """The EXIF orientation still to be applied, 1 to 8; a broken EXIF block does not invalidate its picture.

    A HEIC photo is rotated by its own boxes while it is decoded, and its EXIF data only repeat them, so they are
    ignored.
    """
    try:
        if source.format == "HEIF":
            value = None if b"irot" in data or b"imir" in data else source.info.get("original_orientation")
        else:
            value = source.getexif().get(ExifTags.Base.Orientation)
    except Exception:
        return 1
    return value if isinstance(value, int) and value in _ORIENTATIONS else 1


def _turned(image: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """EXIF orientations: 2, 4, 5 and 7 are mirrored; 3, 6 and 8 turned by 180°, 90° and 270° clockwise."""
    if orientation in _ON_ITS_SIDE:
        image = image.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        image = image[:, ::-1]
    if orientation in (3, 4, 7, 8):
        image = image[::-1]
    return image
