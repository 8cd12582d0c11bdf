"""Where everything stands on a card, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

WIDTH = 1080
"""A card with one column; what phones show full width."""

SENT = 1280
"""The pixels to which a messenger reduces the longer side of a card."""

SHARP = 3
"""Pixels of what a messenger leaves that a module of the code needs to be read."""

MARGIN, PAD, GAP = 36, 28, 22
"""Around the card, inside a player's panel, and between two panels."""

BOARD, THIRD = 400, 294
"""Side of the board of a single game, and of each of a Dynasty's three."""

HEADER = 108
"""From the top of a panel's inside to its boards below the name."""

LINE, FIRST_LINE = 33, 134
"""From one line of the score sheet to the next, and from the panel's inside to the baseline of the first."""

SHEET = WIDTH - 2 * MARGIN - BOARD - 3 * PAD - 90
"""Room for the text of a line beside the board."""

STEP = WIDTH - 2 * MARGIN + GAP
"""From one column to the next."""

_TOP = 168
_TALLEST = 2.2
"""A card that were taller than so many widths gets another column: whoever sees it whole can read nothing on it."""
_LEAST_CODE = 260


@dataclass(frozen=True)
class Spot:
    """Where a player's panel begins, and how high it is."""

    x: int
    y: int
    height: int


@dataclass(frozen=True)
class Layout:
    """A card's spots in the order of the players, its width, and where the last row of panels ends."""

    spots: tuple[Spot, ...]
    width: int
    bottom: int

    def lowered(self, pixels: int) -> Layout:
        """The same with more room above the panels."""
        return Layout(tuple(replace(s, y=s.y + pixels) for s in self.spots), self.width, self.bottom + pixels)


def panel_height(heights: Sequence[int], lines: int) -> int:
    """How high a panel must be for boards of these heights and, beside a single one, its score sheet."""
    if len(heights) > 1:
        return 2 * PAD + HEADER + max(heights) + 44
    return 2 * PAD + max(*heights, FIRST_LINE + LINE * (lines - 1) + 8)


def laid_out(heights: Sequence[int]) -> Layout:
    """Panels of these heights row by row, in as few columns as make no strip of the card.

    >>> laid_out([460, 460]).spots, laid_out([1000] * 4).width
    ((Spot(x=0, y=168, height=460), Spot(x=0, y=650, height=460)), 2110)
    """
    columns, layout = 1, _in_columns(heights, 1)
    while layout.bottom > _TALLEST * layout.width and columns <= len(heights):
        columns += 1
        layout = _in_columns(heights, columns)
    return layout


def _in_columns(heights: Sequence[int], columns: int) -> Layout:
    spots, y = list[Spot](), _TOP
    for first in range(0, len(heights), columns):
        height = max(heights[first : first + columns])
        spots += [Spot(column * STEP, y, height) for column in range(len(heights[first : first + columns]))]
        y += height + GAP
    return Layout(tuple(spots), WIDTH + (columns - 1) * STEP, y)


def code_scale(side: int, width: int, height: int) -> int:
    """Pixels for each module of a QR code of so many a ``side``, large enough to outlive a messenger.

    The card is so wide and, without the code, so high.
    """
    most, least = (width - 2 * MARGIN) // side, -(-_LEAST_CODE // side)
    enough = (pixels for pixels in range(least, most) if pixels * SENT >= SHARP * max(width, height + pixels * side))
    return next(enough, most)
