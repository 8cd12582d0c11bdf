"""One kingdom after the other: look, correct, and see the score follow."""

from __future__ import annotations

from concurrent.futures import Future, wait

import streamlit as st

from scorer.app.component.score_sheet import score_sheet_data
from scorer.app.component.view import KingdomState, kingdom_data
from scorer.app.state import actions, judge
from scorer.app.state.canvas import Canvas
from scorer.app.telling import untold_words
from scorer.frontend.sprites import sprite_sheet
from scorer.i18n.translator import Translator
from scorer.rules.legality import Correction
from scorer.rules.legality.findings import COINS, KNIGHTS, TOWERS
from scorer.rules.model.messages import Message
from scorer.rules.table.player import distinct
from scorer.ui import mount
from scorer.ui.labels import plain
from scorer.ui.pages.arrive import offer_back, offer_removed
from scorer.ui.pages.dynasty import choose_game
from scorer.ui.pages.start import begin_empty
from scorer.ui.session import (
    Session,
    keep,
    page_to_show,
    photo_address,
    picture_address,
    session,
    words,
)

KINGDOM = "kingdom"
"""The component's key."""

AT_ONCE = 0.05
"""Seconds to wait for proposals before the page goes on without them."""


def show() -> None:
    """Draw the page."""
    here, tr = session(), words()
    if not here.state.seats:
        st.info(tr("Nothing here yet. Begin with a photo, a sample or an empty board."))
        with st.container(horizontal=True):
            st.button(tr("Start"), type="primary", on_click=here.turn_to, args=("start",))
            offer_back(here, tr)
        return
    here.outline = here.state.outline
    _choose(here, tr)
    if here.state.canvas is None:
        _missing(here, tr)
    else:
        _kingdom(tr.language)
        _more(here, tr)


def _choose(here: Session, tr: Translator) -> None:
    """Whose kingdom, and in a Dynasty of which game."""
    state = here.state
    if len(state.seats) > 1:
        st.session_state["seat"] = state.chosen
        labels = [plain(name) for name in distinct(seat.name for seat in state.seats)]
        st.segmented_control(
            tr("Player"),
            range(len(state.seats)),
            format_func=lambda index: labels[index] if index < len(labels) else "",
            key="seat",
            required=True,
            label_visibility="collapsed",
            on_change=lambda: here.view(here.state.choose(st.session_state["seat"])),
        )
    choose_game(here, tr)


def _missing(here: Session, tr: Translator) -> None:
    st.info(plain(tr(here.state.missing)))
    with st.container(horizontal=True):
        label = tr("Add a photo")
        st.button(label, type="primary", icon=":material/photo_camera:", on_click=here.turn_to, args=("start",))
        st.button(tr("Empty board"), icon=":material/grid_on:", on_click=begin_empty, args=(here, tr))
    offer_removed(here, tr)


@st.fragment  # type: ignore[untyped-decorator]
def _kingdom(language: str) -> None:
    """The part that follows a tap: nothing else on the page, which is in ``language``, is drawn again.

    Streamlit runs this part alone for the browser's Back button too, and where a finger goes from a number here
    straight to a button elsewhere on the page.
    """
    here, tr = session(), words()
    if page_to_show() != "kingdoms" or tr.language != language:
        st.rerun()
    state, canvas = here.state, here.state.canvas
    if state.seat is None or canvas is None or state.outline != here.outline:  # what stands around it is another now
        st.rerun()
        return
    rules = state.settled_rules
    sheet, check = judge.score_of(canvas.kingdom, rules), judge.check_of(canvas.kingdom, rules)
    sprites = sprite_sheet()
    snapshot = here.snapshots.get(canvas.photo or "")
    shown = KingdomState(
        session=here.name,
        identity=actions.identity(state),
        canvas=canvas,
        sheet=sheet,
        check=None if canvas.is_partial else check,  # of what is not there nothing can be said
        size=rules.size,
        snapshot=snapshot,
        photo_href=photo_address(snapshot.preview) if snapshot else "",
        castle=state.seat.colour or "yellow",
        undoes=_said(here.history.undoes, tr),
        redoes=_said(here.history.redoes, tr),
        notice=tr(here.told) if here.told else "",
        acted=here.acted,
        provisional=state.is_provisional,
    )
    href = picture_address(sprites.picture, "image/webp", "sprites")
    mount.kingdom(kingdom_data(shown, sprites, href, tr), KINGDOM, lambda: _act(here))
    if here.refused:
        st.warning(plain(tr(here.refused)), icon=":material/error:")
    between = st.container()
    if canvas.frame:
        keep(here, "kingdoms")
        return
    if canvas.cells:
        mount.score_sheet(score_sheet_data(sheet, tr, canvas.origin), "sheet")
    if sheet.rules.box.has_queendomino:
        _tokens(here, canvas, tr)
    _untold(here, tr)
    keep(here, "kingdoms")
    if check.legal is False and canvas.is_whole:
        with between:  # last, for proposals take longer than everything above
            _corrections(here, canvas, tr)


def _act(here: Session) -> None:
    """Carry out what was done on the component since the last time."""
    for action in st.session_state[KINGDOM].get("actions") or []:
        if action["sent"] > here.acted:
            here.acted = action["sent"]
            carry_out(here, action)


def carry_out(here: Session, action: actions.Action) -> None:
    """Do what was done on the component. Where no grid is laid after all, the message about its photo comes next."""
    kingdoms = here.state.kingdoms
    here.told = actions.notice_of(here.history, action)
    here.history, here.refused = actions.applied(here.history, action, here.snapshots)
    if here.state.kingdoms < kingdoms:
        here.turn_to("start")


def _said(message: Message | None, tr: Translator) -> str:
    return tr(message) if message else ""


def _tokens(here: Session, canvas: Canvas, tr: Translator) -> None:
    """What stands beside a Queendomino kingdom."""
    labels = {
        "coins": (tr("Coins"), COINS),
        "towers": (tr("Towers"), TOWERS),
        "knights": (tr("Knights"), KNIGHTS),
    }

    def change(token: str) -> None:
        _tell(here, **{token: int(st.session_state[f"token-{token}"])})

    def crown() -> None:
        is_here = st.session_state["token-queen"]
        told = here.state.queen_moves if is_here else None
        here.step(here.state.with_queen(here.state.chosen if is_here else None))
        here.told = told

    st.subheader(tr("Beside the kingdom"), anchor=False)
    with st.container(horizontal=True, gap="xsmall"):
        for token, (label, most) in labels.items():
            st.session_state[f"token-{token}"] = min(most, getattr(canvas.kingdom, token))
            st.number_input(label, 0, most, key=f"token-{token}", width=104, on_change=change, args=(token,))
    st.session_state["token-queen"] = canvas.kingdom.queen
    st.toggle(tr("The Queen is here"), key="token-queen", on_change=crown)


def _tell(here: Session, **tokens: int) -> None:
    """What stands beside the kingdom that is there now: of two quick changes the second knows of the first."""
    if here.state.canvas is not None:
        here.step(here.state.with_canvas(here.state.canvas.with_tokens(**tokens)))


def _untold(here: Session, tr: Translator) -> None:
    """What has still to be told before the total is sure."""
    if said := untold_words(here.state, tr):
        st.info(said)
    if here.state.untold:
        st.button(tr("That is all"), on_click=lambda: here.step(here.state.told_all()))


def _corrections(here: Session, canvas: Canvas, tr: Translator) -> None:
    """Proposals that make the kingdom legal, one tap each; where they take long, they come later."""
    sought = here.search.of(canvas.kingdom, here.state.settled_rules)
    wait([sought], timeout=AT_ONCE)
    if not sought.done():
        _look_again_soon(sought, tr)
        return
    found = sought.result()
    if found:
        st.markdown(tr("**It would be right …**"))
    for number, correction in enumerate(found):
        st.button(
            plain(tr(correction.message)),
            key=f"correct-{number}",
            icon=":material/check:",
            width="stretch",
            on_click=lambda kingdom: here.step(here.state.with_canvas(canvas.replaced(kingdom))),
            args=(correction.kingdom,),
        )


@st.fragment(run_every=1.0)  # type: ignore[untyped-decorator]
def _look_again_soon(sought: Future[tuple[Correction, ...]], tr: Translator) -> None:
    """Keeps looking until the proposals are there, and then has the page drawn once more."""
    if sought.done():
        st.rerun()
    st.caption(tr("Looking for what may have been meant …"))


def _more(here: Session, tr: Translator) -> None:
    """What is seldom needed."""
    with st.container(horizontal=True):
        waiting = here.state.waiting
        if waiting is not None:
            label = tr("Now {name}’s kingdom", name=plain(here.state.seats[waiting].name))
            st.button(label, icon=":material/arrow_forward:", type="primary", on_click=here.turn_to, args=("start",))
        else:
            st.button(tr("Add a kingdom"), icon=":material/add:", on_click=here.turn_to, args=("start",))
        if here.state.held_by_later:
            st.caption(plain(tr(here.state.held_by_later)))
        else:
            label = tr("Remove this kingdom")
            st.button(label, icon=":material/delete:", on_click=lambda: here.step(here.state.without_canvas()))
    offer_removed(here, tr)
