"""Limits what the WebSockets of the page may hold in memory."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from scorer.server.connections.transport import SECONDS_TO_ASK, SLICE, FairProtocol

MAX_UNFINISHED = 100 * 2**20
"""Maximum number of bytes of WebSocket messages that are incomplete or not taken yet, over all connections."""

LOST: Final = "scorer.lost"
"""Name of a WebSocket's event in its scope: it is set once the connection is lost, whatever waits in the queue."""

_FRAME: Final = 64
"""Maximum number of bytes that an empty frame takes."""

_MESSAGE: Final = 300
"""Maximum number of bytes that an empty message in the queue takes."""


class WebSocket(FairProtocol, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with a limit on the memory of messages that the page has not taken yet.

    uvicorn limits each message, but a visitor may open many connections and send several messages at once, each of a
    few packed bytes. If all of them together exceed ``MAX_UNFINISHED``, the connection that holds the most is closed.
    """

    _unfinished: ClassVar[dict[WebSocket, int]] = {}
    _frames = _queued = 0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._lost = asyncio.Event()

    def forwarded(self) -> str:
        """The address in the request; the last one, if several headers have one."""
        found = self.request.headers.get_all("X-Forwarded-For") if self.handshake_initiated else []
        return found[-1] if found else ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the request; one that cannot be parsed is not answered."""
        super().connection_made(transport)
        self.began = self.loop.time()
        self.loop.call_later(SECONDS_TO_ASK, self._close_unless_asked)

    def _close_unless_asked(self) -> None:
        if not self.handshake_initiated:
            self.transport.abort()

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
        self._queued += sum(map(len, self.frames)) + _MESSAGE
        super().send_receive_event_to_app()

    async def run_asgi(self) -> None:
        """Run the page with this connection."""
        self.scope[LOST] = self._lost  # type: ignore[typeddict-unknown-key]
        await super().run_asgi()

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
        self._lost.set()
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
