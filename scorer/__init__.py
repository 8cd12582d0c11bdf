"""Kingdomino and Queendomino: a photo of a finished kingdom in, a checked and explained score out.

>>> kingdom = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
>>> score(kingdom).total, check(kingdom).legal
(16, True)

``read_photo`` needs numpy and OpenCV and is loaded when it is first asked for.
"""

from typing import TYPE_CHECKING

from scorer.rules.legality import check
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.rules.table.table import Table

if TYPE_CHECKING:
    from scorer.vision.reader import read_photo

__all__ = ["Kingdom", "Table", "check", "read_photo", "score"]


def __getattr__(name: str) -> object:
    if name == "read_photo":
        from scorer.vision.reader import read_photo

        return read_photo
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
