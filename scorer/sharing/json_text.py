"""JSON from outside the app."""

from __future__ import annotations

import json
import re
from typing import Any, Final

MAX_NESTING: Final = 50
"""Levels of lists and objects within each other; the app writes fewer than ten."""

_TOKENS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
"""Strings, also one that does not end, and brackets. It never steps back: the time is linear in the length."""


def parse_json(text: str) -> Any:
    """The value of a JSON text. Raises ``ValueError`` for any other text, and for deeper nesting than ``MAX_NESTING``.

    Python's own parser raises ``RecursionError`` for deep nesting; in a browser (Pyodide) it ends the interpreter.

    >>> parse_json('{"a": ["[", 1]}')
    {'a': ['[', 1]}
    >>> parse_json("[" * 100 + "]" * 100)
    Traceback (most recent call last):
    ValueError: more than 50 levels of lists and objects
    """
    depth = 0
    for token in _TOKENS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token.group(), 0)
        if depth > MAX_NESTING:
            raise ValueError(f"more than {MAX_NESTING} levels of lists and objects")
    return json.loads(text)
