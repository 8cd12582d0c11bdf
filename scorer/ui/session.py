"""What one visitor's session holds, and the few things that only Streamlit can do with it."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st
from streamlit.runtime import Runtime

from scorer.i18n.translator import Translator, choose_language, translator
from scorer.rules.model.messages import Message
from scorer.sharing.link import encode
from scorer.ui.component import mount
from scorer.ui.photos import Look, Snapshot
from scorer.ui.state.history import History
from scorer.ui.state.page_state import PageState, game_of

MOST_PHOTOS = 20
"""Photos kept in a session’s memory."""


@dataclass
class Session:
    """The one thing kept between two runs of the script, besides the widgets' own values."""

    history: History = field(default_factory=History)
    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    looks: list[Look] = field(default_factory=list)
    """Photos being read."""
    notes: list[Note] = field(default_factory=list)
    """What went wrong with the last files; it stays until the next ones."""
    refused: Message | None = None
    """Why the last thing done on a canvas could not be done."""
    uploads: int = 0
    acted: float = 0
    remembered: str = ""
    arrived: bool = False

    @property
    def state(self) -> PageState:
        """What is on the page now."""
        return self.history.present

    def keep_photo(self, snapshot: Snapshot) -> None:
        """Keep a photo while it is looked at; of very many the oldest go, and their canvases stay."""
        self.snapshots[snapshot.key] = snapshot
        while len(self.snapshots) > MOST_PHOTOS:
            del self.snapshots[next(iter(self.snapshots))]

    def step(self, state: PageState) -> None:
        """A change that can be undone."""
        self.history, self.refused = self.history.then(state), None

    def view(self, state: PageState) -> None:
        """A look elsewhere."""
        self.history, self.refused = self.history.viewing(state), None


@dataclass(frozen=True)
class Note:
    """Something to tell about a photo or a file that could not be used; ``photo`` if its grid can be laid by hand."""

    message: Message
    photo: str | None = None


def session() -> Session:
    """This visitor's session."""
    if "session" not in st.session_state:
        st.session_state["session"] = Session()
    kept: Session = st.session_state["session"]
    return kept


def words() -> Translator:
    """The translator of the language that was chosen, or that the browser likes."""
    if "language" not in st.session_state:
        st.session_state["language"] = choose_language(st.context.headers.get("Accept-Language") or st.context.locale)
    return translator(st.session_state["language"])


def go(page: str) -> None:
    """Turn to another page in the next run; a widget's value cannot change once it is drawn."""
    st.session_state["go"] = page


def picture_address(picture: bytes, mime: str, place: str) -> str:
    """The address under which the browser gets a picture, as long as this session shows it at ``place``."""
    return str(Runtime.instance().media_file_mgr.add(picture, mime, f"kingdom-scorer.{place}"))


def keep(here: Session) -> None:
    """Keep the table in the browser: a phone that locked comes back to it, and nothing is stored here."""
    begun = here.state.seats or here.history.past
    link = encode(game_of(here.state)) if begun else ""
    found = mount.storage(link, words().language, empty=not here.state.seats)
    if found and not here.remembered:
        here.remembered = found
        st.rerun()
