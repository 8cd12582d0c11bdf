"""Puts the parts of the browser component on a Streamlit page: kingdom, score sheet, link, pictures to tap, scan,
storage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from scorer.app.component.data import KingdomData, LinkData, ScanData, SheetData, StorageData, TapsData
from scorer.frontend import parts

_kingdom = st.components.v2.component("kingdom_board", js=parts.KINGDOM.loader)
_score_sheet = st.components.v2.component("kingdom_sheet", js=parts.SHEET.loader)
_link = st.components.v2.component("kingdom_link", js=parts.LINK.loader)
_taps = st.components.v2.component("kingdom_taps", js=parts.TAPS.loader)
_scan = st.components.v2.component("kingdom_scan", js=parts.SCAN.loader)
_storage = st.components.v2.component("kingdom_storage", js=parts.STORAGE.loader)


def kingdom(data: KingdomData, key: str, on_actions: Callable[[], None]) -> None:
    """Show a kingdom as ``scorer.app.component.view`` describes it.

    ``on_actions`` is called after an action. ``st.session_state[key]["actions"]`` then holds the last actions, oldest
    first, each with its time in ``sent``, so that none is lost when two taps arrive together.
    """
    _kingdom(data=data, key=key, on_actions_change=on_actions)


def score_sheet(data: SheetData, key: str) -> None:
    """Show a score sheet whose lines light their squares on the kingdom."""
    _score_sheet(data=data, key=key)


def link(data: LinkData, key: str = "link") -> None:
    """Show an address to send or copy."""
    _link(data=data, key=key)


def taps(data: TapsData, key: str, on_value: Callable[[], None]) -> None:
    """Show a picture with parts to tap.

    ``on_value`` is called after a tap. ``st.session_state[key]["value"]`` then holds the tapped value, a space and
    the time.
    """
    _taps(data=data, key=key, on_value_change=on_value)


def scan(data: ScanData, key: str, on_scan: Callable[[], None]) -> None:
    """Show the button that scans kingdoms.

    ``on_scan`` is called when a scan has ended. Its name is then in ``st.session_state[key]["scan"]``.
    """
    _scan(data=data, key=key, on_scan_change=on_scan)


@dataclass(frozen=True)
class Kept:
    """The browser's storage, as JSON: its content ``found``, its ``saved_games`` by key, with the number of
    the report under the empty key, and the result ``changed``.

    ``changed`` starts with the number of the last changes that the browser made; “refused” or the texts of the games
    that another tab had changed follow it, by key: an empty one for a game that it deleted. ``is_full`` is whether
    there is no room for the game on the page.
    """

    found: str
    saved_games: str
    changed: str
    is_full: bool


def storage(data: StorageData, on_page: Callable[[], None], key: str = "storage") -> Kept:
    """Store the game in the browser: in its address and its storage.

    ``on_page`` is called after the browser's Back button was pressed; ``st.session_state[key]["page"]`` then holds
    the page that it leads to, followed by a space.
    """
    kept = _storage(
        data=data,
        key=key,
        on_found_change=lambda: None,
        on_saved_games_change=lambda: None,
        on_changed_change=lambda: None,
        on_full_change=lambda: None,
        on_page_change=on_page,
    )
    found, saved_games, changed = (str(kept.get(name) or "") for name in ("found", "saved_games", "changed"))
    return Kept(found, saved_games, changed, is_full=bool(kept.get("full")))
