"""Whether two readings may show the same kingdom, so that the player is asked."""

from __future__ import annotations

from collections import Counter
from typing import Final

from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.terrain import Cell, Place

MIN_SQUARES: Final = 8
"""Minimum number of squares in common: smaller kingdoms agree by chance."""

MIN_AGREEMENT: Final = 0.75
"""Minimum share of them that must be equal. Different kingdoms agree in less than half of their squares (chosen)."""


def may_be_same(first: Kingdom, second: Kingdom) -> bool:
    """Whether most squares are equal once the second kingdom is rotated and shifted onto the first.

    >>> kingdom = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
    >>> turned = Kingdom(tuple(zip(*kingdom.rows[::-1])))
    >>> may_be_same(kingdom, turned), may_be_same(kingdom, Kingdom.parse("fflll/gglll/wwCll/wwsss/mmsss"))
    (True, False)
    """
    cells, turned = _cells(first.rows), second.rows
    for _ in range(4):
        others = _cells(turned)
        if not cells or not others:
            return False
        shifts = Counter(
            (row - other_row, column - other_column)
            for (row, column), cell in cells.items()
            for (other_row, other_column), other in others.items()
            if cell == other
        )
        for (rows, columns), same in shifts.most_common(3):
            overlap = sum((row + rows, column + columns) in cells for row, column in others)
            if overlap >= MIN_SQUARES and same >= MIN_AGREEMENT * max(overlap, min(len(cells), len(others))):
                return True
        turned = tuple(zip(*turned[::-1], strict=True))
    return False


def _cells(rows: tuple[tuple[Cell, ...], ...]) -> dict[Position, Cell]:
    """The cells by position, without empty places and unknown squares."""
    return {
        (row, column): cell
        for row, line in enumerate(rows)
        for column, cell in enumerate(line)
        if cell not in (Place.EMPTY, Place.UNKNOWN)
    }
