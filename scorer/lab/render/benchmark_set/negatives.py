"""Renders images without a kingdom, in which the reader must find none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scorer.art.draw import draw_cell
from scorer.lab.render.benchmark_set.other_games import childs_board, laid_on, word_cards
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.benchmark_set.seeds import seed_of
from scorer.lab.render.pieces.layouts import Layout, draft_line
from scorer.lab.render.pools import Pool
from scorer.lab.render.render import Render, render
from scorer.lab.render.scene import Rng, Scene
from scorer.rules.model.dominoes import Box, dominoes
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.arrays import Image

NO_KINGDOM = "no kingdom"
"""The prefix of the names of scenarios without a kingdom."""

SIZE = (1280, 960)


def render_negative(name: str, seed: int, pools: Sequence[Pool], textures: Sequence[Image]) -> SampleImage:
    """An image of the kind in ``NEGATIVES`` with this name."""
    rng = np.random.default_rng(seed)
    pool = pools[int(rng.integers(len(pools)))]
    kind = NEGATIVES[name]
    return SampleImage(kind.scenario, seed, Render(kind.render(pool, textures, rng).image, ()), (), ())


def _bare(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    return render((), pool, textures, Scene(*SIZE, light=0.5), rng, table_for(textures, rng))


def _cluttered(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    scene = Scene(*SIZE, square=float(rng.uniform(30, 130)), clutter=int(rng.integers(6, 40)), light=0.5)
    return render((), pool, textures, scene, rng)


def _loose(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    scene = Scene(*SIZE, square=float(rng.uniform(40, 110)), loose=int(rng.integers(1, 6)), clutter=4, light=0.5)
    return render((), pool, textures, scene, rng, table_for(textures, rng))


def _backs(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    """Dominoes face down, scattered: stones and a number."""
    back: Pool = {cell: [domino_back(rng) for _ in range(3)] for cell in pool if not isinstance(cell, Place)}
    scene = Scene(*SIZE, square=float(rng.uniform(40, 110)), loose=int(rng.integers(2, 9)), light=0.5)
    return render((), back, textures, scene, rng, table_for(textures, rng))


def _on_offer(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    """Three or four dominoes one below the other, as they are offered for selection."""
    line = draft_line(int(rng.integers(3, 5)), rng)
    scene = Scene(
        *SIZE,
        square=float(rng.uniform(50, 110)),
        turn=float(rng.uniform(0, 360)),
        tilt=float(rng.uniform(0, 35)),
        shifted=0.04,
        gap=float(rng.uniform(0.02, 0.2)),
        crooked=2,
        light=0.5,
    )
    return render((line,), pool, textures, scene, rng, table_for(textures, rng))


def _alone(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    """A castle without dominoes."""
    scene = Scene(*SIZE, square=float(rng.uniform(50, 200)), turn=float(rng.uniform(0, 360)), light=0.5)
    return render((Layout({(0, 0): Place.CASTLE}, ()),), pool, textures, scene, rng, table_for(textures, rng))


def domino_back(rng: Rng) -> Image:
    """Half of a domino face down, uint8 BGR (64, 64, 3): stones and a number."""
    tone = rng.uniform(50, 150)
    image = np.full((64, 64, 3), tone, np.uint8)
    for x, y in rng.uniform(0, 64, (12, 2)):
        shade = float(tone * rng.uniform(0.6, 1.4))
        cv2.circle(image, (int(x), int(y)), int(rng.uniform(4, 11)), (shade, shade, min(255.0, shade * 1.1)), -1)
    cv2.putText(image, str(rng.integers(1, 49)), (6, 44), cv2.FONT_HERSHEY_DUPLEX, 1.1, (240, 240, 240), 2, cv2.LINE_AA)
    return image


def _tiled(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    """Square pictures in a grid that are not dominoes: a game board, a memory game, a patchwork."""
    del pool
    table = table_for(textures, rng)
    side, count = int(rng.uniform(50, 130)), int(rng.integers(3, 8))
    inks = rng.integers(0, 256, (6, 3))
    left, top = (int(v) for v in rng.uniform(0, np.maximum(1, np.array(SIZE) - side * count)))
    for row in range(count):
        for column in range(count):
            y, x = top + row * side, left + column * side
            ink = inks[rng.integers(len(inks))].tolist()
            cv2.rectangle(table, (x, y), (x + side - 3, y + side - 3), ink, -1)
            shape = inks[rng.integers(len(inks))].tolist()
            cv2.circle(table, (x + side // 2, y + side // 2), int(side * rng.uniform(0.1, 0.4)), shape, -1, cv2.LINE_AA)
    return Render(table, ())


def _plain_column(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    """Dominoes without crowns in one column, edge to edge."""
    plain = [domino for domino in dominoes(Box.KINGDOMINO) if not (domino.a.crowns or domino.b.crowns)]
    chosen = [plain[int(rng.integers(len(plain)))] for _ in range(int(rng.integers(4, 8)))]
    cells: dict[Position, Cell] = {}
    for row, domino in enumerate(chosen):
        cells |= {(row, 0): domino.a, (row, 1): domino.b}
    layout = Layout(cells, [((row, 0), (row, 1)) for row in range(len(chosen))])
    turn, tilt = float(rng.uniform(0, 360)), float(rng.uniform(0, 35))
    scene = Scene(*SIZE, square=float(rng.uniform(50, 100)), turn=turn, tilt=tilt, shifted=0.02, crooked=1.5, light=0.5)
    return render((layout,), pool, textures, scene, rng, table_for(textures, rng))


def _word_cards(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    del pool
    return Render(laid_on(table_for(textures, rng), word_cards(rng), rng), ())


def _childs_board(pool: Pool, textures: Sequence[Image], rng: Rng) -> Render:
    del pool
    return Render(laid_on(table_for(textures, rng), childs_board(rng), rng), ())


def table_for(textures: Sequence[Image], rng: Rng) -> Image:
    """A bare table, uint8 BGR of ``SIZE``: one of the ``textures`` stretched over it, or a drawn one without any."""
    if not textures:
        return np.asarray(draw_cell(Place.EMPTY, 1280)[: SIZE[1]], np.uint8).copy()
    return np.asarray(
        cv2.resize(textures[int(rng.integers(len(textures)))], SIZE, interpolation=cv2.INTER_CUBIC), np.uint8
    )


@dataclass(frozen=True)
class Negative:
    """A kind of image without a kingdom; ``fixed_seed`` as in ``Scenario``."""

    name: str
    render: Callable[[Pool, Sequence[Image], Rng], Render]
    fixed_seed: int | None = None

    @property
    def scenario(self) -> str:
        """The name in results."""
        return f"{NO_KINGDOM}: {self.name}"

    @property
    def first_seed(self) -> int:
        """The seed of the first image; those of the others follow it."""
        return seed_of(self.scenario) if self.fixed_seed is None else self.fixed_seed


NEGATIVES = {
    negative.name: negative
    for negative in (
        Negative("bare table", _bare, 20_361_120),
        Negative("clutter", _cluttered, 20_362_120),
        Negative("loose dominoes", _loose, 20_363_120),
        Negative("domino backs", _backs, 20_364_120),
        Negative("dominoes on offer", _on_offer, 20_365_120),
        Negative("castle alone", _alone, 20_366_120),
        Negative("squares of another game", _tiled, 20_367_120),
        Negative("cards with words", _word_cards, 20_368_120),
        Negative("a child's grid board", _childs_board, 20_369_120),
        Negative("plain dominoes in a column", _plain_column, 20_370_120),
    )
}
