"""Puts the browser component's four parts on a Streamlit page: the kingdom, its score sheet, the link, the storage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from scorer.app.component.data import KingdomData, LinkData, SheetData, StorageData
from scorer.frontend import parts

_kingdom = st.components.v2.component("kingdom_board", js=parts.KINGDOM.loader)
_score_sheet = st.components.v2.component("kingdom_sheet", js=parts.SHEET.loader)
_link = st.components.v2.component("kingdom_link", js=parts.LINK.loader)
_storage = st.components.v2.component("kingdom_storage", js=parts.STORAGE.loader)


def kingdom(data: KingdomData, key: str, on_actions: Callable[[], None]) -> None:
    """Show a kingdom as ``scorer.app.component.view`` describes it.

    ``on_actions`` is called when something was done on it. What was done is then in
    ``st.session_state[key]["actions"]``, the last ones, oldest first, each with its time in ``sent``, so that none is
    lost where two taps arrive together.
    """
    _kingdom(data=data, key=key, on_actions_change=on_actions)


def score_sheet(data: SheetData, key: str) -> None:
    """Show a score sheet whose lines light their squares on the kingdom."""
    _score_sheet(data=data, key=key)


def link(data: LinkData, key: str = "link") -> None:
    """Show an address to send or copy."""
    _link(data=data, key=key)


@dataclass(frozen=True)
class Kept:
    """What the browser tells of its storage, as JSON: what it ``found`` on arrival, the ``evenings`` that it keeps by
    their keys, and the number of the changes to them that were carried out; behind it “refused”, or the evenings that
    were not changed since another tab had changed them."""

    found: str
    evenings: str
    changed: str


def storage(data: StorageData, on_page: Callable[[], None], key: str = "storage") -> Kept:
    """Keep the table in the browser: in its address and its storage.

    ``on_page`` is called when the browser's Back button was pressed; the page that it leads to is then in
    ``st.session_state[key]["page"]``, before a space.
    """
    kept = _storage(
        data=data,
        key=key,
        on_found_change=lambda: None,
        on_evenings_change=lambda: None,
        on_changed_change=lambda: None,
        on_page_change=on_page,
    )
    return Kept(*(str(kept.get(name) or "") for name in ("found", "evenings", "changed")))
