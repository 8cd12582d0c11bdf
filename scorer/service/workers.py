"""Strangers' photos are worked on in processes of their own, one for each core, with limits.

A task that takes too long is ended by the system or by its parent, one that needs too much memory is refused it; a
process that has ended is replaced and the others go on. ``Workers`` is a ``concurrent.futures.Executor``, so that a
thread pool or a cluster's executor can stand in for it. The processes are spawned, not forked: a page's server has
threads.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar
from weakref import WeakSet

from scorer.rules.model.messages import Message
from scorer.vision.photo.errors import PhotoError

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    """What one photo may cost."""

    seconds: float = 10.0
    """Of a processor, counted by the system; not on Windows."""
    waiting: float = 40.0
    """By the wall clock, from the moment that a process begins with it: longer, for a machine may be busy."""
    megabytes: int = 480
    """Beyond the 230 or so that a process holds when it waits for a photo. Enforced on Linux only."""


YIELDS: Final = 10
"""Steps of the system's scheduling, of 19, by which yielding processes come after others."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Spawning(SpawnContext):
    """Spawns processes, and knows them as long as somebody does."""

    def __init__(self) -> None:
        super().__init__()
        self._spawned = WeakSet[SpawnProcess]()

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802 (as it is called)
        """A process, yet to be started."""
        process = SpawnProcess(*args, **kwargs)
        self._spawned.add(process)
        return process

    def end_all(self) -> None:
        """At once, whatever they do."""
        for process in filter(SpawnProcess.is_alive, list(self._spawned)):
            process.kill()
            process.join()


class Workers(Executor):
    """Processes that read photos; they start with the first task, or with ``warm_up``.

    With ``yielding`` they leave the processor to whatever else wants it, such as the page's answers to taps. Each reads
    the photo ``rehearsal`` when it starts, if there is one, so that the first photo of a visitor takes no longer than
    the next: what reading needs is loaded and worked out when it is first used.

    >>> with Workers(1) as workers:
    ...     workers.submit(pow, 2, 10).result()
    1024
    """

    def __init__(
        self,
        count: int | None = None,
        limits: Limits | None = None,
        *,
        yielding: bool = False,
        rehearsal: Path | None = None,
    ) -> None:
        from pebble import ProcessPool  # with asyncio and more, which one photo does not need

        limits = limits or Limits()
        self._limits, self._context = limits, _Spawning()
        self._pool = ProcessPool(
            max_workers=count or cores(),
            initializer=_begin,
            initargs=[limits.megabytes, yielding, rehearsal],
            context=self._context,
        )

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have ``fn`` called in one of the processes. See ``result`` for what its limits do."""
        with _deaf_to_interrupts():
            return self._pool.schedule(_timed, (self._limits.seconds, fn, *args), kwargs, timeout=self._limits.waiting)

    def warm_up(self) -> None:
        """Start the processes, which takes a second or two, before anybody waits for them."""
        with _deaf_to_interrupts():
            self._pool.schedule(os.getpid)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes; with ``cancel_futures`` without finishing what they were given."""
        if cancel_futures:
            self._pool.stop()  # type: ignore[no-untyped-call]
            self._context.end_all()  # Pebble takes their locks away first, of which one that just begins would complain
        else:
            self._pool.close()  # type: ignore[no-untyped-call]
        if wait:
            self._pool.join()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal; those begun in here leave it to their parent to end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # beginning later, it would let interrupts in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def result(future: Future[T], name: str) -> T:
    """What a task on the photo of this name gave.

    Raises ``PhotoError`` where the photo went beyond its limits, and whatever the task raised.
    """
    try:
        return future.result()
    except (MemoryError, TimeoutError, OSError) as error:
        if not (isinstance(error, MemoryError | TimeoutError) or hasattr(error, "exitcode")):
            raise  # an expired process, Pebble's OSError, has an exit code
        if isinstance(error, TimeoutError) or getattr(error, "exitcode", 0) == -_OUT_OF_TIME:
            message = Message("{name} took too long to read; take another photo", {"name": name})
            raise PhotoError(message, "too_slow") from None
        message = Message("{name} needs more memory than a photo may have; make it smaller", {"name": name})
        raise PhotoError(message, "too_large") from None


_OUT_OF_TIME = getattr(signal, "SIGPROF", 0)


def _timed(seconds: float, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """In the worker: call ``fn``; the system ends the process when that has used so many seconds of a processor."""
    if not hasattr(signal, "ITIMER_PROF"):
        return fn(*args, **kwargs)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return fn(*args, **kwargs)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _yield() -> None:
    """Have this process come after others.

    Where Linux shares the processors among sessions first ("autogroup", see ``man 7 sched``), steps count only within a
    session, and what a server answers would wait with the photos that its session reads: so they get one of their own.
    """
    if hasattr(os, "nice"):
        os.nice(YIELDS)
    if sys.platform == "linux":
        os.setsid()
        with suppress(OSError):  # a Linux without it
            Path("/proc/self/autogroup").write_text(str(YIELDS))


def _begin(megabytes: int, yielding: bool, rehearsal: Path | None) -> None:
    """In the new process: load what reading needs, and have the system refuse memory beyond the limit from then on."""
    if yielding:
        _yield()
    import cv2
    import numpy as np

    from scorer.vision.reader import read_photo

    cv2.setNumThreads(1)  # the other cores have processes of their own
    read_photo(rehearsal or np.full((64, 64, 3), 200, np.uint8))
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[5])
        most = pages * resource.getpagesize() + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
