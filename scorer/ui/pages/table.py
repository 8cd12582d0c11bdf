"""The table: who plays, who won and why, and every score sheet line by line."""

from __future__ import annotations

from dataclasses import replace
from html import escape

import streamlit as st

from scorer.i18n.translator import Translator, mark
from scorer.rules.model.dominoes import Box
from scorer.rules.scoring.sheet import points_text
from scorer.rules.table.player import COLOURS
from scorer.rules.table.ranking import Ranking, Standing, rank
from scorer.rules.table.table import Table
from scorer.ui.labels import plain
from scorer.ui.session import Session, go, session, words
from scorer.ui.state.page_state import PageState, Seat, game_of

COLOUR_WORDS = {
    "": mark("no colour"),
    "blue": mark("blue"),
    "green": mark("green"),
    "pink": mark("pink"),
    "yellow": mark("yellow"),
}
LONGEST_NAME = 40
MOST_SAID = 5
"""Findings on the whole table that are said in full: a photo read twice makes many."""


def show() -> None:
    """Draw the page."""
    here, tr = session(), words()
    ranking = ranked(here.state)
    if ranking.standings:
        _ranking(ranking, tr)
        if ranking.findings:
            said = [tr(finding.message) for finding in ranking.findings]
            if len(said) > MOST_SAID:
                said[MOST_SAID:] = [tr("… and {count} more", count=len(said) - MOST_SAID)]
            rows = "".join(f"<li>{escape(line)}</li>" for line in said)
            st.html(f"<ul class='findings'>{rows}</ul>")
    untold = [plain(seat.name) for seat in here.state.seats if is_provisional(seat, ranking)]
    if untold:
        names = ", ".join(untold)
        st.info(tr("Not told yet what stands beside the kingdom of {names}: the total is provisional.", names=names))
    st.subheader(tr("Players"), anchor=False)
    for index in range(len(here.state.seats)):
        _player(here, index, tr)
    if not here.state.seats:
        st.caption(tr("Nobody sits here yet. Begin with a photo, a sample or an empty board."))
    with st.container(horizontal=True):
        if st.button(tr("Add a kingdom"), icon=":material/add:", type="primary"):
            go("start")
            st.rerun()
        if here.state.seats and st.button(tr("New table"), icon=":material/restart_alt:"):
            here.step(PageState(rules=here.state.rules))
            go("start")
            st.rerun()
    for standing in ranking.standings:
        _sheets(standing, tr)


def ranked(state: PageState) -> Ranking:
    """The ranking of everybody who has a kingdom."""
    players = (player for player in game_of(state).players if player.kingdoms)
    return rank(Table(tuple(players), state.rules))


def is_provisional(seat: Seat, ranking: Ranking) -> bool:
    """Whether Queendomino is played and nobody has said what stands beside one of this player's kingdoms."""
    sheets = [sheet for standing in ranking.standings for sheet in standing.sheets]
    return any(sheet.rules.box is not Box.KINGDOMINO for sheet in sheets) and not all(c.told for c in seat.canvases)


def _ranking(ranking: Ranking, tr: Translator) -> None:
    rows = "".join(
        f"<li><span class='place'>{standing.place}</span>"
        f"<span class='dot {standing.player.colour}'></span>"
        f"<span class='who'><b>{escape(standing.name)}</b><small>{escape(_why(standing, ranking, tr))}</small></span>"
        f"<span class='points'>{standing.total}</span></li>"
        for standing in ranking.standings
    )
    st.html(f"<ol class='ranking'>{rows}</ol>")


def _why(standing: Standing, ranking: Ranking, tr: Translator) -> str:
    """What a player is ranked by: the tie-break only where points did not decide."""
    level = [other for other in ranking.standings if other.total == standing.total]
    measures = tr("largest territory {largest}, crowns {crowns}", largest=standing.largest, crowns=standing.crowns)
    if len(standing.sheets) > 1:
        games = " + ".join(points_text([sheet]) for sheet in standing.sheets)
        measures = tr("three games: {games}", games=games) if len(standing.sheets) == 3 else games
    if len(level) == 1:
        return measures
    return tr("{measures} – decided by: {decision}", measures=measures, decision=standing.decided_by)


def _player(here: Session, index: int, tr: Translator) -> None:
    seat = here.state.seats[index]

    def rename() -> None:
        name = str(st.session_state[f"name-{index}"]).strip()
        if name:
            here.step(here.state.with_seat(index, replace(here.state.seats[index], name=name)))

    def paint() -> None:
        here.step(
            here.state.with_seat(index, replace(here.state.seats[index], colour=st.session_state[f"hue-{index}"]))
        )

    def look() -> None:
        here.view(here.state.choose(index, 0))
        go("kingdoms")

    st.session_state[f"name-{index}"], st.session_state[f"hue-{index}"] = seat.name, seat.colour
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        st.text_input(
            tr("Player {number}", number=index + 1),
            key=f"name-{index}",
            max_chars=LONGEST_NAME,
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


def _sheets(standing: Standing, tr: Translator) -> None:
    with st.expander(tr("Score sheet of {name}: {total}", name=plain(standing.name), total=standing.total)):
        for number, sheet in enumerate(standing.sheets, start=1):
            if len(standing.sheets) > 1:
                st.markdown(tr("**Game {number}: {total}**", number=number, total=points_text([sheet])))
            rows = "".join(
                f"<tr><td>{escape(tr(line.message))}</td><td>{line.points}</td></tr>" for line in sheet.lines
            )
            total = f"<tr><th>{escape(tr('Total'))}</th><th>{points_text([sheet])}</th></tr>"
            st.html(f"<table class='lines'>{rows}{total}</table>")
