"""The symbols that matter for the score: crowns, the castle, a building's plate."""

from __future__ import annotations

import numpy as np

from scorer.art.brush import INK, Brush, Point
from scorer.art.scenery import GROUND
from scorer.rules.model.buildings import BUILDINGS

GOLD = "#f7cf2e"

_COLOURS = {
    "yellow": ("#f2c81e", "#b8900c"),
    "blue": ("#4aa3dc", "#1f6ba3"),
    "green": ("#4fae3c", "#25701f"),
    "pink": ("#e8799b", "#b23c63"),
}
"""Each player's colour, in light and in shade."""

# One crown in a box 24 wide and 18 high, centred at (0, 0).
_CROWN: tuple[Point, ...] = (
    (-8.5, 7), (-11, -3.5), (-5.6, 0.6), (-4.2, -6), (0, -1), (4.2, -6), (5.6, 0.6), (11, -3.5), (8.5, 7),
)  # fmt: skip
_PEARLS: tuple[Point, ...] = ((-11, -4.2), (-4.2, -6.8), (4.2, -6.8), (11, -4.2))
_STEP = 28.0


def crowns(brush: Brush, many: int | None, right: bool) -> None:
    """Crowns in a row along the top edge, from its left or right corner; a faded one with “?” if they are hidden."""
    for index in range(1 if many is None else many):
        _crown(brush, crown_place(index, right), hidden=many is None)


def crown_place(index: int, right: bool) -> Point:
    """The centre of a crown, counted from its corner."""
    offset = 17 + index * _STEP
    return (100 - offset if right else offset, 15)


def _crown(brush: Brush, centre: Point, hidden: bool) -> None:
    x, y = centre
    shape = [(x + dx, y + dy) for dx, dy in _CROWN]
    pearls = [(x + dx, y + dy) for dx, dy in _PEARLS]
    for colour, width in ((INK, 6.4), ("#fffdf5", 4.6)):  # a dark line around a light box, as printed crowns have
        brush.polygon(shape, colour, colour, width)
        for pearl in pearls:
            brush.oval(pearl, (1.6, 1.6), colour, colour, width)
    fill = "#cfc7b4" if hidden else GOLD
    brush.polygon(shape, fill, INK, 0.9)
    for pearl in pearls:
        brush.oval(pearl, (1.5, 1.5), fill, INK, 0.7)
    if hidden:
        brush.text("?", (x, y + 2), 9)
    else:
        brush.line([(x - 7.8, y + 4), (x + 7.8, y + 4)], "#b8860b", 0.9)
        brush.oval((x, y + 2), (1.4, 1.4), "#c93a2a", None)


def castle(colour: str) -> Brush:
    """The castle's square: paving with a border and a castle in the player's colour."""
    lit, shade = _COLOURS[colour]
    brush = Brush("#8f7f5c")
    rng = np.random.default_rng(7)
    for row in range(10):
        for column in range(-1, 10):
            x, y = column * 11 + (row % 2) * 5.5, row * 10.2
            j = rng.uniform(-1.1, 1.1, (4, 2))
            corners = ((x + 1, y + 1), (x + 10, y + 1), (x + 10, y + 9.2), (x + 1, y + 9.2))
            stone = ("#c8b68a", "#b9a677", "#d4c59c", "#ae9b6e")[int(rng.integers(4))]
            brush.polygon(
                [(a + float(p), b + float(q)) for (a, b), (p, q) in zip(corners, j, strict=True)], stone, None
            )
    for low, high in ((0, 6), (94, 100)):
        for at in np.arange(0, 100, 12.5):
            for box in (((at, low), (at + 11.5, high)), ((low, at), (high, at + 11.5))):
                (x0, y0), (x1, y1) = box
                brush.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], lit, shade, 0.8)
    _keep(brush, lit, shade)
    return brush


def _keep(brush: Brush, lit: str, shade: str) -> None:
    brush.oval((50, 83), (37, 6), "#7a6b4b", None)
    _wall(brush, (26, 50, 74, 82), lit, teeth=5)
    for left, top in ((15, 40), (65, 40)):
        _wall(brush, (left, top, left + 20, 84), lit, teeth=3)
        brush.polygon([(left + 14, top), (left + 20, top), (left + 20, 84), (left + 14, 84)], shade, None)
    _wall(brush, (37, 30, 63, 60), lit, teeth=3)
    brush.polygon([(56, 30), (63, 30), (63, 60), (56, 60)], shade, None)
    for x, y in ((25, 40), (75, 40), (50, 30)):
        brush.line([(x, y - 4), (x, y - 19)], INK, 1.1)
        brush.polygon([(x, y - 19), (x + 11, y - 15.5), (x, y - 12)], "#fbf3df", INK, 0.7)
    gate = [(42.0, 82.0), (42.0, 70.0), (45.0, 65.0), (50.0, 63.0), (55.0, 65.0), (58.0, 70.0), (58.0, 82.0)]
    brush.polygon(gate, "#4a3320")
    for x, y in ((22, 54), (72, 54), (22, 68), (72, 68), (47, 44), (53, 44)):
        brush.line([(x, y - 2.4), (x, y + 2.4)], INK, 2)


def _wall(brush: Brush, box: tuple[float, float, float, float], fill: str, teeth: int) -> None:
    left, top, right, bottom = box
    step = (right - left) / (2 * teeth - 1)
    outline: list[Point] = [(left, bottom)]
    for tooth in range(teeth):
        x = left + 2 * tooth * step
        outline += [(x, top - 5), (x + step, top - 5), (x + step, top), (x + 2 * step, top)]
    outline[-2:] = []
    outline.append((right, bottom))
    brush.polygon(outline, fill)


def plate(brush: Brush, kind: str) -> None:
    """A building tile on a town: a pale plate with a house, and a shield with its points."""
    brush.polygon([(7, 7), (93, 7), (93, 93), (7, 93)], "#e9a183", "#7c2f1c", 1.4)
    brush.polygon([(11, 11), (89, 11), (89, 89), (11, 89)], None, "#f3c4ad", 0.8)
    brush.oval((45, 72), (32, 6), "#c67b5c", None)
    house(brush)
    building = BUILDINGS.get(kind)
    if building is None:
        return
    if building.crowns:
        crowns(brush, building.crowns, right=False)
        return
    shield(brush)
    if building.per is None:
        brush.text(str(building.points), (76, 74), 15)
        return
    brush.text(str(building.points), (69.5, 72), 10)
    if building.per == "tower":
        _wall(brush, (77, 70, 86, 80), "#8f8a82", teeth=3)
    elif building.per == "knight":
        brush.oval((81.5, 68.5), (3, 3), INK, None)
        brush.polygon([(76.5, 81), (79, 71), (84, 71), (86.5, 81)], INK, None)
    elif building.terrain is not None:
        brush.polygon([(76, 66), (87, 66), (87, 77), (76, 77)], GROUND[building.terrain], INK, 0.9)


def house(brush: Brush) -> None:
    """A house with a tower."""
    _wall(brush, (22, 30, 38, 72), "#cfc6b8", teeth=3)
    brush.polygon([(34, 46), (66, 46), (66, 72), (34, 72)], "#f6ead2")
    brush.polygon([(30, 47), (50, 26), (70, 47)], "#9e2f1c")
    brush.polygon([(45, 72), (45, 58), (55, 58), (55, 72)], "#5b3a1e", width=0.8)
    for x in (39, 61):
        brush.oval((x, 57), (2.6, 2.6), "#ffe9a0", width=0.8)


def shield(brush: Brush) -> None:
    """The shield at the bottom right for a tile's points."""
    brush.polygon([(62, 62), (90, 62), (90, 78), (76, 92), (62, 78)], "#fffdf5", INK, 1.4)
