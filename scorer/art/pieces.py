"""Pieces of the expansions on squares: Age of Giants' giants, The Court's resources and tiles."""

from __future__ import annotations

from collections.abc import Callable

from scorer.art.brush import INK, Brush, Point
from scorer.art.emblems import crown_place, crowns, house, shield
from scorer.art.scenery import GROUND
from scorer.rules.model.court import CourtTile, court_tile_on
from scorer.rules.model.terrain import Square, Terrain

_WOOD, _WOOD_SHADE = "#8a3324", "#5c1f15"
_GIANT: tuple[Point, ...] = (
    (-12, 20), (-13, 4), (-8, -2), (-5, -5), (-6, -12), (-3, -17), (3, -17), (6, -12), (5, -5), (8, -2), (13, 4),
    (12, 20), (3, 20), (0, 12), (-3, 20),
)  # fmt: skip
"""The outline of a wooden giant around the centre of its body: legs, shoulders, head."""

_CLOTH = {
    "farmer": "#c9a227", "lumberjack": "#7a4a21", "fisherman": "#2f6fb0", "shepherdess": "#8fb35a", "banker": "#6b6b6b",
    "king": "#8e2f6b", "queen": "#c05a9a", "captain": "#a3301f", "light_archery": "#3f7d4a", "heavy_archery": "#31563a",
    "axe_warrior": "#6a5144", "sword_warrior": "#56647d",
}  # fmt: skip


def put_pieces(brush: Brush, square: Square, right: bool) -> None:
    """Paint all pieces on a square over its land; its crowns start at the right corner if ``right``."""
    if square.resource:
        _RESOURCES.get(square.terrain, _bare)(brush)
    tile = court_tile_on(square)
    if tile:
        _tile(brush, tile, square.terrain)
    for index in range(square.giants):
        _giant(brush, crown_place(index, right))


def _giant(brush: Brush, crown: Point) -> None:
    """A wooden giant with its feet on a crown."""
    x, y = crown[0], crown[1] + 8
    brush.oval((x, y + 20), (14, 4), _WOOD_SHADE, None)
    brush.polygon([(x + dx, y + dy) for dx, dy in _GIANT], _WOOD, INK, 1.4)
    brush.line([(x + 7, y), (x + 9, y + 17)], _WOOD_SHADE, 2.4)


def _tile(brush: Brush, tile: CourtTile, terrain: Terrain) -> None:
    """A tile of The Court: a pale plate with a house and its crowns, or with a person and the thing that they count."""
    brush.polygon(
        [(7, 7), (93, 7), (93, 93), (7, 93)], "#efe3c6", GROUND[terrain] if tile.is_building else "#8a6d3b", 2.4
    )
    if tile.is_building:
        house(brush)
        crowns(brush, tile.crowns, right=False)
        return
    _person(brush, _CLOTH[tile.kind])
    if tile.kind in ("king", "queen"):
        crowns_above = [(36, 27), (34, 15), (41, 20), (45, 12), (49, 20), (56, 15), (54, 27)]
        brush.polygon([(float(x), float(y)) for x, y in crowns_above], "#f7cf2e", INK, 1)
    if tile.is_warrior:
        _weapon(brush, tile.kind)
    shield(brush)
    if tile.counts:
        brush.text(str(tile.each), (69.5, 72), 10)
        _counted(brush, tile)
    else:
        brush.text(str(tile.points), (76, 74), 15)


def _person(brush: Brush, cloth: str) -> None:
    brush.polygon([(20, 88), (22, 62), (34, 52), (56, 52), (68, 62), (70, 88)], cloth, INK, 1.2)
    brush.oval((45, 38), (12, 14), "#f2cfa6", INK, 1.2)
    brush.line([(40, 37), (40, 39)], INK, 1.6)
    brush.line([(50, 37), (50, 39)], INK, 1.6)
    brush.line([(41, 45), (45, 47), (49, 45)], INK, 1)


def _weapon(brush: Brush, kind: str) -> None:
    """At the left: a bow, a crossbow, an axe, a sword, or the captain's banner."""
    if kind.endswith("archery"):
        heavy = kind == "heavy_archery"
        brush.line([(16, 24), (24, 36), (26, 50), (24, 64), (16, 76)], "#5b3a1e", 3.4 if heavy else 1.8)
        brush.line([(16, 24), (16, 76)], INK, 0.8)
        if heavy:
            brush.line([(11, 50), (36, 50)], "#5b3a1e", 3.4)
        return
    brush.line([(18, 20), (18, 84)], "#5b3a1e" if kind != "sword_warrior" else "#9aa3ad", 2.6)
    if kind == "axe_warrior":
        brush.polygon([(18, 20), (30, 16), (32, 30), (18, 34)], "#9aa3ad", INK, 1)
    elif kind == "sword_warrior":
        brush.line([(11, 66), (25, 66)], "#5b3a1e", 2.6)
    else:
        brush.polygon([(18, 16), (36, 20), (18, 32)], "#a3301f", INK, 1)


def _counted(brush: Brush, tile: CourtTile) -> None:
    """Draw the thing that a character counts, small, next to the points for each."""
    if tile.counts == "crown":
        brush.polygon([(76, 77), (75, 68), (79, 72), (81, 66), (83, 72), (87, 68), (86, 77)], "#f7cf2e", INK, 0.8)
    elif tile.counts == "resource":
        ground = GROUND[tile.terrain] if tile.terrain else "#cfc6b8"
        brush.polygon([(76, 66), (87, 66), (87, 77), (76, 77)], ground, INK, 0.9)
    else:
        brush.oval((81.5, 68.5), (3, 3), INK, None)
        brush.polygon(
            [(76.5, 81), (79, 71), (84, 71), (86.5, 81)], INK if tile.counts == "warrior" else "#8a6d3b", None
        )


def _bare(brush: Brush) -> None:
    """A grey cube, the resource of a terrain that has none; the legality check reports it."""
    brush.polygon([(38, 48), (62, 48), (62, 72), (38, 72)], "#b8b2a6", INK, 1.6)


def _wheat(brush: Brush) -> None:
    brush.polygon([(38, 78), (46, 58), (40, 34), (50, 28), (60, 34), (54, 58), (62, 78)], "#ffe08a", INK, 1.6)
    for x in (45, 50, 55):
        brush.line([(x, 34), (50, 58)], "#a8780a", 1.4)
    brush.polygon([(43, 55), (57, 55), (57, 61), (43, 61)], "#8a4b1a", INK, 0.8)


def _wood(brush: Brush) -> None:
    for x, y in ((40, 66), (60, 66), (50, 49)):
        brush.oval((x, y), (11, 11), "#a86b32", INK, 1.6)
        brush.oval((x, y), (6, 6), "#dcae74", "#7a4a21", 0.9)


def _fish(brush: Brush) -> None:
    brush.polygon([(66, 56), (82, 44), (82, 70)], "#c9d6df", INK, 1.6)
    brush.oval((50, 57), (22, 12), "#e3ecf2", INK, 1.6)
    brush.oval((38, 54), (2, 2), INK, None)
    brush.line([(46, 50), (49, 57), (46, 64)], "#7c8c99", 1.4)


def _sheep(brush: Brush) -> None:
    for x in (42, 58):
        brush.line([(x, 66), (x, 79)], INK, 3)
    for x, y in ((38, 58), (50, 53), (62, 58), (50, 63)):
        brush.oval((x, y), (12, 10), "#fffdf5", INK, 1.2)
    brush.oval((50, 58), (15, 8), "#fffdf5", None)
    brush.oval((72, 52), (8, 7), "#3b332b", INK, 1)


_RESOURCES: dict[Terrain, Callable[[Brush], None]] = {
    Terrain.WHEAT: _wheat,
    Terrain.FOREST: _wood,
    Terrain.LAKE: _fish,
    Terrain.GRASSLAND: _sheep,
}
