"""Buildings on crowned land and in towns. Lengths are in hundredths of a square's side."""

from __future__ import annotations

import numpy as np

from scorer.art.brush import INK, Brush, Point


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


def windmill(brush: Brush) -> None:
    """On wheat."""
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


def cabin(brush: Brush) -> None:
    """In the forest."""
    brush.oval((52, 84), (29, 8), "#a7b56b", None)
    _house(brush, (33, 38, 71, 84), "#a9713b", "#6b4324")
    for y in (64, 69, 74, 79):
        brush.line([(33, y), (46, y)], "#7b4d24", 0.7)
        brush.line([(58, y), (71, y)], "#7b4d24", 0.7)
    for log, row in ((76, 84), (81, 84), (78.5, 79.6)):
        brush.oval((log, row), (2.4, 2.4), "#d9a866", "#5b3a1e", 0.7)


def fishers_house(brush: Brush) -> None:
    """On the lake, on piles, with a boat."""
    for x in (32, 44, 58, 72):
        brush.line([(x, 76), (x, 90)], "#5b3a1e", 1.8)
    brush.polygon([(24, 75), (80, 75), (83, 80), (21, 80)], "#b98145")
    _house(brush, (34, 38, 70, 76), "#f0e4c8", "#d9b336")
    brush.polygon([(66, 86), (88, 86), (84, 92), (70, 92)], "#8a5227")
    brush.line([(77, 86), (77, 74)], "#5b3a1e", 1)
    brush.polygon([(78, 75), (86, 83), (78, 83)], "#fbf3df", width=0.7)


def farm(brush: Brush) -> None:
    """On grassland, with a fence."""
    brush.oval((52, 84), (32, 7), "#a9d765", None)
    _house(brush, (30, 40, 74, 84), "#f4ead2", "#c93a2a")
    for x in (37, 67):
        brush.line([(x, 60), (x, 84)], "#7c4a28", 1)
    brush.polygon([(62, 42), (62, 33), (68, 33), (68, 44)], "#9b5a3c", width=0.8)
    for x in (78, 84, 90):
        brush.line([(x, 78), (x, 88)], "#7c4a28", 1.2)
    brush.line([(75, 82), (93, 82)], "#7c4a28", 1.1)


def stilt_hut(brush: Brush) -> None:
    """In the swamp."""
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


def adit(brush: Brush) -> None:
    """The mouth of the mine, with a cart of gold."""
    brush.polygon([(40, 85), (42, 62), (64, 62), (66, 85)], "#17120f")
    brush.line([(40, 86), (42, 61)], "#8a4f25", 3)
    brush.line([(66, 86), (64, 61)], "#8a4f25", 3)
    brush.line([(37, 61), (69, 61)], "#a8632f", 3.4)
    brush.polygon([(46, 80), (60, 80), (57, 87), (49, 87)], "#6f7680", width=0.8)
    for x, y in ((49, 79), (53, 77.5), (57, 79)):
        brush.oval((x, y), (2.4, 2.0), "#f2c230", "#5d430a", 0.5)


def town_house(brush: Brush, at: Point, size: float, wall: str) -> None:
    """One of a town's houses, its eaves at ``at``."""
    x, y = at
    w, h = 9 * size, 8 * size
    brush.polygon([(x - w, y), (x + w, y), (x + w, y + h), (x - w, y + h)], wall, width=0.8)
    brush.polygon([(x - w * 1.2, y), (x, y - h), (x + w * 1.2, y)], "#8e2415", width=0.8)
    brush.polygon([(x - 1.8, y + h), (x - 1.8, y + h * 0.4), (x + 1.8, y + h * 0.4), (x + 1.8, y + h)], "#5b3a1e", None)
    for side in (-0.6, 0.6):
        brush.oval((x + side * w, y + h * 0.45), (1.3, 1.5), "#6a5236", None)
