"""The table: who plays, who won and why, and every score sheet line by line."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from scorer.app.choices import COLOUR_WORDS, LONGEST_NAME
from scorer.app.component.score_sheet import score_sheet_data
from scorer.app.default_names import default_name
from scorer.app.namesakes import namesake_notes
from scorer.app.standings import findings_html, provisional_words, ranked, standings_html, to_look_at
from scorer.app.state.page_state import PageState
from scorer.i18n.translator import Translator
from scorer.rules.model.letters import typed_name
from scorer.rules.table.player import COLOURS, distinct
from scorer.rules.table.standing import Standing
from scorer.ui import mount
from scorer.ui.labels import plain
from scorer.ui.pages.arrive import offer_back
from scorer.ui.pages.dynasty import tell_left_out
from scorer.ui.pages.evenings import keep_table
from scorer.ui.session import Session, may_leave_table, session, words


def show() -> None:
    """Draw the page."""
    here, tr = session(), words()
    ranking = ranked(here.state)
    if ranking.standings:
        st.html(standings_html(here.state, ranking, tr))
        _to_look_at(here, tr)
        if said := findings_html(ranking, tr):
            st.html(said)
    if said := provisional_words(ranking, tr):
        st.info(plain(said))
    st.subheader(tr("Players"), anchor=False)
    for index in range(len(here.state.seats)):
        _player(here, index, tr)
    if not here.state.seats:
        st.caption(tr("Nobody sits here yet. Begin with a photo, a sample or an empty board."))
    tell_left_out(here, tr)
    with st.container(horizontal=True):
        st.button(tr("Add a kingdom"), icon=":material/add:", type="primary", on_click=here.turn_to, args=("start",))
        if here.state.kingdoms:
            label = tr("Keep this evening")
            st.button(label, icon=":material/bookmark_add:", on_click=_keep_evening, args=(here,))
        if here.state.seats:
            st.button(tr("New table"), icon=":material/restart_alt:", on_click=_clear, args=(here, True))
        offer_back(here, tr)
    if here.clearing:
        _ask_before_clearing(here, tr)
    for index, standing in enumerate(ranking.standings):
        _sheets(standing, index, tr)


def _ask_before_clearing(here: Session, tr: Translator) -> None:
    """A new table takes the old one away: somebody must want that."""
    st.warning(tr("Put this table away and begin a new one? It can be brought back."))
    with st.container(horizontal=True):
        st.button(tr("Begin a new table"), type="primary", on_click=_begin_new, args=(here,))
        st.button(tr("Stay at this table"), on_click=_clear, args=(here, False))


def _keep_evening(here: Session) -> None:
    keep_table(here)
    here.turn_to("evenings")


def _clear(here: Session, asked: bool) -> None:
    here.clearing = asked


def _begin_new(here: Session) -> None:
    if may_leave_table(here):
        here.step(PageState(rules=here.state.rules))
        here.turn_to("start")


def _to_look_at(here: Session, tr: Translator) -> None:
    """The kingdoms in which a photo left something open, each a tap away."""

    def look(index: int, game: int) -> None:
        here.view(here.state.choose(index, game))
        here.turn_to("kingdoms")

    for index, game, said in to_look_at(here.state, _names(here), tr):
        st.button(said, key=f"doubt-{index}-{game}", icon=":material/help:", on_click=look, args=(index, game))


def _names(here: Session) -> list[str]:
    """Who sits at the table, as words on a widget."""
    return [plain(name) for name in distinct(seat.name for seat in here.state.seats)]


def _player(here: Session, index: int, tr: Translator) -> None:
    seat = here.state.seats[index]

    def rename() -> None:
        typed = st.session_state[f"name-{index}"]
        name = typed_name(typed, LONGEST_NAME)
        if name != typed_name(typed):  # a longest number in the field itself would drop a name that is pasted
            st.toast(tr("A name has at most {most} letters; this one was cut", most=LONGEST_NAME))
        if name:
            here.step(here.state.with_seat(index, replace(here.state.seats[index], name=name)))

    def paint() -> None:
        here.step(
            here.state.with_seat(index, replace(here.state.seats[index], colour=st.session_state[f"hue-{index}"]))
        )

    def look() -> None:
        here.view(here.state.choose(index, 0))
        here.turn_to("kingdoms")

    st.session_state[f"name-{index}"], st.session_state[f"hue-{index}"] = seat.name, seat.colour
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        st.text_input(
            tr("Player {number}", number=index + 1),
            key=f"name-{index}",
            on_change=rename,
            width=132,
        )
        st.selectbox(
            tr("Castle of player {number}", number=index + 1),
            ["", *COLOURS],
            format_func=lambda colour: tr(COLOUR_WORDS[colour]),
            key=f"hue-{index}",
            on_change=paint,
            label_visibility="collapsed",
            width=106,
        )
        st.button(
            tr("Kingdom {number}", number=index + 1),
            key=f"look-{index}",
            on_click=look,
        )
    for said in namesake_notes(here.state, index):
        st.caption(tr(said))
    if seat.name == default_name(index + 1, tr):
        _known(here, index, tr)


def _known(here: Session, index: int, tr: Translator) -> None:
    """Players of earlier evenings who do not sit here yet, each a tap away, for a seat that has no name of its own."""
    names = here.album.known_names(here.state)
    if not names:
        return

    def take() -> None:
        name = st.session_state[f"known-{index}"]
        if name is not None:
            here.step(here.state.with_seat(index, replace(here.state.seats[index], name=name)))

    st.pills(
        tr("Who is player {number}?", number=index + 1),
        names,
        format_func=plain,
        key=f"known-{index}",
        on_change=take,
        label_visibility="collapsed",
    )


def _sheets(standing: Standing, index: int, tr: Translator) -> None:
    total = standing.points
    with st.expander(tr("Score sheet of {name}: {total}", name=plain(standing.name), total=total)):
        for number, sheet in enumerate(standing.sheets, start=1):
            name = tr("Game {number}", number=number) if len(standing.sheets) > 1 else ""
            mount.score_sheet(score_sheet_data(sheet, tr, name=name), f"sheet-{index}-{number}")
