"""Kingdomino and Queendomino: a photo of a finished kingdom in, a checked and explained score out.

>>> from scorer import Kingdom, Player, Table, check, rank, score
>>> kingdom = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
>>> score(kingdom).total, check(kingdom).legal
(16, True)
>>> table = Table((Player("Ann", kingdoms=(kingdom,)), Player("Bob", kingdoms=(Kingdom.parse("f1lC"),))))
>>> [(standing.place, standing.name) for standing in rank(table).standings]
[(1, 'Ann'), (2, 'Bob')]

Names are imported on first use: the rules need only the standard library, the photo reader needs numpy and OpenCV.
"""

import os
from importlib import import_module

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # ONNX Runtime would report to Microsoft

TYPE_CHECKING = False  # typing's own would be loaded for it, and Ctrl-C is answered only after this

if TYPE_CHECKING:
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
    from scorer.vision.photo.errors import PhotoError
    from scorer.vision.reader import read_photo, read_photos
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
    "read_photos",
    "score",
]

_MODULES = {
    "Box": "scorer.rules.model.dominoes",
    "Check": "scorer.rules.legality",
    "Correction": "scorer.rules.legality",
    "Domino": "scorer.rules.model.dominoes",
    "Finding": "scorer.rules.legality",
    "FindingCode": "scorer.rules.legality",
    "Kingdom": "scorer.rules.model.kingdom",
    "KingdomReading": "scorer.vision.reading",
    "NotationError": "scorer.rules.model.notation",
    "PhotoError": "scorer.vision.photo.errors",
    "Place": "scorer.rules.model.terrain",
    "Player": "scorer.rules.table.player",
    "Ranking": "scorer.rules.table.ranking",
    "Reading": "scorer.vision.reading",
    "Rules": "scorer.rules.model.rules",
    "ScoreSheet": "scorer.rules.scoring.sheet",
    "SettledRules": "scorer.rules.model.rules",
    "Square": "scorer.rules.model.terrain",
    "Table": "scorer.rules.table.table",
    "Terrain": "scorer.rules.model.terrain",
    "check": "scorer.rules.legality",
    "corrections": "scorer.rules.legality",
    "rank": "scorer.rules.table.ranking",
    "read_photo": "scorer.vision.reader",
    "read_photos": "scorer.vision.reader",
    "score": "scorer.rules.scoring.score",
}
"""Where each public name is found."""


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
