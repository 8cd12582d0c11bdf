"""The blocks that pages are made of. Each host draws the same ones: Streamlit as its widgets, a browser as elements.

An interactive block has a ``key``, unique on its page, and ``do``: the request that using it makes. Its ``kind`` names
a method of ``program.Program``, the other items are its arguments. A block with an input adds the input as ``value``.
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
    """A paragraph. In a ``marked`` one ``**`` surrounds words in bold; it holds no words of strangers."""

    text: str
    look: Literal["text", "marked", "title", "heading", "note", "info", "success", "warning", "error"] = "text"
    """``title`` is the page's first heading: when another page is shown, it gets the focus."""


@dataclass(frozen=True)
class Html:
    """HTML in which the words of strangers are escaped."""

    html: str


@dataclass(frozen=True)
class Toast:
    """A short message that disappears by itself."""

    text: str


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
    """Sample photos, each with its name and its title; the host reads the one that is chosen."""

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
    """A block with an input, which its request gets as ``value``."""

    label: str
    do: Do
    key: str


@dataclass(frozen=True)
class Field(Control):
    """A line of text, sent at once or, with ``press``, by a button with that label."""

    value: str = ""
    max_length: int = 0
    """Letters, 0 for any number."""
    hint: str = ""
    press: str = ""
    help: str = ""
    is_long: bool = False
    """Whether there is room for several lines."""


@dataclass(frozen=True)
class Names(Control):
    """Names to choose from those ``offered`` or to type. The button ``press`` sends a list, or names between commas."""

    offered: tuple[str, ...]
    most: int
    max_length: int
    press: str
    hint: str
    example: str
    """The hint of a field in which names are separated by commas."""


@dataclass(frozen=True)
class Number(Control):
    """A whole number from 0 to ``most``."""

    value: int
    most: int


@dataclass(frozen=True)
class Choice(Control):
    """One of several options. ``value`` is the chosen one, ``None`` for none yet."""

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
    """A day, written as 2026-05-02."""

    value: str


@dataclass(frozen=True)
class OpenFile(Control):
    """A file to choose; its content is sent as ``value`` and its name as ``name``. ``endings`` have no dot."""

    endings: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A picture, with the text for those who do not see it."""

    content: bytes
    mime: str
    text: str
    key: str


@dataclass(frozen=True)
class Component:
    """One of the page's own browser components. ``taps`` makes the request ``do`` with the value that was tapped."""

    name: Literal["kingdom", "sheet", "link", "taps"]
    key: str
    data: Mapping[str, Any]
    do: Do | None = None


@dataclass(frozen=True)
class Row:
    """Blocks side by side: ``buttons``, or ``fields`` that belong to one thing.

    The ``header`` is the top of a page: the way back, the title, other pages. The ``dock`` stays at the bottom of the
    screen while the page is scrolled. A ``card`` has a picture beside words;
    ``players`` are a choice between two arrows. A ``notice`` lies over the page for a few seconds.
    """

    blocks: Sequence[Block]
    look: Literal["buttons", "fields", "header", "dock", "card", "players", "notice"] = "buttons"


@dataclass(frozen=True)
class Panel:
    """Blocks in a frame, which belong to one thing. A tap anywhere on a ``link`` presses the one button in it."""

    blocks: Sequence[Block]
    key: str
    look: Literal["frame", "link"] = "frame"


@dataclass(frozen=True)
class Fold:
    """Blocks that a tap on the label shows."""

    label: str
    blocks: Sequence[Block]
    key: str
    icon: str = ""
    is_open: bool = False


@dataclass(frozen=True)
class Late:
    """Blocks that take long to make. A host may draw what follows first; ``text`` says what is being made."""

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
    """A message in place of blocks that are still being worked out; a host asks for the page again soon."""

    text: str


Block: TypeAlias = (
    Text | Html | Toast | Button | LinkOut | Photos | Samples | Progress | Field | Names | Number | Choice | Switch
    | Save | Day | OpenFile | Picture | Component | Row | Panel | Fold | Late | Part | Sought
)  # fmt: skip


def bullets(lines: Iterable[str]) -> Html:
    """A list."""
    return Html(f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>")


def widget_key(block: Button) -> str:
    """The key of a button: its own, or the values of its request.

    >>> widget_key(Button("Open", {"kind": "open_saved_game", "key": "1a"}))
    'open_saved_game-1a'
    """
    return block.key or "-".join(map(str, block.do.values()))


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """Every block of a page in reading order, also those inside others; for ``Late`` and ``Part`` come their blocks."""
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
    """The blocks as plain data for the browser's renderer; ``block`` is each one's kind in lower case.

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
