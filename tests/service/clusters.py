"""A Dask cluster as a user starts it: a scheduler and workers as processes of their own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.ui.browsing import free_port

ROOT = Path(__file__).parents[2]

Process = subprocess.Popen[bytes]


def dask(*arguments: str, package: Path = ROOT) -> Process:
    """A ``dask`` command, with the package in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(package)}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
        cwd=package, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


def kill(process: Process) -> None:
    """End a command at once, with the processes that it has started in its session."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


@contextmanager
def scheduler(port: int | None = None) -> Iterator[tuple[str, Process]]:
    """A scheduler that answers, and its address."""
    port = port or free_port()
    process = dask("scheduler", "--host", "127.0.0.1", "--port", str(port))
    try:
        for _ in range(600):
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.1)
        yield f"tcp://127.0.0.1:{port}", process
    finally:
        kill(process)


@contextmanager
def workers(address: str, folder: Path, count: int = 2, package: Path = ROOT) -> Iterator[list[Process]]:
    """Workers of one thread each, which the scheduler knows."""
    from distributed import Client

    command = ("worker", address, "--nthreads", "1", "--local-directory", str(folder))
    started = [dask(*command, package=package) for _ in range(count)]
    try:
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)
        yield started
    finally:
        for process in started:
            kill(process)
