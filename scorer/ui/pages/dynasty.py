"""Which game of a Dynasty is being looked at."""

from __future__ import annotations

import streamlit as st

from scorer.i18n.translator import Translator
from scorer.rules.table.player import DYNASTY_GAMES
from scorer.ui.session import Session


def tell_left_out(here: Session, tr: Translator) -> None:
    """Say that games are left out, where one was switched off after its first."""
    if here.state.left_out:
        st.warning(tr(here.state.left_out))


def choose_game(here: Session, tr: Translator) -> None:
    """The three games to choose from, where a Dynasty is played."""
    if not here.state.dynasty:
        return
    st.session_state["round"] = here.state.round
    st.segmented_control(
        tr("Game of the Dynasty"),
        range(DYNASTY_GAMES),
        format_func=lambda index: tr("Game {number}", number=index + 1),
        key="round",
        required=True,
        label_visibility="collapsed",
        on_change=lambda: here.view(here.state.choose(here.state.chosen, st.session_state["round"])),
    )
