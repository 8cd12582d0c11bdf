"""Squares as SVG symbols: flat drawings in the colours of ``scorer/art``, a few hundred bytes each.

Each symbol is 100 × 100 units. A card defines the symbols that it uses once, and refers to them.
"""

from __future__ import annotations

from typing import Final

from scorer.rules.model.buildings import building_on
from scorer.rules.model.court import court_tile_on
from scorer.rules.model.terrain import Cell, Place, Square, Terrain

PARCHMENT: Final = "#e9dcc0"
OUTLINE: Final = "#2c221c"

_CROWN: Final = "M2 20 0 5l8 6 6-11 6 11 8-6-2 15z"
"""28 units wide, 20 high."""
_HOUSE: Final = "<path d='M30 52 50 34 70 52V80H30z' fill='#fff6e4'/><path d='M24 54 50 30 76 54z' fill='#b8432c'/>"

_GROUNDS: Final = {
    Terrain.WHEAT: "#f0b81c",
    Terrain.FOREST: "#2f6b1f",
    Terrain.LAKE: "#2f83d6",
    Terrain.GRASSLAND: "#7cc832",
    Terrain.SWAMP: "#b3a07c",
    Terrain.MINE: "#3a3431",
    Terrain.TOWN: "#cf5a3c",
}

_SCENERY: Final = {
    Terrain.WHEAT: "<path d='M20 92V62m20 24V58m20 34V60m20 28V56M20 62l-6-8m6 8 6-8M40 58l-6-8m6 8 6-8M60 60l-6-8m6 8 "
    "6-8M80 56l-6-8m6 8 6-8' stroke='#b97f08' stroke-width='4' fill='none' stroke-linecap='round'/>",
    Terrain.FOREST: "<path d='M22 84 34 52 46 84zM44 90 60 46 76 90zM66 82 78 54 90 82z' fill='#1b4711'/>"
    "<path d='M12 66 20 46 28 66z' fill='#478a34'/>",
    Terrain.LAKE: "<path d='M14 54q9-9 18 0t18 0 18 0 18 0M22 74q9-9 18 0t18 0 18 0M10 90q9-9 18 0t18 0' "
    "stroke='#a9d3fb' stroke-width='4' fill='none' stroke-linecap='round'/>",
    Terrain.GRASSLAND: "<path d='M18 60l3-9 3 9m30 26 3-9 3 9m18-22 3-9 3 9M34 84l3-9 3 9' stroke='#4b8f12' "
    "stroke-width='4' fill='none' stroke-linecap='round'/><circle cx='60' cy='52' r='4' fill='#f6f9c9'/>"
    "<circle cx='24' cy='84' r='4' fill='#f6f9c9'/>",
    Terrain.SWAMP: "<ellipse cx='34' cy='62' rx='16' ry='6' fill='#8a7a55'/><ellipse cx='66' cy='82' rx='18' ry='6' "
    "fill='#8a7a55'/><path d='M68 60v-16m0 6 8-6m-8 0-8-8' stroke='#5f5236' stroke-width='4' stroke-linecap='round'/>",
    Terrain.MINE: "<path d='M14 88 34 54 48 70 64 48 88 88z' fill='#6d625b'/><path d='M42 88a12 14 0 0 1 24 0z' "
    "fill='#171310'/><path d='M26 84l6-7 6 7-6 5z' fill='#e7b93d'/>",
    Terrain.TOWN: "<path d='M14 60l10-9 10 9v14H14zM42 78l12-11 12 11v14H42zM68 56l9-8 9 8v14H68z' fill='#f3d9c5'/>"
    "<path d='M11 61l13-12 13 12zM39 79l15-14 15 14zM65 57l12-11 12 11z' fill='#8c2f1b'/>",
}

_CASTLE: Final = (
    "<path d='M22 40V26h9v7h9v-7h9v7h9v-7h9v7h9v-7h9V40h-5v44H27V40z' fill='{colour}' stroke='" + OUTLINE + "' "
    "stroke-width='3'/><path d='M42 84V66a9 9 0 0 1 18 0v18z' fill='" + OUTLINE + "'/>"
)

CASTLES: Final = {"blue": "#347abe", "green": "#3e8e54", "pink": "#d05c96", "yellow": "#e8b030", "": "#a8a096"}


def symbol_id(cell: Cell, castle: str) -> str:
    """The name of a cell's symbol.

    >>> symbol_id(Square(Terrain.MINE, 2), "pink"), symbol_id(Place.CASTLE, "pink")
    ('square-m2', 'square-castle-pink')
    >>> symbol_id(Square(Terrain.MINE, 2, giants=1), "pink"), symbol_id(Square(Terrain.MINE, None), "")
    ('square-m2-giants1', 'square-m-hidden')
    """
    if cell is Place.CASTLE:
        return f"square-castle-{castle or 'grey'}"
    if not isinstance(cell, Square):
        return "square-unknown"
    name = f"square-{cell.terrain.letter}" + ("-hidden" if cell.crowns is None else str(cell.crowns or ""))
    name += f"-{cell.building}" if cell.building else ""
    return name + ("-resource" if cell.resource else "") + (f"-giants{cell.giants}" if cell.giants else "")


def symbol(cell: Cell, castle: str) -> str:
    """The symbol of a square, a castle or an unknown place."""
    inside = _square(cell) if isinstance(cell, Square) else _place(cell, castle)
    edge = "<path d='M0 0H100V100H0z' fill='none' stroke='#000' stroke-opacity='.35' stroke-width='2'/>"
    return f"<symbol id='{symbol_id(cell, castle)}' viewBox='0 0 100 100'>{inside}{edge}</symbol>"


def _place(cell: Place, castle: str) -> str:
    if cell is Place.CASTLE:
        colour = CASTLES[castle]
        return f"{_filled('#d3c29c')}{_CASTLE.format(colour=colour)}"
    return f"{_filled('#d8c8a6')}{_sign('?', 50, 66, 46)}"


def _square(square: Square) -> str:
    drawn = _filled(_GROUNDS[square.terrain]) + _SCENERY[square.terrain]
    building, tile = building_on(square), court_tile_on(square)
    if building or tile:
        points = building.points if building else tile.points if tile else 0
        drawn += _HOUSE + (_sign(str(points), 50, 74, 24) if points else "")
    crowns = (square.crowns or 0) + (building.crowns if building else tile.crowns if tile else 0)
    drawn += "".join(_crown(number, is_covered=number < square.giants) for number in range(crowns))
    if square.crowns is None:
        drawn += _sign("?", 50, 66, 46)
    if square.resource:
        drawn += f"<circle cx='76' cy='76' r='15' fill='#fff6e4' stroke='{OUTLINE}' stroke-width='3'/>"
        drawn += f"<circle cx='76' cy='76' r='7' fill='{_GROUNDS[square.terrain]}'/>"
    return drawn


def _filled(colour: str) -> str:
    return f"<path d='M0 0H100V100H0z' fill='{colour}'/>"


def _crown(number: int, *, is_covered: bool) -> str:
    """A crown in the row at the top, covered by a giant if ``is_covered``."""
    at = f"transform='translate({6 + 31 * number} 7)'"
    if is_covered:
        return f"<g {at}><circle cx='14' cy='14' r='14' fill='#7b2d2d' stroke='{OUTLINE}' stroke-width='2'/>" + (
            "<path d='M7 7 21 21M21 7 7 21' stroke='#fff' stroke-width='4'/></g>"
        )
    return f"<path d='{_CROWN}' {at} fill='#ffd84a' stroke='{OUTLINE}' stroke-width='3' stroke-linejoin='round'/>"


def _sign(text: str, x: int, y: int, size: int) -> str:
    return (
        f"<text x='{x}' y='{y}' font-size='{size}' font-weight='700' text-anchor='middle' fill='{OUTLINE}' "
        f"stroke='#fff' stroke-width='5' paint-order='stroke'>{text}</text>"
    )
