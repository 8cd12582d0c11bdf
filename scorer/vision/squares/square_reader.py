"""Cuts squares out of a picture, brightens and classifies them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.vision.common.arrays import Image
from scorer.vision.common.nets import Net
from scorer.vision.settings import SquareSettings
from scorer.vision.squares.castle import castle_colour
from scorer.vision.squares.classifier import Classifier
from scorer.vision.squares.exposure import brightened, gain_for
from scorer.vision.squares.rectify import cut_squares
from scorer.vision.squares.towns import built_probability

Floats = NDArray[np.float32]

_SMALL, _BORDER = 16, 2
"""Side of a square whose colours are compared, and the border of it that is left out, in pixels."""


@dataclass(frozen=True)
class ReadSquares:
    """The classified squares: probabilities float32 (n, len(FACES)).

    ``gain``: the factor that would make them bright; 1 for bright squares.
    """

    faces: Floats
    gain: float


@dataclass(frozen=True)
class Details:
    """Details of a kingdom that the solver does not need.

    ``built`` float32 (rows, columns): the probability of a building on each town, 0 elsewhere. ``castle_colour``: the
    player's colour of its castle; ``None`` without a castle or if the colour is unclear.
    """

    built: Floats
    castle_colour: str | None


class SquareReader:
    """Reads squares of a picture, given by their corners. It is a ``SquareClassifier``."""

    def __init__(self, squares: Net, towns: Net, settings: SquareSettings) -> None:
        self._towns, self._settings = towns, settings
        self._classifier = Classifier(squares, settings)

    def read(
        self, image: Image, quads: Floats, *, exposed_for: NDArray[np.bool_] | None = None, augmented: bool = True
    ) -> ReadSquares:
        """Squares with corners float32 (n, 4, 2) of a picture, uint8 BGR (h, w, 3).

        All are brightened by the gain that those chosen by ``exposed_for``, bool (n,), need, by default all.
        ``augmented`` allows test-time augmentation.
        """
        pictures = cut_squares(image, quads)
        gain = gain_for(pictures if exposed_for is None else pictures[exposed_for], self._settings.exposure)
        bright = brightened(pictures, gain, self._settings.exposure)
        return ReadSquares(self._classifier.probabilities(bright, augmented=augmented), gain)

    def face_probabilities(self, image: Image, quads: Floats) -> Floats:
        """Probabilities float32 (n, len(FACES)) of squares with corners float32 (n, 4, 2), without augmentation."""
        return self.read(image, quads, augmented=False).faces

    def classify(self, pictures: Image) -> Floats:
        """Probabilities float32 (n, len(FACES)) of rectified squares, uint8 BGR (n, 64, 64, 3)."""
        return self._classifier.probabilities(pictures)

    def colours(self, image: Image, quads: Floats, gain: float) -> Floats:
        """Means and standard deviations of the squares' colours in CIELAB, float32 (n, 6)."""
        small = cut_squares(image, quads, pixels=_SMALL)[:, _BORDER:-_BORDER, _BORDER:-_BORDER]
        bright = brightened(small, gain, self._settings.exposure)
        lab = cv2.cvtColor(bright.reshape(-1, bright.shape[2], 3), cv2.COLOR_BGR2LAB)
        colours = lab.reshape(len(bright), -1, 3).astype(np.float32)
        return np.concatenate([colours.mean(axis=1), colours.std(axis=1)], axis=1)

    def details(self, image: Image, quads: Floats, cells: tuple[tuple[Cell, ...], ...]) -> Details:
        """The details of a solved kingdom with these ``cells`` and corners float32 (rows, columns, 4, 2)."""
        places = list(np.ndindex(quads.shape[:2]))
        towns = [
            at for at in places if isinstance(cell := cells[at[0]][at[1]], Square) and cell.terrain is Terrain.TOWN
        ]
        castles = [at for at in places if cells[at[0]][at[1]] is Place.CASTLE]
        built = np.zeros(quads.shape[:2], np.float32)
        if towns:
            pictures = cut_squares(image, np.array([quads[at] for at in towns], np.float32))
            built[tuple(np.transpose(towns))] = built_probability(self._towns, pictures)
        one_castle = len(castles) == 1
        colour = self._castle_colour(image, quads[castles[0]]) if one_castle else None
        return Details(built, colour)

    def _castle_colour(self, image: Image, castle: Floats) -> str | None:
        return castle_colour(cut_squares(image, castle[None])[0], self._settings.castle_colour)
