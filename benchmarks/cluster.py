"""How many photos a second a server reads, by its own two processes and by two workers of a Dask cluster.

    python -m benchmarks.cluster [--photos 24] [--turns 3] [--out results/speed/cluster.csv]

Two servers are asked in turns, four photos of twelve megapixels at a time; scheduler, workers and servers share this
machine, so the difference is what the way to the workers costs. ``score_p95_ms`` is the answer to ``/api/score``
meanwhile, which the page's server takes as it takes a tap. ``load`` is the machine's load before the first turn.
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
from typing import Final

from benchmarks.arguments import benchmark_parser
from benchmarks.read import KINGDOMS, jpeg, photo
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import machine, spread
from tests.service.clusters import scheduler, workers
from tests.ui.browsing import ROOT, free_port, wait_for

AT_ONCE: Final = 4
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
    load: float


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("cluster", __doc__)
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument("--turns", type=int, default=3)
    chosen = parser.parse_args()
    print(machine())
    load, data = os.getloadavg()[0], jpeg(photo(KINGDOMS["5×5"]))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster, _ = stack.enter_context(scheduler())
        stack.enter_context(workers(cluster, folder))
        ports = {
            "two processes of the server": stack.enter_context(serving()),
            "two workers of a cluster": stack.enter_context(serving("--cluster", cluster)),
        }
        found: dict[str, list[_Turn]] = {name: [turn(port, data, AT_ONCE)] for name, port in ports.items()}
        for _ in range(chosen.turns):
            for name, port in ports.items():
                found[name].append(turn(port, data, chosen.photos))
    rows = [row(name, turns[1:], load) for name, turns in found.items()]  # without the first photos
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


def row(name: str, turns: Sequence[_Turn], load: float) -> ClusterTimes:
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
        load=round(load, 1),
    )


if __name__ == "__main__":
    main()
