"""Worker processes for untrusted photos, one per core, with limits.

``Workers`` is a ``concurrent.futures.Executor``, so that a thread pool or a cluster's executor can replace it. Each
process has its own pipe and thread, and shares no lock with another: it may be killed at any moment, idle, starting
or during a photo, and only that process is replaced. A pool with shared queues, such as Pebble's or that of the
standard library, stays broken or waits for the dead process's lock. The processes are spawned, not forked, because a
page's server has threads.
"""

from __future__ import annotations

import atexit
import logging
import os
import pickle
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from multiprocessing import Pipe, current_process, resource_tracker
from multiprocessing.context import SpawnProcess
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread, Timer
from typing import Any, Final, ParamSpec, TypeVar

from scorer.service.cores import cores
from scorer.service.failures import WorkError
from scorer.service.worker_process import OUT_OF_MEMORY, OUT_OF_TIME, Answer, Call, Limits, run

__all__ = ["Limits", "Workers"]

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

MAX_TRIES: Final = 3
"""Maximum number of starts of a task whose process is killed from outside."""

MAX_STARTS: Final = 3
"""Failed starts in a row after which waiting tasks fail too."""

STARTING: Final = 120.0
"""Seconds in which a process must be ready; one takes 1.5 on an idle machine."""

LOOKING: Final = 0.5
"""Seconds after which an idle process that has died is noticed and replaced."""

UNABLE: Final = 15.0
"""Seconds without a ready process, after failed starts, after which ``Workers.is_able`` is false."""


class Workers(Executor):
    """Processes that read photos; they start with the first task, or with ``warm_up``.

    With ``yielding`` they have a low priority, so that the page answers taps first. Each reads the photo
    ``rehearsal`` when it starts, if given: that loads everything, and the first photo of a visitor takes no longer
    than the next.

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
        self._tasks = SimpleQueue[_Task | None]()
        start: _Start = (limits or Limits(), yielding, rehearsal)
        self._slots = [_Slot(self._tasks, start) for _ in range(count or cores())]
        self.width = len(self._slots)
        """Number of tasks that are carried out at a time."""
        self._starting = Lock()
        self._began = 0.0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn`` in one of the processes. See ``failures.result`` for the effect of the limits."""
        self.warm_up()
        future: Future[T] = Future()
        self._tasks.put(_Task(Call(fn, args, kwargs), future))
        return future

    def warm_up(self) -> None:
        """Start the processes in advance, which takes a second or two."""
        with self._starting:
            if not self._began:
                self._began = time.monotonic()
                atexit.register(self.shutdown, wait=False, cancel_futures=True)
                for slot in self._slots:
                    slot.start()

    def is_able(self) -> bool:
        """Whether tasks are carried out: a process is ready, or was less than ``UNABLE`` seconds ago, or starts and has
        not failed yet. On a busy machine a start may take longer."""
        last = max(slot.last_ready() for slot in self._slots)
        is_recent = time.monotonic() - max(self._began, last) < UNABLE
        return not self._began or is_recent or not all(slot.has_failed for slot in self._slots)

    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [slot.pid for slot in self._slots if slot.pid]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes; with ``cancel_futures`` without finishing their tasks."""
        atexit.unregister(self.shutdown)
        if cancel_futures:
            for slot in self._slots:
                slot.stop()
            with suppress(Empty):
                while True:
                    task = self._tasks.get_nowait()
                    if task is not None:
                        task.future.cancel()
        for _ in self._slots:
            self._tasks.put(None)
        if wait:
            for slot in self._slots:
                if slot.is_alive():  # Ctrl-C may come before all of them are started
                    slot.join()


class _Task:
    """A call, and the future that gets its result."""

    def __init__(self, call: Call, future: Future[Any]) -> None:
        self.call, self.future = call, future


_Start = tuple[Limits, bool, Path | None]
"""The arguments of a new process: see ``Workers``."""


class _Process(SpawnProcess):
    """A spawned process that ends with its pipe. Daemonic processes, such as Dask's workers, may start it, too."""

    def start(self) -> None:
        """Start the process."""
        config: dict[str, Any] = current_process()._config  # type: ignore[attr-defined]
        daemonic = config.pop("daemon", None)
        try:
            super().start()
        finally:
            if daemonic is not None:
                config["daemon"] = daemonic


class _EndedError(Exception):
    """The process has ended during a task or its start, with this exit status."""

    def __init__(self, status: int | None, seconds: float) -> None:
        super().__init__(f"a worker process has ended with exit status {status}")
        self.status = status
        self.seconds = seconds
        """Processor time of the last exchange with the process."""


class _Worker:
    """A started process, and the parent's end of its pipe."""

    def __init__(self, start: _Start) -> None:
        self._limits = start[0]
        self._pipe, theirs = Pipe()
        self.process = _Process(target=run, args=(theirs, *start), daemon=True)
        try:
            self.process.start()
        except BaseException:
            self._pipe.close()
            raise
        finally:
            theirs.close()  # otherwise the pipe would not end with the process
        self.tasks = 0

    def wait_until_ready(self) -> None:
        """Return once the process is ready. Raises its own error, or ``_EndedError`` if it ends or takes too long."""
        answer: Answer = pickle.loads(self._exchange(STARTING))
        if answer.error is not None:
            raise answer.error

    def call(self, sent: bytes, seconds: float) -> Answer:
        """Carry out a pickled call within ``seconds`` of processor time.

        Raises ``_EndedError`` if the process ends before it has answered.
        """
        self.tasks += 1
        received = self._exchange(self._limits.waiting, pickle.dumps(seconds), sent)
        try:
            answer: Answer = pickle.loads(received)
        except Exception as error:
            return Answer(error=error)
        return answer

    def is_used_up(self, answer: Answer) -> bool:
        """Whether the process must be replaced before its next task."""
        return answer.is_worn or self.tasks >= self._limits.tasks

    def end(self) -> None:
        """End the process."""
        self._pipe.close()
        self.process.kill()
        self.process.join()

    def _exchange(self, seconds: float, *messages: bytes) -> bytes:
        """Send messages, if any, and receive the answer; kill the process after ``seconds``.

        A process that was stopped from outside counts as killed from outside: its task is not too slow.
        """
        overtime = Event()

        def end() -> None:
            if not _is_stopped(self.process.pid):
                overtime.set()
            self.process.kill()

        clock = Timer(seconds, end)
        clock.daemon = True
        clock.start()
        start = time.monotonic(), _processor_time(self.process.pid)
        try:
            for sent in messages:
                self._pipe.send_bytes(sent)
            return self._pipe.recv_bytes()
        except (EOFError, OSError):
            used = _seconds_since(start, self.process.pid)  # before it is joined
            self.process.join(1.0)
            if self.process.exitcode is None:  # it has closed its pipe, but is still running
                self.process.kill()
                self.process.join()
            raise _EndedError(OUT_OF_TIME if overtime.is_set() else self.process.exitcode, used) from None
        finally:
            clock.cancel()


def _seconds_since(start: tuple[float, float | None], pid: int | None) -> float:
    """Seconds of processor time since ``start``, a time of the clock and one of the process; those of the clock if
    either is unknown."""
    now = _processor_time(pid)
    return time.monotonic() - start[0] if now is None or start[1] is None else now - start[1]


def _processor_time(pid: int | None) -> float | None:
    """Seconds of processor time that a process has used, running or ended; ``None`` where Linux's files do not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return None


def _is_stopped(pid: int | None) -> bool:
    """Whether a process has received SIGSTOP; false where Linux's files do not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    except OSError:
        return False


_REASONS: Final = {OUT_OF_TIME: "too_slow", OUT_OF_MEMORY: "too_large", -signal.SIGABRT: "too_large"}
"""Reasons by exit status. A thread of a decoder that is refused memory aborts the process. Any other status means that
the process was killed or has crashed."""


class _Slot(Thread):
    """A thread with one process, which it replaces after its end; all slots take their tasks from one queue."""

    _one_start = Lock()
    """Processes are started one at a time: ``multiprocessing`` keeps lists of them without locks."""

    def __init__(self, tasks: SimpleQueue[_Task | None], start: _Start) -> None:
        super().__init__(name="worker", daemon=True)
        self._tasks, self._start_with = tasks, start
        self._worker: _Worker | None = None
        self._is_ready = self._is_stopping = False
        self._was_ready = 0.0
        self.has_failed = False
        """Whether the last start of a process has failed."""

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        worker = self._worker
        return worker.process.pid if worker else None

    def last_ready(self) -> float:
        """The time at which the process was last ready or at work, by ``time.monotonic``; 0 for never."""
        return time.monotonic() if self._is_ready else self._was_ready

    def stop(self) -> None:
        """End the process at once, and its task; the thread follows."""
        self._is_stopping = True
        if worker := self._worker:
            worker.process.kill()

    def run(self) -> None:
        """Carry out tasks until it receives ``None``."""
        _ignore_interrupts()
        while not self._is_stopping:
            if self._made_ready():
                self._do_next(self._carry_out)
            else:
                self._do_next(_refuse)
        self._discard()

    def _do_next(self, do: Callable[[_Task], None]) -> None:
        """Process the next task, if there is one soon."""
        try:
            task = self._tasks.get(timeout=LOOKING)
        except Empty:
            if self._worker and not self._worker.process.is_alive():
                self._discard()  # it died while idle
            return
        if task is None:
            self._is_stopping = True
        elif task.future.set_running_or_notify_cancel():
            try:
                do(task)
            except Exception:  # this thread must live on: the server itself lacks memory or threads just now
                _log.exception("a task could not be carried out")
                _refuse(task)
                self._discard()

    def _made_ready(self) -> bool:
        """Whether the process is ready for a task; starts one if there is none."""
        for failures in range(MAX_STARTS):
            if self._is_ready or self._is_stopping:
                break
            time.sleep(0.5 * failures)
            try:
                with _Slot._one_start:
                    self._worker = _Worker(self._start_with)
                if self._is_stopping:  # ``stop`` may have been called before there was a process to kill
                    self._worker.process.kill()
                self._worker.wait_until_ready()
                self._is_ready, self.has_failed = True, False
            except Exception as error:  # it has ended, or the system lacks files, threads or memory
                if not (self.has_failed or self._is_stopping):
                    _log.error("photos cannot be read: %s", error)
                self.has_failed = True
                self._discard()
        return self._is_ready

    def _carry_out(self, task: _Task) -> None:
        """Carry out one task, and repeat it if its process ends for a reason outside the task.

        A task whose memory is refused is repeated in a new process, unless its own was new. All tries share the
        seconds of processor time.
        """
        try:
            sent = pickle.dumps(task.call, pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            task.future.set_exception(error)
            return
        del task.call  # keeps only one copy of a photo
        reason, seconds = "unavailable", self._start_with[0].seconds
        for _ in range(MAX_TRIES):
            if not self._made_ready() or self._worker is None:
                break
            is_new = not self._worker.tasks
            try:
                answer = self._worker.call(sent, seconds)
            except _EndedError as ended:
                self._discard()
                reason = _REASONS.get(ended.status, "interrupted")
                seconds -= ended.seconds
                if reason == "too_slow" or seconds <= 0 or (reason == "too_large" and is_new):
                    break
            else:
                if self._worker.is_used_up(answer):
                    self._discard()
                answer.settle(task.future)
                return
        task.future.set_exception(WorkError(reason))

    def _discard(self) -> None:
        """End the process, if there is one."""
        worker, self._worker = self._worker, None
        if self._is_ready:
            self._is_ready, self._was_ready = False, time.monotonic()
        if worker:
            worker.end()


def _refuse(task: _Task) -> None:
    task.future.set_exception(WorkError("unavailable"))


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal: the parent ends those that this thread starts."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # started later, it would handle interrupts again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
