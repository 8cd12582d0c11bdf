"""Renders one sample image of a scenario with a fixed seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.benchmark_set.lighting import LIGHTING
from scorer.lab.render.benchmark_set.scenarios import Scenario
from scorer.lab.render.benchmark_set.surfaces import SURFACES
from scorer.lab.render.lens import distort
from scorer.lab.render.pieces.layouts import Layout, played_layout
from scorer.lab.render.pools import Pool
from scorer.lab.render.probability import happens
from scorer.lab.render.render import Render, render
from scorer.lab.render.scene import Points, Rng, Scene, camera, oblique_view
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.rules import LARGE_GRID
from scorer.rules.play import random_game
from scorer.vision.common.arrays import Image

WHOLE, CUT, CUT_ALONE = 0.999, (0.25, 0.8), 0.86
"""Shares of a kingdom's rectangle in the picture: the minimum of a complete kingdom, the range of one that is cut
next to a complete one, and the maximum of one that is cut and alone."""


@dataclass(frozen=True)
class SampleImage:
    """A rendered photo and its truth.

    ``kingdoms`` are those of the render that are completely in the picture; ``cut`` those that its edge cuts.
    """

    scenario: str
    seed: int
    render: Render
    kingdoms: tuple[int, ...]
    cut: tuple[int, ...]
    giants: bool = False
    """Whether Age of Giants is played, which is passed to the reader as an option."""


def render_sample(scenario: Scenario, seed: int, pools: Sequence[Pool], textures: Sequence[Image]) -> SampleImage:
    """The photo of a scenario with this seed; the same arguments give the same photo."""
    rng, game = np.random.default_rng(seed), Random(seed)
    faces = set.intersection(*(set(pool) for pool in pools))
    layouts = [layout_of(scenario, size, game) for size in scenario.sizes]
    missing = {cell for layout in layouts for cell in layout.cells.values()} - faces
    if missing:
        raise ValueError(f"no pictures of {', '.join(map(str, missing))}")
    scene = scene_of(scenario, layouts, rng)
    table = table_of(scenario.surface, scene, textures, rng)
    taken = render(layouts, pools[int(rng.integers(len(pools)))], textures, scene, rng, table)
    taken = replace(taken, image=LIGHTING[scenario.lighting](taken.image, rng))
    if scenario.outside == "board":
        taken = _cropped(taken, rng)
    if scenario.barrel:
        taken = distort(taken, scenario.barrel)
    return SampleImage(scenario.name, seed, taken, *whole_and_cut(taken), giants=scenario.box.has_giants)


def whole_and_cut(taken: Render) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The kingdoms of a render that are completely in the picture, and those that its edge cuts."""
    whole = tuple(i for i, laid in enumerate(taken.kingdoms) if _inside(laid.quads, taken.image).all())
    cut = tuple(i for i, laid in enumerate(taken.kingdoms) if i not in whole and _inside(laid.quads, taken.image).any())
    return whole, cut


def layout_of(scenario: Scenario, size: int, game: Random) -> Layout:
    """A random layout of the scenario on a grid of this size."""
    players = 2 if size == LARGE_GRID else 4
    while True:
        for played in random_game(game, players, size, scenario.box):
            if scenario.dominoes is None:
                whole = played_layout(played)
                if len(whole.dominoes) >= size * size // 3 and _holes(whole.kingdom) >= scenario.holes:
                    return whole
            else:
                return played_layout(played, game.randint(*scenario.dominoes))


def _holes(kingdom: Kingdom) -> int:
    return kingdom.width * kingdom.height - len(kingdom.squares()) - len(kingdom.castles)


def scene_of(scenario: Scenario, layouts: Sequence[Layout], rng: Rng) -> Scene:
    """A random scene of the scenario for these layouts."""
    width, height = scenario.pixels if happens(rng, 0.6) else scenario.pixels[::-1]
    scene = Scene(
        width=width,
        height=height,
        turn=float(rng.uniform(-scenario.turn, scenario.turn)),
        tilt=float(rng.uniform(*scenario.tilt)),
        tilt_axis=float(rng.uniform(0, 360)),
        crooked=scenario.crooked,
        shifted=scenario.shifted,
        slipped=scenario.slipped,
        gap=scenario.gap,
        castle_stands=scenario.castle_stands,
        figures=scenario.figures,
        giants=scenario.giants,
        resources=scenario.resources,
        clutter=scenario.clutter,
        loose=scenario.loose,
        offered=scenario.offered,
        light=0.5 if scenario.lighting == "room" else 0.3,
    )
    if scenario.oblique:
        scene = oblique_view(scene, rng)
    fill = float(rng.uniform(*scenario.fill))
    if scenario.outside == "last":
        while True:
            placed = place(scene, layouts[:1], fill, rng)
            parts = [_part_inside(placed, layouts, index) for index in range(len(layouts))]
            if parts[0] > WHOLE and CUT[0] < parts[-1] < CUT[1]:
                return placed
            scene = replace(scene, turn=float(rng.uniform(-scenario.turn, scenario.turn)))
    if scenario.outside == "first":
        placed = place(scene, layouts, fill, rng)
        side = (float(rng.choice([-1, 1])) * 0.5, float(rng.uniform(-0.1, 0.1)))
        for step in np.arange(0.0, 1.0, 0.01):
            x, y = side if width > height else side[::-1]
            out = replace(placed, centre=(placed.centre[0] + x * step, placed.centre[1] + y * step))
            if _part_inside(out, layouts, 0) < CUT_ALONE:
                break
        return out
    return place(scene, layouts, fill, rng)


def place(scene: Scene, layouts: Sequence[Layout], fill: float, rng: Rng) -> Scene:
    """The scene with squares of a size at which the kingdoms take ``fill`` of the picture, at a random position."""
    room = np.array([scene.width, scene.height])
    scene = replace(scene, centre=(0.5, 0.5))
    corners = np.concatenate([outline(layouts, index, 0.15) for index in range(len(layouts))])
    for _ in range(6):
        seen = cv2.perspectiveTransform(corners[None], camera(scene))[0]
        scene = replace(scene, square=scene.square * fill / float((np.ptp(seen, axis=0) / room).max()))
    seen = cv2.perspectiveTransform(corners[None], camera(scene))[0]
    low, high = -seen.min(axis=0), room - seen.max(axis=0)
    shift = low + (high - low) * rng.uniform(0.03, 0.97, 2)
    return replace(scene, centre=(float(0.5 + shift[0] / room[0]), float(0.5 + shift[1] / room[1])))


def outline(layouts: Sequence[Layout], index: int, margin: float) -> NDArray[np.float64]:
    """Corners (4, 2) of a kingdom's rectangle, in squares from the first one's centre, as ``render`` places them."""
    extents = [(layout.kingdom.height, layout.kingdom.width) for layout in layouts]
    left = -extents[0][1] / 2 + sum(columns + 1.4 for _, columns in extents[:index])
    rows, columns = extents[index]
    rim = margin + (0.6 if index else 0)  # later kingdoms are rotated slightly
    top, right = -extents[0][0] / 2 - rim, left + columns + rim
    bottom, left = top + rows + 2 * rim, left - rim
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _part_inside(scene: Scene, layouts: Sequence[Layout], index: int) -> float:
    """The share of a kingdom's rectangle in the picture, by area."""
    seen = cv2.perspectiveTransform(outline(layouts, index, 0.0)[None], camera(scene))[0].astype(np.float32)
    frame = np.array([[0, 0], [scene.width, 0], [scene.width, scene.height], [0, scene.height]], np.float32)
    return float(cv2.intersectConvexConvex(seen, frame)[0] / cv2.contourArea(seen))


def _inside(quads: Mapping[Position, Points], image: Image) -> NDArray[np.bool_]:
    """For every square, whether nearly all of it is in the picture."""
    height, width = image.shape[:2]
    corners = np.array(list(quads.values()))
    slack = 0.1 * np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1).mean()
    return np.asarray(((corners > -slack) & (corners < np.array([width, height]) + slack)).all(axis=(1, 2)), np.bool_)


def _cropped(taken: Render, rng: Rng) -> Render:
    """The picture cropped to about its first kingdom."""
    laid = taken.kingdoms[0]
    corners = np.array(list(laid.quads.values()))
    side = float(np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1).mean())
    low = np.maximum(corners.min(axis=(0, 1)) - rng.uniform(-0.03, 0.06, 2) * side, 0).astype(int)
    high = (corners.max(axis=(0, 1)) + rng.uniform(-0.03, 0.06, 2) * side).astype(int)
    image = np.ascontiguousarray(taken.image[low[1] : high[1], low[0] : high[0]])
    quads = {position: (quad - low).astype(np.float32) for position, quad in laid.quads.items()}
    return Render(image, (replace(laid, quads=quads),))


def table_of(surface: str, scene: Scene, textures: Sequence[Image], rng: Rng) -> Image | None:
    """The table, uint8 BGR, if the scenario specifies its surface."""
    if surface == "any":
        surface = str(rng.choice(["photographed", "photographed", "photographed", "wood", "cloth", "drawn"]))
    if surface == "photographed" and not textures:
        surface = "wood"
    if surface == "photographed":
        return _photographed(textures[int(rng.integers(len(textures)))], scene)
    return None if surface == "drawn" else SURFACES[surface](scene.width, scene.height, rng)


def _photographed(texture: Image, scene: Scene) -> Image:
    scale = max(scene.width / texture.shape[1], scene.height / texture.shape[0])
    whole = cv2.resize(texture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    padded = cv2.copyMakeBorder(whole, 0, 2, 0, 2, cv2.BORDER_REPLICATE)
    return np.asarray(padded[: scene.height, : scene.width], np.uint8).copy()
