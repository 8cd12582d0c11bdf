"""Puts the browser component's four parts on a Streamlit page: the kingdom, its score sheet, the link, the storage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

BROWSER = Path(__file__).with_name("browser")


def _text(*names: str) -> str:
    """The files joined to one: the page gets one module, and no build step makes it."""
    return "\n".join((BROWSER / name).read_text("utf-8") for name in names)


_kingdom = st.components.v2.component(
    "kingdom_board",
    html=_text("kingdom.html"),
    css=_text("base.css", "kingdom.css", "picker.css"),
    js=_text("dom.js", "photo.js", "grid.js", "picker.js", "kingdom.js"),
)
_score_sheet = st.components.v2.component(
    "kingdom_sheet",
    html="<div class='board'></div>",
    css=_text("base.css", "sheet.css"),
    js=_text("dom.js", "sheet.js"),
)
_link = st.components.v2.component(
    "kingdom_link", html="<div class='board'></div>", css=_text("base.css"), js=_text("dom.js", "link.js")
)
_storage = st.components.v2.component("kingdom_storage", js=_text("storage.js"))


def kingdom(data: Mapping[str, Any], key: str, on_actions: Callable[[], None]) -> None:
    """Show a kingdom as ``scorer.ui.component.view`` describes it.

    ``on_actions`` is called when something was done on it. What was done is then in
    ``st.session_state[key]["actions"]``, the last ones, oldest first, each with its time in ``sent``, so that none is
    lost where two taps arrive together.
    """
    _kingdom(data=data, key=key, on_actions_change=on_actions)


def score_sheet(data: Mapping[str, Any], key: str) -> None:
    """Show a score sheet whose lines light their squares on the kingdom."""
    _score_sheet(data=data, key=key)


def link(data: Mapping[str, Any], key: str = "link") -> None:
    """Show an address to send or copy."""
    _link(data=data, key=key)


def storage(link: str, language: str, *, empty: bool, key: str = "storage") -> str:
    """Keep the table in the browser: in its address and its storage. Returns what its storage held on arrival.

    Without a link nothing is kept, and no empty table in the storage. The language is the one screen readers speak.
    """
    kept = _storage(data={"link": link, "language": language, "empty": empty}, key=key, on_found_change=lambda: None)
    return str(kept.get("found") or "")
