"""Keep and share: a link, a code for the next phone, a card, files; and opening any of them again."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from scorer.app.standings import is_settled
from scorer.app.state.page_state import state_of
from scorer.app.telling import STILL_READING
from scorer.i18n.translator import Translator
from scorer.rules.model.letters import visible
from scorer.rules.model.messages import Message, listed
from scorer.sharing.card import card_png, unwritten_names
from scorer.sharing.codec import GameError
from scorer.sharing.files import file_name, game_from_file, to_csv, to_json
from scorer.sharing.game import Game
from scorer.sharing.link import address_of, opened
from scorer.sharing.qr import QrError, qr_svg
from scorer.ui import mount, photos
from scorer.ui.labels import plain
from scorer.ui.pages.dynasty import tell_left_out
from scorer.ui.session import Session, session, show_picture, words
from scorer.ui.visit import taken
from scorer.vision.photo.errors import PhotoError

FILES = ["png", "jpg", "jpeg", "webp", "json", "csv"]
"""Messengers make a JPEG or a WebP of a card."""


def show() -> None:
    """Draw the page."""
    here, tr = session(), words()
    if not here.state.seats:
        st.caption(tr("Nothing to share yet. A table that was kept can be opened here."))
        _open_again(here, tr)
        return
    tell_left_out(here, tr)
    game = here.state.game
    address = address_of(game, st.context.url or "")
    top = st.container()
    _link(address, tr)
    _files(game, tr)
    _open_again(here, tr)
    with top.container(key="card"), st.spinner(tr("Drawing the card …")):  # last, for it takes longer than all the rest
        _card(game, address, tr)


def _card(game: Game, address: str, tr: Translator) -> None:
    settled = is_settled(session().state)
    card = _card_picture(game, tr.language, address, settled)
    show_picture(card, "image/png", "card", tr("The card with all kingdoms and their points"))
    st.download_button(
        tr("Save the card"), card, file_name(game, "png"), "image/png", type="primary", icon=":material/download:"
    )
    if unwritten := unwritten_names(game):
        names = plain(tr(listed(unwritten)))
        st.caption(tr("The card cannot write {names}; it shows the player’s number.", names=names))


@st.cache_data(max_entries=32, show_spinner=False, hash_funcs={Game: repr})  # type: ignore[untyped-decorator]
def _card_picture(game: Game, language: str, address: str, settled: bool) -> bytes:
    from scorer.i18n.translator import translator

    return card_png(game, translator(language), address, is_settled=settled)


def _link(address: str, tr: Translator) -> None:
    st.subheader(tr("Link"), anchor=False)
    st.caption(tr("The link itself holds the kingdoms and the rules; photos are not in it."))
    mount.link({"link": address, "words": {"send": tr("Send the link"), "copied": tr("Copied"), "link": tr("Link")}})
    try:
        code = qr_svg(address)
    except QrError as error:
        st.info(tr(error.message))
        return
    with st.expander(tr("Code for the next phone"), icon=":material/qr_code:", expanded=True):
        show_picture(code.encode(), "image/svg+xml", "code", tr("A QR code of the link"))


def _files(game: Game, tr: Translator) -> None:
    st.subheader(tr("Files"), anchor=False)
    with st.container(horizontal=True):
        st.download_button(tr("Save as JSON"), to_json(game), file_name(game, "json"), "application/json")
        st.download_button(tr("Save as CSV"), to_csv(game), file_name(game, "csv"), "text/csv")


def _open_again(here: Session, tr: Translator) -> None:
    st.subheader(tr("Open a table again"), anchor=False)
    file = st.file_uploader(tr("A card, a JSON file or a CSV file"), type=FILES, key=f"open-{here.uploads}")
    with st.form("link", border=False):
        text = st.text_input(tr("or a link"))
        pressed = st.form_submit_button(tr("Open"))
    if file is not None:
        here.uploads += 1  # a file is looked at once: the field is empty again then
        ((data, name),) = taken([file])
        here.refused = _try(here, lambda: photos.elsewhere(game_from_file, data, visible(name)))
        st.rerun()
    if pressed and text:
        here.refused = _try(here, lambda: opened(text))
    if here.refused:
        st.error(plain(tr(here.refused)), icon=":material/error:")


def _try(here: Session, read: Callable[[], Game]) -> Message | None:
    """Put a game that was kept in the place of the one on the page; why not, if it cannot be."""
    if here.looks:
        return STILL_READING
    try:
        game = read()
    except (GameError, PhotoError) as error:
        return error.message
    here.uploads += 1
    here.step(state_of(game))  # the other one is laid aside
    here.turn_to("table")
    st.rerun()
    return None
