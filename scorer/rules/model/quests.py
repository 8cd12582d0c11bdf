"""Age of Giants' quests: 17 tiles, of which two are open at a table for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Terrain

OPEN_QUESTS: Final = 2
"""So many quests are chosen for a table."""


class QuestKind(StrEnum):
    """The condition of a quest. Some kinds have one tile for each terrain but the town."""

    HARMONY = "harmony"
    MIDDLE_KINGDOM = "middle_kingdom"
    LOST_CORNER = "lost_corner"
    LOCAL_BUSINESS = "local_business"
    FOUR_CORNERS = "four_corners"
    BLEAK_KING = "bleak_king"
    FOLIE_DES_GRANDEURS = "folie_des_grandeurs"


TERRAIN_QUESTS: Final = (QuestKind.LOCAL_BUSINESS, QuestKind.FOUR_CORNERS)

QUEST_POINTS: Mapping[QuestKind, int] = MappingProxyType(
    {
        QuestKind.HARMONY: 5,
        QuestKind.MIDDLE_KINGDOM: 10,
        QuestKind.LOST_CORNER: 20,
        QuestKind.LOCAL_BUSINESS: 5,
        QuestKind.FOUR_CORNERS: 5,
        QuestKind.BLEAK_KING: 10,
        QuestKind.FOLIE_DES_GRANDEURS: 10,
    }
)
"""Points of a quest: once, or for each square, territory or line that it counts."""

QUEST_NAMES: Mapping[QuestKind, Message] = MappingProxyType(
    {
        QuestKind.HARMONY: Message("Harmony"),
        QuestKind.MIDDLE_KINGDOM: Message("Middle Kingdom"),
        QuestKind.LOST_CORNER: Message("Lost Corner"),
        QuestKind.LOCAL_BUSINESS: Message("Local Business"),
        QuestKind.FOUR_CORNERS: Message("Four Corners"),
        QuestKind.BLEAK_KING: Message("Bleak King"),
        QuestKind.FOLIE_DES_GRANDEURS: Message("Folie des Grandeurs"),
    }
)


class QuestError(ValueError):
    """A name of no quest, or quests that cannot lie open together. ``message`` says which, and what there is."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Quest:
    """One quest tile. Make it with ``Quest.parse``, which refuses what is on no tile.

    >>> str(Quest.parse("local_business:wheat")), len(QUESTS)
    ('local_business:wheat', 17)
    """

    kind: QuestKind
    terrain: Terrain | None = None

    @classmethod
    def parse(cls, text: str) -> Quest:
        """The quest of this name, with the terrain behind a colon where its tile shows one.

        >>> Quest.parse("four_corners")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        scorer.rules.model.quests.QuestError: “four_corners” is no quest; use harmony, middle_kingdom, lost_corner, ...
        """
        quest = _BY_NAME.get(text)
        if quest is None:
            values = {"quest": text[:_MAX_QUOTED_LENGTH], "known": ", ".join(QUEST_FORMS)}
            raise QuestError(Message("“{quest}” is no quest; use {known}", values))
        return quest

    @property
    def name(self) -> Message:
        """The tile's name for players, with its terrain."""
        name = QUEST_NAMES[self.kind]
        return Message("{quest} ({terrain})", {"quest": name, "terrain": self.terrain}) if self.terrain else name

    @property
    def points(self) -> int:
        """Points once, or for each square, territory or line that it counts."""
        return QUEST_POINTS[self.kind]

    def __str__(self) -> str:
        return f"{self.kind}:{self.terrain}" if self.terrain else str(self.kind)


def _tiles() -> tuple[Quest, ...]:
    terrains = [terrain for terrain in Terrain if terrain is not Terrain.TOWN]
    return tuple(
        Quest(kind, terrain) for kind in QuestKind for terrain in (terrains if kind in TERRAIN_QUESTS else [None])
    )


_MAX_QUOTED_LENGTH = 40
QUESTS: Final = _tiles()
"""Every quest tile; there is one of each."""

QUEST_FORMS: Final = tuple(f"{kind}:TERRAIN" if kind in TERRAIN_QUESTS else str(kind) for kind in QuestKind)
"""How quests are written."""

_BY_NAME = {str(quest): quest for quest in QUESTS}


def check_quests(quests: tuple[Quest, ...]) -> None:
    """Raise ``QuestError`` for more quests than lie open at a table, or for one tile twice."""
    if len(quests) > OPEN_QUESTS:
        values = {"count": len(quests), "most": OPEN_QUESTS}
        raise QuestError(Message("{count} quests are too many; {most} lie open at a table", values))
    if len(set(quests)) < len(quests):
        raise QuestError(Message("“{quest}” is one tile, and cannot lie open twice", {"quest": str(quests[0])}))
