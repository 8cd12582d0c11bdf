"""The open questions of a photo's reading. They are kept without the photo, so that a reloaded page asks them again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.notation import NotationError
from scorer.rules.model.terrain import Cell, Place

if TYPE_CHECKING:
    from scorer.vision.reading import KingdomReading

MAX_GUESSES = 4
"""Maximum number of faces suggested for a square."""

WORTH_A_GUESS = 0.02
"""Faces less probable than this are not suggested."""

Cut = Literal["", "squares", "beside"]
"""Whether the photo's edge cuts squares of the kingdom, or only places next to it (``beside``)."""

Guesses = tuple[tuple[Cell, float], ...]
"""Faces with their probabilities, most probable first."""


@dataclass(frozen=True)
class Seen:
    """The open questions of a reading.

    ``doubtful`` are the flagged squares, most uncertain first. ``built`` are those of them with a building,
    ``hidden`` those behind a standing castle. ``guesses`` are the probable faces of each square.
    """

    doubtful: tuple[Position, ...] = ()
    built: frozenset[Position] = frozenset()
    hidden: frozenset[Position] = frozenset()
    guesses: Mapping[Position, Guesses] = field(default_factory=dict)
    cut: Cut = ""

    @classmethod
    def of(cls, reading: KingdomReading, photo: tuple[int, int] | None = None) -> Seen:
        """The open questions of a reading; ``photo`` is the photo's width and height in pixels."""
        rows, columns = reading.quads.shape[:2]
        guesses = {
            (row, column): tuple(
                guess for guess in reading.alternatives((row, column), MAX_GUESSES) if guess[1] >= WORTH_A_GUESS
            )
            for row in range(rows)
            for column in range(columns)
        }
        built, hidden = frozenset(reading.built_towns), frozenset(reading.hidden)
        return cls(reading.doubtful, built, hidden, guesses, _cut(reading, photo))

    def to_text(self, origin: Position) -> str:
        """The open questions in a few characters, by squares from the kingdom's first row and column.

        >>> from scorer.rules.model.terrain import Square, Terrain
        >>> wheat = ((Square(Terrain.WHEAT), 0.6), (Square(Terrain.WHEAT, 1), 0.4))
        >>> seen = Seen(doubtful=((1, 4),), guesses={(1, 4): wheat}, cut="beside")
        >>> seen.to_text((0, 0)), Seen.from_text(seen.to_text((0, 0))) == seen
        ('beside*1_4_w_60_w1_40', True)
        """
        squares = []
        for position in self.doubtful:
            place = (position[0] - origin[0], position[1] - origin[1])
            guesses = [
                part
                for cell, probability in self.guesses.get(position, ())
                for part in (cell, round(100 * probability))
            ]
            marks = [mark for mark, marked in (("built", self.built), ("hidden", self.hidden)) if position in marked]
            squares.append("_".join(map(str, [*place, *marks, *guesses])))
        return "*".join([self.cut, *squares])

    @classmethod
    def from_text(cls, text: str) -> Seen:
        """The value that ``to_text`` wrote. Raises ``ValueError`` for any other text."""
        cut, *squares = text.split("*")
        if cut not in get_args(Cut):
            raise ValueError(f"{cut[:20]!r} says nothing about the photo's edge")
        doubtful, guesses = [], {}
        marked: dict[str, set[Position]] = {"built": set(), "hidden": set()}
        for square in squares:
            row, column, *parts = square.split("_")
            position = int(row), int(column)
            doubtful.append(position)
            while parts and parts[0] in marked:
                marked[parts.pop(0)].add(position)
            guesses[position] = tuple(
                (_cell(code), _probability(probability))
                for code, probability in zip(parts[::2], parts[1::2], strict=True)
            )
        built, hidden = map(frozenset, marked.values())
        return cls(tuple(doubtful), built, hidden, guesses, cut)  # type: ignore[arg-type]


def _probability(percent: str) -> float:
    if not re.fullmatch("[0-9]{1,2}|100", percent):
        raise ValueError(f"{percent[:20]!r} is no percentage")
    return int(percent) / 100


def _cell(code: str) -> Cell:
    if code in (".", "?"):
        return Place(code)
    try:
        kingdom = Kingdom.parse(code)
    except NotationError as error:
        raise ValueError(str(error)) from error
    return kingdom[0, 0]


def _cut(reading: KingdomReading, photo: tuple[int, int] | None) -> Cut:
    """Whether the photo's edge cuts a square of the kingdom, or only places where more may lie."""
    if not reading.cut:
        return ""
    return "squares" if photo is None or reading.cut_squares(*photo) else "beside"
