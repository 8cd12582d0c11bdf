"""Ends a visit some time after its browser has gone, and frees its photos.

Streamlit keeps the session of a disconnected browser, which may reconnect, but frees it only when another visitor
leaves. So every visit ends itself.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile

from scorer.service.held import HOLDERS
from scorer.ui.photos import Snapshot
from scorer.ui.session import Session

KEPT: Final = 100.0
"""Seconds that a visit waits for its browser: a phone may lose its connection while it takes a photo.

It must be below ``server.disconnectedSessionTTL`` (120), since an older session cannot be ended by its id.
"""

LARGE: Final = 2**20
"""Bytes from which malloc maps a block of memory separately."""

PAUSE: Final = 2.0
"""Seconds at least after which the memory of ended visits is given back. The server does nothing else meanwhile: for
each of a thousand visits that end together it would take minutes."""

SHARE: Final = 20
"""Giving memory back may take one part in so many of the time: 0.14 s usually, a second with many open pages."""

_DUE: Final[list[asyncio.TimerHandle]] = []
_TOOK: Final = deque([0.0], maxlen=1)
"""Seconds that it took last."""

_M_MMAP_THRESHOLD: Final = -3
"""The number of the option in glibc's ``malloc.h``."""


@dataclass(frozen=True)
class Visit:
    """A session of Streamlit's by its id, and our data in it."""

    number: str
    session: Session

    @property
    def held(self) -> int:
        """The bytes of its photos: those being read, and those that the page keeps."""
        kept = list(self.session.snapshots.values())
        return sum(len(look.data) for look in list(self.session.host.looks)) + sum(
            len(photo.data) + len(photo.preview) for photo in kept if isinstance(photo, Snapshot)
        )


def attend(session: Session) -> None:
    """Make this visit end after its browser has gone; called in every run of the script."""
    map_large_blocks()
    context = get_script_run_ctx()
    if context is not None and Runtime.exists():
        _attended(context.session_id, session)


def taken(files: Iterable[UploadedFile | DeletedFile]) -> list[tuple[bytes, str]]:
    """The bytes and names of uploaded files, which Streamlit would otherwise hold until the visit ends.

    A field still lists the files that were taken from it; they are skipped.
    """
    found = [(file, file.getvalue(), file.name) for file in files if isinstance(file, UploadedFile)]
    context = get_script_run_ctx()
    for file, _, _ in found if context is not None else ():
        context.uploaded_file_mgr.remove_file(context.session_id, file.file_id)
    return [(data, name) for _, data, name in found]


def _browser_gone(visit: Visit) -> None:
    """Called by Streamlit on its event loop when a browser disconnects, and while a session is shut down."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # the session is already shut down; its script's own thread reports that
        return
    if visit.session.host.ending is not None:
        visit.session.host.ending.cancel()
    visit.session.host.ending = loop.call_later(KEPT, end, visit)


@st.cache_resource(scope="session", on_release=_browser_gone, show_spinner=False)  # type: ignore[untyped-decorator]
def _attended(number: str, _session: Session) -> Visit:
    visit = HOLDERS[number] = Visit(number, _session)
    return visit


def end(visit: Visit) -> None:
    """End the visit unless its browser has reconnected: cancel queued readings; free photos, files and previews."""
    if Runtime.instance().is_active_session(visit.number):
        return
    visit.session.let_go()
    Runtime.instance().close_session(visit.number)
    _give_memory_back_soon()


@cache
def map_large_blocks() -> None:
    """Make glibc map every large block separately, once per process, so that freed memory returns to the system at
    once.

    By default glibc maps only blocks larger than any freed before. After the first photo, all others would be in the
    heaps of the threads that received them, whose ends ``malloc_trim`` does not return.
    """
    set_option = _of_c("mallopt")
    if set_option is not None:
        set_option(_M_MMAP_THRESHOLD, LARGE)


def _give_memory_back_soon() -> None:
    """Give memory back once for all visits that end within a pause; outside an event loop, at once."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        _give_memory_back()
        return
    if not _DUE:
        _DUE.append(loop.call_later(max(PAUSE, SHARE * _TOOK[0]), _give_memory_back))


def _give_memory_back() -> None:
    """Collect reference cycles of a session's objects, and make glibc return its free memory to the system."""
    _DUE.clear()
    began = time.thread_time()
    gc.collect()
    trim = _of_c("malloc_trim")
    if trim is not None:
        trim(0)
    _TOOK.append(time.thread_time() - began)


def _of_c(name: str) -> Callable[..., int] | None:
    """A function of glibc; ``None`` for other C libraries, which lack it and do not need it."""
    found: Callable[..., int] | None = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    return found
