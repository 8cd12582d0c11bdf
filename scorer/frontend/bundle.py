"""Joins a script with all that it imports to one module, so that a phone asks once; no build step makes it."""

from __future__ import annotations

import re
from pathlib import Path

BROWSER = Path(__file__).with_name("browser")

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:function|class|const) (\w+))", re.MULTILINE)


def module(entry: str) -> str:
    """The script, after each that it needs as a constant of its own, so that names of two files do not meet.

    >>> "const dom_js = (() => {" in module("link"), "export default" in module("link")
    (True, True)
    """
    needed: dict[str, str] = {}
    _collect(entry, needed)
    own = needed.pop(entry)
    return "\n".join([*(_as_constant(name, text) for name, text in needed.items()), _linked(own)])


def _collect(name: str, found: dict[str, str]) -> None:
    """Puts a script behind those that it imports."""
    text = (BROWSER / f"{name}.js").read_text("utf-8")
    for _, imported in _IMPORT.findall(text):
        if imported not in found:
            _collect(imported, found)
    found[name] = text


def _as_constant(name: str, text: str) -> str:
    exports = ", ".join(_EXPORT.findall(text))
    return f"const {name}_js = (() => {{\n{_linked(_EXPORT.sub('', text))}\nreturn {{ {exports} }};\n}})();"


def _linked(text: str) -> str:
    """Imports read from the constants."""
    return _IMPORT.sub(r"const \1 = \2_js;", text)
