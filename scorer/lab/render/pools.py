"""Pools of pictures of every face to render kingdoms with: drawn, or of one camera."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from scorer.art.draw import CASTLE_COLOURS, draw_cell
from scorer.lab.data.squares import LabelledSquare
from scorer.rules.model.dominoes import Box, faces
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACES

Pool = Mapping[Cell, Sequence[Image]]
"""Pictures of every face, uint8 BGR, square, of any size."""

SCANS = {"a", "scan", "start", "queendomino"}
"""Cameras (here: scanners) that together show every face."""

VARIANTS = 4
"""Number of drawn pictures of each face."""

ENOUGH_FACES = 8
"""A camera that shows fewer faces than this has no pool of its own."""


@cache
def drawn_pool(castles: tuple[str, ...] = CASTLE_COLOURS, pixels: int = 160) -> Pool:
    """The squares drawn by the project, several variants of every face; cached, since painting them takes seconds."""
    pool: dict[Cell, list[Image]] = {
        face: [draw_cell(face, pixels, variant) for variant in range(VARIANTS)]
        for face in FACES
        if not isinstance(face, Place)
    }
    pool[Place.CASTLE] = [draw_cell(Place.CASTLE, pixels, CASTLE_COLOURS.index(colour)) for colour in castles]
    return pool


def with_two_crowns(pool: Pool, pixels: int = 160) -> Pool:
    """The pool with drawn faces of Age of Giants, which no camera has seen: two crowns on wheat, forest and lake."""
    new = (face for face in faces(Box.AGE_OF_GIANTS) if face not in pool)
    return {**pool, **{face: [draw_cell(face, pixels, variant) for variant in range(VARIANTS)] for face in new}}


def labelled_pools(squares: Iterable[LabelledSquare]) -> list[Pool]:
    """One pool for each camera with enough faces. Missing faces come from the scans, or from the drawn squares."""
    by_camera: dict[str, dict[Cell, list[Image]]] = defaultdict(lambda: defaultdict(list))
    for square in squares:
        by_camera[square.camera][FACES[square.face]].append(square.image)
    lenders = SCANS & by_camera.keys() or {"drawn"}
    whole: dict[Cell, list[Image]] = defaultdict(list)
    for camera, shown in by_camera.items():
        if camera in lenders:
            for face, images in shown.items():
                whole[face].extend(images)
    pools: list[Pool] = [dict(whole)]
    for camera, shown in by_camera.items():
        if camera != "table" and len(shown) >= ENOUGH_FACES:
            pools.append({face: shown.get(face) or whole[face] for face in whole})
    return pools
