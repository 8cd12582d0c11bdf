"""Measures and breaks text without drawing it.

A ``Lettering`` knows the fonts that a card is drawn with: ``lettering`` is Pillow's, ``metrics`` a table for SVG.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from scorer.rules.model.letters import cut


@dataclass(frozen=True)
class Hand:
    """A weight from 400 to 700, and a line height in pixels."""

    weight: int
    size: int


class Lettering(Protocol):
    """The font measurements that a layout needs."""

    def width(self, text: str, hand: Hand, /) -> int:
        """The advance width of the text in pixels."""

    def plain(self, text: str, /) -> str:
        """The text without characters that the fonts cannot draw."""

    def is_written_whole(self, name: str, /) -> bool:
        """Whether the fonts have every letter of a name."""


Width = Callable[[str, Hand], int]


def fitted_by(width: Width, text: str, hand: Hand, max_width: int) -> str:
    """The text, truncated with an ellipsis if it is wider than ``max_width`` pixels."""
    if width(text, hand) <= max_width:
        return text
    starts = range(len(text))
    too_long = bisect_right(starts, max_width, key=lambda length: width(cut(text, length), hand))
    return cut(text, max(0, too_long - 1))


def wrapped_by(width: Width, text: str, hand: Hand, max_width: int) -> list[str]:
    """The text wrapped to lines of ``max_width`` pixels."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", hand) <= max_width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [fitted_by(width, line, hand, max_width) for line in lines]
