"""Two photos of one kingdom from different sides of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from scorer.lab.render.benchmark_set.lighting import LIGHTING
from scorer.lab.render.benchmark_set.sample_image import (
    SampleImage,
    layout_of,
    place,
    scene_of,
    table_of,
    whole_and_cut,
)
from scorer.lab.render.benchmark_set.scenarios import Scenario
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.pools import Pool
from scorer.lab.render.render import render
from scorer.lab.render.scene import Rng, Scene, oblique_view
from scorer.rules.model.terrain import Square
from scorer.vision.common.arrays import Image

PAIR = Scenario("pair, 45–65°", turn=180, oblique=True, castle_stands=True, tilt=(45, 65), figures=3, fill=(0.6, 0.92))
"""Both photos are oblique views, with a standing castle and figures on the kingdom."""

LIGHTINGS = ("room", "glare", "dark")


@dataclass(frozen=True)
class SamplePair:
    """Two photos of one kingdom; ``apart`` is the angle between them around the table, degrees 0…180."""

    photos: tuple[SampleImage, SampleImage]
    apart: float


def render_pair(
    seed: int,
    pools: Sequence[Pool],
    surfaces: Sequence[Image],
    scenario: Scenario = PAIR,
    apart: tuple[float, float] = (90, 180),
    exchanged: int = 0,
) -> SamplePair:
    """The pair with this seed, taken ``apart`` degrees from each other; the same arguments give the same photos.

    Each photo has its own tilt, light, figures and position in the picture; the kingdom and its table are the same.
    With ``exchanged``, that many dominoes have other faces in the second photo.
    """
    rng, random = np.random.default_rng(seed), Random(seed)
    layouts = [layout_of(scenario, size, random) for size in scenario.sizes]
    pool = pools[int(rng.integers(len(pools)))]
    scene = scene_of(scenario, layouts, rng)
    angle = float(rng.uniform(*apart))
    turn = scene.turn + angle * float(rng.choice([-1, 1]))
    other = replace(scene, turn=turn, tilt=float(rng.uniform(*scenario.tilt)))
    other = place(oblique_view(other, rng), layouts, float(rng.uniform(*scenario.fill)), rng)
    look = int(rng.integers(2**31))
    first = _photo(scenario, scene, layouts, pool, surfaces, look, rng, seed)
    if exchanged:
        layouts = [_with_other_dominoes(layout, exchanged, pool, random) for layout in layouts]
    return SamplePair((first, _photo(scenario, other, layouts, pool, surfaces, look, rng, seed)), angle)


def _with_other_dominoes(layout: Layout, count: int, pool: Pool, random: Random) -> Layout:
    """The layout with other faces on both squares of ``count`` dominoes."""
    faces = sorted((face for face in pool if isinstance(face, Square)), key=str)
    cells = dict(layout.cells)
    for domino in random.sample(layout.dominoes, min(count, len(layout.dominoes))):
        for position in domino:
            cells[position] = random.choice([face for face in faces if face != cells[position]])
    return replace(layout, cells=cells)


def _photo(
    scenario: Scenario,
    scene: Scene,
    layouts: Sequence[Layout],
    pool: Pool,
    surfaces: Sequence[Image],
    look: int,
    rng: Rng,
    seed: int,
) -> SampleImage:
    lighting = str(rng.choice(LIGHTINGS))
    scene = replace(scene, light=0.5 if lighting == "room" else 0.3)
    table = table_of(scenario.surface, scene, surfaces, np.random.default_rng(look))
    taken = render(layouts, pool, surfaces, scene, rng, table)
    taken = replace(taken, image=LIGHTING[lighting](taken.image, rng))
    return SampleImage(scenario.name, seed, taken, *whole_and_cut(taken))
