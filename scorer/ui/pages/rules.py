"""The rules in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from scorer.app.choices import AUTO, BONUSES, BOXES, EDITIONS, GRIDS
from scorer.app.telling import choice_words
from scorer.i18n.translator import Translator
from scorer.rules.model.quests import OPEN_QUESTS, QUESTS, Quest
from scorer.ui.pages.dynasty import tell_left_out
from scorer.ui.session import Session, session, words


def show() -> None:
    """Draw the page."""
    here, tr = session(), words()
    rules = here.state.rules
    _choice(here, tr, tr("Game"), "box", BOXES)
    _choice(here, tr, tr("Grid"), "size", GRIDS)
    st.caption(
        tr("Mighty Duel and two-player Queendomino are played on 7×7; Royal Wedding on 7×7 with 3 or 4 players.")
    )
    _expansions(here, tr)
    if not rules.giants:
        for bonus, label in BONUSES.items():
            _switch(here, bonus, tr(label), getattr(rules, bonus))
    _choice(here, tr, tr("Ties follow the"), "edition", EDITIONS)
    st.caption(
        tr("After the largest territory the older rulebooks count all crowns; the US ones share the victory at once.")
    )
    st.session_state["rule-dynasty"] = here.state.dynasty
    st.toggle(
        tr("Dynasty: three games, points added"),
        key="rule-dynasty",
        on_change=lambda: here.step(here.state.playing(here.state.rules, st.session_state["rule-dynasty"])),
    )
    tell_left_out(here, tr)


def _expansions(here: Session, tr: Translator) -> None:
    """Age of Giants with its quests, which take the place of Harmony and Middle Kingdom, and The Court."""
    rules = here.state.rules

    def giants() -> None:
        here.step(here.state.playing_with_giants(st.session_state["rule-giants"]))

    def quests() -> None:
        chosen = tuple(map(Quest.parse, st.session_state["rule-quests"]))
        here.step(here.state.playing(replace(here.state.rules, quests=chosen)))

    st.session_state["rule-giants"] = rules.giants
    st.toggle(tr("Age of Giants: giants cover crowns, and two quests are open"), key="rule-giants", on_change=giants)
    if rules.giants:
        names = {str(quest): tr(quest.name) for quest in QUESTS}
        st.session_state["rule-quests"] = list(map(str, rules.quests))
        st.multiselect(
            tr("Open quests"),
            list(names),
            format_func=names.__getitem__,
            max_selections=OPEN_QUESTS,
            select_all=False,
            placeholder=tr("Choose two"),
            key="rule-quests",
            on_change=quests,
        )
    _switch(here, "court", tr("The Court: resources, characters and buildings"), rules.court)


def _choice(here: Session, tr: Translator, label: str, name: str, options: Mapping[Any, str]) -> None:
    key = f"rule-{name}"

    def change() -> None:
        chosen: dict[str, Any] = {name: None if st.session_state[key] == AUTO else st.session_state[key]}
        here.step(here.state.playing(replace(here.state.rules, **chosen)))

    st.session_state[key] = getattr(here.state.rules, name) or AUTO

    def said(option: Any) -> str:
        return choice_words(name, option, options[option], here.state, tr)

    st.radio(label, list(options), format_func=said, key=key, on_change=change)


def _switch(here: Session, name: str, label: str, value: bool) -> None:
    key = f"rule-{name}"
    st.session_state[key] = value
    st.toggle(
        label,
        key=key,
        on_change=lambda: here.step(here.state.playing(replace(here.state.rules, **{name: st.session_state[key]}))),
    )
