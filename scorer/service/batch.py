"""Reads many photos on all cores, or on a cluster, and returns them in the order in which they were given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import ParamSpec, TypeVar

from scorer.rules.model.messages import Message
from scorer.service.cores import cores
from scorer.service.readings import JudgedReading, ReadOptions, read
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.files import SUFFIXES, is_folder, read_file

P = ParamSpec("P")
T = TypeVar("T")


class InProcess(Executor):
    """Calls each function at once, in this process; its futures are finished.

    >>> InProcess().submit(pow, 2, 10).result()
    1024
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn``, and store its result or exception in a future."""
        made: Future[T] = Future()
        try:
            made.set_result(fn(*args, **kwargs))
        except Exception as error:
            made.set_exception(error)
        return made


def executor(jobs: int | None, cluster: str | None, photos: int) -> tuple[Executor, int]:
    """The executor for this many photos, and the number of photos it reads at a time; 0 if it reads in this process.

    A single photo, or one at a time, is read in this process: another one takes a second to start, and users' own
    files need no isolation. The limits on a file's header still apply. ``cluster`` is an address with its protocol.
    Raises as ``scorer.service.cluster.Cluster.connect`` does.
    """
    if cluster is None:
        count = min(jobs or cores(), photos)
        if count <= 1:
            return InProcess(), 0
        from scorer.service.workers import Workers  # imports multiprocessing, which one photo does not need

        return Workers(count), count
    from scorer.service.cluster import Cluster
    from scorer.service.workers import Workers

    readers = Cluster(cluster, lambda: Workers(jobs))
    return readers, readers.connect()


def in_order(
    readers: Executor, width: int, photos: Iterable[str], options: ReadOptions
) -> Iterator[Future[JudgedReading]]:
    """The photos' futures in order; ``width`` photos are read at a time, and as many wait in memory."""
    waiting: deque[Future[JudgedReading]] = deque()
    for photo in photos:
        waiting.append(_submitted(readers, photo, options))
        if len(waiting) > 2 * width:
            yield waiting.popleft()
    yield from waiting


def _submitted(readers: Executor, photo: str, options: ReadOptions) -> Future[JudgedReading]:
    try:
        if is_folder(Path(photo)):
            values = {"name": photo, "endings": " ".join(SUFFIXES)}
            raise PhotoError(
                Message("{name} contains no photo; the names of photos end in {endings}", values), "missing"
            )
        return readers.submit(read, read_file(Path(photo)), photo, options)
    except PhotoError as error:
        refused: Future[JudgedReading] = Future()
        refused.set_exception(error)
        return refused
