"""Keep and share: a card, files, a link, a code for the next phone; and reading any of them back."""

from __future__ import annotations

import streamlit as st

from scorer.ui.i18n import Translator
from scorer.ui.pages.arrive import ADDRESS
from scorer.ui.session import Session, session, words
from scorer.ui.share import encode
from scorer.ui.state import game_of


def show() -> None:
    """Draw the page."""
    here, tr = session(), words()
    if here.desk.seats:
        _link(here, tr)
        _card(here, tr)
        _files(here, tr)
    else:
        st.caption(tr("Nothing to share yet. A file that was kept can be opened here."))
    _open(here, tr)


def _link(here: Session, tr: Translator) -> None:
    """The address that holds the whole table."""
    address = link(here)
    st.markdown(tr("**A link to this table** – it holds the kingdoms and the rules, no photo"))
    st.code(address, language=None, wrap_lines=True)


def link(here: Session) -> str:
    """The page's address with the table in it."""
    return f"{(st.context.url or '').split('?')[0]}?{ADDRESS}={encode(game_of(here.desk))}"


def _card(here: Session, tr: Translator) -> None: ...


def _files(here: Session, tr: Translator) -> None: ...


def _open(here: Session, tr: Translator) -> None: ...
