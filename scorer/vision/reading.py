"""The values of a reading, which the page, the command line and the lab share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.faces import FACES
from scorer.vision.settings import CalibrationSettings


@dataclass(frozen=True)
class KingdomView:
    """One of several photos of a kingdom: its name, and the corners of the kingdom's rectangle in its pixels."""

    photo: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class KingdomReading:
    """One kingdom found in a photo.

    ``squares`` are the probabilities (0 to 1) that the places of ``kingdom`` are right, ``confidence`` the probability
    that everything reported is; both are calibrated on rendered photos. Squares below ``flag_threshold`` are flagged.
    ``faces``: float32 array (rows, columns, len(FACES)), each square's own probabilities before the rules helped.
    ``quads``: float32 array (rows, columns, 4, 2), each square's refined corners in pixels (x, y) of the upright
    photo, clockwise from its top left as the kingdom is written. Rows and columns are those of ``kingdom``, and so is
    ``seen``, the most probable cell of each square on its own (its borders may be empty). ``built_towns`` are the towns
    that seem to carry a building; they are flagged, since the kind of building is not read. ``hidden`` are the squares
    behind a standing castle; they are flagged, and unknown where the rules do not determine them. ``views`` are the
    photos that were combined, where there are several; everything else is in pixels of the first of them.
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
    flag_threshold: float = CalibrationSettings.flag_threshold
    views: tuple[KingdomView, ...] = ()

    @property
    def doubtful(self) -> tuple[Position, ...]:
        """The flagged squares: those below ``flag_threshold``, least probable first."""
        flagged = [
            (p, (row, column))
            for row, line in enumerate(self.squares)
            for column, p in enumerate(line)
            if p < self.flag_threshold
        ]
        return tuple(position for _, position in sorted(flagged))

    @property
    def against_looks(self) -> Mapping[Position, tuple[Cell, float]]:
        """The squares read as another face than their most probable one, because no domino fits that face.

        Each with its most probable face and that face's probability (0 to 1). Hidden squares are not included.
        """
        best = {position: self.alternatives(position, 1)[0] for position, _ in self.kingdom.cells()}
        return {
            position: face
            for position, face in best.items()
            if face[0] != self.kingdom[position] and position not in self.hidden
        }

    def cut_squares(self, width: int, height: int) -> tuple[Position, ...]:
        """The squares that the edge of the photo, of ``width`` × ``height`` pixels, cuts.

        There are none where only free places that the kingdom may continue on lie at the edge (``cut`` is true for
        both).
        """
        held = [position for position, cell in self.kingdom.cells() if cell is not Place.EMPTY] if self.cut else []
        return tuple(p for p in held if (self.quads[p] < 0).any() or (self.quads[p] > (width, height)).any())

    def alternatives(self, position: Position, most: int = 4) -> tuple[tuple[Cell, float], ...]:
        """The most probable faces of a square on its own, most probable first, with their probabilities."""
        probabilities = self.faces[position]
        order = np.argsort(-probabilities)[:most]
        return tuple((FACES[index], float(probabilities[index])) for index in order)


@dataclass(frozen=True)
class Reading:
    """Everything read in one photo, or in several of the same kingdoms.

    ``kingdoms`` is empty, and ``hint`` says what to do, where none was found. ``photos`` names all photos if they were
    read together; the others are those of the first one.
    """

    photo: str
    width: int
    height: int
    kingdoms: tuple[KingdomReading, ...]
    hint: Message | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    photos: tuple[str, ...] = ()
