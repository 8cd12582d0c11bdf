"""One kingdom as one photo shows it, before several views of it are combined."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.solve.joint import Solution
from scorer.vision.squares.evidence import PlaceEvidence
from scorer.vision.squares.occlusion import VisiblePlaces
from scorer.vision.squares.square_reader import Details


@dataclass(frozen=True, eq=False)
class View:
    """One kingdom in one photo.

    ``photo``: the index of the photo. ``board``, ``evidence`` and ``places`` are those of the pipeline, in pixels of
    the decoded picture; ``scale`` is the number of the photo's pixels per pixel of that. ``solution`` is what this view
    gives alone, ``details`` what the solver does not need, and ``reading`` what is reported: ``None`` if that is no
    kingdom. ``weight``: how much it counts among several views, 0…1. ``faint``: it was read in a denoised picture,
    because the photo is too dark to be read alone.
    """

    photo: int
    board: Board
    evidence: PlaceEvidence
    places: VisiblePlaces
    scale: float
    solution: Solution
    details: Details
    reading: KingdomReading | None
    weight: float = 1.0
    faint: bool = False

    @property
    def cells(self) -> NDArray[np.intp]:
        """The index in ``FACES`` of what this view alone gives at each place, (rows, columns); the index after them
        where that is no face of the classifier."""
        cells = self.solution.cells
        return np.array([[FACE_INDEX.get(cell, len(FACES)) for cell in row] for row in cells], np.intp)

    @property
    def certain(self) -> NDArray[np.bool_]:
        """The places, bool (rows, columns), that this view alone reads without a flag; none without a reading."""
        certain = np.zeros(self.board.shape, np.bool_)
        if self.reading is not None:
            rows, columns = self.solution.rectangle
            certain[rows, columns] = np.array(self.reading.squares) >= self.reading.flag_threshold
        return certain
