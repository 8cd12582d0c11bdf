"""Limits the uploads of one visit that its page has not taken yet, and the photos of all visits: Streamlit limits only
each file.

Uploads stay in memory: a form parser would write those over 1 MB to a temporary file, and fail on a full disk.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, cast

import streamlit as st
from anyio import CancelScope, move_on_after
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from scorer.server.connections.transport import PACE
from scorer.server.errors import RequestError
from scorer.server.limits import (
    SECONDS_OF_GRACE,
    SECONDS_TO_ARRIVE,
    Rate,
    RateLimit,
    share_of,
    size_of,
    too_many,
    visitor_of,
)
from scorer.service.held import held_by, max_held_bytes

MAX_FILES: Final = 5
"""Number of files of the maximum size (``server.maxUploadSize``): as much as twenty photos of 15 MB."""

MultiPartParser.spool_max_size = 2**31  # larger than any single upload

SLOWEST: Final = 10_000
"""Bytes a second at which an upload may arrive after ``SECONDS_TO_ARRIVE``: a phone may send many photos at once."""

UPLOADS: Final = Rate(200, 600)
"""Files of one visitor, however small: each occupies the server for some milliseconds."""

FILE: Final = 2**16
"""Bytes that a file counts at least."""

_ADDRESS: Final = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)$")
_ID: Final = re.compile(r"[0-9a-fA-F-]{36}")
"""The files' names in addresses that Streamlit gives to the page."""


def held(visit: str) -> int:
    """The bytes that Streamlit holds of a visit's uploads."""
    if not Runtime.exists():
        return 0
    files = cast("MemoryUploadedFileManager", Runtime.instance().uploaded_file_mgr).file_storage.get(visit, {})
    return sum(max(FILE, len(file.data)) for file in list(files.values()))


def forget_ended(visit: str) -> None:
    """Delete the uploads of a visit that has ended meanwhile; they would stay until the server stops."""
    if Runtime.exists() and cast("Any", Runtime.instance())._session_mgr.get_session_info(visit) is None:
        Runtime.instance().uploaded_file_mgr.remove_session_files(visit)


@dataclass(eq=False)
class Arriving:
    """An upload in progress: the bytes that it may have and that have arrived, and when it ends by itself."""

    visit: str
    size: int
    since: float
    time: CancelScope
    received: int = 0


class UploadLimit:
    """ASGI middleware that rejects an upload if the visit already has too many bytes stored or arriving, or if all
    photos of all visits would take too much memory. Of that, one visitor may hold half of what others leave free."""

    def __init__(self, app: ASGIApp, held: Callable[[str], int] = held, max_bytes: int | None = None) -> None:
        self._app, self._held = app, held
        self._max_bytes = max_held_bytes() if max_bytes is None else max_bytes
        self._rate = RateLimit(UPLOADS)
        self._coming = Counter[str]()
        self._arriving: set[Arriving] = set()
        self._visitors: dict[str, str] = {}  # of the visits that hold anything

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one connection on, or answer it with 413."""
        found = _ADDRESS.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if found is None:
            await self._app(scope, receive, send)
            return
        error = self._refused(found[2], visitor_of(HTTPConnection(scope)))
        if error is not None:
            await error.response()(scope, receive, send)
            return
        largest = int(st.get_option("server.maxUploadSize")) * 2**20
        visit, size = found[1], size_of(Headers(scope=scope), largest)
        if self._held(visit) + self._coming[visit] + size > MAX_FILES * largest:
            message = "too many photos are uploaded at once; wait until they are read"
            await RequestError(413, "too_large", message).response()(scope, receive, send)
            return
        self._visitors[visit] = visitor_of(HTTPConnection(scope))
        while not self._has_room(visit, size):
            if self._free_the_slowest_for(visit):
                continue
            message = "the server holds too many photos; try again later"
            await RequestError(503, "busy", message).response()(scope, receive, send)
            return
        self._coming[visit] += size
        try:
            with move_on_after(SECONDS_TO_ARRIVE) as in_time, suppress(ClientDisconnect):
                arriving = Arriving(visit, size, time.monotonic(), in_time)
                self._arriving.add(arriving)
                await self._app(scope, _paced(receive, arriving, self._visitors[visit]), send)
        finally:
            self._arriving.discard(arriving)
            forget_ended(visit)
            self._release(arriving)
        if in_time.cancelled_caught:
            message = "the photo arrives too slowly; send a smaller one, or use a faster connection"
            await RequestError(408, "too_slow", message).response()(scope, receive, send)

    def _refused(self, file: str, visitor: str) -> RequestError | None:
        """The error of an upload that is made up, or one of too many."""
        if not _ID.fullmatch(file):
            return RequestError(404, "not_found", "the page has asked for no such file; reload it")
        wait = self._rate.waits(visitor)
        return too_many(wait) if wait else None

    def _has_room(self, visit: str, size: int) -> bool:
        """Whether the visitor of this visit may hold so many bytes more."""
        visitors, visitor = self._held_by_visitors(visit), self._visitors[visit]
        return visitors[visitor] + size <= share_of(visitor, visitors, self._max_bytes)

    def _held_by_visitors(self, visit: str) -> Counter[str]:
        """The bytes that each visitor holds; the visitor of this visit stays known."""
        held = {one: self._held(one) + self._coming[one] + held_by(one) for one in self._visitors}
        self._visitors = {one: who for one, who in self._visitors.items() if held[one] or one == visit}
        visitors = Counter[str]()
        for one, who in self._visitors.items():
            visitors[who] += held[one]
        return visitors

    def _free_the_slowest_for(self, visit: str) -> bool:
        """End the upload that arrives the slowest, for a visitor who holds nothing; return whether there was one."""
        now = time.monotonic()
        coming = (one for one in self._arriving if one.size and one.time.deadline < math.inf)
        slow = [one for one in coming if now - one.since >= SECONDS_OF_GRACE]
        if not slow or self._held_by_visitors(visit)[self._visitors[visit]]:
            return False
        slowest = min(slow, key=lambda one: one.received / (now - one.since))
        self._release(slowest)
        slowest.time.cancel()
        return True

    def _release(self, arriving: Arriving) -> None:
        """Count an upload no more."""
        self._coming[arriving.visit] -= arriving.size
        arriving.size = 0
        self._coming += Counter[str]()  # forgets visits without uploads in progress


def _paced(receive: Receive, arriving: Arriving, visitor: str) -> Receive:
    """Receive a body. Each of its parts extends the time that it may take, and its end ends it. If parsing takes long,
    other visitors come first."""
    parsing: float | None = None

    async def received() -> Message:
        nonlocal parsing
        if parsing is not None:
            wait = PACE.wait(visitor, time.thread_time() - parsing, time.monotonic())
            if wait:
                await asyncio.sleep(wait)
        message = await receive()
        arriving.received += len(message.get("body", b""))
        arriving.time.deadline += len(message.get("body", b"")) / SLOWEST
        if not message.get("more_body"):
            arriving.time.deadline = math.inf
        parsing = time.thread_time()
        return message

    return received
