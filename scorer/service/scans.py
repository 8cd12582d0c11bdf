"""Live scans: the frames of a visitor's camera are read one by one, in the processes that read photos.

A process keeps nothing between two frames: a scan's state goes to it with each frame, and comes back. Here it is kept
in memory, until the page takes the result, or for ``KEPT`` seconds after the last frame.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.service import shared
from scorer.vision.photo.errors import PhotoError

if TYPE_CHECKING:
    from scorer.vision.reading import Reading
    from scorer.vision.scan import LiveScan

KEPT: Final = 30.0
"""Seconds for which a scan waits for its next frame."""

MAX_SIDE: Final = 1024
"""Pixels on the longer side of a frame; a larger one is reduced."""

QUALITY: Final = 90
"""Of the picture, in percent."""

Place = Callable[[], AbstractContextManager[object]]


@dataclass(eq=False)
class Scan:
    """One scan: its pickled ``state``, and when it began and ends by itself.

    ``place`` is what it holds of the server's capacity.
    """

    rules: Rules
    began: float
    until: float
    state: bytes = b""
    is_busy: bool = False
    place: ExitStack = field(default_factory=ExitStack)


class Scans:
    """The open scans by their names, which nobody can guess."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, Scan] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """How many are open."""
        return len(self._open)

    def opened(self, name: str, rules: Rules, place: Place) -> Scan:
        """The scan of that name. A new one first enters its ``place``, which may raise an error."""
        self.close_old()
        with self._lock:
            scan = self._open.get(name)
            if scan is None:
                now = self._clock()
                scan = Scan(rules, began=now, until=now + KEPT)
                scan.place.enter_context(place())
                self._open[name] = scan
            return scan

    def add(self, scan: Scan, frame: bytes) -> Future[tuple[bytes, dict[str, Any]]]:
        """Read a frame."""
        return shared.workers().submit(_add, scan.state, frame, self._clock() - scan.began, scan.rules)

    def take(self, name: str) -> Scan | None:
        """Close a scan and return it."""
        with self._lock:
            scan = self._open.pop(name, None)
        if scan is not None and not scan.is_busy:
            scan.place.close()
        return scan

    @contextmanager
    def busy(self, name: str, scan: Scan) -> Iterator[None]:
        """Read a frame of a scan in the block. The scan holds its place until then, even if it is closed meanwhile: a
        visitor could begin and cancel any number of scans otherwise, whose frames are all read. A scan whose first
        frame is rejected is closed; a later frame that is rejected does not keep the scan open."""
        scan.is_busy = True
        try:
            yield
            scan.until = self._clock() + KEPT
        finally:
            scan.is_busy = False
            if not scan.state and self._open.get(name) is scan:
                del self._open[name]
            if self._open.get(name) is not scan:
                scan.place.close()

    def close_idle(self, seconds: float) -> bool:
        """Close the scan that has waited for its next frame the longest, and longer than this; return whether there was
        one."""
        latest = self._clock() + KEPT - seconds
        idle = [
            (scan.until, name) for name, scan in list(self._open.items()) if scan.until < latest and not scan.is_busy
        ]
        if not idle:
            return False
        self.take(min(idle)[1])
        return True

    def close_old(self) -> None:
        """Close the scans that have waited too long for a frame."""
        now = self._clock()
        for name, scan in list(self._open.items()):
            if scan.until < now and not scan.is_busy:
                self.take(name)


SCANS = Scans()
"""The scans of all visitors of this server."""


def _add(state: bytes, frame: bytes, seconds: float, rules: Rules) -> tuple[bytes, dict[str, Any]]:
    """In a worker process: the state with one more frame, and the view."""
    from scorer.vision.photo.decode import decode

    scan = _resumed(state, rules)
    view = scan.add(decode(frame, "the frame", MAX_SIDE).image, seconds)
    return pickle.dumps(scan.state, pickle.HIGHEST_PROTOCOL), view.as_json()


def finish(state: bytes, rules: Rules) -> tuple[bytes, Reading]:
    """In a worker process: everything that a scan has read, and the picture that this is about as a JPEG file.

    Raises ``PhotoError`` where there is no kingdom.
    """
    import cv2

    scan = _resumed(state, rules)
    reading, picture = scan.result(), scan.picture()
    if picture is None:
        raise PhotoError(reading.hint or Message("no kingdom found"), "no_kingdom")
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes(), reading


def _resumed(state: bytes, rules: Rules) -> LiveScan:
    from scorer.vision.reader import default_reader
    from scorer.vision.scan import LiveScan

    scan = LiveScan(default_reader(), rules.box, rules.giants, rules.size)
    if state:
        scan.state = pickle.loads(state)
    return scan
