"""A visitor's session: the program, which outlives each run of the script, and the photos being read for it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import streamlit as st

from scorer.app.host import Taken
from scorer.app.program import Program
from scorer.app.state import memory
from scorer.app.state.judge import COMPUTING
from scorer.i18n.translator import LANGUAGES, choose_language
from scorer.rules.model.letters import visible
from scorer.rules.model.messages import Message
from scorer.sharing.game import Game
from scorer.ui import mount, photos
from scorer.ui.host import ServerHost
from scorer.vision.photo.errors import PhotoError

LOG = logging.getLogger(__name__)


class Session(Program):
    """The program of one visit to the server.

    It does not call Streamlit during a change, because Streamlit may stop a run there.
    """

    host: ServerHost

    @property
    def unread(self) -> tuple[str, ...]:
        """The names of photos that are not read yet."""
        return tuple(look.name for look in self.host.looks)

    def do(self, request: Mapping[str, Any]) -> None:
        """Carry out a request; see ``judge.COMPUTING``."""
        COMPUTING.set(self.host.computing)
        super().do(request)

    def start_reading(self, files: list[tuple[bytes, str]]) -> None:
        """Read photos, given as bytes and name, on all cores; the page waits for them when it is drawn."""
        self.start_photos()
        given = [(photos.key_of(data), visible(name)) for data, name in files]
        wanted = self.wanted(given)
        for index in wanted:
            (data, _), (key, name) = files[index], given[index]
            self.host.looks.append(photos.look(data, name, key, self.state.rules))
        self.uploads += not wanted  # otherwise the field would still list them

    def start_scan(self, name: str) -> None:
        """Add the kingdoms of a scan, if it has not been added yet; the page waits for them when it is drawn."""
        self.start_photos()
        look = photos.look_at_scan(name, self.tr("Scan"))
        self.host.looks += [look] if look else []

    def add_read_photos(self, *, turn: bool) -> None:
        """Add the kingdoms of the photos that were read; with ``turn`` the page shows them."""
        looks, self.host.looks, self.problem = self.host.looks, [], None
        self.uploads += 1
        self.take_photos([_taken(look) for look in looks], turn=turn)

    def let_go(self) -> None:
        """Drop the photos, and cancel queued readings: the visit is over."""
        self.host.search.cancel()
        for look in self.host.looks:
            look.made.cancel()
        self.host.looks.clear()
        self.snapshots.clear()
        self.host.ending = None


def _taken(look: photos.Look) -> Taken:
    try:
        found = look.result()
    except PhotoError as error:
        return Taken(look.name, problem=error.message)
    except Exception:  # whatever fails for one photo, the game stays and the others are read
        LOG.exception("reading %s", look.name)
        failed = Message("{name} could not be read; take another photo", {"name": look.name})
        return Taken(look.name, problem=failed)
    if isinstance(found, Game):
        return Taken(look.name, game=found)
    snapshot, reading = found
    return Taken(look.name, snapshot, reading, key=snapshot.key)


def session() -> Session:
    """This visitor's session."""
    if "session" not in st.session_state:
        usual = choose_language(st.context.headers.get("Accept-Language") or st.context.locale)
        chosen = st.query_params.get(memory.LANGUAGE)
        st.session_state["session"] = Session(ServerHost(), chosen if chosen in LANGUAGES else usual, usual)
    kept: Session = st.session_state["session"]
    COMPUTING.set(kept.host.computing)
    return kept


def settle_in(program: Session) -> None:
    """Open the game and the page that the address names, once."""
    if not program.arrived:
        names = (*memory.KEPT, memory.PAGE)
        parts = {name: st.query_params[name] for name in names if name in st.query_params}
        program.do_arrive(parts)


def keep(program: Session) -> None:
    """Store the game in the browser, so that a phone that was locked restores it; the server stores nothing."""
    kept = mount.storage(program.storage(), lambda: _turn_back(program))
    if program.heard(kept.saved_games, kept.changed):
        st.rerun()
    if kept.is_full != program.game_history.is_full:
        program.do_full(kept.is_full)
        st.rerun()
    if kept.found and not program.found:
        program.do_found(kept.found)
        st.rerun()


def _turn_back(program: Session) -> None:
    """Handle the browser's Back button."""
    turned = str(st.session_state["storage"].get("page") or "")
    if turned:
        program.do({"kind": "page", "value": turned})
