"""The inner loop of a worker process: it calls one function after another, with limits, and sends back the results.

``run`` is its whole life. It ends when its parent closes the pipe, so no worker outlives its parent.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import format_exc
from typing import Any, Final

OUT_OF_MEMORY: Final = 77
"""The exit status of a worker whose memory request was refused: the rest may be too little for any photo."""

OUT_OF_TIME: Final = -getattr(signal, "SIGPROF", 27)
"""The exit status, as ``multiprocessing`` gives it, of a worker that used too much processor time."""

YIELDING: Final = 10
"""Nice value, of 19, of yielding processes."""

MIN_HEADROOM: Final = 0.5
"""Minimum free share of the memory limit between two tasks; a worker with less is replaced. After photos of twelve
megapixels 0.7 is free: the C library keeps some for the next one."""

NO_MEMORY_WORDS: Final = ("bad_alloc", "bad allocation", "Insufficient memory", "Failed to allocate")
"""Messages of ONNX Runtime and OpenCV for refused memory: neither raises ``MemoryError``."""


@dataclass(frozen=True)
class Limits:
    """The limits of one photo."""

    seconds: float = 10.0
    """Processor time in seconds, counted by the system; not on Windows."""
    waiting: float = 100.0
    """Wall-clock time in seconds from the start of the task: longer, since a machine may be busy."""
    megabytes: int = 480
    """Memory beyond the 230 MB or so of a process that waits for a photo. Enforced on Linux only."""
    tasks: int = 200
    """Number of tasks after which a process is replaced, since decoders do not return all memory."""


@dataclass(frozen=True)
class Call:
    """One function to call, with its arguments."""

    function: Callable[..., Any]
    args: Sequence[Any]
    kwargs: Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """The result or the error of a call. If ``is_worn``, the worker has too little memory left for another photo."""

    value: Any = None
    error: BaseException | None = None
    is_worn: bool = False

    def settle(self, future: Future[Any]) -> None:
        """Give the future the value or the error."""
        if self.error is None:
            future.set_result(self.value)
        else:
            future.set_exception(self.error)


def run(pipe: Connection, limits: Limits, yielding: bool, rehearsal: Path | None) -> None:
    """Load the reader, send an empty ``Answer``, and answer the calls in the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the parent ends these
    if yielding:
        _yield()
    with suppress(EOFError, OSError):  # the parent has ended, or does not need this process any more
        try:
            _load(rehearsal)
        except Exception as error:
            pipe.send_bytes(_pickled(Answer(error=error)))
            return
        max_bytes = _limit_memory(limits.megabytes)
        pipe.send_bytes(_pickled(Answer()))
        while True:
            seconds: float = pipe.recv()
            pipe.send_bytes(_answered(pipe.recv_bytes, seconds, limits.megabytes, max_bytes))


def _answered(receive: Callable[[], bytes], seconds: float, megabytes: int, max_bytes: int) -> bytes:
    """Receive a call, carry it out, and return the pickled ``Answer``. Exits if memory was refused."""
    try:
        answer = _called(receive, seconds)
        if answer.error is not None and is_out_of_memory(answer.error):
            os._exit(OUT_OF_MEMORY)
        is_worn = bool(max_bytes) and max_bytes - _data_size() < MIN_HEADROOM * megabytes * 2**20
        return _pickled(Answer(answer.value, answer.error, is_worn))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def _called(receive: Callable[[], bytes], seconds: float) -> Answer:
    """Receive a pickled ``Call`` and carry it out. The system ends the process after ``seconds`` of processor time."""
    sent = receive()
    try:
        call: Call = pickle.loads(sent)
        del sent  # keeps only one copy of a photo
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, seconds)
        return Answer(call.function(*call.args, **call.kwargs))
    except Exception as error:
        error.add_note(format_exc())  # its origin for the log, since a traceback is not sent
        return Answer(error=error)
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)


def _pickled(answer: Answer) -> bytes:
    try:
        return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        raise
    except Exception as error:
        said = f"{type(error).__name__}: {error}, of {answer.error or type(answer.value)!r}"
        return pickle.dumps(Answer(error=RuntimeError(said), is_worn=answer.is_worn))


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error, or one of its causes, means that memory was refused.

    >>> is_out_of_memory(RuntimeError("Exception during loop: std::bad_alloc")), is_out_of_memory(ValueError("size"))
    (True, False)
    """
    return any(
        isinstance(one, MemoryError) or any(words in str(one) for words in NO_MEMORY_WORDS) for one in _chain(error)
    )


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _load(rehearsal: Path | None) -> None:
    """Load the reader, and read the photo ``rehearsal`` so that the first visitor's photo takes no longer than
    others."""
    import cv2
    import numpy as np

    from scorer.vision.reader import read_photo

    cv2.setNumThreads(1)  # the other cores have their own processes
    read_photo(rehearsal or np.full((64, 64, 3), 200, np.uint8))


def _limit_memory(megabytes: int) -> int:
    """Limit this process to so many megabytes beyond its present memory; return the limit in bytes, 0 for none."""
    if sys.platform != "linux":
        return 0
    import resource

    max_bytes = _data_size() + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_DATA, (max_bytes, max_bytes))
    return max_bytes


def _data_size() -> int:
    """Bytes of memory that count towards the limit. Linux only."""
    return int(Path("/proc/self/statm").read_text().split()[5]) * os.sysconf("SC_PAGE_SIZE")


def _yield() -> None:
    """Lower the priority of this process.

    Where Linux shares the processors among sessions first ("autogroup", see ``man 7 sched``), nice values count only
    within a session, and a server would wait for its own session's readings: so they get a session of their own.
    """
    if hasattr(os, "nice"):
        os.nice(YIELDING)
    if sys.platform == "linux":
        os.setsid()
        with suppress(OSError):  # a Linux without autogroup
            Path("/proc/self/autogroup").write_text(str(YIELDING))
