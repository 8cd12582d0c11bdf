"""What grows and stands on each terrain. One painter a terrain; ``crowned`` land has a house of its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from scorer.art.brush import INK, Canvas, Point
from scorer.rules.model.terrain import Terrain

Rng = np.random.Generator
Painter = Callable[[Canvas, Rng, bool], None]

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


def wheat(canvas: Canvas, rng: Rng, crowned: bool) -> None:
    canvas.mottle(rng, 5)
    for x in np.arange(-2, 104, 12.5):
        bend = rng.uniform(-1.5, 1.5, 6)
        canvas.line([(x + bend[i], i * 20.0) for i in range(6)], "#e4ac16", 0.9)
    for x, y in spots(rng, 7, 24, margin=10, free=crowned):
        for lean in (-3.0, 0.0, 3.0):
            canvas.line([(x, y + 6), (x + lean, y - 3)], "#a8740a", 0.8)
            canvas.oval((x + lean, y - 4.5), (1.2, 2.8), "#ffe27a", "#a8740a", 0.4, turn=lean * 7)
    if crowned:
        _windmill(canvas)


def forest(canvas: Canvas, rng: Rng, crowned: bool) -> None:
    canvas.mottle(rng, 8)
    trees = list(spots(rng, 30 if not crowned else 24, 14, margin=2, free=crowned))
    for at in trees:
        kind = rng.random()
        if kind < 0.55:
            _fir(canvas, at, rng.uniform(0.9, 1.15))
        else:
            _oak(canvas, at, rng.uniform(0.9, 1.15))
    if crowned:
        _cabin(canvas)


def lake(canvas: Canvas, rng: Rng, crowned: bool) -> None:
    canvas.mottle(rng, 6, patches=5)
    for x, y in spots(rng, 13, 17, free=crowned):
        canvas.line([(x - 5, y), (x - 2.5, y - 1.7), (x, y), (x + 2.5, y - 1.7), (x + 5, y)], "#8cc4f2", 0.9)
    if crowned:
        _fishers_house(canvas)
        return
    if rng.random() < 0.5:
        x, y = (float(v) for v in rng.uniform(30, 70, 2))
        canvas.oval((x, y), (6, 2.6), "#1e62ab", None)
        canvas.polygon([(x + 5, y), (x + 9, y - 3), (x + 9, y + 3)], "#1e62ab", None)
    for x, y in spots(rng, 3, 30, margin=14):
        canvas.oval((x, y), (2.6, 2.0), "#58b04a", "#1d5a2c", 0.5)


def grassland(canvas: Canvas, rng: Rng, crowned: bool) -> None:
    canvas.mottle(rng, 7)
    for x, y in spots(rng, 26, 9, free=crowned):
        colour = ("#fdf6b0", "#f6d53c", "#ffffff")[int(rng.integers(3))]
        canvas.line([(x - 1.6, y + 2), (x - 2.2, y - 0.4)], "#4c9a1f", 0.6)
        canvas.oval((x, y), (0.9, 0.9), colour, "#5b8f22", 0.2)
    if crowned:
        _farm(canvas)
        herd = [(12.0, 80.0), (88.0, 64.0), (14.0, 52.0)]
    else:
        herd = list(spots(rng, 6, 22, margin=12))
    for at in herd:
        _sheep(canvas, at, facing=1 if rng.random() < 0.5 else -1)


def swamp(canvas: Canvas, rng: Rng, crowned: bool) -> None:
    canvas.mottle(rng, 8, patches=5)
    for x, y in spots(rng, 7, 24, margin=10, free=crowned):
        canvas.oval((x, y), (rng.uniform(8, 13), rng.uniform(3, 5)), "#7f6f52", "#5d4f39", 0.6)
        canvas.oval((x - 1, y - 0.8), (5, 1.4), "#94866a", None)
    for x, y in spots(rng, 9, 18, free=crowned):
        for lean in (-2.0, 0.2, 1.8):
            canvas.line([(x, y + 4), (x + lean, y - 4)], "#5c5a2c", 0.7)
        canvas.oval((x + 0.2, y - 4.5), (0.9, 2.2), "#5a3a1e", None)
    if crowned:
        _stilt_hut(canvas)
    else:
        _dead_tree(canvas, (float(rng.uniform(30, 70)), float(rng.uniform(45, 65))))


def mine(canvas: Canvas, rng: Rng, crowned: bool) -> None:
    canvas.mottle(rng, 5)
    for x, y in spots(rng, 12, 15):
        canvas.polygon(_pebble(rng, (x, y), 3.4), "#4a4340", "#241f1d", 0.6)
    _rock(canvas, rng)
    if crowned:
        _adit(canvas)
    for x, y in spots(rng, 9, 14, free=True):
        canvas.polygon(_pebble(rng, (x, y), 3.8), "#f2c230", "#5d430a", 0.6)
        canvas.line([(x - 1, y - 0.8), (x + 0.4, y - 1.2)], "#fff2b0", 0.5)


def town(canvas: Canvas, rng: Rng, crowned: bool) -> None:
    del crowned  # towns carry no crowns of their own
    canvas.mottle(rng, 5)
    for row, y in enumerate(np.arange(0, 100, 8.4)):
        for x in np.arange(-(row % 2) * 7.0, 100, 14):
            if rng.random() < 0.55:
                canvas.polygon([(x, y), (x + 13, y), (x + 13, y + 7.4), (x, y + 7.4)], None, "#b2482e", 0.5)
    for (x, y), size in zip(
        ((27.0, 33.0), (70.0, 28.0), (48.0, 58.0), (22.0, 76.0), (77.0, 74.0)), rng.uniform(1.05, 1.4, 5), strict=True
    ):
        dx, dy = rng.uniform(-4, 4, 2)
        _town_house(canvas, (x + dx, y + dy), size, ("#e8d2a6", "#f1e3c6", "#d9b98a")[int(rng.integers(3))])


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


def _fir(canvas: Canvas, at: Point, size: float) -> None:
    x, y = at
    canvas.line([(x, y + 5 * size), (x, y + 8 * size)], "#4a2f17", 2)
    for low, wide, colour in ((6, 6.5, "#174d1d"), (1, 5.2, "#1d5c23"), (-4, 3.8, "#256c2a")):
        top = (x, y + (low - 9) * size)
        canvas.polygon(
            [(x - wide * size, y + low * size), top, (x + wide * size, y + low * size)], colour, "#0d2b10", 0.6
        )


def _oak(canvas: Canvas, at: Point, size: float) -> None:
    x, y = at
    canvas.line([(x, y + 4 * size), (x, y + 8 * size)], "#4a2f17", 2)
    canvas.oval((x, y), (7 * size, 6.6 * size), "#246c22", "#0d2b10", 0.7)
    canvas.oval((x - 1.6 * size, y - 1.8 * size), (4 * size, 3.4 * size), "#3a8a2e", None)


def _sheep(canvas: Canvas, at: Point, facing: int) -> None:
    x, y = at
    for leg in (-2.4, 2.0):
        canvas.line([(x + leg, y + 2), (x + leg, y + 5)], "#3a332c", 0.8)
    for dx, dy, radius in ((-2.6, 0.4, 2.8), (2.2, 0.4, 2.8), (0, -1.2, 3.2)):
        canvas.oval((x + dx, y + dy), (radius, radius * 0.85), "#ffffff", "#8c8478", 0.5)
    canvas.oval((x, y), (4.0, 2.2), "#ffffff", None)
    canvas.oval((x + 5 * facing, y - 0.8), (1.8, 1.5), "#3a332c", None)


def _house(
    canvas: Canvas, box: tuple[float, float, float, float], wall: str, roof: str, roof_share: float = 0.45
) -> None:
    """A house seen from the front: wall, pitched roof with an overhang, door and two windows."""
    left, top, right, bottom = box
    eaves, middle, wide = top + (bottom - top) * roof_share, (left + right) / 2, right - left
    canvas.polygon([(left, eaves), (right, eaves), (right, bottom), (left, bottom)], wall)
    canvas.polygon(
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
        canvas.line([(left + wide * 0.1 * (1 - share), y), (right - wide * 0.1 * (1 - share), y)], INK, 0.3)
    door = wide * 0.1
    canvas.polygon(
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
        canvas.polygon([(x - 3, y - 3), (x + 3, y - 3), (x + 3, y + 3), (x - 3, y + 3)], "#ffe9a0", width=0.7)


def _windmill(canvas: Canvas) -> None:
    canvas.oval((52, 86), (24, 6), "#c9930f", None)
    canvas.polygon([(40, 87), (44, 50), (60, 50), (64, 87)], "#b98a55")
    for y in (58, 66, 74):
        canvas.line([(43.4 - (y - 58) * 0.1, y), (60.6 + (y - 58) * 0.1, y)], "#8a6236", 0.6)
    canvas.polygon([(42, 51), (52, 36), (62, 51)], "#8b3d22")
    canvas.polygon([(48, 87), (48, 76), (56, 76), (56, 87)], "#5b3a1e", width=0.8)
    hub = np.array((52.0, 53.0))
    for degrees in (35, 125, 215, 305):
        along = np.array((np.cos(np.radians(degrees)), np.sin(np.radians(degrees))))
        across = np.array((-along[1], along[0]))
        sail = [hub + along * a + across * b for a, b in ((6, 0), (29, 0), (29, 8), (6, 8))]
        canvas.polygon([(float(p[0]), float(p[1])) for p in sail], "#fbf3df", "#7c3a1c", 0.9)
        for step in (13, 21):
            bar = [hub + along * step, hub + along * step + across * 8]
            canvas.line([(float(p[0]), float(p[1])) for p in bar], "#7c3a1c", 0.6)
        tip = hub + along * 30
        canvas.line([(52, 53), (float(tip[0]), float(tip[1]))], "#5b2d16", 1.3)
    canvas.oval((52, 53), (2.2, 2.2), "#5b2d16")


def _cabin(canvas: Canvas) -> None:
    canvas.oval((52, 84), (29, 8), "#a7b56b", None)
    _house(canvas, (33, 38, 71, 84), "#a9713b", "#6b4324")
    for y in (64, 69, 74, 79):
        canvas.line([(33, y), (46, y)], "#7b4d24", 0.7)
        canvas.line([(58, y), (71, y)], "#7b4d24", 0.7)
    for log, row in ((76, 84), (81, 84), (78.5, 79.6)):
        canvas.oval((log, row), (2.4, 2.4), "#d9a866", "#5b3a1e", 0.7)


def _fishers_house(canvas: Canvas) -> None:
    for x in (32, 44, 58, 72):
        canvas.line([(x, 76), (x, 90)], "#5b3a1e", 1.8)
    canvas.polygon([(24, 75), (80, 75), (83, 80), (21, 80)], "#b98145")
    _house(canvas, (34, 38, 70, 76), "#f0e4c8", "#d9b336")
    canvas.polygon([(66, 86), (88, 86), (84, 92), (70, 92)], "#8a5227")
    canvas.line([(77, 86), (77, 74)], "#5b3a1e", 1)
    canvas.polygon([(78, 75), (86, 83), (78, 83)], "#fbf3df", width=0.7)


def _farm(canvas: Canvas) -> None:
    canvas.oval((52, 84), (32, 7), "#a9d765", None)
    _house(canvas, (30, 40, 74, 84), "#f4ead2", "#c93a2a")
    for x in (37, 67):
        canvas.line([(x, 60), (x, 84)], "#7c4a28", 1)
    canvas.polygon([(62, 42), (62, 33), (68, 33), (68, 44)], "#9b5a3c", width=0.8)
    for x in (78, 84, 90):
        canvas.line([(x, 78), (x, 88)], "#7c4a28", 1.2)
    canvas.line([(75, 82), (93, 82)], "#7c4a28", 1.1)


def _stilt_hut(canvas: Canvas) -> None:
    canvas.oval((52, 86), (30, 7), "#6f6147", "#5d4f39", 0.7)
    for x in (37, 48, 58, 68):
        canvas.line([(x, 72), (x + (x - 52) * 0.12, 88)], "#4a3320", 1.8)
    canvas.polygon([(29, 70), (76, 70), (76, 74), (29, 74)], "#7b5a36")
    canvas.polygon([(35, 70), (38, 54), (66, 54), (69, 70)], "#9a7a4c")
    canvas.polygon([(28, 56), (52, 34), (76, 56)], "#5f6b34")
    for x in (40, 48, 56, 64):
        canvas.line([(52 + (x - 52) * 0.2, 38), (x, 55)], "#444d22", 0.7)
    canvas.polygon([(47, 70), (48, 60), (56, 60), (57, 70)], "#33261a", width=0.8)
    canvas.oval((70, 62), (1.8, 2.4), "#ffd95a", width=0.6)


def _dead_tree(canvas: Canvas, at: Point) -> None:
    x, y = at
    canvas.polygon([(x - 4, y + 20), (x - 1.5, y), (x + 1.5, y), (x + 4, y + 20)], "#6b4a2b", width=0.8)
    for branch in (
        ((0, 4), (-9, -4), (-10, -10)),
        ((0, 2), (8, -5), (14, -6)),
        ((0, 1), (1, -9), (5, -14)),
        ((-6, -1), (-13, -3)),
    ):
        canvas.line([(x + dx, y + dy) for dx, dy in branch], "#4a3320", 1.7)


def _pebble(rng: Rng, at: Point, radius: float) -> list[Point]:
    around = np.sort(rng.uniform(0, 2 * np.pi, 6))
    far = radius * rng.uniform(0.75, 1.15, 6)
    return [
        (at[0] + float(r * np.cos(a)), at[1] + float(0.8 * r * np.sin(a))) for a, r in zip(around, far, strict=True)
    ]


def _rock(canvas: Canvas, rng: Rng) -> None:
    canvas.oval((52, 84), (34, 7), "#241f1d", None)
    jitter = rng.uniform(-1.5, 1.5, (8, 2))
    outline = ((20, 85), (24, 62), (35, 48), (46, 35), (60, 36), (72, 50), (82, 66), (86, 85))
    canvas.polygon([(x + float(j[0]), y + float(j[1])) for (x, y), j in zip(outline, jitter, strict=True)], "#d3b36a")
    canvas.polygon([(46, 37), (52, 58), (38, 84), (22, 84), (25, 63), (36, 49)], "#e7cf92", None)
    for crack in (((46, 36), (52, 58), (46, 70)), ((60, 37), (64, 56), (76, 64)), ((36, 49), (40, 62), (30, 76))):
        canvas.line(crack, "#8b6d33", 0.9)


def _adit(canvas: Canvas) -> None:
    canvas.polygon([(40, 85), (42, 62), (64, 62), (66, 85)], "#17120f")
    canvas.line([(40, 86), (42, 61)], "#8a4f25", 3)
    canvas.line([(66, 86), (64, 61)], "#8a4f25", 3)
    canvas.line([(37, 61), (69, 61)], "#a8632f", 3.4)
    canvas.polygon([(46, 80), (60, 80), (57, 87), (49, 87)], "#6f7680", width=0.8)
    for x, y in ((49, 79), (53, 77.5), (57, 79)):
        canvas.oval((x, y), (2.4, 2.0), "#f2c230", "#5d430a", 0.5)


def _town_house(canvas: Canvas, at: Point, size: float, wall: str) -> None:
    x, y = at
    w, h = 9 * size, 8 * size
    canvas.polygon([(x - w, y), (x + w, y), (x + w, y + h), (x - w, y + h)], wall, width=0.8)
    canvas.polygon([(x - w * 1.2, y), (x, y - h), (x + w * 1.2, y)], "#8e2415", width=0.8)
    canvas.polygon(
        [(x - 1.8, y + h), (x - 1.8, y + h * 0.4), (x + 1.8, y + h * 0.4), (x + 1.8, y + h)], "#5b3a1e", None
    )
    for side in (-0.6, 0.6):
        canvas.oval((x + side * w, y + h * 0.45), (1.3, 1.5), "#6a5236", None)
