"""What was made of a photo: the values that the page, the command line and the evaluation all share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.squares.faces import FACES

DOUBT = 0.96
"""A square whose chance of being right is below this is doubtful (chosen on photos of ``scorer.lab.fit.calibration``:
of 18 wrong places 0.95 names 17, 0.96 and more all, with ever more needless ones; no more than
``SolveSettings.certain``)."""


@dataclass(frozen=True)
class KingdomReading:
    """One kingdom found in a photo.

    ``squares`` are the chances (0 to 1) that the places of ``kingdom`` are right, ``confidence`` the chance that all
    that is told is; both are calibrated on rendered photos.
    ``faces``: float32 array (rows, columns, len(FACES)), each square's own probabilities before the rules helped.
    ``quads``: float32 array (rows, columns, 4, 2), each square's refined corners in pixels (x, y) of the upright
    photo, clockwise from its top left as the kingdom is written. Rows and columns are those of ``kingdom``, and so is
    ``seen``, the cells as each square looks on its own (its borders may be empty). ``built_towns`` are
    the towns that seem to carry a building; they are doubtful, for which one it is cannot be read. ``hidden`` are the
    squares behind a standing castle; they are doubtful, and unknown where the rules do not tell them.
    """

    kingdom: Kingdom
    seen: tuple[tuple[Cell, ...], ...]
    size: int
    corners: tuple[tuple[float, float], ...]
    confidence: float
    squares: tuple[tuple[float, ...], ...]
    faces: NDArray[np.float32]
    quads: NDArray[np.float32]
    grid_confidence: float = 1.0
    cut: bool = False
    castle_colour: str | None = None
    built_towns: tuple[Position, ...] = ()
    hidden: tuple[Position, ...] = ()

    @property
    def doubtful(self) -> tuple[Position, ...]:
        """Squares less probable than ``DOUBT``, worst first."""
        below = [
            (p, (row, column)) for row, line in enumerate(self.squares) for column, p in enumerate(line) if p < DOUBT
        ]
        return tuple(position for _, position in sorted(below))

    @property
    def against_looks(self) -> Mapping[Position, tuple[Cell, float]]:
        """The squares read as something else than they most look like on their own, because no domino fits that.

        Each with its likeliest face and that face's probability (0 to 1). Hidden squares are not among them.
        """
        likeliest = {position: self.alternatives(position, 1)[0] for position, _ in self.kingdom.cells()}
        return {
            position: look
            for position, look in likeliest.items()
            if look[0] != self.kingdom[position] and position not in self.hidden
        }

    def cut_squares(self, width: int, height: int) -> tuple[Position, ...]:
        """The squares that the edge of the photo, of so many pixels, cuts: what lies beyond them is not known.

        There are none where only places at which the kingdom may go on lie at the edge (``cut`` is true for both).
        """
        held = [position for position, cell in self.kingdom.cells() if cell is not Place.EMPTY] if self.cut else []
        return tuple(p for p in held if (self.quads[p] < 0).any() or (self.quads[p] > (width, height)).any())

    def alternatives(self, position: Position, most: int = 4) -> tuple[tuple[Cell, float], ...]:
        """The likeliest faces of a square on its own, likeliest first, with their probabilities."""
        chances = self.faces[position]
        order = np.argsort(-chances)[:most]
        return tuple((FACES[index], float(chances[index])) for index in order)


@dataclass(frozen=True)
class Reading:
    """Everything made of one photo. ``kingdoms`` is empty, and ``hint`` says what to do, where none was found."""

    photo: str
    width: int
    height: int
    kingdoms: tuple[KingdomReading, ...]
    hint: Message | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
