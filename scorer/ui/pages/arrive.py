"""Arriving: the table that the address or the browser brings back, the language, the way through the pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from scorer.ui.i18n import LANGUAGES
from scorer.ui.plain import GameError
from scorer.ui.session import Note, go, session, words
from scorer.ui.share import decode
from scorer.ui.state import History, desk_of

ADDRESS = "game"
"""The part of the address that holds the table."""

CROWN = (
    "<svg viewBox='-1 0 12 10' aria-hidden='true'><path d='M1 9 L0 3 L3 5.5 L5 1 L7 5.5 L10 3 L9 9 Z' fill='#ffc93c'"
    " stroke='#5b3b00' stroke-width='.7'/></svg>"
)
STYLE = Path(__file__).with_name("page.css")


def settle_in() -> None:
    """Take over the table that came with the address, once; a link that is no table says so."""
    here = session()
    if here.arrived:
        return
    here.arrived = True
    link = st.query_params.get(ADDRESS)
    if link:
        _open(link)


def _open(link: str) -> None:
    here = session()
    try:
        here.history = History(desk_of(decode(link)))
        go("kingdoms")
    except GameError as error:
        here.notes.append(Note(error.message))


def header(pages: Mapping[str, str]) -> str:
    """The name, the language and the pages; returns the page to show."""
    tr = words()
    st.html(f"<style>{STYLE.read_text('utf-8')}</style>")
    if "go" in st.session_state:
        st.session_state["page"] = st.session_state.pop("go")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="top"):
        st.html(f"<div class='name'>{CROWN}Kingdom scorer</div>")
        st.segmented_control(
            tr("Language"),
            list(LANGUAGES),
            format_func=str.upper,
            key="language",
            required=True,
            label_visibility="collapsed",
        )
    page = st.segmented_control(
        tr("Page"), list(pages), format_func=pages.__getitem__, default=None if "page" in st.session_state else "start",
        key="page", required=True, label_visibility="collapsed", width="stretch",
    )  # fmt: skip
    return str(page or "start")


def offer_last(remembered: str) -> None:
    """The table this browser last held, where the page came up empty."""
    tr = words()
    if st.button(tr("Go on with the last table"), icon=":material/history:", type="primary"):
        _open(remembered)
        st.rerun()
