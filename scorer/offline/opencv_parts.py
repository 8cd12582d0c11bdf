"""Separates OpenCV.js from its WebAssembly, which npm's file contains as text.

A browser would hold that text as long as the script, in addition to the compiled code: 13 megabytes, and as much
again while the text is decoded.
"""

from __future__ import annotations

import re
from pathlib import Path

_CARRIED = re.compile(r"binaryDecode\('((?:[^'\\]++|\\.)*+)'\)", re.DOTALL)
"""Possessive quantifiers, because backtracking would need memory for each of those characters."""
_FETCHED = 'fetch(new URL("{name}",import.meta.url)).then(found=>found.arrayBuffer())'
_ESCAPED = {"n": "\n", "r": "\r"}


def part(script: Path) -> None:
    """Write the WebAssembly of a script to a file next to it, and make the script, now a module, fetch it from there.

    Raises ``ValueError`` for a script without WebAssembly.
    """
    text = script.read_bytes().decode("utf-8")
    carried = _CARRIED.search(text)
    if carried is None:
        raise ValueError(f"{script.name} carries no WebAssembly")
    wasm = script.with_suffix(".wasm")
    wasm.write_bytes(to_bytes(carried[1]))
    fetched = _FETCHED.format(name=wasm.name)
    script.write_bytes((text[: carried.start()] + fetched + text[carried.end() :]).encode("utf-8"))


def to_bytes(literal: str) -> bytes:
    r"""The content of a JavaScript string literal, a byte for each character.

    >>> to_bytes(r"a\n\\\'ÿ")
    b"a\n\\'\xff"
    """
    return re.sub(r"\\(.)", lambda sign: _ESCAPED.get(sign[1], sign[1]), literal, flags=re.DOTALL).encode("latin-1")
