"""Limits how many pages of one visitor are drawn at once: other visitors share the interpreter with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Semaphore
from typing import Final
from weakref import WeakValueDictionary

from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

MAX_DRAWN = 2
"""Pages of one visitor that are drawn at once. More would be no faster, since Python runs one thread at a time."""

SECONDS_BETWEEN_LOOKS: Final = 1.0
"""How often a page that waits looks whether its browser is still there."""

_turns = WeakValueDictionary[str, Semaphore]()

_held: Final = ContextVar[Semaphore | None]("_held", default=None)


@contextmanager
def turn_of(visitor: str) -> Iterator[None]:
    """Draw a page of this visitor in the block, once it is its turn; not if it is left while it waits."""
    turn = _turns.setdefault(visitor, Semaphore(MAX_DRAWN))
    while not turn.acquire(timeout=SECONDS_BETWEEN_LOOKS):
        stop_if_left()
    before = _held.set(turn)
    try:
        yield
    finally:
        _held.reset(before)
        turn.release()


def stop_if_left() -> None:
    """End the run of a page whose browser has disconnected."""
    context = get_script_run_ctx()
    if context and Runtime.exists() and not Runtime.instance().is_active_session(context.session_id):
        raise StopException


@contextmanager
def aside() -> Iterator[None]:
    """Wait for something in the block, while the visitor's other pages are drawn."""
    turn = _held.get()
    if turn is None:
        yield
        return
    turn.release()
    try:
        yield
    finally:
        turn.acquire()
