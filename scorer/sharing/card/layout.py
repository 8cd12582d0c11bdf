"""Where everything stands on a card, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.sharing.qr import QrError, qr_modules

WIDTH = 1080
"""A card with one column; what phones show full width."""

SENT = 1280
"""What a messenger leaves of the card's longer side."""

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


def panel_height(boards: Sequence[NDArray[np.uint8] | None], lines: int) -> int:
    """How high a panel must be for its boards and, beside a single one, its score sheet."""
    tallest = max(0 if board is None else len(board) for board in boards)
    if len(boards) > 1:
        return 2 * PAD + HEADER + tallest + 44
    return 2 * PAD + max(tallest, FIRST_LINE + LINE * (lines - 1) + 8)


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


def code_picture(address: str, width: int, height: int) -> NDArray[np.uint8] | None:
    """The QR code for a card so wide and, without it, so high, large enough to outlive a messenger.

    uint8, square, black on white; ``None`` for an address too long for any code.
    """
    try:
        modules = qr_modules(address)
    except QrError:
        return None
    side, most = len(modules), (width - 2 * MARGIN) // len(modules)
    least = -(-_LEAST_CODE // side)
    enough = (p for p in range(least, most) if p * SENT >= SHARP * max(width, height + p * side))
    return np.kron(modules, np.ones((next(enough, most),) * 2, np.uint8))
