"""Limits on the rate and the number of one visitor's requests.

Behind a proxy, visitors can be distinguished only if the proxy forwards their addresses.
"""

from __future__ import annotations

import io
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from anyio import CancelScope, current_time, fail_after
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from scorer.server.errors import RequestError
from scorer.service.turns import visitor_at

MAX_VISITORS = 10_000
"""Maximum number of remembered addresses; beyond it, the least recent ones are dropped."""

SECONDS_TO_ARRIVE: Final = 60.0
"""Timeout in seconds for a request's body: a photo of 60 MB at 8 Mbit/s."""

SECONDS_OF_GRACE: Final = 5.0
"""Seconds for which a body may arrive even if other visitors need its place."""


@dataclass(frozen=True)
class Rate:
    """A burst of requests at once, and a number of requests a minute."""

    at_once: int
    a_minute: int


PHOTOS = Rate(10, 30)
KINGDOMS = Rate(60, 300)
REQUESTS = Rate(3000, 6000)
"""Requests of any kind. To load the page, a phone sends a hundred; thirty phones may be behind one address."""


class RateLimit:
    """A token bucket for each visitor's address.

    >>> limit = RateLimit(Rate(at_once=2, a_minute=60), clock=lambda: 0.0)
    >>> [limit.waits("198.51.100.7") for _ in range(3)]
    [0.0, 0.0, 1.0]
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._buckets: dict[str, tuple[float, float]] = {}  # tokens left, and the time of the count

    def waits(self, visitor: str, count: int = 1) -> float:
        """Take ``count`` tokens and return 0, or take none and return the seconds until there are enough."""
        now = self._clock()
        left, then = self._buckets.pop(visitor, (float(self._rate.at_once), now))
        left = min(self._rate.at_once, left + (now - then) * self._rate.a_minute / 60)
        missing = count - left
        self._buckets[visitor] = (left if missing > 0 else -missing, now)
        if len(self._buckets) > MAX_VISITORS:
            del self._buckets[next(iter(self._buckets))]
        return max(0.0, missing) * 60 / self._rate.a_minute

    def give_back(self, request: Request, count: int) -> None:
        """Return tokens that were taken and not needed."""
        self.waits(visitor_of(request), -count)

    def check(self, request: Request, count: int = 1) -> None:
        """Raise ``RequestError`` if a visitor sends requests too often; one may count as several."""
        wait = self.waits(visitor_of(request), count)
        if wait:
            raise too_many(wait)


class RequestLimit:
    """ASGI middleware that rejects a visitor's requests beyond a rate, and closes the connection. WebSockets have their
    own limits."""

    def __init__(self, app: ASGIApp, rate: Rate = REQUESTS) -> None:
        self._app, self._limit = app, RateLimit(rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one connection on, or answer it with 429."""
        wait = self._limit.waits(visitor_of(HTTPConnection(scope))) if scope["type"] == "http" else 0.0
        if not wait:
            await self._app(scope, receive, send)
            return
        response = too_many(wait).response()
        response.headers["Connection"] = "close"
        await response(scope, receive, send)


@dataclass(eq=False)
class Place:
    """A request that is received or answered, the maximum number of bytes of its body, and how many have arrived."""

    visitor: str
    since: float
    max_size: int = 0
    size: int = 0
    arriving: CancelScope | None = None
    is_lost: bool = False

    def lose(self) -> None:
        """Stop receiving the body."""
        self.is_lost = True
        if self.arriving is not None:
            self.arriving.deadline = current_time()


class Places:
    """A limit on concurrent requests, of which one visitor may hold half of the capacity that others leave free.

    Further requests are rejected with a request to try again. With a capacity of eight, the first visitor may hold four
    requests, the second two, the third and the fourth one each. If no place is left for a further visitor, the request
    whose body arrives the slowest loses its place: otherwise a few visitors who send next to nothing would block all.
    The bytes of all bodies are limited in the same way.
    """

    def __init__(
        self, capacity: int, clock: Callable[[], float] = time.monotonic, max_bytes: int = sys.maxsize
    ) -> None:
        self._capacity, self._clock, self._max_bytes = capacity, clock, max_bytes
        self._held: dict[Place, None] = {}

    @contextmanager
    def one(self, request: Request, max_size: int = 0) -> Iterator[Place]:
        """A place for the duration of the block, for a body of at most ``max_size`` bytes. Raises ``RequestError`` if
        none is free for this visitor."""
        visitor = visitor_of(request)
        count, size = self._counts()
        if not count[visitor] and self._is_full(count, size, max_size):
            self._free_the_slowest()
            count, size = self._counts()
        if self._is_full(count, size, max_size):
            raise busy("the server is busy")
        is_many = count[visitor] >= share_of(visitor, count, self._capacity)
        if count[visitor] and (is_many or size[visitor] + max_size > share_of(visitor, size, self._max_bytes)):
            message = "too many of your requests are still running; try again in 5 s"
            raise RequestError(429, "too_many", message, {"Retry-After": "5"})
        place = Place(visitor, self._clock(), max_size)
        self._held[place] = None
        try:
            yield place
        finally:
            self._held.pop(place, None)

    def _counts(self) -> tuple[Counter[str], Counter[str]]:
        """The number of requests of each visitor, and of the bytes of their bodies."""
        count, size = Counter[str](), Counter[str]()
        for place in tuple(self._held):  # a page's thread may give one up meanwhile
            count[place.visitor] += 1
            size[place.visitor] += place.max_size
        return count, size

    def _is_full(self, count: Counter[str], size: Counter[str], more: int) -> bool:
        return count.total() >= self._capacity or size.total() + more > self._max_bytes

    def _free_the_slowest(self) -> None:
        """End the request whose body arrives the slowest, unless each is complete or has just begun to arrive."""
        now = self._clock()
        slow = [one for one in tuple(self._held) if one.arriving is not None and now - one.since >= SECONDS_OF_GRACE]
        if slow:
            slowest = min(slow, key=lambda one: one.size / max(now - one.since, 1.0))
            self._held.pop(slowest, None)
            slowest.lose()


def too_many(wait: float) -> RequestError:
    """An error that asks to try again in so many seconds."""
    seconds = str(int(wait) + 1)
    return RequestError(429, "too_many", f"too many requests; try again in {seconds} s", {"Retry-After": seconds})


def busy(reason: str) -> RequestError:
    """An error that asks to try again."""
    return RequestError(503, "busy", f"{reason}; try again in 5 s", {"Retry-After": "5"})


def share_of(visitor: str, held: Counter[str], capacity: int) -> int:
    """The part of a capacity that one visitor may hold: half of what the others leave free.

    >>> share_of("198.51.100.7", Counter({"198.51.100.7": 3, "198.51.100.8": 2}), 8)
    3
    """
    return (capacity - held.total() + held[visitor]) // 2


def visitor_of(connection: HTTPConnection) -> str:
    """The visitor at the other end of a connection."""
    return visitor_at(connection.client.host if connection.client else "")


async def body(
    request: Request, max_bytes: int, what: str, place: Place | None = None, seconds: float = SECONDS_TO_ARRIVE
) -> bytes:
    """The request's body, held in memory only.

    Raises ``RequestError`` if it has more than ``max_bytes`` bytes, takes more than ``seconds``, or loses its
    ``place``.
    """
    place = place or Place("", 0.0)
    try:
        with fail_after(seconds) as place.arriving:
            return await _received(request, max_bytes, what, place)
    except TimeoutError as error:
        if place.is_lost:
            raise busy(f"the server is busy, and {what} arrives too slowly") from error
        message = f"{what} did not arrive within {seconds:g} s; send a smaller one, or use a faster connection"

        raise RequestError(408, "too_slow", message) from error
    except ClientDisconnect as error:
        raise RequestError(400, "cut", f"{what} was cut off; send it again") from error
    finally:
        place.arriving = None


def size_of(headers: Headers, unknown: int) -> int:
    """The number of bytes of a body as its headers declare it, or ``unknown``.

    >>> size_of(Headers({"content-length": "7"}), 100), size_of(Headers({"transfer-encoding": "chunked"}), 100)
    (7, 100)
    """
    length = "" if "transfer-encoding" in headers else headers.get("content-length", "")  # RFC 9112, 6.3
    return int(length) if length.isdecimal() and len(length) <= len(str(sys.maxsize)) else unknown


async def _received(request: Request, max_bytes: int, what: str, place: Place) -> bytes:
    too_large = RequestError(413, "too_large", f"{what} is larger than {max_bytes:,} bytes; send a smaller one")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and (len(length) > len(str(max_bytes)) or int(length) > max_bytes):
        raise too_large
    received = io.BytesIO()  # hands over its bytes without a copy
    async for part in request.stream():
        place.size += len(part)
        if place.size > max_bytes:
            raise too_large
        received.write(part)
    return received.getvalue()
