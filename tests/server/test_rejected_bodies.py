"""Clients get the answer to a request whose body is rejected while they are still sending it."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.responses import Response

from scorer.server.connections import http as ours
from tests.server.asking import listening

LARGE = bytes(24 * 2**20)
"""More than the buffers of a connection hold."""


async def answers_at_once(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the status in the address, without reading the body."""
    await Response("the answer", int(scope["path"][1:]))(scope, receive, send)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with listening(answers_at_once) as port:
        yield port


def answered(port: int, path: str, body: bytes) -> tuple[int, bytes]:
    """The answer to a client that sends its whole body before it reads anything, as most do."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("POST", path, body, {"Connection": "close"})
    answer = connection.getresponse()
    return answer.status, answer.read()


@pytest.mark.slow
@pytest.mark.parametrize("status", [404, 413, 429, 503])
def test_client_that_sends_a_large_body_gets_the_answer(port: int, status: int) -> None:
    assert answered(port, f"/{status}", LARGE) == (status, b"the answer")


@pytest.mark.slow
@pytest.mark.parametrize("headers", [b"Expect: 100-continue\r\n", b"Connection: close\r\n", b""])
def test_answer_does_not_wait_for_a_body(port: int, headers: bytes) -> None:
    """A client that waits for a permission to send would wait for ever."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(b"POST /413 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n" + headers + b"\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 413")


@pytest.mark.slow
def test_rest_of_a_body_has_a_maximum_size(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "MAX_REST", 2**20)
    with pytest.raises(OSError):
        answered(port, "/413", LARGE)


@pytest.mark.slow
def test_rest_of_a_body_has_a_time_limit(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "SECONDS_TO_REST", 0.2)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(b"POST /413 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 9\r\n\r\n")
        while connection.recv(4096):
            pass
        with pytest.raises(OSError):
            for _ in range(100):
                connection.sendall(b" ")
                time.sleep(0.05)
