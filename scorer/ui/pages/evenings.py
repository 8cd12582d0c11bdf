"""The evenings that this browser keeps: the table on the page, the history, what it comes to, and files of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import streamlit as st

from scorer.app.album import table_of
from scorer.app.evening_words import evening_words, places_html, player_html, variant_words
from scorer.i18n.translator import Translator
from scorer.rules.model.letters import visible
from scorer.sharing.codec import GameError
from scorer.sharing.evenings.bg_stats import play_address
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.files import read_evenings
from scorer.ui import photos
from scorer.ui.labels import plain
from scorer.ui.pages.dynasty import tell_left_out
from scorer.ui.session import Session, may_leave_table, session, words
from scorer.ui.visit import taken
from scorer.vision.photo.errors import PhotoError


def show() -> None:
    """Draw the page."""
    here, tr = session(), words()
    if here.album.refused:
        st.error(
            tr("This browser kept nothing: its storage is full or blocked. Save all as a file below before you leave.")
        )
    if here.album.told:
        st.warning(tr(here.album.told))
    for said in here.album.passed_over:
        st.warning(plain(tr(said)))
    _table(here, tr)
    _bring_back(here, tr)
    if here.album.evenings:
        _statistics(here, tr)
        _history(here, tr)
    elif here.album.known:
        st.caption(tr("No evening is kept yet. They stay in this browser, on this device only."))
    else:
        st.caption(tr("Looking for the evenings that this browser keeps …"))
    _files(here, tr)


def _table(here: Session, tr: Translator) -> None:
    """Whether the table on the page is kept, and if not all of it is, a button that keeps it."""
    state = here.state
    if not state.kingdoms:
        return
    tell_left_out(here, tr)
    evening = here.album.to_keep(state)
    if evening is None:
        if here.album.evenings.find(state.evening):
            st.success(tr("This table is kept."), icon=":material/check:")
        return
    is_change = evening.key == state.evening
    label = tr("Keep the changes to this table") if is_change else tr("Keep this table")
    st.button(label, type="primary", icon=":material/bookmark_add:", on_click=keep_table, args=(here,))


def keep_table(here: Session) -> None:
    """Keep the table on the page, or what was changed on it since it was kept."""
    evening = here.album.to_keep(here.state)
    if evening is not None:
        _keep(here, evening)
        here.history = here.history.kept_as(evening.key)
        here.view(here.state)


def _keep(here: Session, *evenings: Evening) -> None:
    """Keep evenings; what stands against it is told with the files."""
    try:
        here.album.keep(*evenings)
    except GameError as error:
        here.refused_evenings = error.message


def _bring_back(here: Session, tr: Translator) -> None:
    if here.album.deleted is not None:
        st.button(tr("Bring the deleted evening back"), icon=":material/undo:", on_click=_restore, args=(here,))


def _restore(here: Session) -> None:
    if here.album.deleted is not None:
        _keep(here, here.album.deleted)


# -- statistics --------------------------------------------------------------------------------------------------------


def _statistics(here: Session, tr: Translator) -> None:
    st.subheader(tr("Who won how often"), anchor=False)
    chosen, played = None, here.album.tally(None).variants
    if len(played) > 1:
        chosen = st.selectbox(
            tr("What was played"),
            [None, *played],
            format_func=lambda variant: variant_words(variant, tr),
            key="variant",
        )
    found = here.album.tally(chosen).players
    most = max((player.wins for player in found), default=0)
    st.html("".join(player_html(player, most, tr) for player in found))


# -- history -----------------------------------------------------------------------------------------------------------


def _history(here: Session, tr: Translator) -> None:
    st.subheader(tr("History"), anchor=False)
    evenings = tuple(here.album.evenings)
    for evening in evenings[: here.album.shown]:
        _evening(here, evening, tr)
    if len(evenings) > here.album.shown:
        st.button(tr("Show more"), on_click=here.album.show_more)


def _evening(here: Session, evening: Evening, tr: Translator) -> None:
    with st.expander(plain(evening_words(evening))):
        st.html(places_html(evening))
        key = evening.key
        st.session_state[f"day-{key}"] = evening.day
        st.date_input(tr("Day"), key=f"day-{key}", on_change=_change_day, args=(here, evening))
        with st.container(horizontal=True):
            st.button(tr("Open"), key=f"open-{key}", on_click=_open, args=(here, evening))
            icon = ":material/delete:"
            st.button(tr("Delete"), key=f"delete-{key}", icon=icon, on_click=here.album.delete, args=(evening,))
            st.link_button(tr("To BG Stats"), play_address(evening))


def _open(here: Session, evening: Evening) -> None:
    if may_leave_table(here):
        here.step(table_of(evening))  # the other one is laid aside
        here.turn_to("table")


def _change_day(here: Session, evening: Evening) -> None:
    day = st.session_state[f"day-{evening.key}"]
    if isinstance(day, date):
        _keep(here, replace(evening, day=day))


# -- files -------------------------------------------------------------------------------------------------------------


def _files(here: Session, tr: Translator) -> None:
    st.subheader(tr("Files"), anchor=False)
    if here.album.evenings:
        as_json, as_csv = here.album.files()
        name = f"kingdom-evenings-{date.today()}"
        with st.container(horizontal=True):
            st.download_button(tr("Save all as JSON"), as_json, f"{name}.json", "application/json")
            st.download_button(tr("Save all as CSV"), as_csv, f"{name}.csv", "text/csv")
    file = st.file_uploader(tr("Bring in evenings from a file"), type=["json", "csv"], key=f"evenings-{here.uploads}")
    if file is not None:
        here.uploads += 1  # a file is looked at once: the field is empty again then
        here.refused_evenings = None
        try:
            ((data, name),) = taken([file])
            found = photos.elsewhere(read_evenings, data, visible(name))
            here.refused_evenings = found.passed_over
            here.album.bring_in(found)
        except (GameError, PhotoError) as error:
            here.refused_evenings = error.message
        st.rerun()
    if here.refused_evenings:
        st.error(plain(tr(here.refused_evenings)), icon=":material/error:")
