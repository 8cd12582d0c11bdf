"""What a page is made of, as plain data: the shell draws it and sends back each block's ``do`` with what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

Block = dict[str, Any]
Do = Mapping[str, Any]
"""What the player wants done: ``kind`` names a method of ``program.Program``, the rest is what it takes."""


def text(said: str, look: str = "text") -> Block:
    """A paragraph. ``look`` is text, heading, note or warning."""
    return {"block": "text", "text": said, "look": look}


def bullets(lines: Iterable[str]) -> Block:
    """A list."""
    return html(f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>")


def html(source: str) -> Block:
    """A part drawn by ``scorer.ui``, in which strangers' words are escaped."""
    return {"block": "html", "html": source}


def button(label: str, do: Do, *, main: bool = False) -> Block:
    """A button."""
    return {"block": "button", "label": label, "do": dict(do), "main": main}


def photos(label: str) -> Block:
    """Photos to take or choose, which are sent to be read."""
    return {"block": "photos", "label": label}


def samples(titles: Mapping[str, str]) -> Block:
    """Sample photos to read by a tap, each with its name and its title."""
    return {"block": "samples", "samples": [list(sample) for sample in titles.items()]}


def progress(part: float) -> Block:
    """How much of something is done, 0 to 1."""
    return {"block": "progress", "part": part}


def field(
    label: str,
    do: Do,
    value: str = "",
    *,
    longest: int = 500,
    hint: str = "",
    press: str = "",
    offered: Sequence[str] = (),
) -> Block:
    """A line to write in; what is written is sent as ``value``, at once or by a button with the label ``press``.

    What is ``offered`` the browser proposes while one writes.
    """
    return {
        "block": "field", "label": label, "do": dict(do), "value": value, "longest": longest, "hint": hint,
        "press": press, "offered": list(offered),
    }  # fmt: skip


def number(label: str, do: Do, value: int, most: int) -> Block:
    """A number from 0."""
    return {"block": "number", "label": label, "do": dict(do), "value": value, "most": most}


def choice(label: str, do: Do, value: str, options: Sequence[tuple[str, str]]) -> Block:
    """One of several, each with its label."""
    return {"block": "choice", "label": label, "do": dict(do), "value": value, "options": [list(o) for o in options]}


def several(label: str, do: Do, chosen: Sequence[str], options: Sequence[tuple[str, str]], most: int) -> Block:
    """Up to so many of several, each with its label; all that are chosen are sent as ``value``."""
    return {
        "block": "several", "label": label, "do": dict(do), "value": list(chosen),
        "options": [list(o) for o in options], "most": most,
    }  # fmt: skip


def switch(label: str, do: Do, value: bool) -> Block:
    """On or off."""
    return {"block": "switch", "label": label, "do": dict(do), "value": value}


def save(label: str, name: str, mime: str, content: str) -> Block:
    """A file to save."""
    return {"block": "save", "label": label, "name": name, "mime": mime, "content": content}


def day(label: str, do: Do, value: str) -> Block:
    """A day, written as 2026-05-02."""
    return {"block": "day", "label": label, "do": dict(do), "value": value}


def file(label: str, do: Do) -> Block:
    """A JSON or CSV file to choose, whose text is sent as ``value``."""
    return {"block": "file", "label": label, "do": dict(do), "accept": ".json,.csv"}


def fold(label: str, blocks: Sequence[Block]) -> Block:
    """Blocks that a tap on the label shows."""
    return {"block": "fold", "label": label, "blocks": list(blocks)}


def row(blocks: Sequence[Block]) -> Block:
    """Blocks side by side."""
    return {"block": "row", "blocks": list(blocks)}


def component(name: str, key: str, data: Mapping[str, Any]) -> Block:
    """One of the page's own browser components: kingdom, sheet or link."""
    return {"block": "component", "name": name, "key": key, "data": dict(data)}
