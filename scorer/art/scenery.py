"""Landscapes of the terrains, one painter for each. ``crowned`` land has a house that fits the terrain."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from scorer.art.brush import Brush, Point
from scorer.art.houses import adit, cabin, farm, fishers_house, stilt_hut, town_house, windmill
from scorer.art.nature import dead_tree, fir, oak, pebble, rock, sheep
from scorer.rules.model.terrain import Terrain

Rng = np.random.Generator
Painter = Callable[[Brush, Rng, bool], None]

GROUND = {
    Terrain.WHEAT: "#f0b81c",
    Terrain.FOREST: "#2f6b1f",
    Terrain.LAKE: "#2f83d6",
    Terrain.GRASSLAND: "#7cc832",
    Terrain.SWAMP: "#b3a07c",
    Terrain.MINE: "#3a3431",
    Terrain.TOWN: "#cf5a3c",
}
"""The main colour of each terrain, also for other drawings that must distinguish terrains."""

_HOUSE = (26.0, 34.0, 78.0, 88.0)  # left, top, right, bottom of the place kept free for a house


def spots(rng: Rng, many: int, apart: float, margin: float = 6, free: bool = False) -> Iterator[Point]:
    """Up to ``many`` places at least ``apart`` from each other, top to bottom; not on the house's place if ``free``."""
    held: list[Point] = []
    for _ in range(many * 12):
        x, y = (float(v) for v in rng.uniform(margin, 100 - margin, 2))
        left, top, right, bottom = _HOUSE
        if free and left - 4 < x < right + 4 and top - 4 < y < bottom + 6:
            continue
        if all((x - a) ** 2 + (y - b) ** 2 >= apart**2 for a, b in held):
            held.append((x, y))
        if len(held) == many:
            break
    yield from sorted(held, key=lambda spot: spot[1])


def wheat(brush: Brush, rng: Rng, crowned: bool) -> None:
    """Draw a field in furrows with sheaves; crowned, a windmill."""
    brush.mottle(rng, 5)
    for x in np.arange(-2, 104, 12.5):
        bend = rng.uniform(-1.5, 1.5, 6)
        brush.line([(x + bend[i], i * 20.0) for i in range(6)], "#e4ac16", 0.9)
    for x, y in spots(rng, 7, 24, margin=10, free=crowned):
        for lean in (-3.0, 0.0, 3.0):
            brush.line([(x, y + 6), (x + lean, y - 3)], "#a8740a", 0.8)
            brush.oval((x + lean, y - 4.5), (1.2, 2.8), "#ffe27a", "#a8740a", 0.4, turn=lean * 7)
    if crowned:
        windmill(brush)


def forest(brush: Brush, rng: Rng, crowned: bool) -> None:
    """Draw firs and oaks close together; crowned, a cabin among them."""
    brush.mottle(rng, 8)
    trees = list(spots(rng, 30 if not crowned else 24, 14, margin=2, free=crowned))
    for at in trees:
        kind = rng.random()
        if kind < 0.55:
            fir(brush, at, rng.uniform(0.9, 1.15))
        else:
            oak(brush, at, rng.uniform(0.9, 1.15))
    if crowned:
        cabin(brush)


def lake(brush: Brush, rng: Rng, crowned: bool) -> None:
    """Draw water with waves, lily pads and at times a fish; crowned, a fisher's house."""
    brush.mottle(rng, 6, patches=5)
    for x, y in spots(rng, 13, 17, free=crowned):
        brush.line([(x - 5, y), (x - 2.5, y - 1.7), (x, y), (x + 2.5, y - 1.7), (x + 5, y)], "#8cc4f2", 0.9)
    if crowned:
        fishers_house(brush)
        return
    if rng.random() < 0.5:
        x, y = (float(v) for v in rng.uniform(30, 70, 2))
        brush.oval((x, y), (6, 2.6), "#1e62ab", None)
        brush.polygon([(x + 5, y), (x + 9, y - 3), (x + 9, y + 3)], "#1e62ab", None)
    for x, y in spots(rng, 3, 30, margin=14):
        brush.oval((x, y), (2.6, 2.0), "#58b04a", "#1d5a2c", 0.5)


def grassland(brush: Brush, rng: Rng, crowned: bool) -> None:
    """Draw a meadow with flowers and sheep; crowned, a farm."""
    brush.mottle(rng, 7)
    for x, y in spots(rng, 26, 9, free=crowned):
        colour = ("#fdf6b0", "#f6d53c", "#ffffff")[int(rng.integers(3))]
        brush.line([(x - 1.6, y + 2), (x - 2.2, y - 0.4)], "#4c9a1f", 0.6)
        brush.oval((x, y), (0.9, 0.9), colour, "#5b8f22", 0.2)
    if crowned:
        farm(brush)
        herd = [(12.0, 80.0), (88.0, 64.0), (14.0, 52.0)]
    else:
        herd = list(spots(rng, 6, 22, margin=12))
    for at in herd:
        sheep(brush, at, facing=1 if rng.random() < 0.5 else -1)


def swamp(brush: Brush, rng: Rng, crowned: bool) -> None:
    """Draw puddles, reeds and a dead tree; crowned, a hut on stilts instead of the tree."""
    brush.mottle(rng, 8, patches=5)
    for x, y in spots(rng, 7, 24, margin=10, free=crowned):
        brush.oval((x, y), (rng.uniform(8, 13), rng.uniform(3, 5)), "#7f6f52", "#5d4f39", 0.6)
        brush.oval((x - 1, y - 0.8), (5, 1.4), "#94866a", None)
    for x, y in spots(rng, 9, 18, free=crowned):
        for lean in (-2.0, 0.2, 1.8):
            brush.line([(x, y + 4), (x + lean, y - 4)], "#5c5a2c", 0.7)
        brush.oval((x + 0.2, y - 4.5), (0.9, 2.2), "#5a3a1e", None)
    if crowned:
        stilt_hut(brush)
    else:
        dead_tree(brush, (float(rng.uniform(30, 70)), float(rng.uniform(45, 65))))


def mine(brush: Brush, rng: Rng, crowned: bool) -> None:
    """Draw dark rock with gold in it; crowned, the mouth of an adit."""
    brush.mottle(rng, 5)
    for x, y in spots(rng, 12, 15):
        brush.polygon(pebble(rng, (x, y), 3.4), "#4a4340", "#241f1d", 0.6)
    rock(brush, rng)
    if crowned:
        adit(brush)
    for x, y in spots(rng, 9, 14, free=True):
        brush.polygon(pebble(rng, (x, y), 3.8), "#f2c230", "#5d430a", 0.6)
        brush.line([(x - 1, y - 0.8), (x + 0.4, y - 1.2)], "#fff2b0", 0.5)


def town(brush: Brush, rng: Rng, crowned: bool) -> None:
    """Draw five houses on cobbles, the same with ``crowned`` as without."""
    del crowned  # towns carry no crowns of their own
    brush.mottle(rng, 5)
    for row, y in enumerate(np.arange(0, 100, 8.4)):
        for x in np.arange(-(row % 2) * 7.0, 100, 14):
            if rng.random() < 0.55:
                brush.polygon([(x, y), (x + 13, y), (x + 13, y + 7.4), (x, y + 7.4)], None, "#b2482e", 0.5)
    for (x, y), size in zip(
        ((27.0, 33.0), (70.0, 28.0), (48.0, 58.0), (22.0, 76.0), (77.0, 74.0)), rng.uniform(1.05, 1.4, 5), strict=True
    ):
        dx, dy = rng.uniform(-4, 4, 2)
        town_house(brush, (x + dx, y + dy), size, ("#e8d2a6", "#f1e3c6", "#d9b98a")[int(rng.integers(3))])


PAINTERS: dict[Terrain, Painter] = {
    Terrain.WHEAT: wheat,
    Terrain.FOREST: forest,
    Terrain.LAKE: lake,
    Terrain.GRASSLAND: grassland,
    Terrain.SWAMP: swamp,
    Terrain.MINE: mine,
    Terrain.TOWN: town,
}
