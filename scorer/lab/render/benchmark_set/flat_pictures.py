"""Renders pictures that are not photos of a table: screenshots, printed pages, mosaics of rectified squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.data.squares import labelled_squares
from scorer.lab.data.textures import textures
from scorer.lab.render.augment import relight
from scorer.lab.render.benchmark_set.negatives import NO_KINGDOM, table_for
from scorer.lab.render.benchmark_set.sample_image import SampleImage, layout_of
from scorer.lab.render.benchmark_set.scenarios import Scenario
from scorer.lab.render.benchmark_set.seeds import seed_of
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.pools import Pool, drawn_pool, labelled_pools
from scorer.lab.render.probability import happens
from scorer.lab.render.render import LaidKingdom, Render
from scorer.lab.render.scene import Points, Rng
from scorer.rules.model.dominoes import Box, dominoes
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Square, Terrain
from scorer.vision.common.arrays import Image

GAME = Scenario("flat")
"""The kingdoms in screenshots, prints and mosaics: 5×5, from finished games."""

SCREENS = (1280, 1920, 2560, 2880)
"""Widths of screens in pixels."""
SCREEN_SQUARE, PRINT_SQUARE = (36, 40), (30, 60)
"""Sides of squares in pixels."""
PHOTO, PAGE_FILL = (2560, 1920), (0.3, 0.9)
"""Size in pixels of a photo of a printed page, and the share of it that the page covers."""
SIDE_CUT = 0.4
"""Probability that a side of a scanned page is cropped."""
QUALITIES = (30, 75)
"""JPEG qualities of mosaics."""
RESOLUTIONS = (32, 64)
"""Sides of a mosaic's squares in pixels."""

SMALL, POOR = (12, 25), (8, 31)
"""The same of small mosaics: from the first to below the second."""


def page_of_dominoes(seed: int, pools: Sequence[Pool], surfaces: Sequence[Image]) -> SampleImage:
    """A page that shows 6 to 48 dominoes in rows, each framed by paper or edge to edge; no kingdom."""
    rng = np.random.default_rng(seed)
    pool = pools[int(rng.integers(len(pools)))]
    box = dominoes(Box.KINGDOMINO)
    side, gap = int(rng.integers(34, 80)), (0.0 if happens(rng, 0.5) else float(rng.uniform(0.02, 0.6)))
    across, down = int(rng.integers(2, 5)), int(rng.integers(3, 9))
    chosen = [box[i] for i in rng.permutation(len(box))[: across * down]]
    if happens(rng, 0.3):
        chosen = sorted(chosen, key=lambda domino: domino.number)
    step = round((2 + gap) * side), round((1 + gap) * side)
    paper = np.full((down * step[1] + 2 * side, across * step[0] + 2 * side, 3), rng.integers(200, 256), np.uint8)
    for number, domino in enumerate(chosen[: across * down]):
        top, left = side + number // across * step[1], side + number % across * step[0]
        for half, cell in enumerate((domino.a, domino.b)):
            _put(paper, _face(pool, cell, side, rng), top, left + half * side)
    if happens(rng, 0.4):  # a screenshot or a scan, which may be cropped
        cut = (rng.uniform(0, 0.25, 4) * (rng.random(4) < SIDE_CUT) * np.repeat(paper.shape[:2], 2)).astype(int)
        image = paper[cut[0] : paper.shape[0] - cut[1], cut[2] : paper.shape[1] - cut[3]]
        return SampleImage(f"{NO_KINGDOM}: page of dominoes", seed, Render(np.ascontiguousarray(image), ()), (), ())
    image, _ = _photographed(paper, table_for(surfaces, rng), rng)
    return SampleImage(f"{NO_KINGDOM}: page of dominoes", seed, Render(relight(image, rng, 0.4), ()), (), ())


def screenshot(seed: int, pools: Sequence[Pool], _surfaces: Sequence[Image]) -> SampleImage:
    """Two kingdoms side by side on a plain screen, with squares of 36 to 40 pixels; the first one may be as large as
    the screen allows."""
    rng, game = np.random.default_rng(seed), Random(seed)
    pool = pools[int(rng.integers(len(pools)))]
    width = int(rng.choice(SCREENS))
    height = width * 9 // 16
    image = np.full((height, width, 3), rng.integers(0, 256, 3 if happens(rng, 0.5) else 1), np.uint8)
    for _ in range(int(rng.integers(3, 12))):  # buttons and lines of text
        x, y = int(rng.integers(0, width - 180)), int(rng.integers(0, height - 20))
        cv2.rectangle(image, (x, y), (x + int(rng.integers(30, 180)), y + 12), rng.integers(0, 256, 3).tolist(), -1)
    kingdoms = []
    for number in range(2):
        side = int(rng.integers(SCREEN_SQUARE[0], SCREEN_SQUARE[1] + 1))
        if number == 0 and happens(rng, 0.5):
            side = int(rng.uniform(side, width / 2 / 5 - 20))
        left = int(number * width / 2 + rng.integers(5, width // 2 - 5 * side - 5))
        top = int(rng.integers(5, max(6, height - 5 * side - 5)))
        kingdoms.append(_lay(image, layout_of(GAME, 5, game), pool, side, top, left, rng))
    if happens(rng, 0.6):
        image = compressed(image, int(rng.integers(50, 95)))
    return SampleImage("screenshot", seed, Render(image, tuple(kingdoms)), (0, 1), ())


def printed_page(seed: int, pools: Sequence[Pool], surfaces: Sequence[Image]) -> SampleImage:
    """A photo of a printed page with four kingdoms of one scale in two rows."""
    rng, game = np.random.default_rng(seed), Random(seed)
    pool = pools[int(rng.integers(len(pools)))]
    side = int(rng.integers(*PRINT_SQUARE))
    gap = int(rng.uniform(1.0, 2.5) * side)
    paper = np.full((3 * gap + 10 * side, 3 * gap + 10 * side, 3), rng.integers(215, 256), np.uint8)
    laid = []
    for row, column in np.ndindex(2, 2):
        top, left = (gap + at * (5 * side + gap) for at in (row, column))
        laid.append(_lay(paper, layout_of(GAME, 5, game), pool, side, top, left, rng))
    table = np.asarray(cv2.resize(table_for(surfaces, rng), PHOTO), np.uint8)
    image, homography = _photographed(paper, table, rng, PAGE_FILL)
    kingdoms = tuple(
        LaidKingdom(one.layout, {p: _seen(quad, homography) for p, quad in one.quads.items()}) for one in laid
    )
    return SampleImage("printed page", seed, Render(relight(image, rng, 0.4), kingdoms), (0, 1, 2, 3), ())


def mosaic(seed: int, pools: Sequence[Pool], surfaces: Sequence[Image], pixels: int, quality: int) -> SampleImage:
    """A rectified board whose squares have a side of about ``pixels``, blurred and recompressed as by messaging apps.

    Its corners are those of the picture, so that it can be read with given corners. Empty places show a table.
    """
    rng, game = np.random.default_rng(seed), Random(seed)
    pool = pools[int(rng.integers(len(pools)))]
    layout = layout_of(GAME, 5, game)
    large = 64
    rows, columns = layout.kingdom.height, layout.kingdom.width
    table = table_for(surfaces, rng)
    image = np.asarray(cv2.resize(table, (columns * large, rows * large), interpolation=cv2.INTER_AREA), np.uint8)
    quads: dict[Position, Points] = {}
    for (row, column), cell in layout.cells.items():
        picture = relight(_turned(_face(pool, cell, large, rng), rng), rng, 0.35)
        _put(image, picture, row * large, column * large)
        corners = np.array([[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]], np.float32)
        quads[row, column] = corners * pixels
    image = relight(image, rng, 0.5)
    image = np.asarray(cv2.resize(image, (columns * pixels, rows * pixels), interpolation=cv2.INTER_AREA), np.uint8)
    image = compressed(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.2))).astype(np.uint8), quality)
    return SampleImage(f"mosaic, {pixels} px", seed, Render(image, (LaidKingdom(layout, quads),)), (0,), ())


def mosaics(data: Path, count: int, seed: int) -> Iterator[SampleImage]:
    """``count`` mosaics of each resolution, from all cameras of a data folder; another ``seed`` gives others."""
    surfaces = textures(data, measuring=True)
    pools = [*labelled_pools(labelled_squares(data)), drawn_pool()]
    pools = [pool for pool in pools if Square(Terrain.TOWN) in pool]
    for pixels in RESOLUTIONS:
        first = seed_of(f"mosaic, {pixels} px") + seed
        for index in range(count):
            yield mosaic(first + index, pools, surfaces, pixels, QUALITIES[index % len(QUALITIES)])


def small_mosaic(seed: int, pools: Sequence[Pool], surfaces: Sequence[Image]) -> SampleImage:
    """A mosaic whose squares have 12 to 24 pixels, at a JPEG quality of 8 to 30."""
    rng = np.random.default_rng([seed, 1])
    taken = mosaic(seed, pools, surfaces, int(rng.integers(*SMALL)), int(rng.integers(*POOR)))
    return replace(taken, scenario="small mosaic")


def small_mosaics(data: Path, count: int, seed: int) -> Iterator[SampleImage]:
    """``count`` small mosaics, from all cameras of a data folder; another ``seed`` gives others."""
    surfaces = textures(data, measuring=True)
    pools = [*labelled_pools(labelled_squares(data)), drawn_pool()]
    pools = [pool for pool in pools if Square(Terrain.TOWN) in pool]
    first = seed_of("small mosaic") + seed
    for index in range(count):
        yield small_mosaic(first + index, pools, surfaces)


def _lay(image: Image, layout: Layout, pool: Pool, side: int, top: int, left: int, rng: Rng) -> LaidKingdom:
    """Put a kingdom's squares into a picture, edge to edge, and return where they are."""
    quads: dict[Position, Points] = {}
    for (row, column), cell in layout.cells.items():
        y, x = top + row * side, left + column * side
        if y + side <= image.shape[0] and x + side <= image.shape[1]:
            _put(image, _turned(_face(pool, cell, side, rng), rng), y, x)
        quads[row, column] = np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)
    return LaidKingdom(layout, quads)


def _face(pool: Mapping[Cell, Sequence[Image]], cell: Cell, side: int, rng: Rng) -> Image:
    choice = pool[cell]
    face = choice[int(rng.integers(len(choice)))]
    return np.asarray(cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _turned(face: Image, rng: Rng) -> Image:
    return np.ascontiguousarray(np.rot90(face, int(rng.integers(4))))


def _put(image: Image, face: Image, top: int, left: int) -> None:
    side = len(face)
    image[top : top + side, left : left + side] = face


def _photographed(
    paper: Image, table: Image, rng: Rng, fill: tuple[float, float] = (0.5, 0.95)
) -> tuple[Image, NDArray[np.float64]]:
    """A page on a table, and the homography (3, 3) from its pixels to the photo's."""
    height, width = paper.shape[:2]
    room = np.array(table.shape[1::-1])
    scale = float(rng.uniform(*fill)) * float((room / [width, height]).min())
    turn = float(rng.normal(0, 6)) + 90.0 * float(rng.integers(4) if width < room[1] / scale else 0)
    angle = np.deg2rad(turn)
    out = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    spread = corners @ out.T
    scale *= min(1.0, float((room / (np.ptp(spread, axis=0) * scale)).min()))
    seen = spread * scale + room / 2 + rng.normal(0, 0.015 * width * scale, (4, 2))
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    homography = cv2.getPerspectiveTransform(edges, seen.astype(np.float32))
    if scale < 1:  # reduce first, to avoid aliasing
        paper = np.asarray(cv2.GaussianBlur(paper, (0, 0), 0.5 / scale), np.uint8)
    image = table.copy()
    cv2.warpPerspective(paper, homography, room.tolist(), image, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return image, np.asarray(homography, np.float64)


def _seen(quad: Points, homography: NDArray[np.float64]) -> Points:
    return np.asarray(cv2.perspectiveTransform(quad[None].astype(np.float64), homography)[0], np.float32)


def compressed(image: Image, quality: int) -> Image:
    """The picture, uint8 BGR (h, w, 3), after JPEG compression of a quality from 0 to 100."""
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8)
