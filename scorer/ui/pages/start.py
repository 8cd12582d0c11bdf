"""Start: photos, a sample, an empty board or a notation."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path

import streamlit as st

from scorer.app.choices import PHOTO_ADVICE, SAMPLE_TITLES
from scorer.app.seating import photo_seated, seated
from scorer.app.state.canvas import Canvas
from scorer.app.state.page_state import PageState
from scorer.app.telling import Note
from scorer.frontend.samples import SAMPLES, thumbnail
from scorer.i18n.translator import Translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.letters import visible
from scorer.rules.model.messages import Message
from scorer.rules.model.notation import NotationError
from scorer.sharing.codec import GameError
from scorer.ui import photos
from scorer.ui.labels import plain
from scorer.ui.pages import guide
from scorer.ui.pages.arrive import offer_last
from scorer.ui.pages.dynasty import choose_game
from scorer.ui.session import Session, give_way, keep, session, show_picture, words
from scorer.ui.visit import taken
from scorer.vision.photo.errors import PhotoError

LOG = logging.getLogger(__name__)
LONGEST_NOTATION = 500
PATIENCE = 0.1
"""Seconds between two looks at whether its visitor has done something or has gone, while a photo is read."""
LOOK_AGAIN = 1.0
"""The same, where its visitor has turned to another page."""
PHOTO_TYPES = ["image/*", "heic", "heif"]


def show() -> None:
    """Draw the page."""
    here, tr = session(), words()
    choose_game(here, tr)
    if here.state.waiting is None:
        st.markdown(
            tr("**Take a photo of each finished kingdom**, one by one or all in one picture, and see the score.")
        )
    else:
        guide.now(here, here.state.waiting, tr)
    files = st.file_uploader(
        tr("Take or choose photos"),
        type=PHOTO_TYPES,
        accept_multiple_files=True,
        key=f"upload-{here.uploads}",
        label_visibility="collapsed",
    )
    st.caption(tr("Photos stay in this page’s memory while you look at them; none is stored or passed on."))
    if new := taken(files):
        begin_reading(here, new)
    if here.looks:
        finish_reading(here, tr)
        st.rerun()
    with st.container():  # in a place of their own, so that nothing below moves where there are none
        show_notes(here, tr)
        if not here.state.seats:
            offer_last(here, tr)
            guide.offer(here, tr)
    with st.expander(tr("How to take a good photo"), icon=":material/photo_camera:"):
        st.markdown(how_to(tr))
    st.subheader(tr("No photo at hand?"), anchor=False)
    _other_ways(here, tr)


def _other_ways(here: Session, tr: Translator) -> None:
    with st.container(horizontal=True):
        label = tr("Empty board")
        st.button(label, icon=":material/grid_on:", key="empty", on_click=begin_empty, args=(here, tr))
    with st.container(horizontal=True, key="samples"):
        for name, title in SAMPLE_TITLES.items():
            _sample(here, SAMPLES / f"{name}.jpg", tr(title))
    with st.form("notation", border=False):
        text = st.text_input(
            tr("Notation"),
            placeholder="wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf",
            max_chars=LONGEST_NOTATION,
            help=tr("One letter for each square, the crowns behind it, rows parted by “/”."),
        )
        if st.form_submit_button(tr("Open the notation")):
            _open_notation(here, text, tr)


def _open_notation(here: Session, text: str, tr: Translator) -> None:
    try:
        kingdom = Kingdom.parse(text)
    except NotationError as error:
        st.error(plain(tr(error.message)), icon=":material/error:")
        return
    begin(here, Canvas.of(kingdom), tr)
    st.rerun()


def _sample(here: Session, path: Path, title: str) -> None:
    """A picture of the sample with its button; nothing where the samples were not shipped."""
    if not path.exists():
        return
    with st.container(width=100, gap="xsmall"):
        show_picture(_thumbnail(path), "image/webp", f"sample-{path.stem}", "")  # its button says what it is
        st.button(title, key=f"sample-{path.stem}", width="stretch", on_click=_read_sample, args=(here, path))


def _read_sample(here: Session, path: Path) -> None:
    begin_reading(here, [(path.read_bytes(), path.name)])


@cache  # not Streamlit's, which takes a third of a millisecond for each to find that it has it
def _thumbnail(path: Path) -> bytes:
    return thumbnail(path)


def begin(here: Session, canvas: Canvas, tr: Translator) -> None:
    """A new canvas on the page, looked at; where it is one too many, that is told."""
    try:
        here.step(seated(here.state, canvas, tr))
    except GameError as error:
        here.tell(error.message)
    else:
        here.turn_to("kingdoms")


def begin_empty(here: Session, tr: Translator) -> None:
    """An empty board to paint on."""
    begin(here, Canvas.empty(here.state.rules), tr)


def begin_reading(here: Session, files: list[tuple[bytes, str]]) -> None:
    """Read photos on all cores, beside those that are being read; the page waits for them when it is drawn."""
    here.notes.clear()
    here.looks += [photos.look(data, visible(name), here.state.rules) for data, name in files]


def finish_reading(here: Session, tr: Translator) -> None:
    """Wait for the photos being read, then seat their kingdoms.

    A tap meanwhile ends this run of the script; the next one comes back here and goes on waiting. Until all are read
    the field for photos stays the same one, so that one more that is chosen meanwhile is not lost with it. Once they
    are, Streamlit is asked for nothing before all is done: it might break off the run there.
    """
    keep(here, "start", reading=[look.name for look in here.looks])
    progress, count = st.container(key="reading").progress(0.0), len(here.looks)
    for number, look in enumerate(here.looks):
        said = tr("Reading photo {number} of {count} …", number=number + 1, count=count)
        progress.progress((number + 0.2) / count, said)
        while not look.done(PATIENCE):
            give_way()
    progress.empty()
    _seat_all(here, tr, turn=True)


def finish_elsewhere(here: Session, tr: Translator) -> None:
    """Seat photos whose visitor has turned to another page and stays there; until they are read, say so and wait."""
    if all(look.done(0) for look in here.looks):
        _seat_all(here, tr, turn=False)
    else:
        _look_again(tr("Reading photo {number} of {count} …", number=1, count=len(here.looks)))


@st.fragment(run_every=LOOK_AGAIN)  # type: ignore[untyped-decorator]
def _look_again(said: str) -> None:
    if all(look.done(0) for look in session().looks):
        st.rerun()
    st.caption(said)


def _seat_all(here: Session, tr: Translator, *, turn: bool) -> None:
    """The kingdoms of photos that were read. What could not be read becomes a note; what is there already stays.

    With ``turn`` the page turns to them.
    """
    looks, here.looks, here.refused = here.looks, [], None
    here.uploads += 1
    state, looked_at, table = here.state, (here.state.chosen, here.state.round), here.state.table_id
    places: list[tuple[int, int]] = []
    for look in looks:
        try:
            snapshot, reading = look.result()
        except PhotoError as error:
            here.notes.append(Note(error.message, table=table))
            continue
        except Exception:  # whatever is wrong with one photo, the table stays and the others are read
            LOG.exception("reading %s", look.name)
            failed = Message("{name} could not be read; take another photo", {"name": look.name})
            here.notes.append(Note(failed, table=table))
            continue
        here.keep_photo(snapshot)
        if not reading.kingdoms:
            hint = reading.hint or Message("no kingdom found")
            nothing = Message("{name}: {hint}", {"name": look.name, "hint": hint})
            here.notes.append(Note(nothing, snapshot.key, table))
        done = photo_seated(state.choose(*looked_at), snapshot.key, reading, look.name, tr)
        state = done.state
        places += done.places
        here.notes += (Note(told.message, table=table, out_of_turn=told) for told in done.told)
        if done.refused:
            here.tell(done.refused)
    if places:
        several = state.kingdoms > here.state.kingdoms + 1
        guided = here.state.waiting is not None
        here.step(state.choose(*(places[0] if turn or not here.state.seats else looked_at)))
        if turn:
            here.turn_to(here.state.page_after_photos(table=several or guided))


def show_notes(here: Session, tr: Translator) -> None:
    """What went wrong with the last files, and the way on."""
    for number, note in enumerate(here.notes_here):
        st.warning(plain(tr(note.message)), icon=":material/error:")
        if note.photo in here.snapshots:
            label = tr("Mark its four corners")
            st.button(label, key=f"lay-{number}", on_click=_lay_by_hand, args=(here, note, tr))
        given = note.out_of_turn and note.out_of_turn.given_back(here.state)
        if given and given.seat:
            label = tr("Give it to {name}", name=plain(given.seat.name))
            st.button(label, key=f"give-{number}", on_click=_give, args=(here, note, given))
    if here.notes_here:
        st.button(tr("Close"), key="close-notes", on_click=here.notes.clear)


def _give(here: Session, note: Note, given: PageState) -> None:
    here.notes.remove(note)
    here.step(given)


def _lay_by_hand(here: Session, note: Note, tr: Translator) -> None:
    begin(here, Canvas({}, photo=note.photo), tr)


def how_to(tr: Translator) -> str:
    """How to photograph a kingdom."""
    return "\n".join(f"- {tr(line)}" for line in PHOTO_ADVICE)
