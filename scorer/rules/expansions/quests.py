"""The points of Age of Giants' quests in play, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorer.rules.model.kingdom import Kingdom, Position, around, neighbours, square_name
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.quests import Quest, QuestKind
from scorer.rules.model.rules import SettledRules
from scorer.rules.model.terrain import Cell, Place, Square, Terrain, is_hidden
from scorer.rules.scoring.bonuses import has_harmony, is_middle_kingdom
from scorer.rules.scoring.sheet import ScoreLine
from scorer.rules.scoring.territories import Territory, crowns_on, territories

MIN_BLEAK_SQUARES = 5
"""Minimum number of squares in a crownless territory that the Bleak King counts."""

BLEAK_TERRAINS = (Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE, Terrain.GRASSLAND)

LINE = 3
"""Number of crowned squares in a line."""

Found = Sequence[Territory]
Lines = Callable[[Kingdom, Quest, SettledRules, Found], list[ScoreLine]]
Range = Callable[[Kingdom, Quest, SettledRules], tuple[int, int]]


class Counting(NamedTuple):
    """How a kind of quest is counted.

    ``lines`` of a kingdom; a quest without points has a line with the reason. ``range`` is the minimum and maximum
    points of a kingdom with unknown squares or hidden crowns, over everything that they can be. It may be too wide:
    ``_up_to`` is right for every quest. ``terrains`` are those that matter to the quest, besides its own.
    """

    lines: Lines
    range: Range
    terrains: frozenset[Terrain] = frozenset(Terrain)


def quest_lines(kingdom: Kingdom, rules: SettledRules, found: Found) -> dict[Quest, list[ScoreLine]]:
    """The lines of every quest in play; a quest without points has a line with the reason.

    >>> from scorer.rules.model.rules import Rules
    >>> quest, kingdom = Quest.parse("lost_corner"), Kingdom.parse("Cww")
    >>> rules = Rules(giants=True, quests=(quest,)).settled(kingdom)
    >>> [(str(line.message), line.points) for line in quest_lines(kingdom, rules, territories(kingdom))[quest]]
    [('Lost Corner: the castle at A1 is on a corner', 20)]
    """
    return {quest: _COUNTING[quest.kind].lines(kingdom, quest, rules, found) for quest in rules.quests}


def quest_range(kingdom: Kingdom, quest: Quest, rules: SettledRules) -> tuple[int, int]:
    """The minimum and maximum points of a quest, for anything hidden; the range may be too wide.

    >>> from scorer.rules.model.rules import Rules
    >>> quest, kingdom = Quest.parse("local_business:wheat"), Kingdom.parse("?w?/wCw/ww?")
    >>> quest_range(kingdom, quest, Rules(giants=True, quests=(quest,)).settled(kingdom))
    (25, 40)
    """
    if any(is_hidden(cell) for _, cell in kingdom.cells()):
        return _COUNTING[quest.kind].range(kingdom, quest, rules)
    points = _points(kingdom, quest, rules)
    return points, points


def terrains_of(quest: Quest) -> frozenset[Terrain]:
    """The terrains that matter to a quest; squares of all others count alike for it.

    >>> sorted(terrains_of(Quest.parse("four_corners:mine"))), sorted(terrains_of(Quest.parse("lost_corner")))
    ([<Terrain.MINE: 'mine'>], [])
    """
    return _COUNTING[quest.kind].terrains | ({quest.terrain} if quest.terrain else set())


# -- the quests --------------------------------------------------------------------------------------------------------


def _line(message: Message, points: int, cells: tuple[Position, ...] = ()) -> ScoreLine:
    return ScoreLine("quests", message, points, cells)


def _harmony(kingdom: Kingdom, quest: Quest, rules: SettledRules, found: Found) -> list[ScoreLine]:
    del found
    earned, message = has_harmony(kingdom, rules.size, rules.edition)
    return [_line(message, quest.points * earned)]


def _middle_kingdom(kingdom: Kingdom, quest: Quest, rules: SettledRules, found: Found) -> list[ScoreLine]:
    del rules, found
    earned, message = is_middle_kingdom(kingdom)
    return [_line(message, quest.points * earned, kingdom.castles)]


def _lost_corner(kingdom: Kingdom, quest: Quest, rules: SettledRules, found: Found) -> list[ScoreLine]:
    """The quest of the four corners. A kingdom smaller than its grid may lie anywhere in it, so its own corners
    count."""
    del rules, found
    if len(kingdom.castles) != 1:
        return [_line(Message("Lost Corner: the kingdom must have exactly one castle"), 0)]
    (row, column) = castle = kingdom.castles[0]
    values = {"castle": square_name(castle)}
    if not kingdom.squares() or row not in (0, kingdom.height - 1) or column not in (0, kingdom.width - 1):
        return [_line(Message("Lost Corner: the castle at {castle} is not on a corner", values), 0, (castle,))]
    return [_line(Message("Lost Corner: the castle at {castle} is on a corner", values), quest.points, (castle,))]


def _local_business(kingdom: Kingdom, quest: Quest, rules: SettledRules, found: Found) -> list[ScoreLine]:
    del rules, found
    nearby = around(kingdom.castles[0]) if len(kingdom.castles) == 1 else ()
    cells = tuple(position for position in nearby if _is_of(kingdom.get(position), quest.terrain))
    message = counted(
        "{quest}: {count} square around the castle × {points}",
        "{quest}: {count} squares around the castle × {points}",
        len(cells),
        {"quest": quest.name, "points": quest.points},
    )
    return [_line(message, quest.points * len(cells), cells)]


def _four_corners(kingdom: Kingdom, quest: Quest, rules: SettledRules, found: Found) -> list[ScoreLine]:
    """The quest of the corners of the grid. Over a smaller kingdom, the grid is placed for the most points."""
    del found
    corners = [
        tuple(position for position in grid if _is_of(kingdom.get(position), quest.terrain))
        for grid in _grid_corners(kingdom, rules.size)
    ]
    cells = max(corners, key=len)
    message = counted(
        "{quest}: {count} corner of the grid × {points}",
        "{quest}: {count} corners of the grid × {points}",
        len(cells),
        {"quest": quest.name, "points": quest.points},
    )
    lines = [_line(message, quest.points * len(cells), cells)]
    if len(corners) > 1:
        note = Message(
            "{quest}: the rules don’t say where the grid lies over a smaller kingdom; it was placed for the most points"
        )
        lines.append(_line(replace(note, values={"quest": quest.name}), 0))
    return lines


def _bleak_king(kingdom: Kingdom, quest: Quest, rules: SettledRules, found: Found) -> list[ScoreLine]:
    del kingdom, rules
    lines = [
        _line(
            Message(
                "Bleak King: {terrain}, {count} squares without a crown",
                {"terrain": territory.terrain, "count": territory.squares},
            ),
            quest.points,
            territory.cells,
        )
        for territory in _bleak(found)
    ]
    return lines or [_line(Message("Bleak King: every territory of 5 or more squares has a crown"), 0)]


def _folie(kingdom: Kingdom, quest: Quest, rules: SettledRules, found: Found) -> list[ScoreLine]:
    del rules, found
    lines = [
        _line(
            Message("Folie des Grandeurs: {count} crowned squares side by side", {"count": LINE}), quest.points, cells
        )
        for cells in _crowned_lines(kingdom)
    ]
    none = Message("Folie des Grandeurs: no {count} crowned squares lie side by side", {"count": LINE})
    note = Message(
        "Folie des Grandeurs: the rules don’t say whether two lines may share a square, as here, or whether a "
        "square with all crowns covered counts"
    )
    return [*(lines or [_line(none, 0)]), _line(note, 0)]


# -- what they look for ------------------------------------------------------------------------------------------------


def _is_of(cell: object, terrain: Terrain | None) -> bool:
    return isinstance(cell, Square) and cell.terrain is terrain


def _bleak(found: Found) -> list[Territory]:
    return [t for t in found if t.terrain in BLEAK_TERRAINS and t.squares >= MIN_BLEAK_SQUARES and not t.crowns]


def _grid_corners(kingdom: Kingdom, size: int) -> Iterator[tuple[Position, ...]]:
    """The four corners of every grid that contains the kingdom, or of its own rectangle if that is larger."""
    height, width = max(size, kingdom.height), max(size, kingdom.width)
    for top in range(kingdom.height - height, 1):
        for left in range(kingdom.width - width, 1):
            yield tuple((row, column) for row in (top, top + height - 1) for column in (left, left + width - 1))


def _crowned_lines(kingdom: Kingdom) -> list[tuple[Position, ...]]:
    """The maximum number of lines of three crowned squares such that no two share more than one square.

    Lines in different directions never do. Lines along one run of crowned squares share one if each starts on the last
    square of the previous line.

    >>> len(_crowned_lines(Kingdom.parse("m1m1m1/m1m1m1/m1m1m1"))), len(_crowned_lines(Kingdom.parse("m1m1m1m1")))
    (8, 1)
    """
    crowned = {position for position, square in kingdom.squares().items() if crowns_on(square)}
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in sorted(crowned):
            if (row - down, column - right) in crowned:
                continue  # not where its run begins
            run = [(row, column)]
            while (following := (run[-1][0] + down, run[-1][1] + right)) in crowned:
                run.append(following)
            lines += [tuple(run[at : at + LINE]) for at in range(0, len(run) - LINE + 1, LINE - 1)]
    return lines


# -- what is hidden ----------------------------------------------------------------------------------------------------


def _up_to(max_count: int) -> Range:
    """The range of any quest that scores at most ``max_count`` times."""
    return lambda _, quest, __: (0, max_count * quest.points)


def _by_outline(max_count: int) -> Range:
    """The range of a quest that depends only on the castle, the kingdom's outline, and which places hold a square, or a
    square of its own terrain: more of these never score less."""

    def range_of(kingdom: Kingdom, quest: Quest, rules: SettledRules) -> tuple[int, int]:
        emptiest, fullest = _emptiest(kingdom), _fullest(kingdom, quest)
        if kingdom.castles and (emptiest.height, emptiest.width) == (fullest.height, fullest.width):
            return _points(emptiest, quest, rules), _points(fullest, quest, rules)
        return _up_to(max_count)(kingdom, quest, rules)

    return range_of


def _by_squares(max_count: int) -> Range:
    """The range of a quest of a terrain (``of_terrain``) that depends only on the places relative to the castle that
    hold a square of this terrain."""

    def range_of(kingdom: Kingdom, quest: Quest, rules: SettledRules) -> tuple[int, int]:
        if kingdom.castles:
            return _points(_emptiest(kingdom), quest, rules), _points(_fullest(kingdom, quest), quest, rules)
        return _up_to(max_count)(kingdom, quest, rules)

    return range_of


def _bleak_range(kingdom: Kingdom, quest: Quest, rules: SettledRules) -> tuple[int, int]:
    """The least: the territories that the Bleak King counts and that nothing hidden can change. The most: these, and
    as many more as the other squares suffice for."""
    del rules
    unknown = _unknown(kingdom)
    found = _bleak(territories(kingdom))
    uncertain = (
        unknown | {neighbour for position in unknown for neighbour in neighbours(position)} | _crowns_hidden(kingdom)
    )
    certain = [territory for territory in found if uncertain.isdisjoint(territory.cells)]
    if not unknown:
        return quest.points * len(certain), quest.points * len(found)
    in_certain = {position for territory in certain for position in territory.cells}
    bare = [p for p, s in kingdom.squares().items() if s.terrain in BLEAK_TERRAINS and not crowns_on(s)]
    open_squares = len(unknown) + sum(position not in in_certain for position in bare)
    high = len(certain) + open_squares // MIN_BLEAK_SQUARES
    return quest.points * len(certain), quest.points * high


def _folie_range(kingdom: Kingdom, quest: Quest, rules: SettledRules) -> tuple[int, int]:
    """From no crown on anything hidden to crowns on everything."""
    del rules
    crowned = dict.fromkeys(_crowns_hidden(kingdom) | _unknown(kingdom), Square(Terrain.MINE, 9))
    high = len(_crowned_lines(_with_cells(kingdom, crowned)))
    return quest.points * len(_crowned_lines(kingdom)), quest.points * high


def _unknown(kingdom: Kingdom) -> set[Position]:
    return {position for position, cell in kingdom.cells() if cell is Place.UNKNOWN}


def _crowns_hidden(kingdom: Kingdom) -> set[Position]:
    return {position for position, square in kingdom.squares().items() if square.crowns is None}


def _emptiest(kingdom: Kingdom) -> Kingdom:
    return _with_cells(kingdom, dict.fromkeys(_unknown(kingdom), Place.EMPTY))


def _fullest(kingdom: Kingdom, quest: Quest) -> Kingdom:
    """The kingdom with squares of the quest's terrain on all unknown places, or of any if the quest has none."""
    return _with_cells(kingdom, dict.fromkeys(_unknown(kingdom), Square(quest.terrain or Terrain.WHEAT)))


def _with_cells(kingdom: Kingdom, cells: Mapping[Position, Cell]) -> Kingdom:
    return Kingdom.from_cells({**dict(kingdom.cells()), **cells})


def _points(kingdom: Kingdom, quest: Quest, rules: SettledRules) -> int:
    return sum(line.points for line in _COUNTING[quest.kind].lines(kingdom, quest, rules, territories(kingdom)))


_COUNTING: Mapping[QuestKind, Counting] = {
    QuestKind.HARMONY: Counting(_harmony, _by_outline(1), frozenset()),
    QuestKind.MIDDLE_KINGDOM: Counting(_middle_kingdom, _by_outline(1), frozenset()),
    QuestKind.LOST_CORNER: Counting(_lost_corner, _by_outline(1), frozenset()),
    QuestKind.LOCAL_BUSINESS: Counting(_local_business, _by_squares(8), frozenset()),
    QuestKind.FOUR_CORNERS: Counting(_four_corners, _by_outline(4), frozenset()),
    QuestKind.BLEAK_KING: Counting(_bleak_king, _bleak_range, frozenset(BLEAK_TERRAINS)),
    QuestKind.FOLIE_DES_GRANDEURS: Counting(_folie, _folie_range, frozenset()),
}
