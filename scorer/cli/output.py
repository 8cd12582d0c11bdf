"""Prints results and errors, and defines the exit statuses."""

from __future__ import annotations

import json
import sys
import unicodedata
from typing import Final

from scorer.rules.model.letters import ISOLATES, is_hidden

WELL, ILLEGAL, UNUSABLE = 0, 1, 2
"""Exit statuses; the worst of all inputs counts."""


class CallError(Exception):
    """A call that cannot be carried out: a stable code, and one line with the reason and the next step."""

    def __init__(self, code: str, message: object) -> None:
        super().__init__(str(message))
        self.code = code


MAX_SHOWN: Final = 200
"""Maximum number of characters of an input that an error repeats."""


def print_json(data: object) -> None:
    """Print one JSON object as one line."""
    print(as_json(data))


def as_json(data: object) -> str:
    """One JSON object as one line. Letters are not escaped, control characters are.

    >>> print(as_json({"name": "Zoë" + chr(27) + chr(0x9B)}))
    {"name": "Zoë\\u001b\\u009b"}
    """
    written = json.dumps(data, ensure_ascii=False)
    return "".join(json.dumps(one)[1:-1] if _is_obeyed(one) else one for one in written)


def complain(message: object) -> int:
    """Print an error in one line on standard error; return its exit status."""
    if sys.stderr is not None:  # closed standard error is None; print would then use standard output
        print(f"scorer: {one_line(message)}", file=sys.stderr)
    return UNUSABLE


def error_data(code: str, message: object) -> dict[str, object]:
    """An error as ``--json`` prints it, without the input that it belongs to."""
    return {"error": {"code": code, "message": one_line(message)}}


def described(error: Exception) -> str:
    """An unexpected error, in one line."""
    return f"{type(error).__name__}: {one_line(error)}"


def shortened(text: str) -> str:
    """The text, truncated with “…” if it is long."""
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def one_line(message: object) -> str:
    """The message in one line that a terminal can show."""
    return printable(" ".join(str(message).split()))


def printable(text: str) -> str:
    """The text without control characters for a terminal: names of players and files may hold anything.

    The ``ISOLATES`` stay, whose effect ends with their line at the latest.

    >>> printable(chr(27) + "[31mred"), printable(ISOLATES) == ISOLATES
    ('�[31mred', True)
    """
    return "".join("�" if _is_obeyed(one) and one not in ("\n", *ISOLATES) else one for one in text)


def _is_obeyed(character: str) -> bool:
    """Whether a character has an effect in a terminal instead of a glyph."""
    return unicodedata.category(character) == "Cc" or is_hidden(character)
