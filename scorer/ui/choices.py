"""What may be chosen at a table, and what it is called."""

from __future__ import annotations

from scorer.i18n.translator import mark
from scorer.rules.model.dominoes import Box
from scorer.rules.model.rules import LARGE_GRID, OLDER, SMALL_GRID, US

AUTO = ""
BOXES = {
    AUTO: mark("As the kingdom shows"),
    Box.KINGDOMINO: mark("Kingdomino"),
    Box.QUEENDOMINO: mark("Queendomino"),
    Box.BOTH: mark("Royal Wedding (both boxes)"),
}
GRIDS = {AUTO: mark("As the kingdom shows"), SMALL_GRID: mark("5×5"), LARGE_GRID: mark("7×7 (Mighty Duel)")}
EDITIONS = {US: mark("US rulebook, and Queendomino"), OLDER: mark("Older English and French rulebook")}
COLOUR_WORDS = {
    "": mark("no colour"),
    "blue": mark("blue"),
    "green": mark("green"),
    "pink": mark("pink"),
    "yellow": mark("yellow"),
}
