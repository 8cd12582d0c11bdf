"""Errors for tasks that the workers could not finish."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TypeVar

from scorer.rules.model.messages import Message
from scorer.vision.photo.errors import PhotoError

T = TypeVar("T")


class WorkError(Exception):
    """A task that the workers could not finish.

    ``reason`` is ``too_slow`` or ``too_large`` (time or memory beyond the limits), ``interrupted`` (its process was
    killed again and again) or ``unavailable`` (no process can be started).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def result(future: Future[T], name: str) -> T:
    """The result of a task on the photo of this name.

    Raises ``PhotoError`` if the photo exceeded its limits or its process was killed, and otherwise any error of the
    task.
    """
    try:
        return future.result()
    except (WorkError, MemoryError, TimeoutError) as error:
        reason = "too_slow" if isinstance(error, TimeoutError) else getattr(error, "reason", "too_large")
        raise PhotoError(_words(reason, name), reason) from None


def _words(reason: str, name: str) -> Message:
    if reason == "too_slow":
        return Message("{name} took too long to read; try again, or take another photo", {"name": name})
    if reason == "too_large":
        return Message("{name} needs too much memory; make it smaller", {"name": name})
    return Message("{name} could not be read just now; try again", {"name": name})
