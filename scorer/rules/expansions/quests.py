"""The points of Age of Giants' quests in play, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from scorer.rules.model.kingdom import Kingdom, Position, around, neighbours, square_name
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.quests import Quest, QuestKind
from scorer.rules.model.rules import SettledRules
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.rules.scoring.bonuses import has_harmony, is_middle_kingdom
from scorer.rules.scoring.sheet import ScoreLine
from scorer.rules.scoring.territories import Territory, crowns_on, territories

MIN_BLEAK_SQUARES = 5
"""Minimum number of squares in a crownless territory that the Bleak King counts."""

BLEAK_TERRAINS = (Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE, Terrain.GRASSLAND)

LINE = 3
"""Number of crowned squares in a line."""

Found = Sequence[Territory]
Count = Callable[[Kingdom, Quest, SettledRules, Found], list[ScoreLine]]


def quest_lines(kingdom: Kingdom, rules: SettledRules, found: Found) -> dict[Quest, list[ScoreLine]]:
    """The lines of every quest in play; a quest without points has a line with the reason.

    >>> from scorer.rules.model.rules import Rules
    >>> quest, kingdom = Quest.parse("lost_corner"), Kingdom.parse("Cww")
    >>> rules = Rules(giants=True, quests=(quest,)).settled(kingdom)
    >>> [(str(line.message), line.points) for line in quest_lines(kingdom, rules, territories(kingdom))[quest]]
    [('Lost Corner: the castle A1 lies on a corner', 20)]
    """
    return {quest: _COUNTS[quest.kind](kingdom, quest, rules, found) for quest in rules.quests}


def quests_range(kingdom: Kingdom, rules: SettledRules) -> tuple[int, int]:
    """The minimum and maximum points of the quests in play, for anything hidden; the range may be too wide."""
    ranges = [_range(kingdom, quest, rules) for quest in rules.quests]
    return sum(low for low, _ in ranges), sum(high for _, high in ranges)


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
        return [_line(Message("Lost Corner: there is not exactly one castle"), 0)]
    (row, column) = castle = kingdom.castles[0]
    values = {"castle": square_name(castle)}
    if not kingdom.squares() or row not in (0, kingdom.height - 1) or column not in (0, kingdom.width - 1):
        return [_line(Message("Lost Corner: the castle {castle} lies on no corner", values), 0, (castle,))]
    return [_line(Message("Lost Corner: the castle {castle} lies on a corner", values), quest.points, (castle,))]


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
    return lines or [_line(Message("Bleak King: no territory of 5 or more squares is without a crown"), 0)]


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


_COUNTS: Mapping[QuestKind, Count] = {
    QuestKind.HARMONY: _harmony,
    QuestKind.MIDDLE_KINGDOM: _middle_kingdom,
    QuestKind.LOST_CORNER: _lost_corner,
    QuestKind.LOCAL_BUSINESS: _local_business,
    QuestKind.FOUR_CORNERS: _four_corners,
    QuestKind.BLEAK_KING: _bleak_king,
    QuestKind.FOLIE_DES_GRANDEURS: _folie,
}


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


def _range(kingdom: Kingdom, quest: Quest, rules: SettledRules) -> tuple[int, int]:
    squares = kingdom.squares()
    unknown = {position for position, cell in kingdom.cells() if cell is Place.UNKNOWN}
    hidden = {position for position, square in squares.items() if square.crowns is None}
    if quest.kind is QuestKind.BLEAK_KING:
        low, high = _bleak_count_range(kingdom, unknown, hidden)
        return quest.points * low, quest.points * high
    if quest.kind is QuestKind.FOLIE_DES_GRANDEURS:
        rich = {position: Square(Terrain.MINE, 9) for position in hidden | unknown}
        high = len(_crowned_lines(Kingdom.from_cells({**dict(kingdom.cells()), **rich})))
        return quest.points * len(_crowned_lines(kingdom)), quest.points * high
    if not unknown:
        points = _points(kingdom, quest, rules)
        return points, points
    return _range_of_outline(kingdom, quest, rules, unknown)


def _bleak_count_range(kingdom: Kingdom, unknown: set[Position], hidden: set[Position]) -> tuple[int, int]:
    """The minimum number of territories that the Bleak King counts, which nothing unknown can join, and the maximum."""
    found = _bleak(territories(kingdom))
    unknown_or_adjacent = unknown | {neighbour for position in unknown for neighbour in neighbours(position)}
    certain = [territory for territory in found if (unknown_or_adjacent | hidden).isdisjoint(territory.cells)]
    if not unknown:
        return len(certain), len(found)
    in_certain = {position for territory in certain for position in territory.cells}
    bare = [p for p, s in kingdom.squares().items() if s.terrain in BLEAK_TERRAINS and not crowns_on(s)]
    open_squares = len(unknown) + sum(position not in in_certain for position in bare)
    return len(certain), len(certain) + open_squares // MIN_BLEAK_SQUARES


def _range_of_outline(kingdom: Kingdom, quest: Quest, rules: SettledRules, unknown: set[Position]) -> tuple[int, int]:
    """The range of points of a quest that depends only on the castle and on terrains."""
    emptiest, fullest = (
        Kingdom.from_cells({**dict(kingdom.cells()), **dict.fromkeys(unknown, cell)})
        for cell in (Place.EMPTY, Square(quest.terrain or Terrain.WHEAT))
    )
    is_fixed = (emptiest.height, emptiest.width) == (fullest.height, fullest.width)
    if kingdom.castles and (is_fixed or quest.kind is QuestKind.LOCAL_BUSINESS):
        return _points(emptiest, quest, rules), _points(fullest, quest, rules)
    times = {QuestKind.FOUR_CORNERS: 4, QuestKind.LOCAL_BUSINESS: 8}
    return 0, quest.points * times.get(quest.kind, 1)


def _points(kingdom: Kingdom, quest: Quest, rules: SettledRules) -> int:
    return sum(line.points for line in _COUNTS[quest.kind](kingdom, quest, rules, territories(kingdom)))
