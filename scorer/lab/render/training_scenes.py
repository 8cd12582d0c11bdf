"""Draws the random scenes that the detector is trained with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scorer.lab.render.pieces.layouts import Layout, careless_layout
from scorer.lab.render.pools import Pool
from scorer.lab.render.probability import happens
from scorer.lab.render.render import Render, render
from scorer.lab.render.scene import Scene, oblique_view
from scorer.rules.model.rules import LARGE_GRID, SMALL_GRID
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.arrays import Image

OBLIQUE, BARE = 0.35, 0.14
"""Shares of the renders that are oblique views, and that have no kingdom."""
NEAR_AND_FAR, MIN_WIDTH = (1.05, 2.6), 3
"""The camera's distance from the kingdom's centre in oblique views, in widths of the kingdom, which counts as at
least ``MIN_WIDTH`` squares. With a phone, the kingdom then fills between half and most of the photo."""
FOR_LOOSE = 2.0
"""Added distance in squares for dominoes next to the kingdom, so that none lies behind the camera."""


def training_render(pools: Sequence[Pool], textures: Sequence[Image], pixels: int, rng: np.random.Generator) -> Render:
    """A square picture with parts of kingdoms at every size that one scale of the detector has to detect, not relit."""
    pool = pools[int(rng.integers(len(pools)))]
    layouts, scene = (_oblique if happens(rng, OBLIQUE) else _above)(_faces(pool), pixels, rng)
    return render([] if happens(rng, BARE) else layouts, pool, textures, scene, rng)


def _faces(pool: Pool) -> list[Cell]:
    return [cell for cell in pool if not isinstance(cell, Place)]


def _above(faces: Sequence[Cell], pixels: int, rng: np.random.Generator) -> tuple[list[Layout], Scene]:
    """Kingdoms seen from above or slightly tilted, with flat pictures of castles and figures on them."""
    several = int(rng.choice([1, 2, 3], p=[0.75, 0.15, 0.1]))
    square = float(np.exp(rng.uniform(np.log(11), np.log(56 if several == 1 else 24))))
    tilt = float(rng.uniform(0, 55)) if happens(rng, 0.6) else float(rng.uniform(0, 15))
    scene = Scene(
        width=pixels,
        height=pixels,
        square=square,
        centre=(float(rng.uniform(0.05, 0.95)), float(rng.uniform(0.05, 0.95))),
        turn=float(rng.uniform(0, 360)) if happens(rng, 0.6) else float(rng.normal(0, 4) + 90 * rng.integers(4)),
        tilt=tilt,
        tilt_axis=float(rng.uniform(0, 360)),
        crooked=float(rng.choice([0.3, 1.5, 4.0])),
        shifted=float(rng.choice([0.005, 0.02, 0.06])),
        slipped=float(rng.choice([0, 0, 0.1, 0.3])),
        gap=float(rng.choice([0.0, 0.01, 0.04, 0.1])),
        castle_stands=happens(rng, 0.4),
        figures=int(rng.integers(5)) if happens(rng, 0.3) else 0,
        clutter=int(rng.integers(8)) if happens(rng, 0.5) else 0,
        loose=int(rng.integers(3)) if happens(rng, 0.3) else 0,
        light=0.0,
    )
    sizes = [LARGE_GRID if several == 1 and happens(rng, 0.3) else SMALL_GRID for _ in range(several)]
    return [_layout(size, faces, rng) for size in sizes], scene


def _oblique(faces: Sequence[Cell], pixels: int, rng: np.random.Generator) -> tuple[list[Layout], Scene]:
    """One kingdom in a close oblique view, with a solid castle, and with boxes and dominoes next to it."""
    size = LARGE_GRID if happens(rng, 0.25) else SMALL_GRID
    small = happens(rng, 0.35)
    layout = careless_layout(int(rng.integers(1, 6)), size, rng, faces) if small else _layout(size, faces, rng)
    scene = Scene(
        width=pixels,
        height=pixels,
        square=float(np.exp(rng.uniform(np.log(16), np.log(54)))),
        centre=(float(rng.uniform(0.15, 0.85)), float(rng.uniform(0.15, 0.85))),
        turn=float(rng.uniform(0, 360)),
        tilt=float(rng.uniform(25, 72)),
        crooked=float(rng.choice([0.3, 1.5, 3.0])),
        shifted=float(rng.choice([0.005, 0.02, 0.04])),
        gap=float(rng.choice([0.0, 0.02, 0.05])),
        castle_stands=happens(rng, 0.85),
        figures=int(rng.integers(1, 4)) if happens(rng, 0.4) else 0,
        clutter=int(rng.integers(1, 6)) if happens(rng, 0.5) else 0,
        loose=int(rng.integers(1, 4)) if happens(rng, 0.4) else 0,
        light=0.0,
    )
    kingdom = layout.kingdom
    away = float(rng.uniform(*NEAR_AND_FAR)) * max(kingdom.height, kingdom.width, MIN_WIDTH)
    away += FOR_LOOSE if scene.loose else 0.0
    focal = away * scene.square / pixels  # the picture is one scale of a photo, or a part of it
    return [layout], replace(oblique_view(scene, rng), focal=focal)


def _layout(size: int, faces: Sequence[Cell], rng: np.random.Generator) -> Layout:
    max_dominoes = (size * size - 1) // 2
    dominoes = max_dominoes if happens(rng, 0.6) else int(rng.integers(1, max_dominoes + 1))
    return careless_layout(dominoes, size, rng, faces)
