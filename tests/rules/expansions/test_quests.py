"""Age of Giants' quests, each against its words counted out square by square."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.model.dominoes import Box, faces
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.quests import QUESTS, Quest, QuestError
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.scoring.score import score

_squares = st.builds(
    Square, st.sampled_from([Terrain.WHEAT, Terrain.MINE]), st.integers(0, 2), giants=st.integers(0, 1)
)


def _with_castle(side: int) -> st.SearchStrategy[Kingdom]:
    """Full square kingdoms with their castle anywhere."""
    cells = st.lists(_squares, min_size=side * side, max_size=side * side)
    places = st.integers(0, side * side - 1)
    return st.tuples(cells, places).map(lambda made: _laid(made[0], made[1], side))


def _laid(squares: list[Square], castle: int, side: int) -> Kingdom:
    cells: list[Cell] = [*squares]
    cells[castle] = Place.CASTLE
    return Kingdom(tuple(tuple(cells[row * side : (row + 1) * side]) for row in range(side)))


def _points(kingdom: Kingdom, *names: str) -> int:
    sheet = score(kingdom, Rules(giants=True, quests=tuple(map(Quest.parse, names))))
    lines = [line for line in sheet.lines if line.section == "quests"]
    assert sum(line.points for line in lines) == sum(sheet.quests.values())
    assert sheet.total == sum(territory.points for territory in sheet.territories) + sum(sheet.quests.values())
    return sum(sheet.quests.values())


def _crowned(kingdom: Kingdom) -> set[Position]:
    return {p for p, square in kingdom.squares().items() if (square.crowns or 0) > square.giants}


def test_there_are_17_tiles() -> None:
    kinds = Counter(quest.kind for quest in QUESTS)
    assert len(set(map(str, QUESTS))) == 17
    assert sorted(kinds.values()) == [1, 1, 1, 1, 1, 6, 6]
    assert all(Quest.parse(str(quest)) == quest for quest in QUESTS)


@pytest.mark.parametrize("name", ["", "four_corners", "harmony:wheat", "local_business:town", "x" * 500])
def test_other_names_are_refused_in_one_line(name: str) -> None:
    with pytest.raises(QuestError, match="is not a quest; use harmony, middle_kingdom") as refused:
        Quest.parse(name)
    assert len(str(refused.value)) < 250


def test_two_different_quests_lie_open_and_only_with_giants() -> None:
    harmony, bleak, corner = (Quest.parse(name) for name in ("harmony", "bleak_king", "lost_corner"))
    with pytest.raises(QuestError, match="3 quests are too many"):
        Rules(giants=True, quests=(harmony, bleak, corner))
    with pytest.raises(QuestError, match="cannot be in play twice"):
        Rules(giants=True, quests=(harmony, harmony))
    with pytest.raises(QuestError, match="quests belong to Age of Giants"):
        Rules(quests=(harmony,))
    with pytest.raises(QuestError, match="are quests"):
        Rules(giants=True, harmony=True)


@pytest.mark.slow
@given(_with_castle(5))
def test_local_business_counts_the_squares_around_the_castle(kingdom: Kingdom) -> None:
    row, column = kingdom.castles[0]
    near = [p for p in kingdom.squares() if max(abs(p[0] - row), abs(p[1] - column)) == 1]
    for terrain in (Terrain.WHEAT, Terrain.MINE, Terrain.LAKE):
        counted = sum(kingdom.squares()[p].terrain is terrain for p in near)
        assert _points(kingdom, f"local_business:{terrain}") == 5 * counted


@pytest.mark.slow
@given(_with_castle(5))
def test_four_corners_and_the_lost_corner_look_at_the_corners(kingdom: Kingdom) -> None:
    corners = [kingdom[p] for p in ((0, 0), (0, 4), (4, 0), (4, 4))]
    wheat = sum(isinstance(cell, Square) and cell.terrain is Terrain.WHEAT for cell in corners)
    assert _points(kingdom, "four_corners:wheat") == 5 * wheat
    assert _points(kingdom, "lost_corner") == 20 * (Place.CASTLE in corners)


@pytest.mark.slow
@given(_with_castle(5))
def test_harmony_and_the_middle_kingdom_are_the_quests_of_those_names(kingdom: Kingdom) -> None:
    assert _points(kingdom, "harmony") == 5
    assert _points(kingdom, "middle_kingdom", "harmony") == 5 + 10 * (kingdom.castles == ((2, 2),))


@pytest.mark.slow
@given(_with_castle(5))
def test_the_bleak_king_counts_large_territories_without_crowns(kingdom: Kingdom) -> None:
    territories = score(kingdom).territories
    bleak = [t for t in territories if t.terrain is Terrain.WHEAT and t.squares >= 5 and not t.crowns]
    assert _points(kingdom, "bleak_king") == 10 * len(bleak)


def test_the_bleak_king_counts_crowns_after_giants_and_no_mine() -> None:
    assert _points(Kingdom.parse("Cwwwww1!"), "bleak_king") == 10
    assert _points(Kingdom.parse("Cwwwww1"), "bleak_king") == 0
    assert _points(Kingdom.parse("Cmmmmmm"), "bleak_king") == 0


@pytest.mark.slow
@settings(max_examples=60)
@given(_with_castle(4))
def test_folie_des_grandeurs_finds_as_many_lines_as_there_can_be(kingdom: Kingdom) -> None:
    crowned = _crowned(kingdom)
    lines = [
        frozenset((r + down * n, c + right * n) for n in range(3))
        for r, c in crowned
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    lines = [line for line in lines if line <= crowned]
    assert _points(kingdom, "folie_des_grandeurs") == 10 * _most_apart(lines)


def _most_apart(lines: list[frozenset[Position]]) -> int:
    """The most of these lines of which no two share more than one square, by trying: at most one of each clash."""
    clashes = [(a, b) for a, b in combinations(range(len(lines)), 2) if len(lines[a] & lines[b]) > 1]
    best = 0
    for taken in range(1 << len(clashes)):  # of each clash one has to go
        gone = {pair[taken >> at & 1] for at, pair in enumerate(clashes)}
        best = max(best, len(lines) - len(gone))
    return best


def test_the_published_counts_of_folie_des_grandeurs() -> None:
    assert _points(Kingdom.parse("m1m1m1/m1m1m1/m1m1m1"), "folie_des_grandeurs") == 80
    assert _points(Kingdom.parse("Cm1m1m1m1"), "folie_des_grandeurs") == 10
    assert _points(Kingdom.parse("m1m1m1m1m1"), "folie_des_grandeurs") == 20


def test_uncertain_quest_rules_are_noted_on_the_sheet() -> None:
    rules = Rules(giants=True, quests=(Quest.parse("folie_des_grandeurs"), Quest.parse("four_corners:wheat")))
    notes = [
        str(line.message)
        for line in score(Kingdom.parse("Cm1m1"), rules).lines
        if "the rules don’t say" in str(line.message)
    ]
    assert len(notes) == 2
    full = score(Kingdom.parse("Cwwww/wwwww/wwwww/wwwww/wwwww"), rules)
    assert sum("the rules don’t say" in str(line.message) for line in full.lines) == 1


def test_every_line_has_its_squares() -> None:
    rules = Rules(giants=True, quests=(Quest.parse("local_business:forest"), Quest.parse("bleak_king")))
    sheet = score(Kingdom.parse("fCf/wwm/www"), rules)
    assert [(line.points, len(line.cells)) for line in sheet.lines if line.section == "quests"] == [(10, 2), (10, 5)]
    assert sheet.to_dict()["quests"] == {"local_business:forest": 10, "bleak_king": 10}


@st.composite
def _from_the_box(draw: st.DrawFn) -> Kingdom:
    """Full kingdoms of 3×3 places with squares that the box has, some under a giant."""
    stock = faces(Box.KINGDOMINO_GIANTS)
    printed = [face for face, count in stock.items() for _ in range(count) if face.terrain in CROWNED]
    squares = draw(st.lists(st.sampled_from(range(len(printed))), min_size=9, max_size=9, unique=True))
    giants = draw(st.sets(st.integers(0, 8), max_size=3))
    laid = [replace(printed[face], giants=int(at in giants)) for at, face in enumerate(squares)]
    return _laid(laid, draw(st.integers(0, 8)), 3)


CROWNED = {Terrain.WHEAT, Terrain.MINE, Terrain.SWAMP}
"""A terrain with many squares and few crowns, and two with many crowns."""


@pytest.mark.slow
@settings(max_examples=40)
@given(_from_the_box(), st.sets(st.integers(0, 8), max_size=3), st.sampled_from(QUESTS))
def test_the_range_holds_the_kingdom_whose_crowns_were_hidden(kingdom: Kingdom, at: set[int], quest: Quest) -> None:
    rules = Rules(giants=True, quests=(quest,))
    hidden = kingdom
    for place in (divmod(one, 3) for one in at):
        if isinstance(square := kingdom[place], Square):
            hidden = hidden.with_cell(place, replace(square, crowns=None))
    low, high = score(hidden, rules).total_range
    assert low <= score(kingdom, rules).total <= high
