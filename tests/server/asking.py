"""Requests to the app without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette

from scorer.server.routes import MIDDLEWARE, routes

APP = Starlette(routes=routes(), middleware=MIDDLEWARE)


def run(asked: Coroutine[Any, Any, object]) -> None:
    """Run it in a thread of its own: a browser test before this one leaves its loop running in the tests' thread."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asked).result()


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
