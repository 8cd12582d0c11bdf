"""Reads photos on the workers of a Dask cluster, with the same limits as locally.

A task goes to a Dask worker, which passes it to ``Workers`` of its own: processes with limits of time and memory. So
a hostile photo ends one of these processes, but neither the Dask worker nor other photos. While the cluster is
unavailable, local workers read. Photos stay in memory, never on a disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import pickle
import socket
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import urlsplit

from scorer.service.cores import cores
from scorer.service.failures import WorkError
from scorer.service.worker_process import Answer, Call, Limits
from scorer.service.workers import Workers

P = ParamSpec("P")
T = TypeVar("T")

CONNECTING: Final = 3.0
"""Timeout in seconds for a connection to a cluster."""

ANSWERING: Final = 10.0
"""Timeout in seconds for a cluster to identify itself, or to send a finished result; Dask would wait for ever."""

INTRODUCING = 30.0
"""Timeout in seconds for all workers to send their versions; they import this package first. Dask would wait until it
drops a worker that does not answer, for minutes."""

TRYING_AGAIN: Final = 5.0
"""Seconds between two attempts to connect to an unavailable cluster."""

PATIENCE: Final = 120.0
"""Seconds after which a task that the cluster has not finished is carried out locally: its worker may hang."""

LOOKING: Final = 0.5
"""Seconds between two checks, during a task, that the cluster is still available."""

UNSEEN: Final = 5.0
"""Seconds after which a cluster without workers, or without an answer, counts as unavailable."""

SILENT = 15.0
"""Seconds after which a worker that sends no sign of life to the scheduler gets no tasks, and those that it has are
carried out locally. It sends one or two a second; Dask itself would wait for five minutes."""

AHEAD: Final = 3
"""Tasks in flight for each task of the cluster: the command line submits two ahead of the one it waits for."""

_log = logging.getLogger(__name__)


class ClusterError(OSError):
    """A cluster that cannot be used: one line with the reason and the next step."""


class Cluster(Executor):
    """An executor on a Dask cluster; ``local`` workers carry out tasks while the cluster is unavailable.

    A caller that requires the cluster must see ``connect`` succeed once. ``stay_connected`` keeps trying in the
    background, so a cluster may come and go.
    """

    def __init__(self, address: str, local: Callable[[], Workers], limits: Limits | None = None) -> None:
        self._address, self._limits = address, limits or Limits()
        self._make_local = cache(local)
        self._lock = Lock()
        self._client: Any = None
        self._last_seen = 0.0
        self._alive, self._stuck = tuple[str, ...](), frozenset[Any]()
        self._has_failed = False
        self._stopping = Event()
        self._cluster_width = 0
        self._threads = ThreadPoolExecutor(max(32, AHEAD * (os.cpu_count() or 1)), "cluster")

    @property
    def width(self) -> int:
        """Number of tasks to submit at a time: two for each that the cluster carries out, so that the next one is
        sent while its workers are busy."""
        return 2 * self._cluster_width if self.is_there() else cores()

    def connect(self) -> int:
        """Connect, and return the number of tasks that the cluster carries out at a time.

        Raises ``ImportError`` if Dask is not installed, ``ClusterError`` if nothing answers at the address, or the
        cluster has no workers, or some of them have another version of this package.
        """
        client = _connected(self._address)
        try:
            width = _checked(client, self._limits)
        except BaseException:
            client.close(timeout=CONNECTING)
            raise
        self._alive, self._stuck = (), frozenset()
        self._client, self._cluster_width, self._last_seen = client, width, time.monotonic()
        Thread(target=self._watch, args=(client,), name="cluster", daemon=True).start()
        return width

    def stay_connected(self) -> None:
        """Connect in the background, and reconnect whenever the cluster is unavailable."""
        Thread(target=self._keep_trying, name="cluster", daemon=True).start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call ``fn`` on the cluster, or with the local workers while it is unavailable."""
        return self._threads.submit(self._carried_out, Call(fn, args, kwargs))

    def is_able(self) -> bool:
        """Whether tasks are carried out, by the cluster or locally; local workers that were not needed yet count as
        able."""
        return self.is_there() or not self._make_local.cache_info().currsize or self._local().is_able()

    def is_there(self) -> bool:
        """Whether the cluster currently accepts tasks."""
        return self._client is not None and time.monotonic() - self._last_seen < UNSEEN

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster; with ``cancel_futures`` without finishing its tasks."""
        if cancel_futures:
            self._stopping.set()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        self._stopping.set()
        self._leave()
        if self._make_local.cache_info().currsize:
            self._local().shutdown(wait, cancel_futures=cancel_futures)

    def _local(self) -> Workers:
        with self._lock:
            return self._make_local()

    def _watch(self, client: Any) -> None:
        """Record when the cluster last had workers, as long as this client is in use, and which of them are silent."""
        signs: dict[str, tuple[float, float]] = {}  # of each worker, the scheduler's time of the last one, and ours
        while self._client is client and not self._stopping.wait(LOOKING):
            with suppress(Exception):  # disconnected or reconnecting
                workers = client.scheduler_info()["workers"]
                now = time.monotonic()
                for worker, about in workers.items():
                    if worker not in signs or signs[worker][0] != about["last_seen"]:
                        signs[worker] = about["last_seen"], now
                silent = [worker for worker in workers if now - signs[worker][1] > SILENT]
                alive = [worker for worker in workers if worker not in silent]
                held = client.processing(silent).values() if silent else ()
                self._stuck = frozenset(key for keys in held for key in keys)
                self._alive = tuple(alive) if silent else ()
                if alive:
                    self._cluster_width = sum(workers[worker]["nthreads"] for worker in alive)
                    self._last_seen = now

    def _keep_trying(self) -> None:
        """Reconnect whenever the cluster is unavailable, until this executor is shut down."""
        reported = None
        while not self._stopping.is_set():
            if not self.is_there():
                self._leave()
                try:
                    self.connect()
                    said = f"photos are read by the cluster at {self._address}"
                except Exception as error:
                    said = f"photos are read here: {error}"
                if said != reported:
                    _log.warning("%s", said)
                    reported = said
            self._stopping.wait(TRYING_AGAIN)

    def _leave(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):  # it may have disconnected
                client.close(timeout=CONNECTING)

    def _carried_out(self, call: Call) -> Any:
        """The result of a call. A thread of this executor waits for the cluster or the local workers."""
        if self.is_there():
            try:
                answer = self._answered_by_cluster(self._client, call)
            except _AwayError as error:
                if not self._has_failed:
                    _log.warning("photos are read here: %s", error)
                self._has_failed = True
            else:
                self._has_failed = False
                if answer.error is not None:
                    raise answer.error
                return answer.value
        if self._stopping.is_set():
            raise WorkError("unavailable")
        return self._local().submit(call.function, *call.args, **call.kwargs).result()

    def _answered_by_cluster(self, client: Any, call: Call) -> Answer:
        """The answer of the cluster. Raises ``_AwayError`` if there is none."""
        sent = pickle.dumps(call, pickle.HIGHEST_PROTOCOL)
        future, deadline = None, time.monotonic() + PATIENCE
        try:
            alive = list(self._alive) or None  # None stands for all workers
            future = client.submit(carry_out, sent, self._limits, code_version(), pure=False, workers=alive)
            del sent
            done = Event()
            future.add_done_callback(lambda _: done.set())
            # Dask fetches several results with one request, so a timeout for one of them would cancel the others.
            while not done.wait(LOOKING):
                if self._stopping.is_set() or not self.is_there():
                    raise _AwayError("the cluster is away")
                if future.key in self._stuck:
                    raise _AwayError("a worker does not answer any more")
                if time.monotonic() > deadline:
                    raise _AwayError(f"the cluster has not answered in {PATIENCE:.0f} s")
            return _checked_answer(pickle.loads(future.result(timeout=ANSWERING)))
        except _AwayError:
            raise
        except (Exception, asyncio.CancelledError) as error:  # Dask's own errors: killed workers, lost connections
            raise _AwayError(_reason(error)) from error
        finally:
            if future is not None:
                with suppress(Exception):
                    future.cancel()


def _reason(error: BaseException) -> str:
    """The reason why the cluster has not carried out a task, in one line: Dask's own texts are advice for its users."""
    return str(error) if isinstance(error, ClusterError) else f"the cluster does not answer ({type(error).__name__})"


def _checked_answer(answer: object) -> Answer:
    """The answer of a worker. Raises ``_AwayError`` if it is nothing that a worker of this package sends."""
    if isinstance(answer, Answer) and isinstance(answer.error, Exception | None):
        return answer
    raise _AwayError(f"a worker has answered {type(answer).__name__} instead of a reading")


class _AwayError(Exception):
    """The cluster has not carried out a task, for a reason outside the task."""


# -- On the cluster ----------------------------------------------------------------------------------------------------


def carry_out(sent: bytes, limits: Limits, version: str) -> bytes:
    """On a Dask worker: carry out a pickled ``Call`` in a process with limits, and return the pickled ``Answer``."""
    from distributed import get_worker

    if version != code_version():
        raise ClusterError(_other_version("a worker", code_version()))
    call: Call = pickle.loads(sent)
    try:
        return pickle.dumps(
            Answer(_workers(limits, get_worker()).submit(call.function, *call.args, **call.kwargs).result())
        )
    except Exception as error:
        return pickle.dumps(Answer(error=error))


def warm_up(limits: Limits, dask_worker: Any = None) -> str:
    """On a Dask worker: start its processes, and return its version of this package."""
    _workers(limits, dask_worker).warm_up()
    return code_version()


_made_workers: Final[dict[Limits, Workers]] = {}
_one_at_a_time = Lock()


def _workers(limits: Limits, dask_worker: Any) -> Workers:
    """The processes of a Dask worker: as many as it carries out tasks at a time."""
    with _one_at_a_time:
        if limits not in _made_workers:
            os.environ.pop(
                "MALLOC_TRIM_THRESHOLD_", None
            )  # Dask serialises them itself; pictures take three times as long
            _made_workers[limits] = Workers(dask_worker.state.nthreads, limits)
        return _made_workers[limits]


@cache
def code_version() -> str:
    """Eight characters that differ between versions of this package with other readings, scores or checks."""
    package = Path(__file__).resolve().parent.parent
    files = [file for name in ("rules", "vision", "service") for file in (package / name).rglob("*.py")]
    hashed = hashlib.sha256()
    for file in sorted(files):
        hashed.update(file.relative_to(package).as_posix().encode() + file.read_bytes())
    return hashed.hexdigest()[:8]


# -- Connecting --------------------------------------------------------------------------------------------------------


def _connected(address: str) -> Any:
    """A client of the cluster at an address with its protocol."""
    import dask
    from distributed import Client

    place = urlsplit(address)
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost connection is reported here
    try:
        socket.create_connection((place.hostname, place.port), CONNECTING).close()  # Dask's default is much longer
        asyncio.run(asyncio.wait_for(_identity(address), ANSWERING))
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GB"})  # a photo may be large
        return Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(f"no cluster answers at {address}; check its address") from error


async def _identity(address: str) -> None:
    """Ask a cluster to identify itself."""
    from distributed import Security, rpc

    arguments = Security().get_connection_args("client")
    async with rpc(address, timeout=CONNECTING, connection_args=arguments) as scheduler:
        await scheduler.identity()


def _checked(client: Any, limits: Limits) -> int:
    """The number of tasks that the workers carry out at a time. Raises ``ClusterError`` for problems that a user has
    to fix."""
    try:
        versions: Mapping[str, Any] = client.sync(_versions, client, limits)
    except TimeoutError as error:
        raise ClusterError("a worker of the cluster does not answer; end it, or start it again") from error
    if not versions:
        raise ClusterError("the cluster has no workers; start some with: dask worker ADDRESS")
    for worker, version in versions.items():
        if version != code_version():
            raise ClusterError(_other_version(f"the worker at {worker}", version))
    return max(1, sum(int(threads) for threads in client.nthreads().values()))


async def _versions(client: Any, limits: Limits) -> Mapping[str, Any]:
    """The version of each worker, by its address, or an exception. Raises ``TimeoutError``."""
    return await asyncio.wait_for(client.run(warm_up, limits, on_error="return"), INTRODUCING)


def _other_version(worker: str, version: object) -> str:
    found = f"version {version}" if isinstance(version, str) else f"no kingdom-scorer that can be used ({version})"
    return f"{worker} has {found}, this machine {code_version()}; install the same kingdom-scorer on both"
