"""Chooses by chance the scenes that the detector is trained with; ``training_render`` is the entry point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorer.rules.model.rules import LARGE_GRID, SMALL_GRID
from scorer.rules.model.terrain import Place
from scorer.synthesis.chance import happens
from scorer.synthesis.pieces.layouts import careless_layout
from scorer.synthesis.pools import Pool
from scorer.synthesis.render import Render, render
from scorer.synthesis.scene import Scene
from scorer.vision.arrays import Image


def training_render(pools: Sequence[Pool], textures: Sequence[Image], pixels: int, rng: np.random.Generator) -> Render:
    """A square picture with bits of kingdoms, not relit, of every size that one scale of the detector has to know."""
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
    pool = pools[int(rng.integers(len(pools)))]
    faces = [cell for cell in pool if not isinstance(cell, Place)]
    layouts = []
    for _ in range(0 if happens(rng, 0.14) else several):
        size = LARGE_GRID if several == 1 and happens(rng, 0.3) else SMALL_GRID
        most = (size * size - 1) // 2
        dominoes = most if happens(rng, 0.6) else int(rng.integers(1, most + 1))
        layouts.append(careless_layout(dominoes, size, rng, faces))
    return render(layouts, pool, textures, scene, rng)
