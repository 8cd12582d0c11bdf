"""The one component of our own: a kingdom on its photo and as a drawn board, to tap, correct and lay again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

HERE = Path(__file__).parent


def _text(*names: str) -> str:
    """The files joined to one: the page gets one module, and no build step makes it."""
    return "\n".join((HERE / name).read_text("utf-8") for name in names)


_board = st.components.v2.component(
    "kingdom_board",
    html=_text("board.html"),
    css=_text("base.css", "board.css", "picker.css"),
    js=_text("dom.js", "photo.js", "grid.js", "picker.js", "board.js"),
)
_sheet = st.components.v2.component(
    "kingdom_sheet",
    html="<div class='board'></div>",
    css=_text("base.css", "sheet.css"),
    js=_text("dom.js", "sheet.js"),
)
_link = st.components.v2.component(
    "kingdom_link", html="<div class='board'></div>", css=_text("base.css"), js=_text("dom.js", "link.js")
)
_keeper = st.components.v2.component("kingdom_keeper", js=_text("keeper.js"))


def board(data: Mapping[str, Any], key: str, on_acts: Callable[[], None]) -> None:
    """Show a board as ``scorer.ui.view`` describes it; ``on_acts`` is called when something was done on it.

    What was done is then in ``st.session_state[key]["acts"]``, the last ones, oldest first, each with its time in
    ``sent``, so that none is lost where two taps arrive together.
    """
    _board(data=data, key=key, on_acts_change=on_acts)


def sheet(data: Mapping[str, Any], key: str) -> None:
    """Show a score sheet whose lines light their squares on the board."""
    _sheet(data=data, key=key)


def link(data: Mapping[str, Any], key: str = "link") -> None:
    """Show an address to send or copy."""
    _link(data=data, key=key)


def keeper(link: str, language: str, *, empty: bool, key: str = "keeper") -> str:
    """Keep the table in the browser: in its address and its storage. Returns what its storage held on arrival.

    Without a link nothing is kept, and no empty table in the storage. The language is the one screen readers speak.
    """
    kept = _keeper(data={"link": link, "language": language, "empty": empty}, key=key, on_found_change=lambda: None)
    return str(kept.get("found") or "")
