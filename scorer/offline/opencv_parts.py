"""Parts OpenCV.js from its WebAssembly, which npm's file carries as a text.

A browser would keep that text as long as the script, beside the code that it has made of it: 13 megabytes, and as much
again until the text is turned into bytes.
"""

from __future__ import annotations

import re
from pathlib import Path

_CARRIED = re.compile(r"binaryDecode\('((?:[^'\\]++|\\.)*+)'\)", re.DOTALL)
"""Possessive: a way back would be remembered for every sign of those megabytes."""
_FETCHED = 'fetch(new URL("{name}",import.meta.url)).then(found=>found.arrayBuffer())'
_ESCAPED = {"n": "\n", "r": "\r"}


def part(script: Path) -> None:
    """Write the WebAssembly of a script beside it, and have the script fetch it from there, as a module.

    Raises ``ValueError`` for a script that carries none.
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
    r"""What stands between the quotes of a JavaScript string, a byte for each character.

    >>> to_bytes(r"a\n\\\'ÿ")
    b"a\n\\'\xff"
    """
    return re.sub(r"\\(.)", lambda sign: _ESCAPED.get(sign[1], sign[1]), literal, flags=re.DOTALL).encode("latin-1")
