"""How many photos a second a server reads, by its own two processes and by two workers of a Dask cluster.

    python -m benchmarks.cluster [--photos 24] [--turns 3] [--taps 30] [--out results/speed/cluster.csv]

Two servers are asked in turns, four photos of twelve megapixels at a time; scheduler, workers and servers share this
machine, so the difference is the cost of the transfer to the workers. ``score_p95_ms`` is the time of ``/api/score``
meanwhile. ``tap_median_ms`` and ``tap_p95_ms`` are the times from a tap in a browser to the new total, as in
``benchmarks/sessions.py``, while two photos are read all the time. In the last row the workers yield to all other
processes, as if they ran on another machine. ``load`` is the machine's load before the first turn.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from threading import Event
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from benchmarks.arguments import benchmark_parser
from benchmarks.read import KINGDOMS, jpeg, photo
from benchmarks.readers import LOWEST_PRIORITY
from benchmarks.sessions import opened, taps
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine, spread
from tests.service.clusters import Process, scheduler, workers
from tests.ui.browsing import ROOT, chromium, free_port, wait_for

AT_ONCE: Final = 4
READERS: Final = 2
"""Visitors whose photos are read without a pause while another one taps."""
ELSEWHERE: Final = "two workers of a cluster that yield"
_VISITORS: Final = count(256)
"""Every request comes from an address of its own, so that no limit for one visitor is reached."""


@dataclass(frozen=True)
class ClusterTimes:
    """How fast a server reads photos, over all turns."""

    readers: str
    photos: int
    photos_a_second: float
    median_s: float
    p95_s: float
    score_p95_ms: int
    tap_median_ms: int
    tap_p95_ms: int
    load: float


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("cluster", __doc__)
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--taps", type=int, default=30)
    chosen = parser.parse_args()
    print(machine())
    load, data = os.getloadavg()[0], jpeg(photo(KINGDOMS["5×5"]))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        picture = folder / "photo.jpg"
        picture.write_bytes(data)
        cluster, _ = stack.enter_context(scheduler())
        started = stack.enter_context(workers(cluster, folder))
        alone, clustered = stack.enter_context(serving()), stack.enter_context(serving("--cluster", cluster))
        ports = {"two processes of the server": alone, "two workers of a cluster": clustered}
        browser = chromium(stack.enter_context(sync_playwright()))
        for port in ports.values():
            turn(port, data, AT_ONCE)  # the first photos are not counted
        found: dict[str, list[_Turn]] = {name: [] for name in ports}
        for _ in range(chosen.turns):
            for name, port in ports.items():
                found[name].append(turn(port, data, chosen.photos))
        times = {name: tap_times(browser, port, picture, chosen.taps) for name, port in ports.items()}
        for process in started:
            lower_priority(process)
        found[ELSEWHERE] = [turn(clustered, data, chosen.photos) for _ in range(chosen.turns)]
        times[ELSEWHERE] = tap_times(browser, clustered, picture, chosen.taps)
        browser.close()
    rows = [row(name, turns, times[name], load) for name, turns in found.items()]
    for one in write_rows(rows, ClusterTimes, chosen.out):
        print(*(f"{name} {value}" for name, value in vars(one).items()), sep=", ")


@dataclass(frozen=True)
class _Turn:
    seconds: float
    photos: Sequence[float]
    scores: Sequence[float]


@contextmanager
def serving(*options: str) -> Iterator[int]:
    """The port of a server."""
    port = free_port()
    command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), *options]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/health")
        yield port
    finally:
        server.terminate()
        server.wait(60)


def turn(port: int, data: bytes, photos: int) -> _Turn:
    """Send photos, a few at a time, and ask for a score now and then."""
    scores, started = [], time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        waiting: list[Future[float]] = [pool.submit(answered, port, "/api/read", data) for _ in range(photos)]
        while not all(future.done() for future in waiting):
            scores.append(answered(port, "/api/score", b'{"notation": "w1wC"}'))
            time.sleep(0.2)
    return _Turn(time.perf_counter() - started, [future.result() for future in waiting], scores)


def answered(port: int, path: str, body: bytes) -> float:
    """Seconds until the server answers. Raises ``RuntimeError`` for an error."""
    number, started = next(_VISITORS), time.perf_counter()
    source = (f"127.0.{number // 250 % 250}.{number % 250 + 1}", 0)
    connection = HTTPConnection("127.0.0.1", port, timeout=120, source_address=source)
    connection.request("POST", path, body)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != HTTPStatus.OK:
        raise RuntimeError(f"{path}: {answer.status} {text[:200]!r}")
    return time.perf_counter() - started


def tap_times(browser: Browser, port: int, picture: Path, count: int) -> Sequence[float]:
    """Milliseconds of taps on the page of a server that reads photos all the time."""
    page, data, stop = opened(browser, f"http://127.0.0.1:{port}", picture), picture.read_bytes(), Event()

    def read_on() -> None:
        while not stop.is_set():
            answered(port, "/api/read", data)

    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(read_on) for _ in range(READERS)]
        try:
            return taps(page, count)
        finally:
            stop.set()
            page.context.close()
            for reader in readers:
                reader.result()


def lower_priority(process: Process) -> None:
    """Have a worker and its processes, a session of their own, yield to all others. Linux only."""
    os.setpriority(os.PRIO_PGRP, process.pid, LOWEST_PRIORITY)
    Path(f"/proc/{process.pid}/autogroup").write_text(str(LOWEST_PRIORITY))


def row(name: str, turns: Sequence[_Turn], times: Sequence[float], load: float) -> ClusterTimes:
    """The figures of all turns."""
    photos = spread([seconds for one in turns for seconds in one.photos])
    scores = spread([seconds for one in turns for seconds in one.scores])
    number = sum(len(one.photos) for one in turns)
    return ClusterTimes(
        readers=name,
        photos=number,
        photos_a_second=round(number / sum(one.seconds for one in turns), 2),
        median_s=round(photos.median, 2),
        p95_s=round(photos.p95, 2),
        score_p95_ms=round(1000 * scores.p95),
        tap_median_ms=round(spread(times).median),
        tap_p95_ms=round(spread(times).p95),
        load=round(load, 1),
    )


if __name__ == "__main__":
    main()
