"""A Dask cluster as an executor."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import Executor
from typing import Any, Final
from urllib.parse import urlsplit

CONNECTING: Final = 3.0
"""Seconds in which a cluster has to accept a connection."""

ANSWERING: Final = 10.0
"""Seconds in which it then has to identify itself; Dask would wait for ever."""


def connect(address: str) -> tuple[Executor, int]:
    """The executor of a cluster, and how many tasks its workers run at a time.

    Raises ``ImportError`` if Dask is not installed, and ``OSError`` if nothing accepts a connection within
    ``CONNECTING`` seconds, nothing answers within ``ANSWERING``, or the answer is not a cluster's.
    """
    from distributed import Client

    place = urlsplit(address)
    socket.create_connection((place.hostname, place.port), CONNECTING).close()  # Dask would try for much longer
    asyncio.run(asyncio.wait_for(_identity(address), ANSWERING))
    client: Any = Client(address, timeout=CONNECTING, set_as_default=False)
    return client.get_executor(pure=False, retries=3), max(1, sum(client.nthreads().values()))


async def _identity(address: str) -> None:
    """Has a cluster identify itself."""
    from distributed import rpc

    async with rpc(address, timeout=CONNECTING) as scheduler:
        await scheduler.identity()
