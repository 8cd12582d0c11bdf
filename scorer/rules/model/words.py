"""Squares in words."""

from __future__ import annotations

from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Cell, Place, Square


def face_words(cell: Cell) -> Message:
    """A square in words.

    >>> from scorer.rules.model.terrain import Terrain
    >>> str(face_words(Square(Terrain.MINE, 2)))
    'mine with 2 crowns'
    """
    if cell is Place.CASTLE:
        return Message("the castle")
    if not isinstance(cell, Square):
        return Message("empty")
    if not cell.crowns:
        return Message("{terrain}", {"terrain": cell.terrain})
    template = "{terrain} with {crowns} crown" if cell.crowns == 1 else "{terrain} with {crowns} crowns"
    return Message(template, {"terrain": cell.terrain, "crowns": cell.crowns})
