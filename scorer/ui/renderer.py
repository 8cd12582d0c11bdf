"""Draws the program's blocks with Streamlit's widgets. A callback sends each widget's request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from html import escape
from typing import Any

import streamlit as st

from scorer.app import blocks
from scorer.app.blocks import Block, widget_key
from scorer.frontend.samples import SAMPLES, thumbnail
from scorer.i18n.formats import day_digits
from scorer.ui import mount
from scorer.ui.host import picture_address
from scorer.ui.labels import plain
from scorer.ui.photos import Look
from scorer.ui.session import Session, keep, session
from scorer.ui.turns import aside
from scorer.ui.visit import taken

PATIENCE = 0.1
"""Seconds between two checks for new requests while photos are read."""

LOOK_AGAIN = 1.0
"""Seconds between two checks for results that take longer."""

PHOTO_TYPES = ["image/*", "heic", "heif"]

WIDTHS: dict[type[Block], int] = {blocks.Field: 132, blocks.Choice: 106, blocks.Number: 104}
"""Widths in pixels of the fields in a row of fields."""

ICONS = {"success": ":material/check:", "warning": ":material/error:", "error": ":material/error:"}


_Input = blocks.Field | blocks.Number | blocks.Choice | blocks.Switch | blocks.Day


class Renderer:
    """Draws a page. Each method draws the blocks of the class that it is named after."""

    def __init__(self, program: Session) -> None:
        self.program = program
        self.has_kept = False
        """Whether a block of the page has stored the game in the browser."""
        self._in_fields = False
        self._unfinished: list[tuple[Any, blocks.Late]] = []

    def draw_page(self, page: Sequence[Block]) -> None:
        """Draw a page. Without a notice an empty element takes its place at the top.

        Streamlit fills a new row with what the row in the same place held before, until the new contents arrive. The
        notice would lie over the page with the old header in it.
        """
        if not (isinstance(page[0], blocks.Row) and page[0].look == "notice"):
            st.empty()
        self.draw(page)

    def draw(self, page: Sequence[Block]) -> None:
        """Draw blocks one below the other."""
        for block in page:
            getattr(self, f"_{type(block).__name__.lower()}")(block)

    def finish(self) -> None:
        """Draw the blocks that take long, in their places."""
        for place, block in self._unfinished:
            with place, st.spinner(block.text) if block.text else st.container():
                self.draw(block.make())

    # -- to read -----------------------------------------------------------------------------------------------------

    def _text(self, block: blocks.Text) -> None:
        said = block.text if block.look == "marked" else plain(block.text)
        match block.look:
            case "title":
                st.html(f"<h1 class='title' tabindex='-1'>{escape(block.text)}</h1>")
            case "heading":
                st.header(said, anchor=False)
            case "note":
                st.caption(said)
            case "text" | "marked":
                st.markdown(said)
            case "info":
                st.info(said)
            case _:
                getattr(st, block.look)(said, icon=ICONS[block.look])

    def _html(self, block: blocks.Html) -> None:
        st.html(block.html)

    def _toast(self, block: blocks.Toast) -> None:
        st.toast(plain(block.text))
        self.program.toast = None

    def _progress(self, block: blocks.Progress) -> None:
        st.progress(block.part, plain(block.text))

    def _reading(self, block: blocks.Reading) -> None:
        _wait_for_photos(block.text)

    def _picture(self, block: blocks.Picture) -> None:
        _show_picture(block.content, block.mime, block.key, block.text)

    def _sought(self, block: blocks.Sought) -> None:
        _wait_for_corrections(block.text)

    def _component(self, block: blocks.Component) -> None:
        data: Any = block.data
        match block.name:
            case "kingdom":
                mount.kingdom(data, block.key, self._reporter({"kind": "actions"}, block.key, "actions"))
            case "sheet":
                mount.score_sheet(data, block.key)
            case "link":
                mount.link(data, block.key)
            case "taps":
                mount.taps(data, block.key, self._reporter(block.do or {}, block.key, "value"))
            case "scan":
                mount.scan(data, block.key, lambda: self._take_scan(block.key))

    def _take_scan(self, key: str) -> None:
        self.program.start_scan(str(st.session_state[key].get("scan") or ""))

    # -- to press ----------------------------------------------------------------------------------------------------

    def _button(self, block: blocks.Button) -> None:
        st.button(
            plain(block.label),
            key=widget_key(block),
            icon=_icon(block.icon),
            type="primary" if block.main else "secondary",
            width="stretch" if block.wide else "content",
            on_click=self.program.do,
            args=(block.do,),
        )

    def _linkout(self, block: blocks.LinkOut) -> None:
        st.link_button(plain(block.label), block.href)

    def _save(self, block: blocks.Save) -> None:
        kind = "primary" if block.main else "secondary"
        icon, key = _icon(block.icon), block.key
        st.download_button(plain(block.label), block.content, block.name, block.mime, key=key, icon=icon, type=kind)

    def _samples(self, block: blocks.Samples) -> None:
        with st.container(horizontal=True, key="samples"):
            for name, title in block.samples:
                if (SAMPLES / f"{name}.jpg").exists():
                    self._sample(name, title)

    def _sample(self, name: str, title: str) -> None:
        key, path = f"sample-{name}", SAMPLES / f"{name}.jpg"

        def read() -> None:
            self.program.start_reading([(path.read_bytes(), path.name)])

        with st.container(width=100, gap="xsmall"):
            _show_picture(_thumbnail(name), "image/webp", key, "")  # the button has the label
            st.button(plain(title), key=key, width="stretch", on_click=read)

    # -- to fill in ----------------------------------------------------------------------------------------------------

    def _field(self, block: blocks.Field) -> None:
        label, longest, hint = plain(block.label), block.max_length or None, block.hint or None
        explained = plain(block.help) if block.help else None
        if block.press:
            key = f"{block.key}-text"
            with st.form(block.key, border=False):
                st.text_input(label, key=key, max_chars=longest, placeholder=hint, help=explained)
                st.form_submit_button(plain(block.press), on_click=self._submitter(block.do, key))
            return
        st.session_state[block.key] = block.value
        if block.is_long:
            st.text_area(label, key=block.key, max_chars=longest, on_change=self._sender(block))
            return
        st.text_input(
            label, key=block.key, max_chars=longest, placeholder=hint, help=explained, width=self._width(block),
            on_change=self._sender(block),
        )  # fmt: skip

    def _names(self, block: blocks.Names) -> None:
        key, known = f"{block.key}-names", list(block.value)
        st.session_state[key] = known
        options = [*block.offered, *(name for name in known if name not in block.offered)]
        send = _once(lambda: st.session_state[key], known, lambda new: self.program.do({**block.typed, "value": new}))
        st.multiselect(
            plain(block.label), options, accept_new_options=True, max_selections=block.maximum,
            placeholder=block.hint, key=key, on_change=send,
        )  # fmt: skip
        st.button(plain(block.press), key=f"{block.key}-press", on_click=self._submitter(block.do, key))

    def _number(self, block: blocks.Number) -> None:
        st.session_state[block.key] = block.value
        change = self._sender(block)
        st.number_input(
            plain(block.label), 0, block.maximum, None, key=block.key, width=self._width(block), on_change=change
        )

    def _choice(self, block: blocks.Choice) -> None:
        labels = dict(block.options)
        if block.value is not None:
            st.session_state[block.key] = block.value
        given: dict[str, Any] = {
            "key": block.key,
            "on_change": self._sender(block),
            "label_visibility": "collapsed" if block.hide_label else "visible",
        }

        def said(value: str) -> str:
            return plain(labels.get(value, ""))  # Streamlit asks also for a value that was among the last options

        label, values = plain(block.label), list(labels)
        match block.look:
            case "radio":
                st.radio(label, values, format_func=said, **given)
            case "tabs":
                st.segmented_control(label, values, format_func=said, required=True, **given)
            case "pills":
                st.pills(label, values, format_func=said, **given)
            case _:
                width = self._width(block)
                st.selectbox(label, values, format_func=lambda value: labels.get(value, ""), width=width, **given)

    def _switch(self, block: blocks.Switch) -> None:
        st.session_state[block.key] = block.value
        st.toggle(plain(block.label), key=block.key, on_change=self._sender(block))

    def _day(self, block: blocks.Day) -> None:
        st.session_state[block.key] = date.fromisoformat(block.value)
        written = day_digits(date(3333, 11, 22), self.program.tr)
        written = written.replace("3333", "YYYY").replace("11", "MM").replace("22", "DD")
        change = self._sender(block)
        st.date_input(plain(block.label), key=block.key, format=written, on_change=change)

    def _openfile(self, block: blocks.OpenFile) -> None:
        file = st.file_uploader(plain(block.label), type=list(block.endings), key=block.key)
        if file is not None:
            ((data, name),) = taken([file])
            self.program.do({**block.do, "value": data, "name": name})
            st.rerun()

    def _photos(self, block: blocks.Photos) -> None:
        """The field, then a wait for the photos being read, during which the blocks below stay unchanged.

        Until all photos are read the field keeps its key, so that a photo that is added in the meantime is not lost.
        """
        files = st.file_uploader(
            plain(block.label), type=PHOTO_TYPES, accept_multiple_files=True, key=block.key,
            label_visibility="collapsed",
        )  # fmt: skip
        if new := taken(files):
            had_notes = bool(self.program.notes_shown)
            self.program.start_reading(new)
            if had_notes or not self.program.host.looks:  # notes about earlier photos are gone
                st.rerun()
        if self.program.host.looks:
            finish_reading(self.program)
            st.rerun()

    # -- around other blocks -----------------------------------------------------------------------------------------

    def _row(self, block: blocks.Row) -> None:
        self._in_fields = block.look in ("fields", "header")
        how: dict[str, Any] = {"key": block.look} if block.look in ("header", "dock", "players", "notice") else {}
        if block.look == "card":
            how = {"vertical_alignment": "center", "gap": "small"}
        if self._in_fields:
            how |= {"vertical_alignment": "bottom" if block.look == "fields" else "center", "gap": "xsmall"}
        with st.container(horizontal=True, **how):
            self.draw(block.blocks)
        self._in_fields = False

    def _panel(self, block: blocks.Panel) -> None:
        with st.container(border=True, key=f"tap-{block.key}" if block.look == "link" else block.key):
            self.draw(block.blocks)

    def _fold(self, block: blocks.Fold) -> None:
        with st.expander(plain(block.label), icon=_icon(block.icon), expanded=block.is_open, key=block.key):
            self.draw(block.blocks)

    def _late(self, block: blocks.Late) -> None:
        self._unfinished.append((st.container(key=block.key), block))

    def _part(self, block: blocks.Part) -> None:
        self.has_kept = True
        _draw_part(block, block.outline())

    def _width(self, block: Block) -> int | str:
        return WIDTHS[type(block)] if self._in_fields else "stretch"

    def _submitter(self, do: blocks.Do, key: str) -> Callable[[], None]:
        """A callback that sends what was entered, and clears the field unless there is a problem with it."""

        def submit() -> None:
            entered = st.session_state[key]
            self.program.do({**do, "value": entered})
            if self.program.problem is None:
                st.session_state[key] = type(entered)()

        return submit

    def _sender(self, block: _Input) -> Callable[[], None]:
        def value() -> object:
            chosen = st.session_state[block.key]
            return chosen.isoformat() if isinstance(chosen, date) else chosen

        return _once(value, block.value, lambda chosen: self.program.do({**block.do, "value": chosen}))

    def _reporter(self, do: blocks.Do, key: str, name: str) -> Callable[[], None]:
        """A callback that sends the part ``name`` of a component's state. The time in it makes each tap different."""

        def value() -> object:
            return (st.session_state.get(key) or {}).get(name)

        def send(report: Any) -> None:
            self.program.do({**do, "value": report.rpartition(" ")[0] if isinstance(report, str) else report})

        return _once(value, value(), send)


def _once(value: Callable[[], object], known: object, send: Callable[[Any], None]) -> Callable[[], None]:
    """A callback that sends the value of a widget if it differs from the one that is known.

    When a page has just been replaced, the browser may report the values of its widgets once more. Streamlit has
    forgotten them, takes them for changes, and calls the callbacks of the page that is gone.
    """

    def changed() -> None:
        nonlocal known
        new = value()
        if new is not None and new != known:
            known = new
            send(new)

    return changed


@st.fragment  # type: ignore[untyped-decorator]
def _draw_part(block: blocks.Part, outline: object) -> None:
    """Draw only the part that depends on a tap; the rest of the page was drawn for ``outline``.

    Streamlit also runs this part alone for the browser's Back button, and when the focus moves from a number here
    straight to a button elsewhere on the page.
    """
    program = session()
    if block.outline() != outline:
        st.rerun()
    renderer = Renderer(program)
    renderer.draw(block.make())
    keep(program)
    renderer.finish()


def finish_reading(program: Session) -> None:
    """Wait for the photos being read, then add their kingdoms.

    A request in the meantime stops this run of the script; the next run continues here. Once all photos are read,
    Streamlit is not called before the kingdoms are added, because it might stop the run there.
    """
    keep(program)
    progress, count = st.container(key="reading").progress(0.0), len(program.host.looks)
    for number, look in enumerate(program.host.looks):
        said = program.tr("Reading photo {number} of {count} …", number=number + 1, count=count)
        progress.progress((number + 0.2) / count, said)
        while not _is_done(look):
            session()  # Streamlit checks for new requests, and whether the visitor has gone
    progress.empty()
    program.add_read_photos(turn=True)


def _is_done(look: Look) -> bool:
    with aside():
        return look.done(PATIENCE)


@st.fragment(run_every=LOOK_AGAIN)  # type: ignore[untyped-decorator]
def _wait_for_photos(said: str) -> None:
    if all(look.done(0) for look in session().host.looks):
        st.rerun()
    st.caption(plain(said))


@st.fragment(run_every=LOOK_AGAIN)  # type: ignore[untyped-decorator]
def _wait_for_corrections(said: str) -> None:
    if session().host.search.is_over:
        st.rerun()
    st.caption(plain(said))


def _show_picture(picture: bytes, mime: str, place: str, text: str) -> None:
    """A picture with its text for screen readers, empty for a decorative one."""
    address = escape(picture_address(picture, mime, place))
    st.html(f"<img class='shown' src='{address}' alt='{escape(text)}'>")


@cache  # not st.image, which takes a third of a millisecond for each to find that it is cached
def _thumbnail(name: str) -> bytes:
    return thumbnail(SAMPLES / f"{name}.jpg")


def _icon(name: str) -> str | None:
    return f":material/{name}:" if name else None
