"""The two variant bonuses: whether each is earned, and why."""

from __future__ import annotations

from scorer.rules.model.kingdom import Kingdom, square_name
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.quests import QUEST_TILES, QuestKind
from scorer.rules.model.rules import OLDER, SettledRules

HARMONY_POINTS = 5
MIDDLE_KINGDOM_POINTS = 10


def bonus_points(kingdom: Kingdom, rules: SettledRules) -> int:
    """The points of the bonuses in play.

    >>> from scorer.rules.model.rules import Rules
    >>> kingdom = Kingdom.parse("wCw")
    >>> bonus_points(kingdom, Rules(harmony=True, middle_kingdom=True).settled(kingdom))
    10
    """
    harmony = rules.harmony and has_harmony(kingdom, rules.size, rules.edition)[0]
    middle = rules.middle_kingdom and is_middle_kingdom(kingdom)[0]
    return HARMONY_POINTS * harmony + MIDDLE_KINGDOM_POINTS * middle


def left_out(bonus: QuestKind) -> Message:
    """The reasons why requested bonuses do not count in a game with giants.

    >>> str(left_out(QuestKind.HARMONY))[:49]
    'Harmony: not counted, because there are giants; s'
    """
    return Message(
        "{bonus}: not counted, because there are giants; switch Age of Giants on and choose it as a "
        "quest, or remove the giants",
        {"bonus": QUEST_TILES[bonus].name},
    )


def has_harmony(kingdom: Kingdom, size: int, edition: str) -> tuple[bool, Message]:
    """Harmony: the grid is full; at the end of a game this means that nothing was discarded.

    >>> earned, why = has_harmony(Kingdom.parse("ww/C."), 5, "us")
    >>> earned, str(why)
    (False, 'Harmony: 22 places of the 5×5 grid are not filled')
    """
    missing = size * size - len(kingdom.squares()) - len(kingdom.castles)
    values = {"size": size}
    if missing > 0:
        return False, counted(
            "Harmony: {count} place of the {size}×{size} grid is not filled",
            "Harmony: {count} places of the {size}×{size} grid are not filled",
            missing,
            values,
        )
    if missing < 0 or max(kingdom.height, kingdom.width) > size or len(kingdom.castles) != 1:
        return False, Message("Harmony: this is not a {size}×{size} grid with one castle", values)
    if edition == OLDER:
        return True, Message("Harmony: the {size}×{size} grid is full, so no domino was discarded", values)
    return True, Message("Harmony: the {size}×{size} grid is full", values)


def is_middle_kingdom(kingdom: Kingdom) -> tuple[bool, Message]:
    """Middle Kingdom: as many rows above the castle as below it, as many columns to its left as to its right.

    No rulebook defines it for a kingdom smaller than its grid. This reading is the only one that agrees
    with all published tests of other programs; a castle with no domino scores nothing.

    >>> earned, why = is_middle_kingdom(Kingdom.parse("wwC/ff."))
    >>> earned, str(why)
    (False, 'Middle Kingdom: the castle at C1 is not in the middle of the kingdom')
    """
    if len(kingdom.castles) != 1:
        return False, Message("Middle Kingdom: the kingdom must have exactly one castle")
    (row, column) = castle = kingdom.castles[0]
    if not kingdom.squares():
        return False, Message("Middle Kingdom: no domino was laid")
    values = {"castle": square_name(castle), "height": kingdom.height, "width": kingdom.width}
    if (2 * row, 2 * column) != (kingdom.height - 1, kingdom.width - 1):
        return False, Message("Middle Kingdom: the castle at {castle} is not in the middle of the kingdom", values)
    return True, Message(
        "Middle Kingdom: the castle at {castle} is in the middle of the kingdom ({height} high, {width} wide)", values
    )
