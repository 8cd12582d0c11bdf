"""Closes idle HTTP connections, limits the number of open ones, and receives the rest of rejected requests."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from math import ceil
from typing import Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorer.server.connections.transport import SECONDS_TO_ASK, SECONDS_TO_READ, FairProtocol, Transport
from scorer.server.limits import share_of

SECONDS_TO_REST: Final = 60.0
"""Maximum number of seconds for which the rest of a body is received after the answer."""

MAX_REST: Final = 64 * 2**20
"""Maximum number of bytes of the rest of a body that are received after the answer."""

WEBSOCKETS: Final = 0.9
"""Maximum share of WebSockets among the connections. They are never idle, and other requests must be answered, too."""

WEBSOCKETS_PER_VISITOR = 200
"""Maximum number of WebSockets of one visitor, of whom a trusted proxy tells the address."""


class Connection(FairProtocol, H11Protocol):
    """uvicorn's connection, but closed when a request's headers take too long, or when too many are open.

    Most clients read no answer while they still send a body. If the server closes the connection then, they see a lost
    connection instead of the answer. So the rest of the body is received and discarded first (RFC 9112, 9.6).

    uvicorn answers requests beyond ``limit_concurrency`` with 503; a connection without a request would stay open.
    Here the one that has been idle the longest is closed for a new one, so that idle connections block no visitor. An
    address that is no trusted proxy may have half of the connections that others leave free.
    """

    _is_timed = False
    _idle_since = 0.0
    _rest: int | None = None
    """The bytes that were received after the last answer; ``None`` before it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self._open = transport
        super().connection_made(Transport(transport, self._close))  # type: ignore[arg-type]
        self._wait_for_request()
        self.pace(0)
        if self.limit_concurrency is None:
            return
        mine = [one for one in self._all if one.visitor == self.visitor]
        share = (self.limit_concurrency - len(self.connections) + len(mine)) // 2
        if len(self.connections) >= self.limit_concurrency:
            self._close_oldest(self.connections)
        elif not self.is_proxy and len(mine) > share:
            self._close_oldest(mine)

    @property
    def _all(self) -> set[FairProtocol]:
        """All connections of the server."""
        return cast("set[FairProtocol]", self.connections)

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

    def forwarded(self) -> str:
        """The address in the last request."""
        headers = dict(self.headers or ())
        return headers.get(b"x-forwarded-for", b"").decode("latin-1")

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Accept a WebSocket, or answer with 503 if the visitor has half of those that others leave free.

        If none are left for a visitor who has none, the newest one of the visitor with the most is closed; a page
        connects again by itself.
        """
        held = Counter(one.payer for one in self._all if not isinstance(one, Connection))
        capacity = sys.maxsize if self.limit_concurrency is None else ceil(WEBSOCKETS * self.limit_concurrency)
        mine, most = held[self.payer], min(WEBSOCKETS_PER_VISITOR, share_of(self.payer, held, capacity))
        if not mine and min(most, capacity - held.total()) <= 0 and max(held.values(), default=0) > 1:
            self._close_newest_of(max(held, key=held.__getitem__))
            most = 1
        if (self._is_unnamed and held.total() < capacity) or mine < most:
            super().handle_websocket_upgrade(event)
            return
        self.transport.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        self._open.close()  # h11 has not taken the end of the request yet, and would wait for a body

    def _close_newest_of(self, payer: str) -> None:
        """Close the newest WebSocket of a visitor."""
        newest = max(
            (one for one in self._all if not isinstance(one, Connection) and one.payer == payer),
            key=lambda one: one.began,
        )
        cast("set[object]", self.connections).discard(newest)
        newest.transport.abort()

    @property
    def _is_unnamed(self) -> bool:
        """Whether a trusted proxy does not tell who the visitor is."""
        return self.is_proxy and not self.forwarded()

    def _close(self) -> None:
        """Close the connection, after the rest of the body if the client still sends one."""
        is_complete = self._rest is not None or self.conn.their_state is not h11.SEND_BODY
        if is_complete or self._open.get_protocol() is not self or not self._open.can_write_eof():
            self._open.close()
            self.loop.call_later(SECONDS_TO_READ, self._open.abort)  # if the client does not read the answer
            return
        self._rest = 0
        with suppress(OSError):  # the client may be gone
            self._open.write_eof()
        self._open.resume_reading()
        self.loop.call_later(SECONDS_TO_REST, self._open.abort)

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
