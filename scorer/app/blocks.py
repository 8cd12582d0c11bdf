"""The blocks that pages are made of. Each host draws them: Streamlit as widgets, a browser as HTML elements.

An interactive block has a ``key``, unique on its page, and ``do``: the request that it sends when it is used. Its
``kind`` names a method of ``program.Program``; the other items are its arguments. A block with an input adds the
input as ``value``.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from html import escape
from typing import Any, Literal, TypeAlias

Do: TypeAlias = Mapping[str, Any]
Option: TypeAlias = tuple[str, str]
"""The value that is sent, and its label."""


@dataclass(frozen=True)
class Text:
    """A paragraph. In a ``marked`` one, ``**`` surrounds bold words; such a text holds no input by users."""

    text: str
    look: Literal["text", "marked", "title", "heading", "note", "info", "success", "warning", "error"] = "text"
    """``title`` is the page's main heading. It gets the focus when another page is shown."""


@dataclass(frozen=True)
class Html:
    """HTML in which all input by users is escaped."""

    html: str


@dataclass(frozen=True)
class Toast:
    """A short message that disappears by itself; another ``number`` shows the same one again."""

    text: str
    number: int = 0


@dataclass(frozen=True)
class Button:
    """A button. ``icon`` is the name of a Material symbol; ``main`` is for the action that most players want."""

    label: str
    do: Do
    key: str = ""
    icon: str = ""
    main: bool = False
    wide: bool = False
    hide_label: bool = False
    """Whether only screen readers get the label, and others the icon."""


@dataclass(frozen=True)
class LinkOut:
    """A link to another site, which opens in a new tab."""

    label: str
    href: str
    key: str


@dataclass(frozen=True)
class Photos:
    """A field for photos to take or choose; the host reads them."""

    label: str
    key: str


@dataclass(frozen=True)
class Samples:
    """Sample photos, each with its name and its title. The host reads the chosen one."""

    samples: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Progress:
    """The part of a task that is done, 0 to 1, with the task's name."""

    part: float
    text: str = ""


@dataclass(frozen=True)
class Reading(Progress):
    """The progress of reading photos. A host that reads them in the background waits at this block."""


@dataclass(frozen=True)
class Control:
    """A block with an input, which is sent as ``value``."""

    label: str
    do: Do
    key: str


@dataclass(frozen=True)
class Field(Control):
    """A line of text. With ``press`` it is sent by a button with that label, otherwise at once."""

    value: str = ""
    max_length: int = 0
    """Maximum number of letters; 0 for no limit."""
    hint: str = ""
    press: str = ""
    help: str = ""
    is_long: bool = False
    """Whether the field has several lines."""


@dataclass(frozen=True)
class Names(Control):
    """Names to choose from ``offered``, or to type. The button ``press`` sends a list or comma-separated names.

    Before any other request, names that were not sent go with the request ``typed``.
    """

    value: tuple[str, ...]
    typed: Do
    offered: tuple[str, ...]
    maximum: int
    max_length: int
    press: str
    hint: str
    example: str
    """The hint of a field with comma-separated names."""


@dataclass(frozen=True)
class Number(Control):
    """A whole number from 0 to ``maximum``; ``None`` while none was entered."""

    value: int | None
    maximum: int


@dataclass(frozen=True)
class Choice(Control):
    """One of several options. ``value`` is the chosen one; ``None`` if none is chosen yet."""

    value: str | None
    options: tuple[Option, ...]
    look: Literal["radio", "tabs", "pills", "list"] = "list"
    hide_label: bool = False
    """Whether only screen readers get the label."""


@dataclass(frozen=True)
class Switch(Control):
    """On or off."""

    value: bool


@dataclass(frozen=True)
class Save:
    """A file to save."""

    label: str
    name: str
    mime: str
    content: bytes
    key: str
    icon: str = ""
    main: bool = False


@dataclass(frozen=True)
class Day(Control):
    """A day, in the form 2026-05-02."""

    value: str


@dataclass(frozen=True)
class OpenFile(Control):
    """A file to choose. Its content is sent as ``value`` and its name as ``name``. ``endings`` have no dot."""

    endings: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A picture, with its text for screen readers."""

    content: bytes
    mime: str
    text: str
    key: str


@dataclass(frozen=True)
class Component:
    """A browser component of this app. ``taps`` sends the request ``do`` with the value that was tapped."""

    name: Literal["kingdom", "sheet", "link", "taps", "scan"]
    key: str
    data: Mapping[str, Any]
    do: Do | None = None


@dataclass(frozen=True)
class Row:
    """Blocks next to each other: ``buttons``, or ``fields`` of one thing.

    The ``header`` is the top of a page: Back, the title, buttons to other pages. The ``dock`` stays at the bottom of
    the screen while the page scrolls. A ``card`` has a picture next to text; ``players`` are a choice between two
    arrows. A ``notice`` covers a part of the page for a few seconds.
    """

    blocks: Sequence[Block]
    look: Literal["buttons", "fields", "header", "dock", "card", "players", "notice"] = "buttons"


@dataclass(frozen=True)
class Panel:
    """Blocks in a frame. A tap anywhere on a ``link`` presses the one button in it."""

    blocks: Sequence[Block]
    key: str
    look: Literal["frame", "link"] = "frame"


@dataclass(frozen=True)
class Fold:
    """Blocks that appear after a tap on the label."""

    label: str
    blocks: Sequence[Block]
    key: str
    icon: str = ""
    is_open: bool = False


@dataclass(frozen=True)
class Late:
    """Blocks that take long to make. A host may draw the following blocks first; ``text`` names the task."""

    make: Callable[[], Sequence[Block]]
    key: str
    text: str = ""


@dataclass(frozen=True)
class Part:
    """Blocks that a host may draw again without the rest of the page.

    ``outline`` returns what the rest of the page depends on; when it changes, the whole page is drawn again.
    """

    make: Callable[[], Sequence[Block]]
    outline: Callable[[], object]
    key: str


@dataclass(frozen=True)
class Sought:
    """A message in place of blocks that are still being computed. The host asks for the page again soon."""

    text: str


Block: TypeAlias = (
    Text | Html | Toast | Button | LinkOut | Photos | Samples | Progress | Field | Names | Number | Choice | Switch
    | Save | Day | OpenFile | Picture | Component | Row | Panel | Fold | Late | Part | Sought
)  # fmt: skip


def bullets(lines: Iterable[str]) -> Html:
    """A bulleted list."""
    return Html(f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>")


def widget_key(block: Button) -> str:
    """The key of a button: its own, or one made of the values of its request.

    >>> widget_key(Button("Open", {"kind": "open_saved_game", "key": "1a"}))
    'open_saved_game-1a'
    """
    return block.key or "-".join(map(str, block.do.values()))


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """Every block of a page in reading order, nested ones included; ``Late`` and ``Part`` are replaced by their
    blocks."""
    for block in blocks:
        match block:
            case Late() | Part():
                yield from walk(block.make())
            case Row() | Panel() | Fold():
                yield block
                yield from walk(block.blocks)
            case _:
                yield block


def to_json(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """The blocks as plain data for the browser's renderer; ``block`` is the kind of each in lower case.

    >>> to_json([Text("Ann"), Late(lambda: [Progress(0.5)], "card")])
    [{'block': 'text', 'text': 'Ann', 'look': 'text'}, {'block': 'progress', 'part': 0.5, 'text': ''}]
    """
    found: list[dict[str, Any]] = []
    for block in blocks:
        match block:
            case Late() | Part():
                found += to_json(block.make())
            case Row() | Panel() | Fold():
                found.append({**_plain(block), "blocks": to_json(block.blocks)})
            case Button():
                found.append({**_plain(block), "key": widget_key(block)})
            case _:
                found.append(_plain(block))
    return found


def _plain(block: Block) -> dict[str, Any]:
    items = {field.name: _value(getattr(block, field.name)) for field in fields(block)}
    return {"block": type(block).__name__.lower(), **items}


def _value(value: Any) -> Any:
    if isinstance(value, bytes):
        return b64encode(value).decode()
    return dict(value) if isinstance(value, Mapping) else value
