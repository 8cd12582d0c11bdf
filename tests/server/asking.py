"""Requests to the app, without a network or over one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from scorer.server.connections.http import Connection
from scorer.server.routes import MIDDLEWARE, routes
from tests.ui.browsing import free_port

APP = Starlette(routes=routes(), middleware=MIDDLEWARE)


def run(asked: Coroutine[Any, Any, object]) -> None:
    """Run it in a thread of its own: a browser test before this one leaves its loop running in the tests' thread."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asked).result()


@contextmanager
def listening(app: Any, **settings: Any) -> Iterator[int]:
    """The port of a server of this app, with the connections of ours, in a thread of its own."""
    port = free_port()
    config = uvicorn.Config(app, port=port, http=Connection, log_level="critical", lifespan="off", **settings)
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield port
    server.should_exit = True
    thread.join(10)


def ask(
    address: str, body: bytes = b"", *, method: str = "POST", headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """One request to the app, without a network: status, headers and body of the answer."""
    sent: list[dict[str, Any]] = []
    asked = [
        {"type": "http.request", "body": body[i : i + 65536], "more_body": True} for i in range(0, len(body), 65536)
    ]
    asked.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive() -> Any:
        return asked.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    parts = urlsplit(address)
    named = {"host": "scorer.example", **(headers or {})}
    scope = {
        "type": "http", "method": method, "path": parts.path, "query_string": parts.query.encode(), "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()], "server": ("scorer.example", 80),
        "client": ("198.51.100.7", 5000), "root_path": "", "http_version": "1.1",
    }  # fmt: skip
    run(APP(scope, receive, send))
    unfinished = sent[0]
    return (
        unfinished["status"],
        {name.decode(): value.decode() for name, value in unfinished["headers"]},
        b"".join(message.get("body", b"") for message in sent[1:]),
    )
