"""Limits the messages of all pages: Streamlit limits only the bytes of each message."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorer.server.connections.websocket import LOST
from scorer.server.limits import MAX_VISITORS, share_of, visitor_of
from scorer.server.messages.parts import is_allowed, is_needed, memory_of
from scorer.service.held import max_held_bytes

MESSAGES_SHARE: Final = 8
"""The largest messages of all pages may have one part in so many of the bytes that photos may have."""

SECONDS_KEPT: Final = 120.0
"""Seconds for which Streamlit keeps what a lost connection has sent."""

MESSAGES_PER_SECOND: Final = 40.0
"""Of all pages of one visitor: four taps a second of ten phones behind one address."""

MESSAGES_TO_OPEN: Final = 20
"""Messages that the first one of a page counts as: drawing a page costs as much, and two a second are enough."""

BYTES_PER_SECOND: Final = 4e6
"""Of all messages of one visitor, after decompression."""

SECONDS_AHEAD: Final = 3.0
"""Seconds for which a visitor may be ahead of both."""

MAX_SECONDS: Final = 120.0
"""Maximum number of seconds that a message waits: a visitor may have sent many over connections that are lost. In less
time all pages that one visitor may have are opened, one after the other: many at once would delay others."""

UNSUPPORTED, TOO_LARGE, GONE = 1003, 1009, 1006
"""Reasons to close a WebSocket: RFC 6455, 7.4.1."""


class MessageLimit:
    """ASGI middleware that closes a page's WebSocket if the messages of all pages would take too much memory.

    Streamlit keeps the last message of each page, and the page keeps what a larger one before it reported, for some
    time after its connection is lost, too: so the largest one counts. A few bytes may be a packed message of 20 MB. Of
    the limit, one visitor may use half of what others leave free. Text is refused: the page sends none, and Streamlit
    would log a traceback for each. Messages that the page does not need are dropped, and those of too many parts are
    refused.

    A visitor who sends more than ``MESSAGES_PER_SECOND`` for more than ``SECONDS_AHEAD`` waits. A message counts while
    it waits, too. A page that is left meanwhile is not drawn.
    """

    def __init__(
        self,
        app: ASGIApp,
        max_bytes: int | None = None,
        seconds: float = SECONDS_KEPT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self._seconds, self._clock = app, seconds, clock
        self._max_bytes = max_held_bytes() // MESSAGES_SHARE if max_bytes is None else max_bytes
        self._held = Counter[str]()
        self._due: dict[str, float] = {}  # by visitor, the time at which their messages would be spread evenly

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one connection on."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        lost: asyncio.Event = scope.get(LOST) or asyncio.Event()
        try:
            await self._pass_on(scope, receive, send, lost)
        except RuntimeError:  # Streamlit asks for another message after the page was left
            if not lost.is_set():
                raise

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send, lost: asyncio.Event) -> None:
        visitor, size, is_open = visitor_of(HTTPConnection(scope)), 0, False

        async def waited(seconds: float) -> None:
            if seconds:
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), seconds)

        async def counted() -> Message:
            nonlocal size, is_open
            while True:
                message = await receive()
                if lost.is_set():  # whatever it has sent before
                    return {"type": "websocket.disconnect", "code": GONE}
                if message["type"] != "websocket.receive":
                    return message
                data = message.get("bytes")
                is_opening, is_open = not is_open, True
                wait = self._wait(visitor, len(data or b""), MESSAGES_TO_OPEN if is_opening else 1)
                if data is None or is_needed(data):
                    break
                del message, data  # it takes no memory while the visitor waits
                await waited(wait)
            more = max(0, memory_of(data or b"") - size)
            if data is not None and self._held[visitor] + more <= share_of(visitor, self._held, self._max_bytes):
                self._hold(visitor, more)
                size += more
                await waited(wait)
                if is_opening and lost.is_set():
                    return {"type": "websocket.disconnect", "code": GONE}
                if is_allowed(data):
                    return message
            code = UNSUPPORTED if data is None else TOO_LARGE
            await send({"type": "websocket.close", "code": code})
            return {"type": "websocket.disconnect", "code": code}

        try:
            await self._app(scope, counted, send)
        finally:
            asyncio.get_running_loop().call_later(self._seconds, lambda: self._hold(visitor, -size))

    def _wait(self, visitor: str, size: int, messages: int = 1) -> float:
        """The seconds that a message of so many bytes waits, which may count as several ``messages``."""
        now = self._clock()
        due = max(self._due.pop(visitor, 0.0), now - SECONDS_AHEAD)
        due += messages / MESSAGES_PER_SECOND + size / BYTES_PER_SECOND
        self._due[visitor] = due = min(due, now + MAX_SECONDS)
        if len(self._due) > MAX_VISITORS:
            del self._due[next(iter(self._due))]
        return max(0.0, due - now)

    def _hold(self, visitor: str, size: int) -> None:
        self._held[visitor] += size
        if not self._held[visitor]:
            del self._held[visitor]
