"""The table: who plays, who won and why, and every score sheet line by line."""

from __future__ import annotations

from dataclasses import replace
from html import escape

import streamlit as st

from scorer.i18n.translator import Translator, mark
from scorer.rules.model.messages import Message, counted
from scorer.rules.scoring.sheet import points_text
from scorer.rules.table.player import COLOURS
from scorer.rules.table.ranking import Ranking, Standing, rank
from scorer.rules.table.table import Table
from scorer.ui.component import mount
from scorer.ui.component.score_sheet import score_sheet_data
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
        _winner(here.state, ranking, tr)
        _ranking(ranking, tr)
        _to_look_at(here, tr)
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
        if here.state.kingdoms and st.button(tr("Keep this evening"), icon=":material/bookmark_add:"):
            go("evenings")
            st.rerun()
        if here.state.seats and st.button(tr("New table"), icon=":material/restart_alt:"):
            here.clearing = True
    if here.clearing:
        _ask_before_clearing(here, tr)
    for index, standing in enumerate(ranking.standings):
        _sheets(standing, index, tr)


def _ask_before_clearing(here: Session, tr: Translator) -> None:
    """A new table takes the old one away: somebody must want that."""
    st.warning(tr("Put this table away and begin a new one? It can be brought back."))
    with st.container(horizontal=True):
        if st.button(tr("Begin a new table"), type="primary"):
            here.clearing = False
            here.step(PageState(rules=here.state.rules))
            go("start")
            st.rerun()
        if st.button(tr("Stay at this table")):
            here.clearing = False
            st.rerun()


def ranked(state: PageState) -> Ranking:
    """The ranking of everybody who has a kingdom."""
    players = (player for player in game_of(state).players if player.kingdoms)
    return rank(Table(tuple(players), state.rules))


def is_provisional(seat: Seat, ranking: Ranking) -> bool:
    """Whether Queendomino is played and nobody has said what stands beside one of this player's kingdoms."""
    sheets = [sheet for standing in ranking.standings for sheet in standing.sheets]
    return any(sheet.rules.box.has_queendomino for sheet in sheets) and not all(c.told for c in seat.canvases)


def _winner(state: PageState, ranking: Ranking, tr: Translator) -> None:
    """Who won and by how much; who leads, as long as kingdoms are missing or totals are provisional."""
    if len(ranking.standings) < 2:
        return
    is_open = state.waiting is not None or any(is_provisional(seat, ranking) for seat in state.seats)
    said, why = victory(ranking, is_settled=not is_open)
    st.html(f"<p class='winner'><b>{escape(tr(said))}</b><span>{escape(tr(why))}</span></p>")


def victory(ranking: Ranking, *, is_settled: bool) -> tuple[Message, Message]:
    """Who won, and by what; at least two players are ranked."""
    first = [standing for standing in ranking.standings if standing.place == 1]
    best, second = ranking.standings[:2]
    if len(first) > 1:
        names = Message("{names} and {name}", {"names": ", ".join(s.name for s in first[:-1]), "name": first[-1].name})
        each = counted("{count} point each", "{count} points each", best.total)
        return Message("{names} share the victory", {"names": names}), each
    said = Message("{name} wins", {"name": best.name}) if is_settled else Message("{name} leads", {"name": best.name})
    ahead = best.total - second.total
    if ahead:
        other = {"name": second.name}
        return said, counted("{count} point ahead of {name}", "{count} points ahead of {name}", ahead, other)
    decision = {"name": second.name, "decision": best.decided_by}
    return said, Message("level on points with {name} – decided by: {decision}", decision)


def _to_look_at(here: Session, tr: Translator) -> None:
    """The kingdoms in which a photo left something open, each a tap away."""

    def look(index: int, game: int) -> None:
        here.view(here.state.choose(index, game))
        go("kingdoms")

    for index, seat in enumerate(here.state.seats):
        for game, canvas in enumerate(seat.canvases):
            if canvas.doubtful or canvas.cut:
                squares = counted("{count} square", "{count} squares", len(canvas.doubtful))
                said = tr("Look at {name}’s kingdom: {squares}", name=plain(seat.name), squares=squares)
                st.button(said, key=f"doubt-{index}-{game}", icon=":material/help:", on_click=look, args=(index, game))


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


def _sheets(standing: Standing, index: int, tr: Translator) -> None:
    with st.expander(tr("Score sheet of {name}: {total}", name=plain(standing.name), total=standing.total)):
        for number, sheet in enumerate(standing.sheets, start=1):
            name = tr("Game {number}", number=number) if len(standing.sheets) > 1 else ""
            mount.score_sheet(score_sheet_data(sheet, tr, name=name), f"sheet-{index}-{number}")
