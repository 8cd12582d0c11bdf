"""The choices for a square: every face that the boxes print, and the pieces that may be put on it."""

from __future__ import annotations

from scorer.app.component import data
from scorer.i18n.translator import Translator
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import COURT_TILES, RESOURCE_TERRAINS, CourtTile
from scorer.rules.model.dominoes import Box, faces, max_crowns
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import counted
from scorer.rules.model.rules import SettledRules, has_court
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.model.words import RESOURCE_NAMES, building_words, court_tile_words

LAST_COLUMN = len(Terrain)
"""The towns' column. It has space below for the castle and the empty place."""


def palette(*, giants: bool) -> list[tuple[Cell, int, int]]:
    """Every face with its row and column, from 1: a column for each terrain, a row for each number of crowns.

    With ``giants`` there are two crowns on wheat, forest and lake too.

    >>> len(palette(giants=False)), len(palette(giants=True))
    (20, 23)
    """
    box = Box.BOTH_GIANTS if giants else Box.BOTH
    found: list[tuple[Cell, int, int]] = [
        (Square(terrain, crowns), crowns + 1, column)
        for column, terrain in enumerate(Terrain, start=1)
        for crowns in range(max_crowns(terrain, box) + 1)
    ]
    others = (Place.CASTLE, Place.EMPTY, Place.UNKNOWN)
    return [*found, *((place, row, LAST_COLUMN) for row, place in enumerate(others, start=2))]


def buildings(rules: SettledRules, tr: Translator) -> list[data.Building]:
    """Queendomino's buildings, if they are in play, after a town without one."""
    if not rules.box.has_queendomino:
        return []
    without: data.Building = {
        "code": str(Square(Terrain.TOWN)),
        "name": tr("No building"),
        "effect": tr("a town without a building"),
    }
    return [without] + [
        {
            "code": str(Square(Terrain.TOWN, building=kind)),
            "name": tr(building.name),
            "effect": tr(building_words(building)),
        }
        for kind, building in BUILDINGS.items()
    ]


def pieces(kingdom: Kingdom, rules: SettledRules, tr: Translator) -> list[data.Piece]:
    """The pieces of the expansions in play: giants, resources, characters and buildings."""
    court = _court_pieces(tr) if rules.court or has_court(kingdom) else []
    return [*(_giants(tr) if rules.giants else []), *court]


def _giants(tr: Translator) -> list[data.Piece]:
    crowned = [square for square in faces(Box.BOTH_GIANTS) if square.crowns]
    crowned += [Square(Terrain.TOWN, building=kind) for kind, building in BUILDINGS.items() if building.crowns]
    crowned += [square for tile in COURT_TILES.values() for square in _places_of(tile) if tile.is_building]
    return [
        {
            "mark": "!" * count,
            "name": tr(counted("{count} giant", "{count} giants", count)),
            "effect": tr(counted("covers {count} crown", "cover {count} crowns", count)),
            "on": [str(square) for square in crowned if _crowns(square) >= count],
        }
        for count in range(1, max(map(_crowns, crowned)) + 1)
    ]


def _crowns(square: Square) -> int:
    if square.building is None:
        return square.crowns or 0
    return (BUILDINGS.get(square.building) or COURT_TILES[square.building]).crowns


def _court_pieces(tr: Translator) -> list[data.Piece]:
    resources: list[data.Piece] = [
        {"mark": "*", "name": tr(RESOURCE_NAMES[terrain]), "effect": tr("resource"), "on": [terrain.letter]}
        for terrain in RESOURCE_TERRAINS
    ]
    tiles: list[data.Piece] = [
        {
            "mark": f"[{tile.kind}]",
            "name": tr(tile.name),
            "effect": tr(court_tile_words(tile)),
            "on": [square.terrain.letter for square in _places_of(tile)],
        }
        for tile in COURT_TILES.values()
    ]
    return [*resources, *tiles]


def _places_of(tile: CourtTile) -> list[Square]:
    """The crownless squares that a tile of The Court may cover, with the tile on them."""
    terrains = tile.copies if tile.is_building else (terrain for terrain in Terrain if terrain is not Terrain.TOWN)
    return [Square(terrain, building=tile.kind) for terrain in terrains]
