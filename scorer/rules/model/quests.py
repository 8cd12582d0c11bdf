"""Age of Giants' quests. Two tiles are in play in a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Terrain

OPEN_QUESTS: Final = 2
"""The number of quests in a game."""


class QuestKind(StrEnum):
    """The condition of a quest. Some kinds have one tile for each terrain but the town."""

    HARMONY = "harmony"
    MIDDLE_KINGDOM = "middle_kingdom"
    LOST_CORNER = "lost_corner"
    LOCAL_BUSINESS = "local_business"
    FOUR_CORNERS = "four_corners"
    BLEAK_KING = "bleak_king"
    FOLIE_DES_GRANDEURS = "folie_des_grandeurs"


class QuestTile(NamedTuple):
    """The tile of one kind of quest.

    ``points`` count once, or for each square, territory or line. ``rule`` may name them, the ``size`` of the grid and
    the ``terrain``. ``picture`` illustrates the rule on a 5×5 grid in the notation; ``#`` is the tile's own terrain. A
    kind ``of_terrain`` has a tile for each terrain but the town.
    """

    points: int
    name: Message
    rule: Message
    picture: str
    of_terrain: bool = False


QUEST_TILES: Mapping[QuestKind, QuestTile] = MappingProxyType(
    {
        QuestKind.HARMONY: QuestTile(
            5,
            Message("Harmony"),
            Message("{points} points if all places of the {size}×{size} grid are filled."),
            "wwfff/wwffl/ggCll/gglls/ggsss",
        ),
        QuestKind.MIDDLE_KINGDOM: QuestTile(
            10,
            Message("Middle Kingdom"),
            Message("{points} points if the castle lies on the middle square of the grid."),
            "...../...../..C../...../.....",
        ),
        QuestKind.LOST_CORNER: QuestTile(
            20,
            Message("Lost Corner"),
            Message("{points} points if the castle lies on a corner square of the grid."),
            "C..../...../...../...../.....",
        ),
        QuestKind.LOCAL_BUSINESS: QuestTile(
            5,
            Message("Local Business"),
            Message("{points} points for each of the 8 squares around the castle that is {terrain}."),
            "...../.###./.#C#./.###./.....",
            of_terrain=True,
        ),
        QuestKind.FOUR_CORNERS: QuestTile(
            5,
            Message("Four Corners"),
            Message("{points} points for each corner square of the {size}×{size} grid that is {terrain}."),
            "#...#/...../...../...../#...#",
            of_terrain=True,
        ),
        QuestKind.BLEAK_KING: QuestTile(
            10,
            Message("Bleak King"),
            Message(
                "{points} points for each wheat, forest, lake or grassland territory of 5 squares or more without "
                "crowns. A crown under a giant does not count."
            ),
            "...../.gg../.ggg./...../.....",
        ),
        QuestKind.FOLIE_DES_GRANDEURS: QuestTile(
            10,
            Message("Folie des Grandeurs"),
            Message(
                "{points} points for each three squares with crowns side by side in a row, a column or a diagonal. "
                "A crown under a giant does not count."
            ),
            "...../.w1.../..f1../...l1./.....",
        ),
    }
)


class QuestError(ValueError):
    """An unknown quest, or quests that cannot be in play together. ``message`` names them and the alternatives."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Quest:
    """One quest tile. ``Quest.parse`` makes it, and rejects quests that are on no tile.

    >>> Quest.parse("local_business:wheat").points
    5
    """

    kind: QuestKind
    terrain: Terrain | None = None

    @classmethod
    def parse(cls, text: str) -> Quest:
        """The quest of this name, with the terrain after a colon if its tile shows one.

        >>> Quest.parse("four_corners")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        scorer.rules.model.quests.QuestError: “four_corners” is not a quest; use harmony, middle_kingdom, ...
        """
        quest = _BY_NAME.get(text)
        if quest is None:
            values = {"quest": text[:_MAX_QUOTED_LENGTH], "known": ", ".join(QUEST_FORMS)}
            raise QuestError(Message("“{quest}” is not a quest; use {known}", values))
        return quest

    @property
    def name(self) -> Message:
        """The tile's name for players, with its terrain."""
        name = QUEST_TILES[self.kind].name
        return Message("{quest} ({terrain})", {"quest": name, "terrain": self.terrain}) if self.terrain else name

    @property
    def points(self) -> int:
        """Points once, or for each square, territory or line that it counts."""
        return QUEST_TILES[self.kind].points

    def __str__(self) -> str:
        return f"{self.kind}:{self.terrain}" if self.terrain else str(self.kind)


def _tiles() -> tuple[Quest, ...]:
    terrains = [terrain for terrain in Terrain if terrain is not Terrain.TOWN]
    return tuple(
        Quest(kind, terrain)
        for kind, tile in QUEST_TILES.items()
        for terrain in (terrains if tile.of_terrain else [None])
    )


_MAX_QUOTED_LENGTH = 40
QUESTS: Final = _tiles()
"""Every quest tile; there is one of each."""

QUEST_FORMS: Final = tuple(f"{kind}:TERRAIN" if tile.of_terrain else str(kind) for kind, tile in QUEST_TILES.items())
"""The form of a quest in the notation."""

_BY_NAME = {str(quest): quest for quest in QUESTS}


def check_quests(quests: tuple[Quest, ...]) -> None:
    """Raise ``QuestError`` for more quests than a game has in play, or for the same tile twice."""
    if len(quests) > OPEN_QUESTS:
        values = {"count": len(quests), "most": OPEN_QUESTS}
        raise QuestError(Message("{count} quests are too many; {most} are in play in a game", values))
    if len(set(quests)) < len(quests):
        raise QuestError(Message("“{quest}” is one tile and cannot be in play twice", {"quest": str(quests[0])}))
