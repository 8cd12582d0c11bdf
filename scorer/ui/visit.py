"""A visit ends a while after its browser has gone, and its photos go with it.

Streamlit keeps the session of a browser that has gone, for it may come back; but it lets go of it only when somebody
else leaves, maybe never. So every visit here ends itself.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile

from scorer.ui.session import Session

KEPT: Final = 100.0
"""Seconds for which a visit waits for its browser: a phone that takes a photo may lose its connection meanwhile.

It must be below ``server.disconnectedSessionTTL`` (120), for a session that is older cannot be ended by its number.
"""

LARGE: Final = 2**20
"""Bytes from which a block of memory is mapped by itself."""

_M_MMAP_THRESHOLD: Final = -3
"""The option's number in glibc's ``malloc.h``."""


@dataclass(frozen=True)
class Visit:
    """A session of Streamlit's by its number, and what we keep in it."""

    number: str
    session: Session


def attend(here: Session) -> None:
    """Have this visit end when its browser has gone; called in every run of the script."""
    map_large_blocks()
    context = get_script_run_ctx()
    if context is not None and Runtime.exists():
        _attended(context.session_id, here)


def taken(files: Iterable[UploadedFile | DeletedFile]) -> list[tuple[bytes, str]]:
    """The bytes and names of uploaded files, which Streamlit would otherwise hold until the visit ends.

    A field still names the files that were taken from it; they are passed over.
    """
    found = [(file, file.getvalue(), file.name) for file in files if isinstance(file, UploadedFile)]
    context = get_script_run_ctx()
    for file, _, _ in found if context is not None else ():
        context.uploaded_file_mgr.remove_file(context.session_id, file.file_id)
    return [(data, name) for _, data, name in found]


def _browser_gone(visit: Visit) -> None:
    """Called by Streamlit on its event loop when a browser's connection ends, and while a session is shut down."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # a session that is already shut down, told of by its script's own thread
        return
    if visit.session.host.ending is not None:
        visit.session.host.ending.cancel()
    visit.session.host.ending = loop.call_later(KEPT, end, visit)


@st.cache_resource(scope="session", on_release=_browser_gone, show_spinner=False)  # type: ignore[untyped-decorator]
def _attended(number: str, _here: Session) -> Visit:
    return Visit(number, _here)


def end(visit: Visit) -> None:
    """End the visit unless its browser is back: cancel what waits to be read, let go of photos, files and previews."""
    if Runtime.instance().is_active_session(visit.number):
        return
    visit.session.let_go()
    Runtime.instance().close_session(visit.number)
    _give_memory_back()


@cache
def map_large_blocks() -> None:
    """Have glibc map every large block by itself, once in a process: a freed block's memory then goes back at once.

    Of its own accord glibc maps only what is larger than any block freed before. After the first photo all others would
    lie in the heaps of the threads that received them, and ``malloc_trim`` does not give back the ends of those.
    """
    set_option = _of_c("mallopt")
    if set_option is not None:
        set_option(_M_MMAP_THRESHOLD, LARGE)


def _give_memory_back() -> None:
    """Collect what a session's objects hold of each other, and have glibc, which keeps it for later, give it back."""
    gc.collect()
    trim = _of_c("malloc_trim")
    if trim is not None:
        trim(0)


def _of_c(name: str) -> Callable[..., int] | None:
    """A function of glibc; other C libraries have none of this name and need none."""
    found: Callable[..., int] | None = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    return found
