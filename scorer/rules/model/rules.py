"""The rules of a game: edition, variants, box and grid, as chosen and as settled for given kingdoms."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorer.rules.model.court import shows_court
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.model.quests import OPEN_QUESTS, Quest, QuestError, QuestKind, check_quests
from scorer.rules.model.terrain import Place, Terrain

US, OLDER = EDITIONS = ("us", "older")
"""The US rulebook, and the older English and French rulebooks."""

SMALL_GRID, LARGE_GRID = GRID_SIZES = (5, 7)
"""The sides of the grids in the rulebooks."""


@dataclass(frozen=True)
class Rules:
    """The rules of one game.

    ``edition`` is one of ``EDITIONS``. ``box`` and ``size`` (the side of the grid, one of ``GRID_SIZES``) follow from
    the kingdom if they are ``None``. ``giants`` plays Age of Giants, whose ``quests``, up to two, take the place of
    the two bonuses; ``court`` plays The Court. Raises ``ValueError`` for any other edition or size, and for quests and
    expansions that cannot be combined.

    >>> settled = Rules(harmony=True).settled(Kingdom.parse("wfC"))
    >>> settled.harmony, settled.box, settled.size, settled.giants
    (True, <Box.KINGDOMINO: 'kingdomino'>, 5, False)
    """

    edition: str = US
    harmony: bool = False
    middle_kingdom: bool = False
    box: Box | None = None
    size: int | None = None
    giants: bool = False
    quests: tuple[Quest, ...] = ()
    court: bool = False

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise ValueError(f"edition must be “{US}” or “{OLDER}”, not {self.edition!r}")
        if self.size not in (None, *GRID_SIZES):
            raise ValueError(f"size must be {SMALL_GRID} or {LARGE_GRID}, not {self.size!r}")
        check_quests(self.quests)
        if self.quests and not self.giants:
            raise QuestError(Message("quests belong to Age of Giants; choose it too"))
        if self.giants and (self.harmony or self.middle_kingdom):
            raise QuestError(
                Message("with Age of Giants, Harmony and Middle Kingdom are quests; choose them among the quests")
            )

    def settled(self, kingdom: Kingdom) -> SettledRules:
        """The rules with box and size filled in from this kingdom, if they are not given."""
        settled = self.with_box_and_size(self.box or box_of(kingdom), self.size or size_of(kingdom))
        is_open = self.size is None and min_size_of(kingdom) != settled.size
        return replace(settled, court=settled.court or has_court(kingdom), is_size_open=settled.is_size_open or is_open)

    @property
    def lacks_quests(self) -> bool:
        """Whether Age of Giants is played with fewer quests than a game has in play."""
        return self.giants and len(self.quests) < OPEN_QUESTS

    def with_box_and_size(self, box: Box, size: int) -> SettledRules:
        """The rules with this box and size; with giants in the box, quests replace the bonuses."""
        box = box.with_giants if self.giants else box
        bonuses = {QuestKind.HARMONY: self.harmony, QuestKind.MIDDLE_KINGDOM: self.middle_kingdom}
        changed: dict[str, object] = {
            "harmony": self.harmony and not box.has_giants,
            "middle_kingdom": self.middle_kingdom and not box.has_giants,
            "box": box,
            "size": size,
            "giants": box.has_giants,
        }
        if box.has_giants and any(bonuses.values()):
            changed["left_out"] = tuple(bonus for bonus, is_played in bonuses.items() if is_played)
        return SettledRules(**vars(self) | changed)


@dataclass(frozen=True)
class SettledRules(Rules):
    """Rules with a known box and size; ``giants`` says whether Age of Giants is in the box.

    ``left_out`` are requested bonuses that do not count, because giants were found and quests replace them.
    ``is_size_open`` is true if the size depends on unknown squares.

    >>> Rules(harmony=True).settled(Kingdom.parse("w1!wC")).left_out
    (<QuestKind.HARMONY: 'harmony'>,)
    """

    box: Box = Box.KINGDOMINO
    size: int = SMALL_GRID
    left_out: tuple[QuestKind, ...] = ()
    is_size_open: bool = False

    @property
    def sizes(self) -> tuple[int, ...]:
        """The possible sides of the grid."""
        return GRID_SIZES if self.is_size_open else (self.size,)


def box_of(kingdom: Kingdom) -> Box:
    """The box of a kingdom if none is given.

    It is Queendomino if the kingdom has a town or a token, with Age of Giants if it has a giant.

    >>> [str(box_of(Kingdom.parse(notation))) for notation in ("wfC", "wtC", "w1!C")]
    ['kingdomino', 'queendomino', 'kingdomino+giants']
    """
    tokens = kingdom.coins or kingdom.towers or kingdom.knights or kingdom.queen
    squares = kingdom.squares().values()
    town = any(square.terrain is Terrain.TOWN for square in squares)
    box = Box.QUEENDOMINO if tokens or town else Box.KINGDOMINO
    return box.with_giants if any(square.giants for square in squares) else box


def has_court(kingdom: Kingdom) -> bool:
    """Whether a kingdom has tiles or resources of The Court."""
    return any(map(shows_court, kingdom.squares().values()))


def size_of(kingdom: Kingdom) -> int:
    """The side of the grid for a kingdom if none is given."""
    return size_for(max(kingdom.height, kingdom.width))


def min_size_of(kingdom: Kingdom) -> int:
    """The side of the grid for a kingdom if all its unknown squares are empty.

    >>> kingdom = Kingdom.parse("wwCff?/ww....")
    >>> size_of(kingdom), min_size_of(kingdom)
    (7, 5)
    """
    known = [position for position, cell in kingdom.cells() if cell not in (Place.UNKNOWN, Place.EMPTY)]
    return size_for(max((max(line) - min(line) + 1 for line in zip(*known, strict=True)), default=0))


def size_for(extent: int) -> int:
    """The side of the smallest grid that holds the given width or height; the largest grid if none does.

    >>> size_for(5), size_for(6), size_for(9)
    (5, 7, 7)
    """
    return SMALL_GRID if extent <= SMALL_GRID else LARGE_GRID
