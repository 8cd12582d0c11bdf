"""Limits how many pages of one visitor are drawn at once: other visitors share the interpreter with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from threading import Semaphore
from typing import Final
from weakref import WeakValueDictionary

from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

MAX_DRAWN = 2
"""Pages of one visitor that are drawn at once. More would be no faster, since Python runs one thread at a time."""

MAX_ALL_DRAWN: Final = 4
"""Pages of all visitors that are drawn at once: with 100 at once, none would be drawn for a minute."""

SECONDS_BETWEEN_LOOKS: Final = 1.0
"""How often a page that waits looks whether its browser is still there."""

_turns = WeakValueDictionary[str, Semaphore]()

_all: Final = Semaphore(MAX_ALL_DRAWN)

_held: Final = ContextVar[tuple[Semaphore, ...]]("_held", default=())


@contextmanager
def turn_of(visitor: str) -> Iterator[None]:
    """Draw a page of this visitor in the block, once it is its turn; not if it is left while it waits."""
    turns = (_turns.setdefault(visitor, Semaphore(MAX_DRAWN)), _all)
    with ExitStack() as taken:
        for turn in turns:
            while not turn.acquire(timeout=SECONDS_BETWEEN_LOOKS):
                stop_if_left()
            taken.callback(turn.release)
        before = _held.set(turns)
        try:
            yield
        finally:
            _held.reset(before)


def stop_if_left() -> None:
    """End the run of a page whose browser has disconnected."""
    context = get_script_run_ctx()
    if context and Runtime.exists() and not Runtime.instance().is_active_session(context.session_id):
        raise StopException


@contextmanager
def aside() -> Iterator[None]:
    """Wait for something in the block, while the visitor's other pages are drawn."""
    turns = _held.get()
    for turn in turns:
        turn.release()
    try:
        yield
    finally:
        for turn in turns:
            turn.acquire()
