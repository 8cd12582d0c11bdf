"""Renders videos of a camera that moves from the side of a table to above it. Frames are made when they are asked for.

The table with everything on it, the camera's path, the lamp and the light come from the seed, so every frame can
be made alone, and the same seed gives the same video.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.benchmark_set.sample_image import layout_of, outline
from scorer.lab.render.benchmark_set.scenarios import Scenario
from scorer.lab.render.benchmark_set.surfaces import SURFACES
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.pieces.panels import project
from scorer.lab.render.pools import Pool
from scorer.lab.render.probability import happens
from scorer.lab.render.render import Render, render
from scorer.lab.render.scene import Rng, Scene, camera, projection
from scorer.vision.common.arrays import Image

ONE, TWO, NEVER_WHOLE, NO_KINGDOM = "one kingdom", "two kingdoms", "never whole", "no kingdom"
KINDS = (NEVER_WHOLE, NEVER_WHOLE, NEVER_WHOLE, TWO, TWO, ONE, ONE, ONE, ONE, ONE)
"""The kind of the video with each last digit of its seed: of ten three never show the whole kingdom."""

RATE = 4
"""Frames a second."""
SECONDS = 8.0
SIZE = (640, 480)
EXPOSURE = 0.04
"""Time, in seconds, in which a moving camera blurs a frame."""

TABLE_PIXELS, TABLE_SQUARES = 1200, 30
"""The table's picture, and the part of it that the picture shows: it goes on mirrored."""

_SCENARIO = Scenario("video", turn=180, castle_stands=True, figures=2)


@dataclass(frozen=True, eq=False)
class Path:
    """The camera's path. Pairs are values at its start and at its end, angles in degrees.

    ``moves``: when it leaves the side of the table and when it is above, in seconds. ``fill``: the part of the picture
    that the kingdoms take. ``jerks``: times at which the camera is moved quickly.
    """

    tilt: tuple[float, float]
    turn: tuple[float, float]
    fill: tuple[float, float]
    moves: tuple[float, float]
    jerks: tuple[float, ...]
    shake: float


@dataclass(frozen=True, eq=False)
class Video:
    """A rendered video; ``kind`` is one of the module's. ``lamp`` (3,): squares right, down and up from the middle."""

    seed: int
    kind: str
    layouts: tuple[Layout, ...]
    pool: Pool
    table: Image
    base: Scene
    path: Path
    lamp: NDArray[np.float64]
    glare: float
    light: NDArray[np.float32]
    noise: float

    def __len__(self) -> int:
        return round(SECONDS * RATE)

    def frames(self, rate: int = RATE) -> Iterator[tuple[float, Render]]:
        """The frames with their times in seconds, ``rate`` of them a second."""
        return ((index / RATE, self.frame(index)) for index in range(0, len(self), RATE // rate))

    def frame(self, index: int) -> Render:
        """One frame and its truth."""
        scene = self._scene(index / RATE)
        to_table = np.diag([TABLE_SQUARES / TABLE_PIXELS, TABLE_SQUARES / TABLE_PIXELS, 1.0])
        to_table[:2, 2] = -TABLE_SQUARES / 2
        table = cv2.warpPerspective(self.table, camera(scene) @ to_table, SIZE, borderMode=cv2.BORDER_REFLECT)
        laid = self.layouts if self.kind != NO_KINGDOM else ()
        taken = render(laid, self.pool, (), scene, np.random.default_rng([self.seed, 1]), np.asarray(table, np.uint8))
        image = self._blurred(taken.image.astype(np.float32), index / RATE)
        return replace(taken, image=self._lit(image, scene, np.random.default_rng([self.seed, 2, index])))

    def _scene(self, time: float) -> Scene:
        """The camera at a time."""
        path = self.path
        share = float(np.clip((time - path.moves[0]) / (path.moves[1] - path.moves[0]), 0, 1))
        share = share * share * (3 - 2 * share)
        tilt, turn, fill = (first + share * (last - first) for first, last in (path.tilt, path.turn, path.fill))
        wave = path.shake * np.sin(np.array([7.1, 5.3, 3.7]) * time + self.seed)
        jerk = sum(0.12 * np.exp(-(((time - at) / 0.12) ** 2)) for at in path.jerks)
        scene = replace(self.base, turn=turn + 60 * float(wave[2]), tilt=max(0.0, tilt + 40 * float(wave[1])))
        corners = self._corners()
        for _ in range(6):
            low, high = _extent(corners, scene)
            scene = replace(scene, square=scene.square * fill / float(((high - low) / SIZE).max()))
        low, high = _extent(corners, scene)
        middle = 0.5 - ((low + high) / 2 / SIZE - scene.centre) + wave[:2] + jerk
        scene = replace(scene, centre=(float(middle[0]), float(middle[1])))
        return _without_last_column(scene, self.layouts[0]) if self.kind == NEVER_WHOLE else scene

    def _corners(self) -> NDArray[np.float64]:
        """The corners (n, 2) of all kingdoms' rectangles, in squares from the middle of the first."""
        return np.concatenate([outline(self.layouts, index, 0.0) for index in range(len(self.layouts))])

    def _blurred(self, image: NDArray[np.float32], time: float) -> NDArray[np.float32]:
        """The frame of a camera that moves while it takes it."""
        corners = self._corners()
        starts, ends = (
            cv2.perspectiveTransform(corners[None], camera(self._scene(at)))[0] for at in (time, time + EXPOSURE)
        )
        moved = (ends - starts).mean(axis=0)
        length = float(np.linalg.norm(moved))
        if length < 1:
            return image
        reach = int(np.ceil(length / 2)) + 1
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        (x, y), (a, b) = np.round([reach - moved / 2, reach + moved / 2]).astype(int).tolist()
        cv2.line(kernel, (x, y), (a, b), 1.0)
        return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)

    def _lit(self, image: NDArray[np.float32], scene: Scene, rng: Rng) -> Image:
        """The frame in the video's light, with the lamp mirrored in the table and noise of its own."""
        rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
        x, y = project(projection(scene), (self.lamp * [1, 1, -1])[None])[0]
        spread = 0.09 * SIZE[0]
        glare = self.glare * np.exp(-(((columns - x) / spread) ** 2) - ((rows - y) / spread) ** 2)
        lit = image * self.light + glare[..., None] + rng.normal(0, self.noise, image.shape[:2])[..., None]
        return np.asarray(np.clip(lit, 0, 255), np.uint8)


def render_video(seed: int, pools: Sequence[Pool], surfaces: Sequence[Image], kind: str = "") -> Video:
    """The video with this seed, by default of the kind of its last digit in ``KINDS``."""
    rng, game = np.random.default_rng(seed), Random(seed)
    kind = kind or KINDS[seed % len(KINDS)]
    sizes = (5, 5) if kind == TWO else (7,) if happens(rng, 0.15) else (5,)
    layouts = tuple(layout_of(_SCENARIO, size, game) for size in sizes)
    side = float(rng.normal(180, 30) + 90 * rng.integers(4))
    base = Scene(
        *SIZE,
        tilt_axis=side,
        focal=float(rng.uniform(0.72, 1.1)),
        castle_stands=True,
        solid=True,
        figures=int(rng.integers(0, 3)),
        light=0.0,
    )
    first = float(rng.uniform(0, 360))
    fills = (float(rng.uniform(0.6, 0.85)), float(rng.uniform(0.75, 0.92)))
    start = float(rng.uniform(0.5, 1.5))
    path = Path(
        tilt=(float(rng.uniform(55, 65)), float(rng.uniform(0, 15))),
        turn=(first, first + float(rng.uniform(-60, 60))),
        fill=fills if kind != NEVER_WHOLE else (fills[0] + 0.2, fills[1] + 0.2),
        moves=(start, start + float(rng.uniform(2.5, 5))),
        jerks=tuple(rng.uniform(0, SECONDS, int(rng.integers(0, 4))).tolist()),
        shake=float(rng.uniform(0.002, 0.008)),
    )
    level = rng.uniform(0.25, 0.4) if happens(rng, 0.15) else rng.uniform(0.6, 1.1)
    tint = np.array([rng.uniform(0.75, 1.0), rng.uniform(0.9, 1.0), 1.0])
    lamp = np.array([*rng.uniform(-6, 6, 2), rng.uniform(6, 14)])
    pool = pools[int(rng.integers(len(pools)))]
    return Video(
        seed,
        kind,
        layouts,
        pool,
        _table(surfaces, rng),
        base,
        path,
        lamp,
        glare=float(rng.uniform(40, 170)),
        light=np.asarray(level * tint, np.float32),
        noise=float(rng.uniform(1.5, 5)),
    )


def _table(surfaces: Sequence[Image], rng: Rng) -> Image:
    size = (TABLE_PIXELS, TABLE_PIXELS)
    if surfaces and happens(rng, 0.6):
        texture = surfaces[int(rng.integers(len(surfaces)))]
        return np.asarray(cv2.resize(texture, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    return SURFACES[str(rng.choice(["wood", "cloth", "white"]))](*size, rng)


def _extent(corners: NDArray[np.float64], scene: Scene) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    seen = cv2.perspectiveTransform(corners[None], camera(scene))[0]
    return seen.min(axis=0), seen.max(axis=0)


def _without_last_column(scene: Scene, layout: Layout) -> Scene:
    """The scene moved so far that the squares of the kingdom's last column lie outside the picture, by a fifth at
    least."""
    corners = outline([layout], 0, 0.0)
    right, rows = corners[1, 0], np.arange(corners[0, 1], corners[2, 1] + 0.1)
    line = np.stack([np.full(len(rows), right - 0.8), rows], axis=1)
    middle = np.zeros((1, 2))
    for _ in range(100):
        seen = cv2.perspectiveTransform(np.concatenate([line, middle])[None], camera(scene))[0]
        out = ((seen[:-1] < 0) | (seen[:-1] > SIZE)).any(axis=1)
        if out.all():
            break
        towards = seen[:-1].mean(axis=0) - seen[-1]
        towards *= 0.01 / max(float(np.abs(towards).max()), 1e-6)
        scene = replace(scene, centre=(scene.centre[0] + float(towards[0]), scene.centre[1] + float(towards[1])))
    return scene
