"""How much one visit may upload that its page has not taken yet: Streamlit bounds each file, but not all together.

Uploads stay in memory: a parser of forms would write those over 1 MB to a temporary file, and fail on a full disk.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Final, cast

import streamlit as st
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from scorer.server.errors import RequestError

MOST_FILES: Final = 5
"""Of the largest size that one may have (``server.maxUploadSize``): twenty photos of 15 MB are as much."""

MultiPartParser.spool_max_size = 2**31  # more than any upload may have

_ADDRESS: Final = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")


def held(visit: str) -> int:
    """Bytes that Streamlit holds of a visit's uploads."""
    if not Runtime.exists():
        return 0
    files = cast("MemoryUploadedFileManager", Runtime.instance().uploaded_file_mgr).file_storage.get(visit, {})
    return sum(len(file.data) for file in list(files.values()))


class UploadLimit:
    """ASGI middleware that refuses a visit's upload where it already has too much here or on the way."""

    def __init__(self, app: ASGIApp, held: Callable[[str], int] = held) -> None:
        self._app, self._held = app, held
        self._coming = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one connection on, as ASGI asks, or answer it with 413."""
        found = _ADDRESS.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if found is None:
            await self._app(scope, receive, send)
            return
        largest = int(st.get_option("server.maxUploadSize")) * 2**20
        told = Headers(scope=scope).get("content-length", "")
        visit, size = found[1], int(told) if told.isdigit() else largest
        if self._held(visit) + self._coming[visit] + size > MOST_FILES * largest:
            message = "too many photos are uploaded at once; wait until they are read"
            await RequestError(413, "too_large", message).response()(scope, receive, send)
            return
        self._coming[visit] += size
        try:
            await self._app(scope, receive, send)
        finally:
            self._coming[visit] -= size
            self._coming += Counter[str]()  # forgets visits of which nothing is on the way
