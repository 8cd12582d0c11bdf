"""Renders one photo: kingdoms laid carelessly on any table, seen by any camera, with their truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.augment import relight
from scorer.lab.render.pieces.clutter import clutter
from scorer.lab.render.pieces.expansions import lay_resources, stand_giants
from scorer.lab.render.pieces.laying import lay_all
from scorer.lab.render.pieces.layouts import Layout, draft_line
from scorer.lab.render.pieces.solids import stand_solids
from scorer.lab.render.pieces.standing import stand_castle, stand_figure
from scorer.lab.render.pools import Pool
from scorer.lab.render.scene import Points, Scene, camera, projection
from scorer.lab.render.tables import background
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Place
from scorer.vision.common.arrays import Image
from scorer.vision.common.geometry import frame_corners


@dataclass(frozen=True)
class LaidKingdom:
    """The truth about one kingdom: its layout, and the corners (4, 2) in pixels of every square of it."""

    layout: Layout
    quads: Mapping[Position, Points]

    def corners(self) -> Points:
        """The outer corners (4, 2) of the notation's rectangle, by a homography through all squares."""
        return frame_corners(self.quads)


@dataclass(frozen=True)
class Render:
    """A rendered photo, uint8 BGR, with every kingdom and every loose square in it.

    ``standing`` (height, width) marks the pixels where solid objects hide the table; ``None`` without such objects.
    """

    image: Image
    kingdoms: tuple[LaidKingdom, ...]
    loose: tuple[Points, ...] = field(default=())
    standing: NDArray[np.bool_] | None = None


def render(
    layouts: Sequence[Layout],
    pool: Pool,
    textures: Sequence[Image],
    scene: Scene,
    rng: np.random.Generator,
    table: Image | None = None,
) -> Render:
    """Photograph kingdoms on one table.

    The first kingdom lies where the scene says, others next to it. ``pool`` must have every face in the layouts.
    ``table`` is the surface, as large as the photo; without one, a random surface is made.
    """
    line = [draft_line(scene.offered, rng)] if scene.offered else []
    draft, alpha, pieces, loose, unit, middle = lay_all([*layouts, *line], pool, scene, rng)
    laid, offered = pieces[: len(layouts)], pieces[len(layouts) :]
    loose += [quad for _, quads in offered for quad in quads.values()]
    to_table = np.array([[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]])
    to_photo = camera(scene) @ to_table
    image = background(textures, scene.width, scene.height, scene.square, rng) if table is None else table
    image = clutter(image, scene.clutter, scene.square, rng)
    size = (scene.width, scene.height)
    flat = cv2.warpPerspective(
        draft, to_photo, size, flags=cv2.INTER_AREA if unit > scene.square * 1.5 else cv2.INTER_LINEAR
    )
    covered = cv2.warpPerspective(alpha, to_photo, size, flags=cv2.INTER_LINEAR)
    cover = np.asarray(covered[..., None] / np.float32(255), np.float32)
    image = _cast_shadow(image, cover, scene.square, rng)
    picture = (flat * cover + image * (1 - cover)).astype(np.uint8)
    kingdoms = tuple(
        LaidKingdom(layout, {p: _seen(q, to_photo).astype(np.float32) for p, q in quads.items()})
        for layout, quads in laid
    )
    picture = _with_expansions(picture, kingdoms, scene, rng)
    hidden = None
    if scene.solid:
        on_table = [(layout, {p: _seen(q, to_table) for p, q in quads.items()}) for layout, quads in pieces]
        standing = [(list(quads.values()), _castle_of(layout, quads, scene)) for layout, quads in on_table]
        picture, hidden = stand_solids(
            picture, standing, projection(scene), rng, figures=scene.figures, clutter=scene.clutter > 0
        )
    else:
        picture = _with_leaning_things(picture, kingdoms, scene, rng)
    beside = tuple(_seen(q, to_photo).astype(np.float32) for q in loose)
    return Render(relight(picture, rng, scene.light), kingdoms, beside, hidden)


def _seen(quad: Points, homography: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.perspectiveTransform(quad[None].astype(np.float64), homography)[0], np.float64)


def _castle_of(
    layout: Layout, quads: Mapping[Position, NDArray[np.float64]], scene: Scene
) -> NDArray[np.float64] | None:
    """The corners of the castle's square, if there is one and castles stand."""
    castles = [quads[position] for position, cell in layout.cells.items() if cell is Place.CASTLE]
    return castles[0] if castles and scene.castle_stands else None


def _with_expansions(picture: Image, kingdoms: Sequence[LaidKingdom], scene: Scene, rng: np.random.Generator) -> Image:
    """The picture with giants and resources; draws no random number without them."""
    for kingdom in kingdoms:
        if scene.resources:
            picture = lay_resources(picture, kingdom.layout.cells, kingdom.quads, rng)
        if scene.giants:
            away = _leaning(scene, rng)
            picture = stand_giants(picture, kingdom.layout.cells, kingdom.quads, scene.giants, away, rng)
    return picture


def _leaning(scene: Scene, rng: np.random.Generator) -> NDArray[np.float64]:
    """The offset in the picture of the top of an object as high as a square, in a random direction."""
    leaning = rng.uniform(0, 2 * np.pi)
    length = scene.square * (0.15 + 1.2 * np.sin(np.deg2rad(scene.tilt)))
    return np.asarray(np.array([np.cos(leaning), np.sin(leaning)]) * length, np.float64)


def _with_leaning_things(
    picture: Image, kingdoms: Sequence[LaidKingdom], scene: Scene, rng: np.random.Generator
) -> Image:
    """Castles and figures painted over their squares, all leaning in one direction."""
    away = _leaning(scene, rng)
    for kingdom in kingdoms:
        for position, cell in kingdom.layout.cells.items():
            if cell is Place.CASTLE and scene.castle_stands:
                picture = stand_castle(picture, kingdom.quads[position], away, rng)
        for index in rng.permutation(len(kingdom.quads))[: scene.figures]:
            quad = list(kingdom.quads.values())[index]
            picture = stand_figure(picture, quad, rng)
    return picture


def _cast_shadow(image: Image, cover: NDArray[np.float32], square: float, rng: np.random.Generator) -> Image:
    shift = rng.normal(0, 0.06, 2) * square
    moved = cv2.warpAffine(cover, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), cover.shape[1::-1])
    soft = cv2.GaussianBlur(moved, (0, 0), 0.02 * square + 0.5)[..., None]
    return np.asarray(image * (1 - rng.uniform(0.2, 0.7) * soft), np.uint8)
