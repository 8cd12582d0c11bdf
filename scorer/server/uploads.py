"""Limits the uploads of one visit that its page has not taken yet: Streamlit limits only each file.

Uploads stay in memory: a form parser would write those over 1 MB to a temporary file, and fail on a full disk.
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
"""Number of files of the maximum size (``server.maxUploadSize``): as much as twenty photos of 15 MB."""

MultiPartParser.spool_max_size = 2**31  # larger than any single upload

_ADDRESS: Final = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")


def held(visit: str) -> int:
    """The bytes that Streamlit holds of a visit's uploads."""
    if not Runtime.exists():
        return 0
    files = cast("MemoryUploadedFileManager", Runtime.instance().uploaded_file_mgr).file_storage.get(visit, {})
    return sum(len(file.data) for file in list(files.values()))


class UploadLimit:
    """ASGI middleware that rejects an upload if the visit already has too many bytes stored or arriving."""

    def __init__(self, app: ASGIApp, held: Callable[[str], int] = held) -> None:
        self._app, self._held = app, held
        self._coming = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one connection on, or answer it with 413."""
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
            self._coming += Counter[str]()  # forgets visits without uploads in progress
