"""Reads the bytes of a photo from a path, up to the size limit of photos, and replaces bytes at a picture's end."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from scorer.rules.model.messages import Message
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.headers import LIMITS, too_long

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")
"""The endings of photos' names, in lower case."""

_FLIPPED: Final = 0xA5

_MAX_NAME_LENGTH: Final = 100
"""Characters of a file's name in an error."""


def read_file(path: Path) -> bytes:
    """The bytes of a file. Raises ``PhotoError`` if it is not a file, cannot be opened or is too long.

    A pipe or a device is rejected without waiting for data that may never arrive.

    >>> read_file(Path("nowhere.jpg"))
    Traceback (most recent call last):
    scorer.vision.photo.errors.PhotoError: nowhere.jpg cannot be opened (No such file or directory); check the name
    """
    try:
        if path.exists() and not path.is_file():
            message = Message("{name} is a folder or a device; give the name of a photo", {"name": path.name})
            raise PhotoError(message, "missing")
        with path.open("rb") as file:
            data = file.read(LIMITS.bytes + 1)
    except PhotoError:
        raise
    except (OSError, ValueError) as error:  # a ValueError for a name that contains a zero byte
        raise _cannot_be_opened(path, error) from None
    if len(data) > LIMITS.bytes:
        raise too_long(path.name)
    return data


def _cannot_be_opened(path: Path, error: Exception) -> PhotoError:
    reason = getattr(error, "strerror", None) or str(error)
    name = path.name if len(path.name) <= _MAX_NAME_LENGTH else f"{path.name[:_MAX_NAME_LENGTH]}…"
    values = {"name": name, "reason": reason}
    return PhotoError(Message("{name} cannot be opened ({reason}); check the name", values), "missing")


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; false for a name that the system cannot look up.

    >>> is_folder(Path()), is_folder(Path("x" * 5000))
    (True, False)
    """
    try:
        return path.is_dir()
    except OSError:  # in Python up to 3.13, for a name that is too long
        return False


def photos_in(folder: Path) -> list[Path]:
    """All photos in a folder and its subfolders, by name; hidden ones and unreadable folders are left out."""
    found: list[Path] = []
    for parent, folders, files in os.walk(folder):  # skips files that disappear in the meantime
        folders[:] = [name for name in folders if not name.startswith(".")]
        photos = (Path(parent, name) for name in files if not name.startswith(".") and name.lower().endswith(SUFFIXES))
        found += [photo for photo in photos if photo.is_file()]
    return sorted(found)


def with_other_end(data: bytes, end: int, size: int) -> bytes:
    """A copy of the bytes in which the last ``size`` before ``end`` are changed.

    >>> with_other_end(bytes(6), 5, 3)
    b'\\x00\\x00\\xa5\\xa5\\xa5\\x00'
    """
    return data[: end - size] + bytes(byte ^ _FLIPPED for byte in data[end - size : end]) + data[end:]
