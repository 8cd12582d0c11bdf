"""The connections of visitors who send or read nothing, or more than the server can hold."""

from __future__ import annotations

import socket
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, nullcontext, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from scorer.server.connections import http, transport, websocket
from scorer.server.connections.http import Connection
from scorer.server.connections.websocket import WebSocket
from tests.server.asking import listening

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def hello(_scope: object, _receive: object, send: object) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": b"ok"})  # type: ignore[operator]


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server of twenty connections that waits half a second for a request."""
    monkeypatch.setattr(http, "SECONDS_TO_ASK", 0.5)
    with listening(echo, ws=WebSocket, limit_concurrency=20, timeout_keep_alive=1) as port:
        yield port


def is_answered(port: int) -> bool:
    """Whether another visitor gets an answer."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as answer:
        return bool(answer.read() == b"ok")


def ended(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection, or does so within three seconds."""
    connection.settimeout(3)
    with suppress(ConnectionResetError):
        try:
            while connection.recv(4096):
                pass
        except TimeoutError:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT"])
def test_connection_without_a_request_is_closed(port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(sent)
        assert ended(connection)


@pytest.mark.slow
@pytest.mark.parametrize("header", [b"A: " + bytes(9000), b"a:b\r\n" * 200], ids=["long", "many"])
def test_handshake_that_cannot_be_parsed_is_closed(port: int, header: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "SECONDS_TO_ASK", 0.5)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(HANDSHAKE.replace(b"Host", header.replace(b"\0", b"x") + b"\r\nHost", 1))
        assert ended(connection)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address to connect from")
@pytest.mark.parametrize(("address", "is_refused"), [("127.0.0.1", False), ("127.0.0.2", True)])
def test_one_address_has_a_limit_of_websockets_unless_it_is_a_proxy(
    port: int, address: str, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "WEBSOCKETS_PER_VISITOR", 3)

    def opened(source: str) -> ClientConnection:
        server = "127.0.0.1", port
        return connect(f"ws://127.0.0.1:{port}/", sock=socket.create_connection(server, source_address=(source, 0)))

    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(opened(address))
        with pytest.raises(InvalidStatus) if is_refused else nullcontext():
            stack.enter_context(opened(address))
        stack.enter_context(opened("127.0.0.3"))


@pytest.mark.slow
def test_one_visitor_of_a_proxy_has_half_of_the_websockets_that_others_leave_free(port: int) -> None:
    def opened(visitor: str) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{port}/", additional_headers={"X-Forwarded-For": visitor})

    with ExitStack() as stack:
        for _ in range(9):  # of 18
            stack.enter_context(opened("198.51.100.7"))
        with pytest.raises(InvalidStatus):
            stack.enter_context(opened("198.51.100.7"))
        for number in range(3):
            stack.enter_context(opened(f"198.51.100.{number}"))


@pytest.mark.slow
def test_new_visitor_gets_a_websocket_of_the_one_with_the_most(port: int) -> None:
    def opened(visitor: str) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{port}/", additional_headers={"X-Forwarded-For": visitor})

    with ExitStack() as stack:
        many = [stack.enter_context(opened("203.0.113.1")) for _ in range(9)]
        for number, count in enumerate((4, 2, 1, 1, 1), start=2):
            for _ in range(count):
                stack.enter_context(opened(f"203.0.113.{number}"))
        stack.enter_context(opened("198.51.100.7"))
        with pytest.raises(ConnectionClosed):
            many[-1].recv(timeout=5)
        many[0].send(b"1")
        assert many[0].recv(timeout=5) == "1"


@pytest.mark.slow
def test_connection_with_further_requests_stays_open(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        for _ in range(4):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            received = b""
            while not received.endswith(b"ok"):
                more = connection.recv(4096)
                assert more
                received += more
            time.sleep(0.3)


async def echo(scope: Mapping[str, str], receive: Callable[[], Any], send: Callable[[object], Any]) -> None:
    """Tells the length of each message, if it is asked by a WebSocket."""
    if scope["type"] != "websocket":
        await hello(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": str(len(message["bytes"]))})


@pytest.mark.parametrize("unfinished", [b"\x02\xfe\x04\x00" + bytes(804), b"\x02\xfe\x03\x20" + bytes(804)])
def test_largest_of_many_unfinished_messages_is_dropped(
    port: int, unfinished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a frame of 1,024 bytes is unfinished, or a message whose first frame has 800."""
    monkeypatch.setattr(websocket, "MAX_UNFINISHED", 1000)
    address = f"ws://127.0.0.1:{port}/"
    with connect(address, compression=None) as large, connect(address, compression=None) as small:
        large.socket.sendall(unfinished)
        small.socket.sendall(b"\x02\xfe\x01\x2c" + bytes(304))
        with pytest.raises(ConnectionClosed):
            large.recv(30)
        small.socket.sendall(b"\x80\xfe\x01\x2c" + bytes(304))
        assert small.recv(30) == "600"
        small.send(bytes(650))
        assert small.recv(30) == "650"


def test_connection_with_too_many_bytes_at_once_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "MAX_UNFINISHED", 1000)
    address = f"ws://127.0.0.1:{port}/"
    message = b"\x82\xfe\x01\x90" + bytes(404)
    with connect(address, compression=None) as large, connect(address, compression=None) as small:
        large.socket.sendall(message * 3)  # received at once, before the page takes the first one
        with pytest.raises(ConnectionClosed):
            large.recv(30)
        for _ in range(3):  # each is taken before the next
            small.socket.sendall(message)
            assert small.recv(30) == "400"


def test_message_that_was_taken_does_not_count(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "MAX_UNFINISHED", 1000)
    address = f"ws://127.0.0.1:{port}/"
    with connect(address, compression=None) as one, connect(address, compression=None) as other:
        for page in (one, other, one):
            page.send(bytes(600))
            assert page.recv(30) == "600"


def test_many_connections_of_one_visitor_do_not_block_others(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "SECONDS_TO_ASK", 60)
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(60)]
        assert is_answered(port)
        assert all(map(ended, held[:40]))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address to connect from")
def test_one_address_may_have_half_of_the_connections_that_others_leave() -> None:
    """However slowly its requests arrive."""
    with ExitStack() as stack:
        port = stack.enter_context(listening(waiting, limit_concurrency=20))

        def sent(source: str) -> socket.socket:
            server = "127.0.0.1", port
            connection = stack.enter_context(socket.create_connection(server, source_address=(source, 0)))
            connection.sendall(b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
            time.sleep(0.02)
            return connection

        held = [sent("127.0.0.2") for _ in range(15)]
        assert is_answered(port)
        assert [is_open(one) for one in held] == [True] * 10 + [False] * 5

        assert [is_open(sent("127.0.0.3")) for _ in range(7)] == [True] * 5 + [False] * 2


async def waiting(scope: object, receive: Callable[[], Any], send: Callable[[object], Any]) -> None:
    """Answers once the body has arrived."""
    while (await receive()).get("more_body"):
        pass
    await hello(scope, receive, send)


def is_open(connection: socket.socket) -> bool:
    connection.settimeout(0.1)
    with suppress(ConnectionResetError):
        try:
            return connection.recv(1) != b""
        except TimeoutError:
            return True
    return False


def is_lost(connection: socket.socket) -> bool:
    """Whether the other side closes a connection within three seconds, although nothing is read from it."""
    time.sleep(1)
    with suppress(OSError):
        for _ in range(100):
            connection.sendall(b" ")
            time.sleep(0.02)
        return False
    return True


async def endless(scope: Mapping[str, str], receive: Callable[[], Any], send: Callable[[object], Any]) -> None:
    """Sends without end."""
    await receive()
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        part: dict[str, object] = {"type": "websocket.send", "bytes": bytes(2**20)}
    else:
        await send({"type": "http.response.start", "status": 200})
        part = {"type": "http.response.body", "body": bytes(2**20), "more_body": True}
    while True:
        await send(part)


@pytest.mark.slow
@pytest.mark.parametrize("asked", [b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", HANDSHAKE], ids=["answer", "WebSocket"])
def test_connection_whose_client_does_not_read_is_closed(asked: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "SECONDS_TO_READ", 0.5)
    with listening(endless, ws=WebSocket) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(asked)
        assert is_lost(connection)


@pytest.mark.slow
def test_answer_is_lost_whose_client_does_not_read_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing pauses, because its end fits into the buffer of the connection."""
    monkeypatch.setattr(http, "SECONDS_TO_READ", 0.5)
    made = Connection.connection_made

    def with_large_buffer(self: Connection, transport: Any) -> None:
        transport.set_write_buffer_limits(2**30)
        made(self, transport)

    monkeypatch.setattr(Connection, "connection_made", with_large_buffer)

    async def large(_scope: object, _receive: object, send: Callable[[object], Any]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
        await send({"type": "http.response.body", "body": bytes(2**26)})

    with listening(large) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert is_lost(connection)


class TimedPace(transport.Pace):
    """Adds up the time that parsing has taken."""

    seconds = 0.0
    visitor = ""

    def wait(self, visitor: str, seconds: float, now: float) -> float:
        self.seconds += seconds
        self.visitor = visitor
        return super().wait(visitor, seconds, now)


PINGS, CHUNKS = b"\x89\x80\0\0\0\0", b"1\r\na\r\n"


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "part"),
    [(HANDSHAKE, PINGS), (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", CHUNKS)],
    ids=["WebSocket", "body"],
)
def test_tiny_parts_take_little_of_the_servers_time(asked: bytes, part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a flood, only so much is received as can be parsed in a tenth of the time; a proxy names its visitor."""
    asked = asked.replace(
        b"Host: a\r\n", b"Host: a\r\nX-Forwarded-For: 10.0.0.2\r\nX-Forwarded-For: 10.0.0.1, 198.51.100.7\r\n"
    )
    pace = TimedPace()
    monkeypatch.setattr(transport, "PACE", pace)

    async def endless_body(scope: Mapping[str, str], receive: Callable[[], Any], send: Callable[[object], Any]) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
        while (await receive())["type"] not in ("http.disconnect", "websocket.disconnect"):
            pass

    with listening(endless_body, ws=WebSocket) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(asked)
        if part is PINGS:
            connection.recv(4096)  # uvicorn loses what comes before its answer
        connection.settimeout(0.05)
        end, flood, sent = time.monotonic() + 4, part * 10_000, 0
        while time.monotonic() < end:
            with suppress(TimeoutError):
                sent += connection.send(flood[sent % len(flood) :])
            with suppress(TimeoutError):
                connection.recv(2**20)
        assert 0.1 < pace.seconds < 1.3 and pace.visitor == "198.51.100.7"


def test_pings_are_not_answered_without_end_while_the_client_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer would stay in memory."""
    monkeypatch.setattr(transport, "SHARE", 0)
    with listening(echo, ws=WebSocket) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(HANDSHAKE)
        connection.recv(4096)
        connection.settimeout(0.5)
        flood, sent = (b"\x89\xfd\0\0\0\0" + bytes(125)) * 1000, 0
        with pytest.raises(TimeoutError):
            while sent < 64 * 2**20:
                sent += connection.send(flood[sent % len(flood) :])
