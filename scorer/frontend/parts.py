"""The parts of the browser component as cacheable files: each part's script with its HTML and style.

Streamlit sends a component's code with every run. So its code is a short script (``loader.js``) that imports the part
from an address with the hash of its content, which a browser can cache for ever.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from scorer.frontend.bundle import BROWSER, module

FOLDER = "app/component"
"""The path of the parts, relative to the page."""

_LOADER = Path(__file__).with_name("loader.js").read_text("utf-8")
_EMPTY = "<div class='component'></div>"


@dataclass(frozen=True)
class Part:
    """One part: its name on the page, and the ES module that shows it, which also exports its ``content``."""

    name: str
    script: str

    @property
    def file(self) -> str:
        """The file's name, with a hash of its content."""
        return f"{self.name}-{sha256(self.script.encode()).hexdigest()[:16]}.js"

    @property
    def loader(self) -> str:
        """The script that loads this one and passes every call on to it."""
        return _LOADER.replace("%ADDRESS%", f"{FOLDER}/{self.file}")


def _part(name: str, html: str = "", *styles: str) -> Part:
    style = "\n".join(map(_text, styles))
    content = f"<style>{style}</style>\n{html}"
    script = module(f"{name}/{name}")
    return Part(name, f"{script}\nexport const content = {json.dumps(content)};\n")


def _text(name: str) -> str:
    return (BROWSER / name).read_text("utf-8")


_BASE = "shared/base.css"
KINGDOM = _part("kingdom", _text("kingdom/kingdom.html"), _BASE, "kingdom/kingdom.css", "kingdom/picker.css")
SHEET = _part("sheet", _EMPTY, _BASE, "sheet/sheet.css")
LINK = _part("link", _EMPTY, _BASE)
TAPS = _part("taps", _EMPTY, _BASE, "page/board.css", "taps/taps.css")
SCAN = _part("scan", _EMPTY, _BASE, "scan/scan.css")
STORAGE = _part("storage")
PARTS = {part.file: part for part in (KINGDOM, SHEET, LINK, TAPS, SCAN, STORAGE)}
"""All parts by file name."""
