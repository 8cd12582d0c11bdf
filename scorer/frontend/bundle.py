"""Joins a script and all its imports to one module, so that a phone makes one request. There is no build step."""

from __future__ import annotations

import re
from pathlib import Path

BROWSER = Path(__file__).with_name("browser")

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.\.?/[\w/]+)\.js";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|class|const) (\w+))", re.MULTILINE)


def module(entry: str) -> str:
    """The script ``entry`` below ``BROWSER``, after the scripts it imports, each as a constant with its own scope.

    >>> "const dom_js = (() => {" in module("link/link"), "export default" in module("link/link")
    (True, True)
    """
    needed: dict[Path, str] = {}
    own = (BROWSER / f"{entry}.js").resolve()
    _collect(own, needed)
    text = needed.pop(own)
    return "\n".join([*(_as_constant(path.stem, text) for path, text in needed.items()), _linked(text)])


def _collect(path: Path, found: dict[Path, str]) -> None:
    """Add a script to ``found``, after those that it imports."""
    text = path.read_text("utf-8")
    for _, imported in _IMPORT.findall(text):
        other = (path.parent / f"{imported}.js").resolve()
        if other not in found:
            _collect(other, found)
    found[path] = text


def _as_constant(name: str, text: str) -> str:
    exports = ", ".join(_EXPORT.findall(text))
    return f"const {name}_js = (() => {{\n{_linked(_EXPORT.sub('', text))}\nreturn {{ {exports} }};\n}})();"


def _linked(text: str) -> str:
    """The script with its imports read from the constants."""
    return _IMPORT.sub(lambda found: f"const {found[1]} = {Path(found[2]).name}_js;", text)
