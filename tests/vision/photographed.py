"""Rendered photos of drawn tiles, and how to compare what was found in them with the truth."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from scorer.art.surfaces import cloth, planks
from scorer.lab.render.pieces.layouts import laid_out
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import Render, render
from scorer.lab.render.rotation import rotation
from scorer.lab.render.scene import Scene
from scorer.rules.model.kingdom import Kingdom
from scorer.vision.detect.detections import Detections

WHOLE = "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg"
HOLES = "wg2gw1./.g1gwl1/lls2w1m/w1ws2wC/.s1sm2."
SECOND = "wfgwl/l1fw1wg1/ffCf1g/l1l1mff/llw1ws2"

PLAIN = Scene(900, 700, square=100, light=0.0, crooked=0.8, shifted=0.01)


@cache
def photo(*notations: str, scene: Scene = PLAIN, seed: int = 1, surface: str = "wood") -> Render:
    """The kingdoms on a table; always the same picture. Do not write into it."""
    rng = np.random.default_rng(seed)
    if surface == "wood":
        table = planks(scene.width, scene.height, "#6b4630", rng)
    else:
        table = cloth(scene.width, scene.height, surface, 0, rng)
    layouts = [laid_out(Kingdom.parse(notation)) for notation in notations]
    return render(layouts, drawn_pool(pixels=96), (), scene, rng, table)


def flat_detections(rows: int, columns: int, side: float = 50.0, turn: float = 0.0, tilt: float = 0.0) -> Detections:
    """A perfect grid as the detector would report it, turned by degrees, its far rows smaller by ``tilt``."""
    angle = np.deg2rad(turn)
    out = rotation(angle)

    def seen(points: NDArray[np.float64]) -> NDArray[np.float64]:
        moved = (points - [columns / 2, rows / 2]) @ out.T
        return np.asarray(moved * side / (1 - tilt * moved[:, 1:] / max(rows, columns)) + 500)

    places = np.array([(c + 0.5, r + 0.5) for r in range(rows) for c in range(columns)])
    right, down = np.array([0.5, 0]), np.array([0, 0.5])
    centres = seen(places)
    u = (seen(places + right) - seen(places - right)) / 2
    v = (seen(places + down) - seen(places - down)) / 2
    axes = np.stack([u, v], 1)
    for i in range(len(axes)):  # as the detector names them: u nearer to the picture's x, pointing right, v down
        if abs(axes[i, 0, 0]) < abs(axes[i, 0, 1]):
            axes[i] = axes[i, ::-1].copy()
        axes[i] *= np.sign([[axes[i, 0, 0]], [axes[i, 1, 1]]])
    return Detections(centres.astype(np.float32), axes.astype(np.float32), np.full(len(places), 0.9, np.float32))
