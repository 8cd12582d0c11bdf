"""One kingdom after the other: look, correct, and see the score follow."""

from __future__ import annotations

from concurrent.futures import Future, wait

import streamlit as st

from scorer.i18n.translator import Translator
from scorer.rules.legality.corrections import Correction
from scorer.rules.legality.findings import COINS, KNIGHTS, TOWERS
from scorer.rules.model.dominoes import Box
from scorer.ui import acts, component, judge
from scorer.ui.editor import FRESH, Board
from scorer.ui.pages.dynasty import choose_game
from scorer.ui.pages.start import begin, show_notes
from scorer.ui.session import Session, go, keep, picture_address, session, words
from scorer.ui.state import grid_size
from scorer.ui.tiles import tile_sheet
from scorer.ui.view import Shown, board_view, sheet_view

BOARD = "board"
"""The component's key."""

AT_ONCE = 0.05
"""Seconds to wait for proposals before the page goes on without them."""

NEARLY_ALL = 20
"""Squares from which on a kingdom put in by hand is looked at as a whole."""


def show() -> None:
    """Draw the page."""
    here, tr = session(), words()
    if not here.desk.seats:
        st.info(tr("Nothing here yet. Begin with a photo, a sample or an empty board."))
        with st.container(horizontal=True):
            if st.button(tr("Start"), type="primary"):
                go("start")
                st.rerun()
            if here.history.past and st.button(tr("Undo"), icon=":material/undo:"):
                here.history = here.history.undone()
                st.rerun()
        return
    show_notes(here, tr)
    _choose(here, tr)
    if here.desk.board is None:
        _missing(here, tr)
    else:
        _board()
        _more(here, tr)


def _choose(here: Session, tr: Translator) -> None:
    """Whose kingdom, and in a Dynasty of which game."""
    desk = here.desk
    if len(desk.seats) > 1:
        st.session_state["seat"] = desk.chosen
        st.segmented_control(
            tr("Player"),
            range(len(desk.seats)),
            format_func=lambda index: here.desk.seats[index].name if index < len(here.desk.seats) else "",
            key="seat",
            required=True,
            label_visibility="collapsed",
            on_change=lambda: here.look(here.desk.choose(st.session_state["seat"])),
        )
    choose_game(here, tr)


def _missing(here: Session, tr: Translator) -> None:
    st.info(tr("{name} has no kingdom here yet.", name=here.desk.seat.name if here.desk.seat else ""))
    with st.container(horizontal=True):
        if st.button(tr("Add a photo"), type="primary", icon=":material/photo_camera:"):
            go("start")
            st.rerun()
        if st.button(tr("Empty board"), icon=":material/grid_on:"):
            begin(here, Board.of(FRESH), tr)
            st.rerun()


@st.fragment  # type: ignore[untyped-decorator]
def _board() -> None:
    """The part that follows a tap: nothing else on the page is drawn again."""
    here, tr = session(), words()
    desk, board = here.desk, here.desk.board
    if desk.seat is None or board is None:
        st.rerun()
        return
    sheet, verdict = judge.sheet(board.kingdom, desk.rules), judge.verdict(board.kingdom, desk.rules)
    tiles = tile_sheet()
    snapshot = here.snapshots.get(board.photo or "")
    shown = Shown(
        identity=acts.identity(desk),
        board=board,
        sheet=sheet,
        check=None if board.cut else verdict,  # of what is not there nothing can be said
        size=grid_size(desk.rules, board.kingdom),
        snapshot=snapshot,
        photo_href=picture_address(snapshot.preview, "image/jpeg", "photo") if snapshot else "",
        castle=desk.seat.colour or "yellow",
        can_undo=here.history.can_undo,
        can_redo=bool(here.history.future),
        acted=here.acted,
    )
    href = picture_address(tiles.picture, "image/webp", "tiles")
    component.board(board_view(shown, tiles, href, tr), BOARD, lambda: _act(here))
    if here.refused:
        st.warning(tr(here.refused), icon=":material/error:")
    between = st.container()
    if board.cells:
        component.sheet(sheet_view(board, sheet, tr), "sheet")
    if sheet.rules.box is not Box.KINGDOMINO:
        _tokens(here, board, tr)
    keep(here)
    if verdict.legal is False and _is_whole(board):
        with between:  # last, for proposals take longer than everything above
            _corrections(here, board, tr)


def _is_whole(board: Board) -> bool:
    """Whether the kingdom is there to be corrected, and not still being put in square by square."""
    return not board.cut and (board.reading is not None or len(board.kingdom.squares()) >= NEARLY_ALL)


def _act(here: Session) -> None:
    """Carry out what was done on the component since the last time."""
    for act in st.session_state[BOARD].get("acts") or []:
        if act["sent"] > here.acted:
            here.acted = act["sent"]
            here.history, here.refused = acts.carried_out(here.history, act, here.snapshots)


def _tokens(here: Session, board: Board, tr: Translator) -> None:
    """What stands beside a Queendomino kingdom."""
    labels = {
        "coins": (tr("Coins"), COINS),
        "towers": (tr("Towers"), TOWERS),
        "knights": (tr("Knights"), KNIGHTS),
    }

    def change(token: str) -> None:
        value = int(st.session_state[f"token-{token}"])
        here.step(here.desk.with_board(board.with_tokens(**{token: value})))

    def crown() -> None:
        here.step(here.desk.with_queen(here.desk.chosen if st.session_state["token-queen"] else None))

    st.markdown(tr("**Beside the kingdom**"))
    with st.container(horizontal=True, gap="xsmall"):
        for token, (label, most) in labels.items():
            st.session_state[f"token-{token}"] = min(most, getattr(board.kingdom, token))
            st.number_input(label, 0, most, key=f"token-{token}", width=104, on_change=change, args=(token,))
    st.session_state["token-queen"] = board.kingdom.queen
    st.toggle(tr("The Queen is here"), key="token-queen", on_change=crown)


def _corrections(here: Session, board: Board, tr: Translator) -> None:
    """Proposals that make the kingdom legal, one tap each; where they take long, they come later."""
    sought = judge.proposals(board.kingdom, here.desk.rules)
    wait([sought], timeout=AT_ONCE)
    if not sought.done():
        _look_again_soon(sought, tr)
        return
    found = sought.result()
    if found:
        st.markdown(tr("**It would be right …**"))
    for number, correction in enumerate(found):
        st.button(
            tr(correction.message),
            key=f"correct-{number}",
            icon=":material/check:",
            width="stretch",
            on_click=lambda kingdom: here.step(here.desk.with_board(board.replaced(kingdom))),
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
        if st.button(tr("Add a kingdom"), icon=":material/add:"):
            go("start")
            st.rerun()
        if st.button(tr("Remove this kingdom"), icon=":material/delete:"):
            here.step(here.desk.without_board())
            st.rerun()
        took_one_away = bool(here.history.past) and here.history.past[-1].kingdoms > here.desk.kingdoms
        if took_one_away and st.button(tr("Bring it back"), icon=":material/undo:"):
            here.history = here.history.undone()
            st.rerun()
