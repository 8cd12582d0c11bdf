"""Arriving: the table that the address or the browser brings back, the language, the way through the pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from scorer.app.default_names import in_language
from scorer.app.state import memory
from scorer.app.telling import Note
from scorer.i18n.translator import LANGUAGES, Translator
from scorer.sharing.codec import GameError
from scorer.sharing.link import PART
from scorer.ui.labels import plain
from scorer.ui.session import Session, follow_language, may_leave_table, page_key, session, words

STYLE = Path(__file__).with_name("page.css")


def settle_in() -> None:
    """Take over the table that came with the address, once; a link that is no table says so."""
    here = session()
    if here.arrived:
        return
    parts = {name: st.query_params[name] for name in (*memory.KEPT, memory.PAGE) if name in st.query_params}
    tr = words()
    here.arrived = True  # after the address and the language were read: the run may be broken off there
    if parts.get(PART):
        _open(here, parts, tr)
    elif memory.PAGE in parts:
        here.turn_to(memory.page_to_arrive_at(here.state, parts))


def _open(here: Session, parts: Mapping[str, str], tr: Translator) -> None:
    try:
        state = in_language(memory.arrived(parts), tr)
    except GameError as error:
        here.notes.append(Note(error.message))
        return
    here.history = here.history.then(state)
    here.turn_to(memory.page_to_arrive_at(state, parts))
    lost = memory.lost_on_the_way(state)
    if lost:
        here.notes.append(Note(lost))


def header(pages: Mapping[str, str]) -> str:
    """The name, the language and the pages; returns the page to show."""
    tr = words()
    said = {
        "photos": tr("Take or choose photos"),
        "file": tr("Choose a file"),
        "offline": tr(
            "No connection. It goes on as soon as it is back. The table stays; "
            "photos and undo do not if the app was started anew meanwhile."
        ),
        "too-large": tr(
            "A file may have {most} MB at most. This one is larger: choose another one, or make it smaller.",
            most=st.get_option("server.maxUploadSize"),
        ),
    }
    said_style = "".join(f"--say-{name}: {json.dumps(text, ensure_ascii=False)};" for name, text in said.items())
    st.html(f"<style>:root {{ {said_style} }}\n{STYLE.read_text('utf-8')}</style>")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="top"):
        st.html("<div class='name'>Kingdom scorer</div>")
        st.segmented_control(
            tr("Language"),
            list(LANGUAGES),
            format_func=str.upper,
            key="language",
            on_change=follow_language,
            required=True,
            label_visibility="collapsed",
        )
    with st.container(key="page"):
        page = st.segmented_control(
            tr("Page"), list(pages), format_func=pages.__getitem__, default=session().page,
            key=page_key(), required=True, label_visibility="collapsed", width="stretch",
        )  # fmt: skip
    return str(page or session().page)


def offer_last(here: Session, tr: Translator) -> None:
    """The table that was just put away, or that this browser last held, where the page came up empty."""
    offer_back(here, tr)
    if here.remembered and not here.history.laid_aside:
        label = tr("Go on with the last table")
        st.button(label, icon=":material/history:", type="primary", on_click=_go_on, args=(here,))


def offer_back(here: Session, tr: Translator) -> None:
    """Who was removed from this table last, and the table that was on the page before it."""
    offer_removed(here, tr)
    if here.history.laid_aside:
        st.button(tr("Bring the last table back"), icon=":material/undo:", on_click=_bring_back, args=(here,))


def offer_removed(here: Session, tr: Translator) -> None:
    """Who was removed from this table last, with the kingdom."""

    def put_back() -> None:
        try:
            here.step(here.state.with_removed())
        except GameError as error:
            here.tell(error.message)
        else:
            here.turn_to("kingdoms")

    if here.state.removed:
        label = tr("Bring {name}’s kingdom back", name=plain(here.state.last_removed))
        st.button(label, icon=":material/undo:", on_click=put_back)


def _go_on(here: Session) -> None:
    if may_leave_table(here):
        _open(here, here.remembered, words())


def _bring_back(here: Session) -> None:
    if may_leave_table(here):
        here.bring_table_back()
        here.turn_to("table")
