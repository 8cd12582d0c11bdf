"""Trees, sheep and stones. Lengths in hundredths of a square's side."""

from __future__ import annotations

import numpy as np

from scorer.art.brush import Brush, Point


def fir(brush: Brush, at: Point, size: float) -> None:
    """Three rows of branches around ``at``."""
    x, y = at
    brush.line([(x, y + 5 * size), (x, y + 8 * size)], "#4a2f17", 2)
    for low, wide, colour in ((6, 6.5, "#174d1d"), (1, 5.2, "#1d5c23"), (-4, 3.8, "#256c2a")):
        top = (x, y + (low - 9) * size)
        brush.polygon(
            [(x - wide * size, y + low * size), top, (x + wide * size, y + low * size)], colour, "#0d2b10", 0.6
        )


def oak(brush: Brush, at: Point, size: float) -> None:
    """A round crown around ``at``."""
    x, y = at
    brush.line([(x, y + 4 * size), (x, y + 8 * size)], "#4a2f17", 2)
    brush.oval((x, y), (7 * size, 6.6 * size), "#246c22", "#0d2b10", 0.7)
    brush.oval((x - 1.6 * size, y - 1.8 * size), (4 * size, 3.4 * size), "#3a8a2e", None)


def dead_tree(brush: Brush, at: Point) -> None:
    """A bare trunk below ``at``."""
    x, y = at
    brush.polygon([(x - 4, y + 20), (x - 1.5, y), (x + 1.5, y), (x + 4, y + 20)], "#6b4a2b", width=0.8)
    for branch in (
        ((0, 4), (-9, -4), (-10, -10)),
        ((0, 2), (8, -5), (14, -6)),
        ((0, 1), (1, -9), (5, -14)),
        ((-6, -1), (-13, -3)),
    ):
        brush.line([(x + dx, y + dy) for dx, dy in branch], "#4a3320", 1.7)


def sheep(brush: Brush, at: Point, facing: int) -> None:
    """A sheep that looks to the right (``facing`` 1) or to the left (-1)."""
    x, y = at
    for leg in (-2.4, 2.0):
        brush.line([(x + leg, y + 2), (x + leg, y + 5)], "#3a332c", 0.8)
    for dx, dy, radius in ((-2.6, 0.4, 2.8), (2.2, 0.4, 2.8), (0, -1.2, 3.2)):
        brush.oval((x + dx, y + dy), (radius, radius * 0.85), "#ffffff", "#8c8478", 0.5)
    brush.oval((x, y), (4.0, 2.2), "#ffffff", None)
    brush.oval((x + 5 * facing, y - 0.8), (1.8, 1.5), "#3a332c", None)


def pebble(rng: np.random.Generator, at: Point, radius: float) -> list[Point]:
    """The outline of a stone of about that radius."""
    around = np.sort(rng.uniform(0, 2 * np.pi, 6))
    far = radius * rng.uniform(0.75, 1.15, 6)
    return [
        (at[0] + float(r * np.cos(a)), at[1] + float(0.8 * r * np.sin(a))) for a, r in zip(around, far, strict=True)
    ]


def rock(brush: Brush, rng: np.random.Generator) -> None:
    """The mine's rock."""
    brush.oval((52, 84), (34, 7), "#241f1d", None)
    jitter = rng.uniform(-1.5, 1.5, (8, 2))
    outline = ((20, 85), (24, 62), (35, 48), (46, 35), (60, 36), (72, 50), (82, 66), (86, 85))
    brush.polygon([(x + float(j[0]), y + float(j[1])) for (x, y), j in zip(outline, jitter, strict=True)], "#d3b36a")
    brush.polygon([(46, 37), (52, 58), (38, 84), (22, 84), (25, 63), (36, 49)], "#e7cf92", None)
    for crack in (((46, 36), (52, 58), (46, 70)), ((60, 37), (64, 56), (76, 64)), ((36, 49), (40, 62), (30, 76))):
        brush.line(crack, "#8b6d33", 0.9)
