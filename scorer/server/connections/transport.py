"""Lets no client hold the server up: by what it does not read, or by many tiny parts that take long to parse."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from uvicorn.middleware.proxy_headers import _TrustedHosts

from scorer.server.limits import MAX_VISITORS
from scorer.service.turns import visitor_at

SECONDS_TO_ASK = 10.0
"""Timeout in seconds for the headers of a request; uvicorn would wait for ever."""

SECONDS_TO_READ = 60.0
"""Timeout in seconds for a client that does not read what it is sent; uvicorn would wait for ever."""

SLICE: Final = 16 * 2**10
"""Bytes that are received at once: thousands of frames or chunks may be in them."""

SHARE: Final = 10
"""Parsing what one visitor sends may take one part in so many of the time."""

SECONDS_OF_DEBT: Final = 0.2
"""Seconds by which a visitor may be ahead of that."""


class Transport:
    """A connection's transport. uvicorn closes it when it has answered: it calls ``answered`` instead.

    It reads while its set of holders is empty. uvicorn holds it until the app has taken what came before.
    """

    def __init__(self, transport: asyncio.Transport, answered: Callable[[], None]) -> None:
        self._transport, self.close = transport, answered
        self._holders = set[str]()
        if hasattr(transport, "max_size"):
            transport.max_size = SLICE

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def hold(self, holder: str) -> None:
        """Stop reading."""
        self._holders.add(holder)
        self._transport.pause_reading()

    def release(self, holder: str) -> None:
        """Read on, unless another holder is left."""
        self._holders.discard(holder)
        if not self._holders:
            self._transport.resume_reading()

    def pause_reading(self) -> None:
        """Called by uvicorn."""
        self.hold("uvicorn")

    def resume_reading(self) -> None:
        """Called by uvicorn."""
        self.release("uvicorn")


class Pace:
    """The time that parsing has taken, by visitor.

    >>> pace = Pace()
    >>> [round(pace.wait("198.51.100.7", seconds, now=0.0), 1) for seconds in (0.01, 0.05, 0.01)]
    [0.0, 0.4, 0.5]
    >>> pace.wait("198.51.100.7", 0.01, now=1.0)
    0.0
    """

    def __init__(self) -> None:
        self._paid = dict[str, float]()  # by visitor, the time at which what they took is paid for

    def wait(self, visitor: str, seconds: float, now: float) -> float:
        """The seconds until a visitor may send more, after parsing took so many seconds."""
        paid = max(self._paid.pop(visitor, 0.0), now) + seconds * SHARE
        self._paid[visitor] = paid
        if len(self._paid) > MAX_VISITORS:
            del self._paid[next(iter(self._paid))]
        return max(0.0, paid - now - SECONDS_OF_DEBT)


PACE: Final = Pace()


class FairProtocol(asyncio.Protocol):
    """A connection that is closed if the client does not read what it is sent, and that waits when parsing takes long.

    asyncio calls ``pause_writing`` when more is left to send than a small buffer holds, and ``resume_writing`` when
    nearly all of it is on its way. Nothing is read meanwhile, because each answer would need more memory.
    """

    loop: asyncio.AbstractEventLoop
    transport: Any  # a Transport
    client: tuple[str, int] | None
    config: Any
    _unread: asyncio.TimerHandle | None = None

    began = 0.0
    """The time at which the connection was made; for WebSockets only."""

    @cached_property
    def visitor(self) -> str:
        """The visitor at the other end."""
        return visitor_at(self.client[0]) if self.client else ""

    @cached_property
    def is_proxy(self) -> bool:
        """Whether the other end is a trusted proxy, which has the connections of many visitors."""
        return self.client is not None and self.client[0] in _TrustedHosts(self.config.forwarded_allow_ips or "")

    def data_received(self, data: bytes) -> None:
        """Process received data, and wait if that took long."""
        before = time.thread_time()
        super().data_received(data)
        self.pace(time.thread_time() - before)

    def forwarded(self) -> str:
        """The address for which a proxy has opened the connection, as far as a request has told it."""
        return ""

    @property
    def payer(self) -> str:
        """The visitor whose requests come over the connection: the one that a trusted proxy names, if it does."""
        forwarded = self.forwarded().rpartition(",")[2].strip() if self.is_proxy else ""
        return visitor_at(forwarded) if forwarded else self.visitor

    def pace(self, seconds: float) -> None:
        """Wait until what parsing took is paid for."""
        wait = PACE.wait(self.payer, seconds, self.loop.time())
        if wait:
            self.transport.hold("pace")
            self.loop.call_later(wait, self.transport.release, "pace")

    def pause_writing(self) -> None:
        """Wait until the client has read, but not for long."""
        super().pause_writing()
        self.transport.hold("unread")
        self._unread = self.loop.call_later(SECONDS_TO_READ, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        self.transport.release("unread")
        if self._unread is not None:
            self._unread.cancel()
