"""A kingdom's things in words, in the language of a translator."""

from __future__ import annotations

from scorer.i18n.translator import Translator, mark
from scorer.rules.model.buildings import Building, building_on
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.rules.scoring.sheet import ScoreSheet

PLACES = {Place.CASTLE: mark("castle"), Place.EMPTY: mark("empty"), Place.UNKNOWN: mark("not known")}
_CROWNS = {
    None: mark("{terrain}, crowns hidden"),
    0: mark("{terrain}, no crown"),
    1: mark("{terrain}, 1 crown"),
}
_MORE_CROWNS = mark("{terrain}, {crowns} crowns")


def cell_words(cell: Cell, tr: Translator) -> str:
    """What lies on a place.

    >>> from scorer.rules.model.terrain import Terrain
    >>> from scorer.i18n.translator import translator
    >>> cell_words(Square(Terrain.MINE, 2), translator("en"))
    'mine, 2 crowns'
    """
    if not isinstance(cell, Square):
        return tr(PLACES[cell])
    building = building_on(cell)
    if building:
        return tr("town with {building}", building=tr(building.name))
    return tr(_CROWNS.get(cell.crowns, _MORE_CROWNS), terrain=cell.terrain, crowns=cell.crowns)


def building_symbol(building: Building, tr: Translator) -> str:
    """What a building tile shows: its points, and for what.

    >>> from scorer.rules.model.buildings import BUILDINGS
    >>> from scorer.i18n.translator import translator
    >>> building_symbol(BUILDINGS["church"], translator("en"))
    '2 for each town territory'
    """
    if building.per == "territory":
        return tr("{points} for each {terrain} territory", points=building.points, terrain=building.terrain)
    if building.per == "tower":
        return tr("{points} for each tower", points=building.points)
    if building.per == "knight":
        return tr("{points} for each knight", points=building.points)
    if building.crowns:
        return tr("1 crown for its town")
    return tr("{points} points", points=building.points)


def total_words(sheet: ScoreSheet) -> str:
    """The total, as a range while something is hidden."""
    low, high = sheet.total_range
    return str(sheet.total) if low == high else f"{low}–{high}"


def percent(chance: float) -> str:
    """A probability as people say it; never quite sure.

    >>> percent(0.724), percent(0.9999), percent(0.001)
    ('72 %', '99 %', '1 %')
    """
    return f"{min(99, max(1, round(100 * chance)))} %"
