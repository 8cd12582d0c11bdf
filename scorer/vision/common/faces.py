"""The classes of the classifier: every face printed in the two boxes, the castle, bare table."""

from __future__ import annotations

from typing import Final

from scorer.rules.model.terrain import Cell, Place, Square, Terrain

FACES: Final[tuple[Cell, ...]] = (
    *(Square(Terrain.WHEAT, crowns) for crowns in range(2)),
    *(Square(Terrain.FOREST, crowns) for crowns in range(2)),
    *(Square(Terrain.LAKE, crowns) for crowns in range(2)),
    *(Square(Terrain.GRASSLAND, crowns) for crowns in range(3)),
    *(Square(Terrain.SWAMP, crowns) for crowns in range(3)),
    *(Square(Terrain.MINE, crowns) for crowns in range(4)),
    Square(Terrain.TOWN),
    Place.CASTLE,
    Place.EMPTY,
)
"""In the order of the classifier's outputs: ``w w1 f f1 l l1 g g1 g2 s s1 s2 m m1 m2 m3 t C .``"""

FACE_INDEX: Final[dict[Cell, int]] = {face: index for index, face in enumerate(FACES)}
"""The index of each face in ``FACES``."""
