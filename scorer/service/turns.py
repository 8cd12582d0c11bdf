"""Visitors take turns: the photos of one visitor, however many and slow, do not delay those of others."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from ipaddress import IPv4Address, ip_address, ip_network
from threading import Lock
from typing import Any, Final, ParamSpec, TypeVar

from scorer.service.cluster import Cluster
from scorer.service.failures import WorkError
from scorer.service.workers import Workers

P = ParamSpec("P")
T = TypeVar("T")

_NETWORK = 56
"""The bits of an IPv6 address that are one visitor's: a home has a network of its own."""

VISITOR: Final = ContextVar("VISITOR", default="")
"""The address of the visitor for whom tasks are submitted."""


def visitor_at(host: str) -> str:
    """The visitor at an address: for IPv6 its network, in which one visitor has any number of addresses.

    >>> visitor_at("198.51.100.7"), visitor_at("2001:db8::1"), visitor_at("localhost")
    ('198.51.100.7', '2001:db8::/56', 'localhost')
    >>> visitor_at("::ffff:198.51.100.7")  # an IPv4 address, as a server that listens on IPv6 may write it
    '198.51.100.7'
    """
    try:
        address = ip_address(host)
    except ValueError:  # a name, or not an address
        return host
    if isinstance(address, IPv4Address):
        return host
    return str(address.ipv4_mapped or ip_network((address, _NETWORK), strict=False))


class OneThread(ThreadPoolExecutor):
    """Carries out one task at a time in this process, for ``Turns``."""

    width: Final = 1

    def __init__(self, name: str) -> None:
        super().__init__(self.width, name)

    def is_able(self) -> bool:
        """Whether tasks are carried out."""
        return True


class Turns(Executor):
    """Passes tasks to other workers: as many at a time as these carry out, one of each waiting visitor in turn.

    A visitor is an address: the tasks of many pages from one address share a turn.
    """

    def __init__(self, workers: Workers | Cluster | OneThread) -> None:
        self.workers = workers
        self._lock = Lock()
        self._waiting: dict[str, deque[tuple[Future[Any], Callable[[], Future[Any]]]]] = {}
        self._running = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn`` in one of the processes, once it is the turn of the visitor in ``VISITOR``."""
        future: Future[T] = Future()
        visitor = VISITOR.get()
        with self._lock:
            start = partial(self.workers.submit, fn, *args, **kwargs)
            self._waiting.setdefault(visitor, deque()).append((future, start))
        future.add_done_callback(partial(self._forget, visitor))
        self._start_tasks()
        return future

    def _forget(self, visitor: str, future: Future[Any]) -> None:
        """Drop a task that was cancelled while it waited, and the photo in it."""
        if not future.cancelled():
            return
        with self._lock:
            tasks = self._waiting.get(visitor, deque())
            for task in tasks:
                if task[0] is future:
                    tasks.remove(task)
                    break
            if not tasks:
                self._waiting.pop(visitor, None)

    def is_able(self) -> bool:
        """Whether tasks are carried out."""
        return self.workers.is_able()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers; with ``cancel_futures`` without finishing their tasks."""
        if cancel_futures:
            with self._lock:
                waiting, self._waiting = self._waiting, {}
            for tasks in waiting.values():
                for future, _ in tasks:
                    future.cancel()
        self.workers.shutdown(wait, cancel_futures=cancel_futures)

    def _start_tasks(self) -> None:
        """Pass on as many tasks as the workers carry out at a time."""
        while task := self._next():
            future, start = task
            if not future.set_running_or_notify_cancel():
                self._end()
                continue
            try:
                started = start()
            except Exception as error:  # the workers are shut down
                self._end()
                future.set_exception(error)
            else:
                started.add_done_callback(partial(self._settle, future))

    def _next(self) -> tuple[Future[Any], Callable[[], Future[Any]]] | None:
        """The next task if a worker is free; its visitor goes to the end of the line."""
        with self._lock:
            if not self._waiting or self._running >= self.workers.width:
                return None
            visitor = next(iter(self._waiting))
            tasks = self._waiting.pop(visitor)
            task = tasks.popleft()
            if tasks:
                self._waiting[visitor] = tasks
            self._running += 1
            return task

    def _end(self) -> None:
        with self._lock:
            self._running -= 1

    def _settle(self, future: Future[Any], done: Future[Any]) -> None:
        """Give a task's future its result, and start the next one."""
        self._end()
        error = WorkError("unavailable") if done.cancelled() else done.exception()
        if error is None:
            future.set_result(done.result())
        else:
            future.set_exception(error)
        self._start_tasks()
