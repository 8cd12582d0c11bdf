"""Photos while they are on the page: in the session's memory only, never written anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import cv2
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.rules import size_for
from scorer.vision.photo.decode import decode
from scorer.vision.reader import read_photo
from scorer.vision.reading import Reading

PREVIEW = 1600
"""Pixels on the longer side of the picture that is shown; the reader gets the photo's full resolution."""

_ONE_BY_ONE = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reading")
"""Photos of all visitors are read one after the other: each takes several cores for a moment, and a lot of memory."""


@dataclass(frozen=True)
class Snapshot:
    """A photo: its bytes for the reader, and a smaller JPEG without any EXIF for the page."""

    key: str
    name: str
    data: bytes
    preview: bytes
    width: int
    height: int


def take(data: bytes, name: str) -> Snapshot:
    """Accept a photo. Raises ``PhotoError``, whose ``message`` is for the player."""
    photo = decode(data, name, longest=PREVIEW)
    return Snapshot(sha256(data).hexdigest()[:16], name, data, jpeg(photo.image), photo.width, photo.height)


def jpeg(image: NDArray[Any]) -> bytes:
    """A uint8 BGR picture as a JPEG file, with no EXIF."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes()


def read(snapshot: Snapshot, size: int | None, box: Box | None) -> Reading:
    """Find the kingdoms in a photo."""
    return _ONE_BY_ONE.submit(read_photo, snapshot.data, name=snapshot.name, size=size, box=box).result()


def read_again(
    snapshot: Snapshot, corners: Sequence[tuple[float, float]], grid: tuple[int, int], box: Box | None
) -> Reading:
    """Read the one kingdom in a grid that was laid by hand: its rows and columns between four corners."""
    size = size_for(max(grid))
    return _ONE_BY_ONE.submit(
        read_photo, snapshot.data, name=snapshot.name, size=size, corners=corners, grid=grid, box=box
    ).result()
