"""What grows and stands on each terrain. One painter a terrain; ``crowned`` land has a house of its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from scorer.art.brush import INK, Brush, Point
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
"""Each terrain's own colour, also for whatever else must tell them apart."""

_HOUSE = (26.0, 34.0, 78.0, 88.0)  # left, top, right, bottom of the place kept free for a house


def spots(rng: Rng, many: int, apart: float, margin: float = 6, free: bool = False) -> Iterator[Point]:
    """Up to ``many`` places at least ``apart`` from each other, top to bottom; off the house's place if ``free``."""
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
    brush.mottle(rng, 5)
    for x in np.arange(-2, 104, 12.5):
        bend = rng.uniform(-1.5, 1.5, 6)
        brush.line([(x + bend[i], i * 20.0) for i in range(6)], "#e4ac16", 0.9)
    for x, y in spots(rng, 7, 24, margin=10, free=crowned):
        for lean in (-3.0, 0.0, 3.0):
            brush.line([(x, y + 6), (x + lean, y - 3)], "#a8740a", 0.8)
            brush.oval((x + lean, y - 4.5), (1.2, 2.8), "#ffe27a", "#a8740a", 0.4, turn=lean * 7)
    if crowned:
        _windmill(brush)


def forest(brush: Brush, rng: Rng, crowned: bool) -> None:
    brush.mottle(rng, 8)
    trees = list(spots(rng, 30 if not crowned else 24, 14, margin=2, free=crowned))
    for at in trees:
        kind = rng.random()
        if kind < 0.55:
            _fir(brush, at, rng.uniform(0.9, 1.15))
        else:
            _oak(brush, at, rng.uniform(0.9, 1.15))
    if crowned:
        _cabin(brush)


def lake(brush: Brush, rng: Rng, crowned: bool) -> None:
    brush.mottle(rng, 6, patches=5)
    for x, y in spots(rng, 13, 17, free=crowned):
        brush.line([(x - 5, y), (x - 2.5, y - 1.7), (x, y), (x + 2.5, y - 1.7), (x + 5, y)], "#8cc4f2", 0.9)
    if crowned:
        _fishers_house(brush)
        return
    if rng.random() < 0.5:
        x, y = (float(v) for v in rng.uniform(30, 70, 2))
        brush.oval((x, y), (6, 2.6), "#1e62ab", None)
        brush.polygon([(x + 5, y), (x + 9, y - 3), (x + 9, y + 3)], "#1e62ab", None)
    for x, y in spots(rng, 3, 30, margin=14):
        brush.oval((x, y), (2.6, 2.0), "#58b04a", "#1d5a2c", 0.5)


def grassland(brush: Brush, rng: Rng, crowned: bool) -> None:
    brush.mottle(rng, 7)
    for x, y in spots(rng, 26, 9, free=crowned):
        colour = ("#fdf6b0", "#f6d53c", "#ffffff")[int(rng.integers(3))]
        brush.line([(x - 1.6, y + 2), (x - 2.2, y - 0.4)], "#4c9a1f", 0.6)
        brush.oval((x, y), (0.9, 0.9), colour, "#5b8f22", 0.2)
    if crowned:
        _farm(brush)
        herd = [(12.0, 80.0), (88.0, 64.0), (14.0, 52.0)]
    else:
        herd = list(spots(rng, 6, 22, margin=12))
    for at in herd:
        _sheep(brush, at, facing=1 if rng.random() < 0.5 else -1)


def swamp(brush: Brush, rng: Rng, crowned: bool) -> None:
    brush.mottle(rng, 8, patches=5)
    for x, y in spots(rng, 7, 24, margin=10, free=crowned):
        brush.oval((x, y), (rng.uniform(8, 13), rng.uniform(3, 5)), "#7f6f52", "#5d4f39", 0.6)
        brush.oval((x - 1, y - 0.8), (5, 1.4), "#94866a", None)
    for x, y in spots(rng, 9, 18, free=crowned):
        for lean in (-2.0, 0.2, 1.8):
            brush.line([(x, y + 4), (x + lean, y - 4)], "#5c5a2c", 0.7)
        brush.oval((x + 0.2, y - 4.5), (0.9, 2.2), "#5a3a1e", None)
    if crowned:
        _stilt_hut(brush)
    else:
        _dead_tree(brush, (float(rng.uniform(30, 70)), float(rng.uniform(45, 65))))


def mine(brush: Brush, rng: Rng, crowned: bool) -> None:
    brush.mottle(rng, 5)
    for x, y in spots(rng, 12, 15):
        brush.polygon(_pebble(rng, (x, y), 3.4), "#4a4340", "#241f1d", 0.6)
    _rock(brush, rng)
    if crowned:
        _adit(brush)
    for x, y in spots(rng, 9, 14, free=True):
        brush.polygon(_pebble(rng, (x, y), 3.8), "#f2c230", "#5d430a", 0.6)
        brush.line([(x - 1, y - 0.8), (x + 0.4, y - 1.2)], "#fff2b0", 0.5)


def town(brush: Brush, rng: Rng, crowned: bool) -> None:
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
        _town_house(brush, (x + dx, y + dy), size, ("#e8d2a6", "#f1e3c6", "#d9b98a")[int(rng.integers(3))])


PAINTERS: dict[Terrain, Painter] = {
    Terrain.WHEAT: wheat,
    Terrain.FOREST: forest,
    Terrain.LAKE: lake,
    Terrain.GRASSLAND: grassland,
    Terrain.SWAMP: swamp,
    Terrain.MINE: mine,
    Terrain.TOWN: town,
}


# -- what stands there ---------------------------------------------------------------------------------------------


def _fir(brush: Brush, at: Point, size: float) -> None:
    x, y = at
    brush.line([(x, y + 5 * size), (x, y + 8 * size)], "#4a2f17", 2)
    for low, wide, colour in ((6, 6.5, "#174d1d"), (1, 5.2, "#1d5c23"), (-4, 3.8, "#256c2a")):
        top = (x, y + (low - 9) * size)
        brush.polygon(
            [(x - wide * size, y + low * size), top, (x + wide * size, y + low * size)], colour, "#0d2b10", 0.6
        )


def _oak(brush: Brush, at: Point, size: float) -> None:
    x, y = at
    brush.line([(x, y + 4 * size), (x, y + 8 * size)], "#4a2f17", 2)
    brush.oval((x, y), (7 * size, 6.6 * size), "#246c22", "#0d2b10", 0.7)
    brush.oval((x - 1.6 * size, y - 1.8 * size), (4 * size, 3.4 * size), "#3a8a2e", None)


def _sheep(brush: Brush, at: Point, facing: int) -> None:
    x, y = at
    for leg in (-2.4, 2.0):
        brush.line([(x + leg, y + 2), (x + leg, y + 5)], "#3a332c", 0.8)
    for dx, dy, radius in ((-2.6, 0.4, 2.8), (2.2, 0.4, 2.8), (0, -1.2, 3.2)):
        brush.oval((x + dx, y + dy), (radius, radius * 0.85), "#ffffff", "#8c8478", 0.5)
    brush.oval((x, y), (4.0, 2.2), "#ffffff", None)
    brush.oval((x + 5 * facing, y - 0.8), (1.8, 1.5), "#3a332c", None)


def _house(
    brush: Brush, box: tuple[float, float, float, float], wall: str, roof: str, roof_share: float = 0.45
) -> None:
    """A house seen from the front: wall, pitched roof with an overhang, door and two windows."""
    left, top, right, bottom = box
    eaves, middle, wide = top + (bottom - top) * roof_share, (left + right) / 2, right - left
    brush.polygon([(left, eaves), (right, eaves), (right, bottom), (left, bottom)], wall)
    brush.polygon(
        [
            (left - wide * 0.1, eaves),
            (left + wide * 0.16, top),
            (right - wide * 0.16, top),
            (right + wide * 0.1, eaves),
        ],
        roof,
    )
    for share in (0.33, 0.66):
        y = top + (eaves - top) * share
        brush.line([(left + wide * 0.1 * (1 - share), y), (right - wide * 0.1 * (1 - share), y)], INK, 0.3)
    door = wide * 0.1
    brush.polygon(
        [
            (middle - door, bottom),
            (middle - door, bottom - door * 3),
            (middle + door, bottom - door * 3),
            (middle + door, bottom),
        ],
        "#5b3a1e",
        width=0.7,
    )
    for side in (-0.3, 0.3):
        x, y = middle + wide * side, eaves + (bottom - eaves) * 0.4
        brush.polygon([(x - 3, y - 3), (x + 3, y - 3), (x + 3, y + 3), (x - 3, y + 3)], "#ffe9a0", width=0.7)


def _windmill(brush: Brush) -> None:
    brush.oval((52, 86), (24, 6), "#c9930f", None)
    brush.polygon([(40, 87), (44, 50), (60, 50), (64, 87)], "#b98a55")
    for y in (58, 66, 74):
        brush.line([(43.4 - (y - 58) * 0.1, y), (60.6 + (y - 58) * 0.1, y)], "#8a6236", 0.6)
    brush.polygon([(42, 51), (52, 36), (62, 51)], "#8b3d22")
    brush.polygon([(48, 87), (48, 76), (56, 76), (56, 87)], "#5b3a1e", width=0.8)
    hub = np.array((52.0, 53.0))
    for degrees in (35, 125, 215, 305):
        along = np.array((np.cos(np.radians(degrees)), np.sin(np.radians(degrees))))
        across = np.array((-along[1], along[0]))
        sail = [hub + along * a + across * b for a, b in ((6, 0), (29, 0), (29, 8), (6, 8))]
        brush.polygon([(float(p[0]), float(p[1])) for p in sail], "#fbf3df", "#7c3a1c", 0.9)
        for step in (13, 21):
            bar = [hub + along * step, hub + along * step + across * 8]
            brush.line([(float(p[0]), float(p[1])) for p in bar], "#7c3a1c", 0.6)
        tip = hub + along * 30
        brush.line([(52, 53), (float(tip[0]), float(tip[1]))], "#5b2d16", 1.3)
    brush.oval((52, 53), (2.2, 2.2), "#5b2d16")


def _cabin(brush: Brush) -> None:
    brush.oval((52, 84), (29, 8), "#a7b56b", None)
    _house(brush, (33, 38, 71, 84), "#a9713b", "#6b4324")
    for y in (64, 69, 74, 79):
        brush.line([(33, y), (46, y)], "#7b4d24", 0.7)
        brush.line([(58, y), (71, y)], "#7b4d24", 0.7)
    for log, row in ((76, 84), (81, 84), (78.5, 79.6)):
        brush.oval((log, row), (2.4, 2.4), "#d9a866", "#5b3a1e", 0.7)


def _fishers_house(brush: Brush) -> None:
    for x in (32, 44, 58, 72):
        brush.line([(x, 76), (x, 90)], "#5b3a1e", 1.8)
    brush.polygon([(24, 75), (80, 75), (83, 80), (21, 80)], "#b98145")
    _house(brush, (34, 38, 70, 76), "#f0e4c8", "#d9b336")
    brush.polygon([(66, 86), (88, 86), (84, 92), (70, 92)], "#8a5227")
    brush.line([(77, 86), (77, 74)], "#5b3a1e", 1)
    brush.polygon([(78, 75), (86, 83), (78, 83)], "#fbf3df", width=0.7)


def _farm(brush: Brush) -> None:
    brush.oval((52, 84), (32, 7), "#a9d765", None)
    _house(brush, (30, 40, 74, 84), "#f4ead2", "#c93a2a")
    for x in (37, 67):
        brush.line([(x, 60), (x, 84)], "#7c4a28", 1)
    brush.polygon([(62, 42), (62, 33), (68, 33), (68, 44)], "#9b5a3c", width=0.8)
    for x in (78, 84, 90):
        brush.line([(x, 78), (x, 88)], "#7c4a28", 1.2)
    brush.line([(75, 82), (93, 82)], "#7c4a28", 1.1)


def _stilt_hut(brush: Brush) -> None:
    brush.oval((52, 86), (30, 7), "#6f6147", "#5d4f39", 0.7)
    for x in (37, 48, 58, 68):
        brush.line([(x, 72), (x + (x - 52) * 0.12, 88)], "#4a3320", 1.8)
    brush.polygon([(29, 70), (76, 70), (76, 74), (29, 74)], "#7b5a36")
    brush.polygon([(35, 70), (38, 54), (66, 54), (69, 70)], "#9a7a4c")
    brush.polygon([(28, 56), (52, 34), (76, 56)], "#5f6b34")
    for x in (40, 48, 56, 64):
        brush.line([(52 + (x - 52) * 0.2, 38), (x, 55)], "#444d22", 0.7)
    brush.polygon([(47, 70), (48, 60), (56, 60), (57, 70)], "#33261a", width=0.8)
    brush.oval((70, 62), (1.8, 2.4), "#ffd95a", width=0.6)


def _dead_tree(brush: Brush, at: Point) -> None:
    x, y = at
    brush.polygon([(x - 4, y + 20), (x - 1.5, y), (x + 1.5, y), (x + 4, y + 20)], "#6b4a2b", width=0.8)
    for branch in (
        ((0, 4), (-9, -4), (-10, -10)),
        ((0, 2), (8, -5), (14, -6)),
        ((0, 1), (1, -9), (5, -14)),
        ((-6, -1), (-13, -3)),
    ):
        brush.line([(x + dx, y + dy) for dx, dy in branch], "#4a3320", 1.7)


def _pebble(rng: Rng, at: Point, radius: float) -> list[Point]:
    around = np.sort(rng.uniform(0, 2 * np.pi, 6))
    far = radius * rng.uniform(0.75, 1.15, 6)
    return [
        (at[0] + float(r * np.cos(a)), at[1] + float(0.8 * r * np.sin(a))) for a, r in zip(around, far, strict=True)
    ]


def _rock(brush: Brush, rng: Rng) -> None:
    brush.oval((52, 84), (34, 7), "#241f1d", None)
    jitter = rng.uniform(-1.5, 1.5, (8, 2))
    outline = ((20, 85), (24, 62), (35, 48), (46, 35), (60, 36), (72, 50), (82, 66), (86, 85))
    brush.polygon([(x + float(j[0]), y + float(j[1])) for (x, y), j in zip(outline, jitter, strict=True)], "#d3b36a")
    brush.polygon([(46, 37), (52, 58), (38, 84), (22, 84), (25, 63), (36, 49)], "#e7cf92", None)
    for crack in (((46, 36), (52, 58), (46, 70)), ((60, 37), (64, 56), (76, 64)), ((36, 49), (40, 62), (30, 76))):
        brush.line(crack, "#8b6d33", 0.9)


def _adit(brush: Brush) -> None:
    brush.polygon([(40, 85), (42, 62), (64, 62), (66, 85)], "#17120f")
    brush.line([(40, 86), (42, 61)], "#8a4f25", 3)
    brush.line([(66, 86), (64, 61)], "#8a4f25", 3)
    brush.line([(37, 61), (69, 61)], "#a8632f", 3.4)
    brush.polygon([(46, 80), (60, 80), (57, 87), (49, 87)], "#6f7680", width=0.8)
    for x, y in ((49, 79), (53, 77.5), (57, 79)):
        brush.oval((x, y), (2.4, 2.0), "#f2c230", "#5d430a", 0.5)


def _town_house(brush: Brush, at: Point, size: float, wall: str) -> None:
    x, y = at
    w, h = 9 * size, 8 * size
    brush.polygon([(x - w, y), (x + w, y), (x + w, y + h), (x - w, y + h)], wall, width=0.8)
    brush.polygon([(x - w * 1.2, y), (x, y - h), (x + w * 1.2, y)], "#8e2415", width=0.8)
    brush.polygon([(x - 1.8, y + h), (x - 1.8, y + h * 0.4), (x + 1.8, y + h * 0.4), (x + 1.8, y + h)], "#5b3a1e", None)
    for side in (-0.6, 0.6):
        brush.oval((x + side * w, y + h * 0.45), (1.3, 1.5), "#6a5236", None)
