"""Checks the messages of pages before Streamlit parses them: a few bytes may cost it seconds or gigabytes.

A message is a ``BackMsg`` of Streamlit's with exactly one field. At a visitor's request Streamlit would also
run git, report the names of uncommitted files, and empty the caches of all visitors. The page needs none of that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from streamlit.proto.BackMsg_pb2 import BackMsg

_STOP, _RUN, _FILES, _HEARTBEAT = (
    BackMsg.DESCRIPTOR.fields_by_name[name].number
    for name in ("stop_script", "rerun_script", "file_urls_request", "app_heartbeat")
)

MAX_BYTES: Final = {_STOP: 1, _RUN: 2**31, _FILES: 20_000, _HEARTBEAT: 1}
"""The allowed fields, and the maximum number of bytes of each. ``server.maxMessageSize`` limits them all."""

MAX_PARTS: Final = 2000
"""Fields of a message, states of widgets, and fields of all these states. A page has up to a hundred widgets."""

MAX_FIELD_BYTES: Final = 2**16
"""Bytes of a part that is no widget's state, such as the page's address: no server takes a longer one."""

MAX_FILES: Final = 100
"""Files that a page asks an address for at once."""

MAX_ARRAY_BYTES: Final = 20_000
"""Bytes of all states of widgets that are lists."""

MAX_TEXT_BYTES: Final = 100_000
"""Bytes of any other state but JSON, which is what the browser stores: notations and links are typed."""

MAX_VALUES: Final = 100_000
"""Values in all JSON texts of a message. The browser's report on a thousand saved games has a few thousand."""

VALUE_BYTES: Final = 100
"""Bytes that a value takes once it is parsed, up to 60 times as much as its text."""

_STATES, _WIDGETS = 2, 1
"""Numbers of the fields that lead from a request to run the script to the states of its widgets."""

_LISTS: Final = frozenset((7, 8, 9, 11, 13, 15))
"""Numbers of the fields of a widget's state with several values."""

_JSON: Final = frozenset((10, 16))
"""Numbers of the fields of a widget's state in JSON."""

_VARINT, _LONG, _BYTES, _SHORT = 0, 1, 2, 5
"""Wire types of Protocol Buffers; groups are obsolete."""

_MORE, _LAST_SHIFT = 128, 63
"""Of a number: the bit that another byte follows, and the shift of the last of ten bytes."""

Field = tuple[int, int, int]
"""The number of a field, and the start and end of its value."""


def is_needed(data: bytes) -> bool:
    """Whether a message is of a kind that the page sends.

    >>> [is_needed(one.SerializeToString()) for one in (BackMsg(stop_script=True), BackMsg(clear_cache=True))]
    [True, False]
    """
    try:
        return _varint(data, 0)[0] >> 3 in MAX_BYTES
    except IndexError:
        return False


def memory_of(data: bytes) -> int:
    """The bytes that a message takes once it is parsed, at most.

    >>> memory_of(b"[[],[],[]]")
    610
    """
    return len(data) + VALUE_BYTES * _values(data)


def _values(data: bytes) -> int:
    return sum(map(data.count, (b"[", b"{", b",")))


def is_allowed(data: bytes) -> bool:
    """Whether a message is well formed and small enough in all its parts for Streamlit to parse it.

    >>> is_allowed(BackMsg(app_heartbeat=True).SerializeToString()), is_allowed(b"\\xff")
    (True, False)
    """
    try:
        ((number, begin, end),) = _fields(data, 0, len(data), 1)
        if end - begin > MAX_BYTES.get(number, -1):
            return False
        if number == _FILES:
            return all(_fields(data, begin, end, MAX_FILES))
        return number != _RUN or _is_allowed_run(data, begin, end)
    except (ValueError, IndexError):
        return False


def _is_allowed_run(data: bytes, begin: int, end: int) -> bool:
    """Whether a request to run the script has no more parts than a page. Raises ``ValueError``."""
    fields = list(_fields(data, begin, end, MAX_PARTS))
    if any(number != _STATES and stop - start > MAX_FIELD_BYTES for number, start, stop in fields):
        return False
    states = [field for field in fields if field[0] == _STATES]
    widgets = [field for _, start, stop in states for field in _fields(data, start, stop, MAX_PARTS)]
    if len(widgets) > MAX_PARTS:
        return False
    lists, left = 0, MAX_PARTS
    for number, start, stop in widgets:
        parts = list(_fields(data, start, stop, left)) if number == _WIDGETS else []
        left -= len(parts)
        lists += sum(last - first for part, first, last in parts if part in _LISTS)
        if lists > MAX_ARRAY_BYTES or any(
            last - first > MAX_TEXT_BYTES for part, first, last in parts if part not in _JSON
        ):
            return False
    return _values(data) <= MAX_VALUES


def _fields(data: bytes, at: int, end: int, most: int) -> Iterator[Field]:
    """The fields of a message in ``data[at:end]``. Raises ``ValueError`` for malformed ones or too many."""
    count = 0
    while at < end:
        tag, at = _varint(data, at)
        kind, begin = tag & 7, at
        if kind == _BYTES:
            length, begin = _varint(data, at)
            at = begin + length
        elif kind == _VARINT:
            at = _varint(data, at)[1]
        elif kind in (_LONG, _SHORT):
            at += 8 if kind == _LONG else 4
        else:
            raise ValueError("malformed")
        count += 1
        if at > end or count > most:
            raise ValueError("malformed")
        yield tag >> 3, begin, at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number at a position, and the position behind it. Raises ``IndexError`` at the end of the data."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & ~_MORE) << shift
        at, shift = at + 1, shift + 7
        if byte < _MORE or shift > _LAST_SHIFT:
            return value, at
