"""The positions on a card, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

WIDTH = 1080
"""Width of a card with one column, which phones show at full width."""

SENT = 1280
"""Pixels to which messengers reduce the longer side of a card."""

SHARP = 3
"""Minimum side of a module of the code, in pixels of the reduced picture, that can be read."""

MARGIN, PAD, GAP = 36, 28, 22
"""Margins around the card, inside a player's panel, and between two panels."""

BOARD, THIRD = 400, 294
"""Side of the board of a single game, and of each of a Dynasty's three."""

HEADER = 108
"""Distance from the top of a panel's inside to its boards below the name."""

LINE, FIRST_LINE = 33, 134
"""Distance between two lines of the score sheet, and from the panel's inside to the first baseline."""

SHEET = WIDTH - 2 * MARGIN - BOARD - 3 * PAD - 90
"""Width of a line of text next to the board."""

STEP = WIDTH - 2 * MARGIN + GAP
"""Distance between two columns."""

_TOP = 168
_TALLEST = 2.2
"""Maximum ratio of a card's height to its width; beyond it, another column is added, since a tall card is unreadable
when it is shown whole."""
_MIN_CODE = 260


@dataclass(frozen=True)
class Spot:
    """The position and height of a player's panel."""

    x: int
    y: int
    height: int


@dataclass(frozen=True)
class Layout:
    """A card's spots in the order of the players, its width, and the end of the last row of panels."""

    spots: tuple[Spot, ...]
    width: int
    bottom: int

    def lowered(self, pixels: int) -> Layout:
        """The same layout with more space above the panels."""
        return Layout(tuple(replace(s, y=s.y + pixels) for s in self.spots), self.width, self.bottom + pixels)


def panel_height(heights: Sequence[int], lines: int) -> int:
    """The height of a panel for boards of these heights and, next to a single one, its score sheet."""
    if len(heights) > 1:
        return 2 * PAD + HEADER + max(heights) + 44
    return 2 * PAD + max(*heights, FIRST_LINE + LINE * (lines - 1) + 8)


def laid_out(heights: Sequence[int]) -> Layout:
    """Panels of these heights, row by row, in as few columns as the maximum ratio allows.

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
    """Pixels for each module of a QR code of ``side`` modules, large enough to survive a messenger.

    ``width`` and ``height`` are those of the card without the code.
    """
    high, low = (width - 2 * MARGIN) // side, -(-_MIN_CODE // side)
    enough = (pixels for pixels in range(low, high) if pixels * SENT >= SHARP * max(width, height + pixels * side))
    return next(enough, high)
