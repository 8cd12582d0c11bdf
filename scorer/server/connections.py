"""Closes idle HTTP connections, limits the number of open ones, and receives the rest of rejected requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

import h11
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from scorer.service.turns import visitor_at

SECONDS_TO_ASK = 10.0
"""Timeout in seconds for the headers of a request; uvicorn would wait for ever."""

SECONDS_TO_REST: Final = 60.0
"""Maximum number of seconds for which the rest of a body is received after the answer."""

SECONDS_TO_READ = 60.0
"""Timeout in seconds for a client that does not read what it is sent; uvicorn would wait for ever."""

MAX_REST: Final = 64 * 2**20
"""Maximum number of bytes of the rest of a body that are received after the answer."""

WEBSOCKETS: Final = 0.9
"""Maximum share of WebSockets among the connections. They are never idle, and other requests must be answered, too."""

WEBSOCKETS_PER_ADDRESS = 200
"""Maximum number of WebSockets of one address that is no trusted proxy."""

MAX_UNFINISHED = 100 * 2**20
"""Maximum number of bytes of WebSocket messages that are incomplete or not taken yet, over all connections."""

SLICE: Final = 16 * 2**10
"""Bytes that are unpacked at once. A packed message may take a thousandth of its size."""

_FRAME: Final = 64
"""Maximum number of bytes that an empty frame takes."""


class _Transport:
    """A connection's transport that uvicorn closes when it has answered. It calls ``answered`` instead."""

    def __init__(self, transport: asyncio.Transport, answered: Callable[[], None]) -> None:
        self._transport, self.close = transport, answered

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class _ReadInTime(asyncio.Protocol):
    """A connection that is closed if the client does not read what it is sent: asyncio calls ``pause_writing`` when
    more is left than a small buffer holds, and ``resume_writing`` when nearly all of it is on its way."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Wait until the client has read, but not for long."""
        super().pause_writing()
        self._unread = self.loop.call_later(SECONDS_TO_READ, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()


class Connection(_ReadInTime, H11Protocol):
    """uvicorn's connection, but closed when a request's headers take too long, or when too many are open.

    Most clients read no answer while they still send a body. If the server closes the connection then, they see a lost
    connection instead of the answer. So the rest of the body is received and discarded first (RFC 9112, 9.6).

    uvicorn answers requests beyond ``limit_concurrency`` with 503; a connection without a request would stay open.
    Here the one that has been idle the longest is closed for a new one, so that idle connections lock nobody out. An
    address that is no trusted proxy may have half of the connections that others leave free.
    """

    _is_timed = False
    _idle_since = 0.0
    _rest: int | None = None
    """The bytes that were received after the last answer; ``None`` before it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self._open = transport
        super().connection_made(_Transport(transport, self._close))  # type: ignore[arg-type]
        self._wait_for_request()
        if self.limit_concurrency is None:
            return
        mine = [one for one in self.connections if _visitor(one) == _visitor(self)]
        share = (self.limit_concurrency - len(self.connections) + len(mine)) // 2
        if len(self.connections) >= self.limit_concurrency:
            self._close_oldest(self.connections)
        elif not self._is_proxy() and len(mine) > share:
            self._close_oldest(mine)

    def _close_oldest(self, connections: Iterable[asyncio.Protocol]) -> None:
        """Close the connection that has been idle the longest: this one, which is new, if no other is idle."""
        idle = (one for one in connections if isinstance(one, Connection) and one._is_idle())
        oldest = min(idle, key=lambda one: one._idle_since)
        self.connections.discard(oldest)
        oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Process received data; the headers of a request have a time limit, too."""
        if self._rest is not None:
            self._rest += len(data)
            if self._rest > MAX_REST:
                self._open.close()
            return
        super().data_received(data)
        if self._is_idle():
            self._wait_for_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Accept a WebSocket, or answer with 503 if there are too many."""
        visitors = [_visitor(one) for one in self.connections if not isinstance(one, Connection)]
        is_free = self.limit_concurrency is None or len(visitors) < WEBSOCKETS * self.limit_concurrency
        if is_free and (self._is_proxy() or visitors.count(_visitor(self)) < WEBSOCKETS_PER_ADDRESS):
            super().handle_websocket_upgrade(event)
            return
        self.transport.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        self._open.close()  # h11 has not taken the end of the request yet, and would wait for a body

    def _close(self) -> None:
        """Close the connection, after the rest of the body if the client still sends one."""
        if self._rest is not None or self.conn.their_state is not h11.SEND_BODY or not self._open.can_write_eof():
            self._open.close()
            self.loop.call_later(SECONDS_TO_READ, self._open.abort)  # if the client does not read the answer
            return
        self._rest = 0
        self._open.write_eof()
        self._open.resume_reading()
        self.loop.call_later(SECONDS_TO_REST, self._open.abort)

    def _is_proxy(self) -> bool:
        """Whether the other end is a trusted proxy, which has the connections of many visitors."""
        return self.client is not None and self.client[0] in _TrustedHosts(self.config.forwarded_allow_ips or "")

    def _is_idle(self) -> bool:
        """Whether no request is being answered, and the connection is no WebSocket."""
        is_ours = self.transport.get_protocol() is self
        return is_ours and (self.cycle is None or self.cycle.response_complete)

    def _wait_for_request(self) -> None:
        if not self._is_timed:
            self._is_timed, self._idle_since = True, self.loop.time()
            self.loop.call_later(SECONDS_TO_ASK, self._close_if_nothing_came, self.cycle)

    def _close_if_nothing_came(self, last: object) -> None:
        self._is_timed = False
        if self.cycle is last and self._is_idle():
            self.transport.close()


def _visitor(connection: Any) -> str:
    return visitor_at(connection.client[0]) if connection.client else ""


class WebSocket(_ReadInTime, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with a limit on the memory of messages that the page has not taken yet.

    uvicorn limits each message, but a visitor may open many connections and send several messages at once, each of a
    few packed bytes. If all of them together exceed ``MAX_UNFINISHED``, the connection that holds the most is closed.
    """

    _unfinished: ClassVar[dict[WebSocket, int]] = {}
    _frames = _queued = 0

    def data_received(self, data: bytes) -> None:
        """Receive a part of a message, and count it; not all at once, because many messages may be packed in it."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            self._unfinished[self] = self._held()
            if self._unfinished[self] and sum(self._unfinished.values()) > MAX_UNFINISHED:
                max(self._unfinished, key=self._unfinished.__getitem__)._drop()

    def _held(self) -> int:
        return self._queued + self._frames + len(self.conn.reader.buffer)

    def _drop(self) -> None:
        """Close the connection, and forget its messages."""
        del self._unfinished[self]
        self.frames = []
        while not self.queue.empty():
            self.queue.get_nowait()
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Put a complete message into the queue, and count it until the page takes it."""
        self._queued += sum(map(len, self.frames))
        super().send_receive_event_to_app()

    async def receive(self) -> Any:
        """The next message. Once it was the last one in the queue, nothing of the queue counts any more."""
        message = await super().receive()
        if self.queue.empty():
            self._queued = 0
            if self in self._unfinished:
                self._unfinished[self] = self._held()
        return message

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._unfinished.pop(self, None)
        super().connection_lost(exc)

    def handle_text(self, event: Frame) -> None:
        """Receive the first frame of a message."""
        self._count(event, 0)
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Receive the first frame of a message."""
        self._count(event, 0)
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Receive a further frame of a message."""
        self._count(event, self._frames)
        super().handle_cont(event)

    def _count(self, event: Frame, before: int) -> None:
        self._frames = 0 if event.fin else before + len(event.data) + _FRAME
