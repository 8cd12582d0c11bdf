"""Limits how many pages of one visitor are drawn at once: other visitors share the interpreter with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Semaphore
from typing import Final
from weakref import WeakValueDictionary

MAX_DRAWN = 2
"""Pages of one visitor that are drawn at once. More would be no faster, since Python runs one thread at a time."""

_turns = WeakValueDictionary[str, Semaphore]()

_held: Final = ContextVar[Semaphore | None]("_held", default=None)


@contextmanager
def turn_of(visitor: str) -> Iterator[None]:
    """Draw a page of this visitor in the block, once it is its turn."""
    turn = _turns.setdefault(visitor, Semaphore(MAX_DRAWN))
    with turn:
        before = _held.set(turn)
        try:
            yield
        finally:
            _held.reset(before)


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
