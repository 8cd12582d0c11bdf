"""What one visitor's session holds, and the few things that only Streamlit can do with it."""

from __future__ import annotations

import json
from asyncio import TimerHandle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from uuid import uuid4

import streamlit as st
from streamlit.runtime import Runtime

from scorer.app.album import Album
from scorer.app.default_names import in_language
from scorer.app.state import memory
from scorer.app.state.history import History
from scorer.app.state.judge import Search
from scorer.app.state.memory import memory_of
from scorer.app.state.page_state import PageState
from scorer.app.telling import STILL_READING, Note
from scorer.i18n.translator import LANGUAGES, Translator, choose_language, translator
from scorer.rules.model.letters import visible
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.sharing.link import PART, encode
from scorer.ui import mount
from scorer.ui.photos import Look, Snapshot

MOST_PHOTOS = 20
"""Photos kept in a session’s memory."""

LONGEST_FILE_NAME = 120


@dataclass
class Session:
    """The one thing kept between two runs of the script, besides the widgets' own values."""

    history: History = field(default_factory=History)
    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    looks: list[Look] = field(default_factory=list)
    """Photos being read."""
    notes: list[Note] = field(default_factory=list)
    """What went wrong with the last files; it stays until the next ones."""
    search: Search = field(default_factory=Search)
    """For corrections of the kingdom that is looked at."""
    refused: Message | None = None
    """Why the last thing done on a canvas could not be done."""
    told: Message | None = None
    """What is told of the last action on the component."""
    outline: tuple[object, ...] = ()
    """The ``outline`` of the state that the page around the component was drawn for."""
    album: Album = field(default_factory=Album)
    """The evenings that this browser keeps."""
    refused_evenings: Message | None = None
    """Why the last evenings could not be kept."""
    clearing: bool = False
    """Whether it has been asked if the table may be put away."""
    page: str = "start"
    """The page that was turned to last, other than by choosing it."""
    turns: int = 0
    """How often."""
    uploads: int = 0
    acted: float = 0
    remembered: Mapping[str, str] = field(default_factory=dict)
    """The parts of the address of the table that this browser last held."""
    found: str = ""
    name: str = field(default_factory=lambda: uuid4().hex)
    """Known to this visitor alone: the addresses of their photos come from it."""
    arrived: bool = False
    ending: TimerHandle | None = None
    """What will end the visit if its browser stays away; see ``scorer.ui.visit``."""

    @property
    def state(self) -> PageState:
        """What is on the page now."""
        return self.history.present

    @property
    def notes_here(self) -> list[Note]:
        """The notes for the table that is on the page, without those on photos that a grid is laid on since."""
        table, photos = self.state.table_id, self.state.photos
        return [note for note in self.notes if note.table in (None, table) and note.photo not in photos]

    def keep_photo(self, snapshot: Snapshot) -> None:
        """Keep a photo while it is looked at; of very many the oldest go, and their canvases stay."""
        self.snapshots.pop(snapshot.key, None)  # sent once more, it is the newest
        self.snapshots[snapshot.key] = snapshot
        while len(self.snapshots) > MOST_PHOTOS:
            del self.snapshots[next(iter(self.snapshots))]

    def tell(self, message: Message) -> None:
        """Tell something of this table above every page, once, until it is closed."""
        note = Note(message, table=self.state.table_id)
        if note not in self.notes:
            self.notes.append(note)

    def turn_to(self, page: str) -> None:
        """Turn to another page in the next run.

        The pages to choose from become another widget then. A run may be broken off before the browser knows where it
        turned to; what the browser says of the widget that it still shows would lead back. It may be broken off
        wherever Streamlit is asked for something, and nothing is asked here: what was changed is also shown.
        """
        self.page, self.turns = page, self.turns + 1

    def let_go(self) -> None:
        """Photos go with the visit: those that wait are read no more, the others are forgotten; no search goes on."""
        self.search.cancel()
        for look in self.looks:
            look.made.cancel()
        self.looks.clear()
        self.snapshots.clear()
        self.ending = None

    def step(self, state: PageState) -> None:
        """A change that can be undone."""
        self.clearing = False
        self.history, self.refused, self.told = self.history.then(state), None, None

    def bring_table_back(self) -> None:
        """The table that was on the page before this one, which is laid aside for it."""
        self.clearing = False
        self.history, self.refused, self.told = self.history.brought_back(), None, None

    def view(self, state: PageState) -> None:
        """A look elsewhere."""
        self.history, self.refused, self.told = self.history.viewing(state), None, None


def session() -> Session:
    """This visitor's session."""
    if "session" not in st.session_state:
        st.session_state["session"] = Session(_empty_table())
    kept: Session = st.session_state["session"]
    return kept


def _empty_table() -> History:
    """Where a visitor begins: nobody at the table, and the edition that players of the language have."""
    return History(PageState(rules=_usual_rules()))


def _usual_rules() -> Rules:
    return Rules(LANGUAGES[words().language].edition)


def follow_language() -> None:
    """The names that nobody typed go with the language, and the edition as long as nothing was done."""
    here, tr = session(), words()
    here.history = here.history.mapped(lambda state: in_language(state, tr))
    if not here.history.has_begun:
        here.history = History(replace(here.state, rules=_usual_rules()))


def may_leave_table(here: Session) -> bool:
    """Whether another table may be opened; while photos are being read for this one, a line says to wait."""
    if here.looks:
        st.toast(words()(STILL_READING))
    return not here.looks


def give_way() -> None:
    """Have Streamlit break off this run of the script if something was done on the page, or if its visitor has gone."""
    session()  # whatever it is asked for, it looks at that first


def words() -> Translator:
    """The translator of the language that was chosen, now or before a reload, or that the browser likes."""
    if "language" not in st.session_state:
        chosen = st.query_params.get(memory.LANGUAGE)
        st.session_state["language"] = chosen if chosen in LANGUAGES else _liked_language()
    return translator(st.session_state["language"])


def _liked_language() -> str:
    return choose_language(st.context.headers.get("Accept-Language") or st.context.locale)


def page_key() -> str:
    """The key of the pages to choose from."""
    return f"page-{session().turns}"


def page_to_show() -> str:
    """The page that was chosen or turned to last."""
    return str(st.session_state.get(page_key()) or session().page)


def picture_address(picture: bytes, mime: str, place: str) -> str:
    """The address under which the browser gets a picture, as long as this session shows it at ``place``."""
    return _seen_from_page(Runtime.instance().media_file_mgr.add(picture, mime, f"kingdom-scorer.{place}"))


def photo_address(preview: bytes) -> str:
    """The address of this visitor's photo: nobody else can guess it, and it ends with the visit."""
    media = Runtime.instance().media_file_mgr
    return _seen_from_page(media.add(preview, "image/jpeg", "kingdom-scorer.photo", file_name=session().name))


def _seen_from_page(address: str) -> str:
    """Streamlit's addresses begin at the host; the page may be served below a path (``server.baseUrlPath``)."""
    return address.lstrip("/")


def show_picture(picture: bytes, mime: str, place: str, text: str) -> None:
    """A picture with the text for those who do not see it, empty for one that only decorates."""
    address = escape(picture_address(picture, mime, place))
    st.html(f"<img class='shown' src='{address}' alt='{escape(text)}'>")


def keep(here: Session, page: str, reading: Sequence[str] = ()) -> None:
    """Keep the table in the browser: a phone that locked comes back to it, and nothing is stored here.

    ``page`` is the one being shown, ``reading`` names the photos that are about to be read.
    """
    begun = here.history.has_begun
    address = {PART: encode(here.state.game), memory.PART: memory_of(here.state)} if begun else {}
    if begun and here.state.evening:
        address[memory.EVENING] = here.state.evening
    kept = mount.storage(
        {
            "session": here.name,
            "address": address,
            "page": page,
            "turned": _turned(),
            "language": words().language,
            "chosen": words().language if words().language != _liked_language() else "",
            "empty": not here.state.seats,
            "reading": list(reading),
            "evenings": here.album.changes,
            "known": here.album.known,
        },
        _turn_back,
    )
    if here.album.take(kept.evenings, kept.changed):
        here.history = here.album.followed(here.history)
        st.rerun()
    if kept.found and not here.found:
        here.found = kept.found
        here.remembered, interrupted = _found(kept.found)
        for name in interrupted:
            lost = Message("{name} was being read when the connection was lost; choose it again", {"name": name})
            here.notes.append(Note(lost))
        st.rerun()


def _turn_back() -> None:
    """The browser's Back button: the page before."""
    session().turn_to(_turned().partition(" ")[0])


def _turned() -> str:
    """What the browser told last of its Back button: the page that it leads to, and when it was pressed."""
    return str(st.session_state.get("storage", {}).get("page", ""))


def _found(text: str) -> tuple[Mapping[str, str], list[str]]:
    """The parts of the last table's address, and the photos that were being read; both come from outside.

    >>> _found('{"table": {"game": "1abc", "seen": 7}, "reading": ["a.jpg"]}')
    ({'game': '1abc'}, ['a.jpg'])
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}, []
    table, reading = (found.get("table"), found.get("reading")) if isinstance(found, dict) else (None, None)
    parts = table.items() if isinstance(table, dict) else ()
    names = reading if isinstance(reading, list) else []
    return (
        {name: value for name, value in parts if name in memory.KEPT and isinstance(value, str)},
        [visible(name[:LONGEST_FILE_NAME]) for name in names[:MOST_PHOTOS] if isinstance(name, str)],
    )
