"""Squares drawn by the project, as training data."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.art.draw import draw_cell
from scorer.lab.data.pictures import SQUARE_PIXELS
from scorer.lab.data.squares import LabelledSquare
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.vision.common.faces import FACE_INDEX


def drawn_squares(variants: int = 12) -> Iterator[LabelledSquare]:
    """Every face except bare table, in this many variants, and a town with each building.

    >>> sum(square.built for square in drawn_squares(1)) == len(BUILDINGS)
    True
    """
    faces = [(face, face) for face in FACE_INDEX if face is not Place.EMPTY]
    town = Square(Terrain.TOWN)
    faces += [(Square(Terrain.TOWN, building=kind), town) for kind in BUILDINGS]
    for shown, face in faces:
        for variant in range(variants if shown == face else 1):
            image = draw_cell(shown, SQUARE_PIXELS, variant)
            yield LabelledSquare(image, FACE_INDEX[face], "drawn", "drawn", f"drawn_{variant}", built=shown != face)
