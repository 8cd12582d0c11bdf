"""Recognizes Ctrl-C in the errors that it causes."""

from __future__ import annotations


def was_interrupted(error: BaseException) -> bool:
    """Whether an error came from Ctrl-C: where it hits the standard library's locks, another error follows it.

    >>> error = RuntimeError("release unlocked lock")
    >>> error.__context__ = KeyboardInterrupt()
    >>> was_interrupted(error), was_interrupted(RuntimeError())
    (True, False)
    """
    cause = error.__context__
    return isinstance(error, KeyboardInterrupt) or (cause is not None and was_interrupted(cause))
