"""The guided way: who plays, and then one photo after the other."""

from __future__ import annotations

import streamlit as st

from scorer.app.choices import LONGEST_NAME
from scorer.i18n.translator import Translator
from scorer.rules.model.letters import typed_name
from scorer.rules.model.messages import counted
from scorer.sharing.codec import MOST_PLAYERS, GameError
from scorer.ui.labels import plain
from scorer.ui.session import Session


def offer(here: Session, tr: Translator) -> None:
    """Say who plays, from a list or by typing, before the first photo."""
    with (
        st.expander(tr("Player after player"), icon=":material/groups:"),
        st.form("guide", border=False),
    ):
        names = st.multiselect(
            tr("Who plays?"),
            here.album.evenings.names,
            accept_new_options=True,
            max_selections=MOST_PLAYERS,
            placeholder=tr("Choose or type names"),
        )
        if st.form_submit_button(tr("Begin")) and names:
            typed = [typed_name(name, LONGEST_NAME) for name in names]
            try:
                here.step(here.state.joined(list(filter(None, typed))))
            except GameError as error:
                here.tell(error.message)
            st.rerun()


def now(here: Session, index: int, tr: Translator) -> None:
    """Whose turn it is, and how many still wait."""
    state = here.state
    st.subheader(tr("Now {name}’s kingdom", name=plain(state.seats[index].name)), anchor=False)
    done = sum(len(seat.canvases) > state.round for seat in state.seats)
    if done:
        left = counted("{count} is still to come", "{count} are still to come", len(state.seats) - done)
        st.caption(tr(left))
    label = tr("Leave out {name}", name=plain(state.seats[index].name))
    st.button(label, icon=":material/person_remove:", on_click=_leave_out, args=(here, index))


def _leave_out(here: Session, index: int) -> None:
    here.step(here.state.without_seat(index))
    here.turn_to("start" if here.state.waiting is not None or not here.state.seats else "table")
