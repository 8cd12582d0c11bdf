"""Many photos read on all cores, or on a cluster, and handed over in the order in which they were given."""

from __future__ import annotations

import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, ParamSpec, TextIO, TypeVar
from urllib.parse import urlsplit

from scorer.rules.model.dominoes import Box
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.service.workers import Workers, cores, result
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.files import SUFFIXES, photos_in, read_file

P = ParamSpec("P")
T = TypeVar("T")

CONNECTING: Final = 3.0
"""Seconds in which a cluster has to take a connection."""

ANSWERING: Final = 10.0
"""Seconds in which it then has to say who it is; Dask would wait for ever."""


@dataclass(frozen=True)
class Wanted:
    """How every photo is to be read, and what is to be told of it."""

    rules: Rules
    size: int | None = None
    box: Box | None = None
    giants: bool = False
    corners: Sequence[tuple[float, float]] | None = None
    grid: tuple[int, int] | None = None
    tokens: Mapping[str, int | bool] = field(default_factory=dict)
    """What lies beside the first kingdom: fields of ``Kingdom``."""
    debug: str = ""
    """The kind of picture to draw the reading into, such as ".png"; none is drawn if empty."""


@dataclass(frozen=True)
class Report:
    """What one photo gave: as data, in words, and drawn as a picture file if that was wanted."""

    data: dict[str, object]
    words: str
    kingdoms: int
    picture: bytes = b""


def read_one(data: bytes, photo: str, wanted: Wanted) -> Report:
    """Read one photo's bytes; runs in a worker, here or on another machine. Raises as ``read_photo`` does."""
    from scorer.cli.photo_report import reading_data, reading_text
    from scorer.vision.reader import read_photo

    reading = read_photo(
        data,
        name=photo,
        size=wanted.size,
        corners=wanted.corners,
        grid=wanted.grid,
        box=wanted.box,
        giants=wanted.giants,
    )
    if reading.kingdoms and wanted.tokens:
        first = reading.kingdoms[0]
        told = replace(first, kingdom=replace(first.kingdom, **wanted.tokens))  # type: ignore[arg-type]
        reading = replace(reading, kingdoms=(told, *reading.kingdoms[1:]))
    picture = b""
    if wanted.debug:
        import cv2

        from scorer.vision.overlay import draw_reading
        from scorer.vision.photo.decode import decode

        picture = cv2.imencode(wanted.debug, draw_reading(decode(data, photo).image, reading))[1].tobytes()
    words = reading_text(reading, wanted.rules)
    return Report(reading_data(reading, wanted.rules), words, len(reading.kingdoms), picture)


def all_photos(given: Iterable[str]) -> list[str]:
    """The files that were given, and in the place of each folder the photos in it and in its folders, by name.

    A folder without photos stays, to be told of.
    """
    found: list[str] = []
    for name in given:
        path = Path(name)
        found += [str(photo) for photo in photos_in(path)] or [name] if path.is_dir() else [name]
    return found


class Here(Executor):
    """Does what it is given at once, in this process; a future of its is done.

    >>> Here().submit(pow, 2, 10).result()
    1024
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn``, and keep what it gives or raises."""
        made: Future[T] = Future()
        try:
            made.set_result(fn(*args, **kwargs))
        except Exception as error:
            made.set_exception(error)
        return made


def executor(jobs: int | None, cluster: str | None, photos: int) -> tuple[Executor, int]:
    """Who reads, and how many photos to begin ahead: this process, several of its own, or a Dask cluster's workers.

    A single photo, or one at a time, is read here: a person's own files need no other process, which takes a second
    of a processor to start; what a file may ask for is looked at in its header all the same.

    ``cluster`` is an address with its protocol. Raises ``ImportError`` where a cluster is asked for and Dask is not
    installed, ``OSError`` where nothing takes a connection within ``CONNECTING`` seconds, where nothing answers within
    ``ANSWERING``, or where it is no cluster.
    """
    if cluster is None:
        count = min(jobs or cores(), photos)
        return (Workers(count), count) if count > 1 else (Here(), 0)
    import asyncio

    from distributed import Client

    address = urlsplit(cluster)
    socket.create_connection((address.hostname, address.port), CONNECTING).close()  # Dask would try for much longer
    asyncio.run(asyncio.wait_for(_identity(cluster), ANSWERING))
    client: Any = Client(cluster, timeout=CONNECTING, set_as_default=False)
    return client.get_executor(pure=False, retries=3), max(1, sum(client.nthreads().values()))


async def _identity(cluster: str) -> None:
    """Has a cluster say who it is."""
    from distributed import rpc

    async with rpc(cluster, timeout=CONNECTING) as scheduler:
        await scheduler.identity()


def in_order(readers: Executor, width: int, photos: Iterable[str], wanted: Wanted) -> Iterator[Future[Report]]:
    """The photos' futures in their order; ``width`` are being read, and as many wait for their turn in memory."""
    waiting: deque[Future[Report]] = deque()
    for photo in photos:
        waiting.append(_begun(readers, photo, wanted))
        if len(waiting) > 2 * width:
            yield waiting.popleft()
    yield from waiting


def _begun(readers: Executor, photo: str, wanted: Wanted) -> Future[Report]:
    try:
        if Path(photo).is_dir():
            values = {"name": photo, "endings": " ".join(SUFFIXES)}
            raise PhotoError(Message("there is no photo in {name}; their names end in {endings}", values), "missing")
        return readers.submit(read_one, read_file(Path(photo)), photo, wanted)
    except PhotoError as error:
        refused: Future[Report] = Future()
        refused.set_exception(error)
        return refused


def reports(readers: Executor, width: int, photos: Sequence[str], wanted: Wanted) -> Iterator[Report | Exception]:
    """What each photo gave, or what was wrong with it, in their order; tells on a terminal how far it is."""
    progress = Progress(len(photos))
    for photo, future in zip(photos, in_order(readers, width, photos, wanted), strict=True):
        progress.show()
        try:
            made: Report | Exception = result(future, photo)
        except Exception as error:
            made = error
        progress.one_more()
        yield made


class Progress:
    """A line on standard error that says how far it is; where nobody looks at a terminal, or for one photo, none."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self._stream, self._total, self._done = stream or sys.stderr, total, 0
        self._shown = total > 1 and self._stream.isatty()
        self._started = time.monotonic()

    def show(self) -> None:
        """Write the line."""
        if self._shown:
            self._stream.write(f"\r\x1b[K{self.line(time.monotonic() - self._started)}")
            self._stream.flush()

    def one_more(self) -> None:
        """Count one, and take the line away, so that its result can be printed."""
        self._done += 1
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def line(self, seconds: float) -> str:
        """What is said after so many seconds.

        >>> progress = Progress(50)
        >>> progress.line(0)
        '0 of 50 photos'
        >>> for _ in range(20):
        ...     progress.one_more()
        >>> progress.line(8)
        '20 of 50 photos, 2.5 a second, 12 s left'
        """
        said = f"{self._done} of {self._total} photos"
        if not self._done or not seconds:
            return said
        rate = self._done / seconds
        return f"{said}, {rate:.1f} a second, {(self._total - self._done) / rate:.0f} s left"
