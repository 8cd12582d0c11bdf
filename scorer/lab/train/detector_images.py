"""Rendered pictures for the detector's training, each shown several times with other rotations, crops and light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.augment import relight
from scorer.lab.render.pools import Pool
from scorer.lab.render.render import Render
from scorer.lab.render.scene import Points
from scorer.lab.render.training_scenes import training_render
from scorer.rules.model.terrain import Place
from scorer.vision.common.arrays import Image


@dataclass(frozen=True)
class Picture:
    """A picture, uint8 BGR, and the corners (4, 2) of every square in it."""

    image: Image
    squares: Sequence[Points]
    hidden: Sequence[Points] = ()
    """Squares that are mostly hidden, so that the loss ignores them."""


MOSTLY = 0.6
"""Minimum share of a square that solid objects hide for it to count as hidden; a castle's own square never does."""

BOARD_ONLY, CUT_OFF = 0.1, 0.25
"""Probabilities that a picture is cropped to its squares, and that it is cropped elsewhere."""
CUT_SIDE, MAX_CUT = 0.4, 0.35
"""Probability for each side of a cropped picture that it is cropped, and the maximum share that is cut off."""
GREY = 128
"""Value, in all three channels, of the pixels around a cropped picture."""


@dataclass(frozen=True)
class Renders:
    """An endless sequence of rendered pictures: each number has its own, whatever was rendered before."""

    pools: Sequence[Pool]
    textures: Sequence[Image]
    pixels: int
    seed: tuple[int, ...]

    def __getitem__(self, number: int) -> Render:
        rng = np.random.default_rng([*self.seed, number])
        return training_render(self.pools, self.textures, self.pixels, rng)


class Window:
    """The newest renders of a sequence; each stays for as many steps as it takes to fill the window again.

    The pictures of a step depend only on its number. When training resumes, the window is filled again as needed.
    """

    def __init__(self, renders: Renders, keep: int, fresh: int) -> None:
        self._renders, self._keep, self._fresh = renders, keep, fresh
        self._kept: dict[int, Render] = {}

    def draw(self, step: int, size: int, rng: np.random.Generator) -> list[Render]:
        """``size`` of the renders that are in the window at a step."""
        newest = 2 * size + self._fresh * step
        oldest = max(0, newest - self._keep)
        for number in [number for number in self._kept if number < oldest]:
            del self._kept[number]
        return [self._of(int(number)) for number in rng.integers(oldest, newest, size)]

    def _of(self, number: int) -> Render:
        if number not in self._kept:
            self._kept[number] = self._renders[number]
        return self._kept[number]


def seen_again(render: Render, rng: np.random.Generator) -> Picture:
    """A render with another rotation, light and crop."""
    picture = _turned(_picture(render), int(rng.integers(4)))
    return _framed(replace(picture, image=relight(picture.image, rng, float(rng.uniform(0.2, 1.1)))), rng)


def _picture(render: Render) -> Picture:
    squares = [
        (quad, kingdom.layout.cells[place]) for kingdom in render.kingdoms for place, quad in kingdom.quads.items()
    ] + [(quad, None) for quad in render.loose]
    seen: list[Points] = []
    hidden: list[Points] = []
    for quad, cell in squares:
        behind = cell is not Place.CASTLE and _part_hidden(quad, render.standing) > MOSTLY
        (hidden if behind else seen).append(quad)
    return Picture(render.image, seen, hidden)


def _part_hidden(quad: Points, standing: NDArray[np.bool_] | None) -> float:
    """The share of a square, 0…1, that solid objects hide, by its pixels in the picture."""
    if standing is None:
        return 0.0
    mask = np.zeros(standing.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    square = mask > 0
    return float(standing[square].mean()) if square.any() else 0.0


def _turned(picture: Picture, turns: int) -> Picture:
    pixels = picture.image.shape[0]

    def turned(quad: Points) -> Points:
        for _ in range(turns):  # numpy rotates counter-clockwise: (x, y) goes to (y, n − 1 − x)
            quad = np.stack([quad[:, 1], pixels - 1 - quad[:, 0]], 1)
        return quad

    image = np.ascontiguousarray(np.rot90(picture.image, turns))
    return Picture(image, [turned(quad) for quad in picture.squares], [turned(quad) for quad in picture.hidden])


def _framed(picture: Picture, rng: np.random.Generator) -> Picture:
    """Sometimes crop the picture, in some cases exactly to its squares, and fill the rest with grey."""
    image, quads = picture.image, picture.squares
    pixels = image.shape[0]
    kind = rng.random()
    low, high = np.zeros(2), np.full(2, float(pixels))
    if kind < BOARD_ONLY and quads:  # cropped to the board's edge
        points = np.concatenate(quads)
        low, high = points.min(axis=0) + rng.normal(0, 1.5, 2), points.max(axis=0) + rng.normal(0, 1.5, 2)
    elif kind < BOARD_ONLY + CUT_OFF:
        cut = rng.uniform(0, MAX_CUT, (2, 2)) * pixels * (rng.random((2, 2)) < CUT_SIDE)
        low, high = low + cut[0], high - cut[1]
    (x0, y0), (x1, y1) = (np.clip(np.round(end), 0, pixels).astype(int) for end in (low, high))
    framed = np.full_like(image, GREY)
    framed[y0:y1, x0:x1] = image[y0:y1, x0:x1]

    def inside(quad: Points) -> bool:
        x, y = quad.mean(axis=0)
        return bool(x0 <= x < x1 and y0 <= y < y1)

    return Picture(framed, [q for q in quads if inside(q)], [q for q in picture.hidden if inside(q)])
