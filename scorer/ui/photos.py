"""The photos of a visit, in the session's memory only: they are never written to disk."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar

import cv2
import streamlit as st
from numpy.typing import NDArray

from scorer.app.misread import MAX_BYTES
from scorer.rules.model.rules import Rules, size_for
from scorer.service import scans
from scorer.service.failures import result as result_of
from scorer.service.scans import SCANS
from scorer.service.shared import workers
from scorer.service.turns import VISITOR, visitor_at
from scorer.sharing.codec import GameError
from scorer.sharing.game import Game
from scorer.ui.turns import SECONDS_BETWEEN_LOOKS, aside, stop_if_left
from scorer.vision.photo.decode import decode
from scorer.vision.photo.photo import Photo, shrunk
from scorer.vision.reader import read_photo, read_photos
from scorer.vision.reading import Reading
from scorer.vision.settings import Settings

__all__ = ["LOOKED_AT", "PREVIEW", "Look", "Snapshot", "elsewhere", "jpeg", "look", "workers"]

P = ParamSpec("P")
T = TypeVar("T")

PREVIEW = 1600
"""Maximum pixels on the longer side of a preview; the reader gets the photo's full resolution."""

THUMBNAIL = 240
"""Pixels on the longer side of the picture that a saved game keeps."""

HEAD = 4096
"""Bytes at the start of a file that contain a camera's EXIF data; cards have none."""

REPORTED = (4000, 2800, 2000, PREVIEW)
"""Pixels on the longer side of a photo in a report, the largest first; the first file that is small enough is used."""

LOOKED_AT = Settings().max_side
"""Pixels on the longer side of the picture that the reader requests first."""


def page_visitor() -> str:
    """The visitor of this page; empty if the page has no connection."""
    return visitor_at(st.context.ip_address or "")


def result(made: Future[T], name: str) -> T:
    """As ``failures.result``; meanwhile other pages of this visitor are drawn. If the page is left, the task is
    cancelled."""
    with aside():
        try:
            while wait([made], SECONDS_BETWEEN_LOOKS).not_done:
                stop_if_left()
        finally:
            made.cancel()  # without effect on a task that is done
        return result_of(made, name)


def submitted(fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
    """Submit a task to the workers for the visitor of this page."""
    VISITOR.set(page_visitor())
    return workers().submit(fn, *args, **kwargs)


@dataclass(frozen=True)
class Snapshot:
    """A photo: its bytes for the reader, and a smaller JPEG without EXIF for the page."""

    key: str
    name: str
    data: bytes
    preview: bytes
    width: int
    height: int

    def read_again(self, corners: Sequence[tuple[float, float]], grid: tuple[int, int], rules: Rules) -> Reading:
        """Read the one kingdom in a grid placed by hand: rows and columns between four corners."""
        made = submitted(
            read_photo,
            self.data,
            name=self.name,
            size=size_for(max(grid)),
            corners=corners,
            grid=grid,
            box=rules.box,
            giants=rules.giants,
        )
        return result(made, self.name)

    def read_with(self, others: Sequence[Snapshot], rules: Rules) -> Reading:
        """Read this photo together with other photos of the same kingdoms; positions are in pixels of this one."""
        photos = (self, *others)
        made = submitted(
            read_photos,
            [photo.data for photo in photos],
            names=[photo.name for photo in photos],
            size=rules.size,
            box=rules.box,
            giants=rules.giants,
        )
        return result(made, others[-1].name)


def jpeg(image: NDArray[Any], quality: int = 82) -> bytes:
    """A uint8 BGR picture as a JPEG file, with no EXIF."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def thumbnail(snapshot: Snapshot) -> str:
    """A small JPEG as a data URL."""
    image = shrunk(decode(snapshot.preview, snapshot.name, THUMBNAIL).image, THUMBNAIL)
    return f"data:image/jpeg;base64,{b64encode(jpeg(image, 50)).decode()}"


@dataclass(frozen=True)
class Look:
    """A photo that is being read; ``made`` gives its preview, width, height and reading. A scan has no ``data``."""

    data: bytes
    name: str
    key: str
    made: Future[tuple[bytes, int, int, Reading] | Game]

    def done(self, timeout: float) -> bool:
        """Whether it has finished or failed, within ``timeout`` seconds."""
        return bool(wait([self.made], timeout).done)

    def result(self) -> tuple[Snapshot, Reading] | Game:
        """The photo and its reading, or the game of a result card. Raises ``PhotoError``."""
        made = result(self.made, self.name)
        if isinstance(made, Game):
            return made
        preview, width, height, reading = made
        return Snapshot(self.key, self.name, self.data or preview, preview, width, height), reading


def look(data: bytes, name: str, key: str, rules: Rules) -> Look:
    """Start to read a photo under the rules in play."""
    return Look(data, name, key, submitted(_preview_and_reading, data, name, rules))


def look_at_scan(scan: str, name: str) -> Look | None:
    """Take the result of a scan, whose photo is called ``name``; ``None`` if the scan is over."""
    found = SCANS.take(scan)
    if found is None:
        return None
    return Look(b"", name, scan, submitted(_finished_scan, found.state, found.rules))


def _finished_scan(state: bytes, rules: Rules) -> tuple[bytes, int, int, Reading]:
    """In a worker process."""
    picture, reading = scans.finish(state, rules)
    return picture, reading.width, reading.height, reading


def key_of(data: bytes) -> str:
    """The key of a photo: equal files have equal keys."""
    return sha256(data).hexdigest()[:16]


def _preview_and_reading(data: bytes, name: str, rules: Rules) -> tuple[bytes, int, int, Reading] | Game:
    """Preview and reading of a file, in a worker process: all handling of untrusted bytes. Decodes them once for
    both."""
    if b"Exif" not in data[:HEAD] and (game := _game_on_card(data)):  # the search for a code takes 0.1 to 0.6 s
        return game
    first = decode(data, name, LOOKED_AT)

    def opened(longest: int) -> Photo:
        return first if longest == LOOKED_AT else decode(data, name, longest)

    reading = read_photo(opened, name=name, size=rules.size, box=rules.box, giants=rules.giants)
    return jpeg(shrunk(first.image, PREVIEW)), first.width, first.height, reading


def for_report(snapshot: Snapshot) -> tuple[bytes, float]:
    """A photo as a JPEG without EXIF, reduced until it is small enough, and its scale. Raises ``PhotoError``."""
    jpeg_file, width = result(submitted(_reduced, snapshot.data, snapshot.name), snapshot.name)
    return jpeg_file, width / snapshot.width


def _reduced(data: bytes, name: str) -> tuple[bytes, int]:
    """A JPEG of at most ``MAX_BYTES``, and its width, in a worker process."""
    for longest in REPORTED:
        image = shrunk(decode(data, name, longest).image, longest)
        file = jpeg(image)
        if len(file) <= MAX_BYTES:
            break
    return file, image.shape[1]


def _game_on_card(data: bytes) -> Game | None:
    from scorer.sharing.card import read_card

    try:
        return read_card(data)
    except GameError:
        return None


def elsewhere(read: Callable[[bytes], T], data: bytes, name: str) -> T:
    """The result of ``read`` for a file from a user, in a worker process.

    Raises ``PhotoError`` for a file that exceeds the limits, and all errors of ``read``.
    """
    return result(submitted(read, data), name)
