"""Kingdomino and Queendomino: a photo of a finished kingdom in, a checked and explained score out.

>>> kingdom = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
>>> score(kingdom).total, check(kingdom).legal
(16, True)
>>> table = Table((Player("Ann", kingdoms=(kingdom,)), Player("Bob", kingdoms=(Kingdom.parse("f1lC"),))))
>>> [(standing.place, standing.name) for standing in rank(table).standings]
[(1, 'Ann'), (2, 'Bob')]

What reads photos needs numpy and OpenCV and is loaded when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from scorer.rules.legality import Check, Correction, Finding, FindingCode, check, corrections
from scorer.rules.model.dominoes import Box, Domino
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.notation import NotationError
from scorer.rules.model.rules import Rules, SettledRules
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import Ranking, rank
from scorer.rules.table.table import Table

if TYPE_CHECKING:
    from scorer.vision.photo.errors import PhotoError
    from scorer.vision.reader import read_photo
    from scorer.vision.reading import KingdomReading, Reading

__all__ = [
    "Box",
    "Check",
    "Correction",
    "Domino",
    "Finding",
    "FindingCode",
    "Kingdom",
    "KingdomReading",
    "NotationError",
    "PhotoError",
    "Place",
    "Player",
    "Ranking",
    "Reading",
    "Rules",
    "ScoreSheet",
    "SettledRules",
    "Square",
    "Table",
    "Terrain",
    "check",
    "corrections",
    "rank",
    "read_photo",
    "score",
]

_LAZY = {
    "KingdomReading": "scorer.vision.reading",
    "PhotoError": "scorer.vision.photo.errors",
    "Reading": "scorer.vision.reading",
    "read_photo": "scorer.vision.reader",
}
"""The names that load numpy and OpenCV, with the modules that hold them."""


def __getattr__(name: str) -> object:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
