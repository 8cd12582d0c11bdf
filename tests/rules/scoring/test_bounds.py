"""The range of a score against every kingdom that the hidden one can turn out to be."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorer.rules.expansions.quests import quest_lines, quest_range, terrains_of
from scorer.rules.model.dominoes import Box, faces, printed
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.quests import QUESTS, Quest, QuestKind
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Cell, Place, Square, Terrain, is_hidden
from scorer.rules.scoring.bounds import MAX_ENUMERATED_SQUARES
from scorer.rules.scoring.score import score
from scorer.rules.scoring.territories import territories
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table

BOXES = (Box.KINGDOMINO, Box.QUEENDOMINO)


def _completions(kingdom: Kingdom, box: Box) -> Iterator[Kingdom]:
    """Every kingdom that this one can be.

    Its unknown squares are any face of the box, empty, or the castle that is missing; its hidden crowns any that the
    box has left.
    """
    stock = faces(box)
    visible = Counter(printed(s) for s in kingdom.squares().values() if s.crowns is not None)
    hidden = [(position, cell) for position, cell in kingdom.cells() if is_hidden(cell)]
    for choice in product(*(_possible(cell, stock, castle=not kingdom.castles) for _, cell in hidden)):
        shown = Counter(printed(cell) for cell in choice if isinstance(cell, Square))
        if choice.count(Place.CASTLE) > 1 or any(visible[f] + n > stock[f] for f, n in shown.items()):
            continue
        laid = {**dict(kingdom.cells()), **dict(zip((position for position, _ in hidden), choice, strict=True))}
        tokens = {name: getattr(kingdom, name) for name in ("coins", "towers", "knights", "queen")}
        yield Kingdom(Kingdom.from_cells(laid).rows, **tokens)


def _possible(cell: Cell, stock: Mapping[Square, int], *, castle: bool) -> list[Cell]:
    if isinstance(cell, Square):
        known = (cell.building, cell.giants, cell.resource)
        return [Square(cell.terrain, face.crowns, *known) for face in stock if face.terrain is cell.terrain]
    return [*stock, Place.EMPTY, *([Place.CASTLE] if castle else [])]


def _totals(kingdom: Kingdom, rules: Rules) -> list[int]:
    assert rules.box
    box = rules.box.with_giants if rules.giants else rules.box
    return [score(completion, rules).total for completion in _completions(kingdom, box)]


_land = st.builds(
    Square,
    st.sampled_from([Terrain.WHEAT, Terrain.FOREST, Terrain.MINE]),
    st.sampled_from([0, 0, 1]),
)
_special = st.sampled_from(
    [
        Square(Terrain.WHEAT, building="king"),
        Square(Terrain.FOREST, building="banker"),
        Square(Terrain.WHEAT, resource=True),
        Square(Terrain.MINE, None),
        Square(Terrain.WHEAT, None),
        Square(Terrain.MINE, None, giants=1),
    ]
)
_town = st.sampled_from([Square(Terrain.TOWN, building=kind) for kind in ("sawmill", "church", "crown")])


@st.composite
def _kingdoms(draw: st.DrawFn, box: Box) -> Kingdom:
    """Any kingdom of up to 3×4 places, lawful or not, with one or two unknown squares and at high one castle."""
    height, width = draw(st.integers(1, 3)), draw(st.integers(2, 4))
    known: list[st.SearchStrategy[Cell]] = [_land, _land, st.just(Place.EMPTY)]
    if box.has_queendomino:
        known.append(_town)
    count = height * width
    cells = draw(st.lists(st.one_of(known), min_size=count, max_size=count))
    places = draw(st.lists(st.integers(0, count - 1), min_size=4, max_size=4))
    unknown = draw(st.integers(1, 2))
    for place in places[:unknown]:
        cells[place] = Place.UNKNOWN
    if unknown == 1:
        cells[places[2]] = draw(_special)
    if draw(st.integers(0, 4)):
        cells[places[3]] = Place.CASTLE
    rows = tuple(tuple(cells[row * width : (row + 1) * width]) for row in range(height))
    return Kingdom(rows, queen=box.has_queendomino and draw(st.booleans()))


def _holds_every_total(kingdom: Kingdom, rules: Rules) -> None:
    low, high = score(kingdom, rules).total_range
    totals = _totals(kingdom, rules)
    assert low <= min(totals), str(kingdom)
    assert high >= max(totals), str(kingdom)


@pytest.mark.slow
@pytest.mark.parametrize("box", BOXES)
@settings(max_examples=40, derandomize=True)
@given(data=st.data())
def test_the_range_holds_every_completion_with_the_bonuses(box: Box, data: st.DataObject) -> None:
    harmony, middle = data.draw(st.booleans()), data.draw(st.booleans())
    _holds_every_total(data.draw(_kingdoms(box)), Rules(harmony=harmony, middle_kingdom=middle, box=box))


@pytest.mark.thorough
@pytest.mark.parametrize("box", BOXES)
@settings(max_examples=40, derandomize=True)
@given(data=st.data())
def test_the_range_holds_every_completion_with_quests(box: Box, data: st.DataObject) -> None:
    quests = data.draw(st.lists(st.sampled_from(QUESTS), max_size=2, unique=True).map(tuple))
    _holds_every_total(data.draw(_kingdoms(box)), Rules(giants=True, quests=quests, box=box))


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("s1C??", (1, 14)),
        ("?w1Cw", (1, 11)),
        (".ff/?Cw/?.w", (0, 20)),
        ("ww?ww/wwwww/wwCww/wwwww/ww?ww", (10, 63)),
    ],
)
def test_an_unknown_square_at_the_rim_may_be_empty_after_all(notation: str, expected: tuple[int, int]) -> None:
    kingdom, rules = Kingdom.parse(notation), Rules(harmony=True, middle_kingdom=True, box=Box.KINGDOMINO)
    totals = _totals(kingdom, rules)
    assert score(kingdom, rules).total_range == (min(totals), max(totals)) == expected


@pytest.mark.parametrize("notation", ["??./w1C./?.w", "?w1Cw?/..?..", "ww???/.wCw."])
def test_with_many_unknown_squares_the_range_holds_kingdoms_with_some_of_them_empty(notation: str) -> None:
    kingdom = Kingdom.parse(notation)
    unknown = [position for position, cell in kingdom.cells() if cell is Place.UNKNOWN]
    rules = Rules(harmony=True, middle_kingdom=True, box=Box.KINGDOMINO)
    low, high = score(kingdom, rules).total_range
    cells: list[Cell] = [Place.EMPTY, Square(Terrain.WHEAT), Square(Terrain.MINE, 1)]
    for choice in product(cells, repeat=len(unknown)):
        laid = {**dict(kingdom.cells()), **dict(zip(unknown, choice, strict=True))}
        assert low <= score(Kingdom.from_cells(laid), rules).total <= high


def test_many_unknown_squares_within_the_outline_leave_the_middle_kingdom_settled() -> None:
    rules = Rules(harmony=True, middle_kingdom=True, box=Box.KINGDOMINO)
    inside = score(Kingdom.parse("ffs/?C?/s?f"), rules)
    assert inside.total_range[0] == 10
    outside = score(Kingdom.parse("ffs/?Cs/s?f/?.s"), rules)
    assert outside.total_range[0] == 0


def test_a_column_that_may_be_empty_leaves_the_smaller_grid_full() -> None:
    kingdom = Kingdom.parse("wwwww?/wwwww./wwCww./wwwww./wwwww.")
    totals = _totals(kingdom, rules := Rules(harmony=True, box=Box.KINGDOMINO))
    assert max(score(kingdom, rules).total_range) == max(totals)
    assert min(score(kingdom, rules).total_range) == min(totals) == 0
    assert 5 in totals


@pytest.mark.parametrize(
    ("notation", "rules"),
    [
        ("m?m?m?/fCf[king]/w?w?m?", Rules(court=True, box=Box.KINGDOMINO)),
        ("g?!g?/.C/g?g?", Rules(box=Box.KINGDOMINO_GIANTS)),
        ("?Cww", Rules(giants=True, quests=(Quest.parse("lost_corner"),), box=Box.KINGDOMINO)),
    ],
)
def test_the_range_holds_what_kings_giants_and_corners_can_bring(notation: str, rules: Rules) -> None:
    _holds_every_total(Kingdom.parse(notation), rules)


EACH_QUEST = [
    pytest.param(quest, marks=pytest.mark.nightly) if quest.terrain not in {None, Terrain.MINE} else quest
    for quest in QUESTS
]
"""The nightly run tries the quests of the other terrains."""

QUESTS_BY_HAND = (Quest.parse("four_corners:wheat"), Quest.parse("lost_corner"))


@pytest.mark.parametrize(
    ("notation", "rules", "expected"),
    [
        # two corners are wheat, the castle is in the middle, and a forest of 9 squares may have one crown, or two
        ("wwwww/ffff?/ffCff/lllll/lllll", Rules(giants=True, quests=QUESTS_BY_HAND), (10, 28)),
        (".lll1!l/??Cfg1!/?s2ff. coins=5 towers=2 knights=2", Rules(box=Box.BOTH), (3, 33)),
    ],
)
def test_ranges_are_as_narrow_as_counted_by_hand(notation: str, rules: Rules, expected: tuple[int, int]) -> None:
    assert score(Kingdom.parse(notation), rules).total_range == expected


def test_quests_that_many_unknown_squares_cannot_move_are_settled() -> None:
    rules = Rules(giants=True, quests=QUESTS_BY_HAND, box=Box.KINGDOMINO)
    bare = replace(rules, quests=())
    kingdom = Kingdom.parse("www??/?ff??/ffCff/l0?lll/lllll")
    low, high = score(kingdom, rules).total_range
    assert (low, high) == (score(kingdom, bare).total_range[0] + 5, score(kingdom, bare).total_range[1] + 10)


@pytest.mark.thorough
@pytest.mark.parametrize("quest", EACH_QUEST, ids=str)
@settings(max_examples=15, derandomize=True, deadline=None)
@given(data=st.data())
def test_the_range_holds_kingdoms_with_many_unknown_squares(quest: Quest, data: st.DataObject) -> None:
    """Four unknown squares or more, of which every kingdom is tried that has one of a few faces there."""
    kingdom = data.draw(_kingdoms(Box.KINGDOMINO))
    places = [position for position, cell in kingdom.cells() if cell is not Place.CASTLE]
    assume(len(places) >= MAX_ENUMERATED_SQUARES)
    chosen = data.draw(st.lists(st.sampled_from(places), min_size=min(4, len(places)), max_size=4, unique=True))
    for position in chosen:
        kingdom = kingdom.with_cell(position, Place.UNKNOWN)
    rules = Rules(giants=True, quests=(quest,), box=Box.KINGDOMINO)
    low, high = score(kingdom, rules).total_range
    unknown = [position for position, cell in kingdom.cells() if cell is Place.UNKNOWN]
    some: list[Cell] = [Place.EMPTY, Square(quest.terrain or Terrain.GRASSLAND), Square(Terrain.LAKE, 1)]
    if not kingdom.castles:
        some.append(Place.CASTLE)
    for choice in product(some, repeat=len(unknown)):
        if choice.count(Place.CASTLE) <= 1:
            laid = {**dict(kingdom.cells()), **dict(zip(unknown, choice, strict=True))}
            found = score(Kingdom.from_cells(laid), rules)
            assert low <= found.total_range[0] and found.total_range[1] <= high, (str(kingdom), choice)


SQUARES = st.builds(Square, st.sampled_from([t for t in Terrain if t is not Terrain.TOWN]), st.integers(0, 1))

EXACT = {
    QuestKind.HARMONY,
    QuestKind.MIDDLE_KINGDOM,
    QuestKind.LOST_CORNER,
    QuestKind.LOCAL_BUSINESS,
    QuestKind.FOUR_CORNERS,
    QuestKind.FOLIE_DES_GRANDEURS,
}
"""Quests whose range is exact where the castle is known and unknown squares cannot change the outline."""


@st.composite
def _hiding(draw: st.DrawFn) -> Kingdom:
    """Kingdoms of up to 5×5 places, nearly full, with up to four unknown squares and one with hidden crowns. Some
    have a single terrain.

    Half of them have another column with nothing but an unknown square, which may make the outline larger.
    """
    height, width = draw(st.sampled_from([(1, 4), (2, 3), (3, 3), (5, 5)]))
    places = draw(st.permutations(range(height * width)))
    some = draw(st.lists(SQUARES, min_size=1, max_size=4))
    cells: list[Cell] = [draw(st.sampled_from(some)) for _ in places]
    for place in places[: draw(st.integers(0, min(3, len(places) - 3)))]:
        cells[place] = Place.UNKNOWN
    if draw(st.integers(0, 5)):
        cells[places[-1]] = Place.CASTLE
    known = cells[places[-2]]
    if draw(st.booleans()) and isinstance(known, Square):
        cells[places[-2]] = replace(known, crowns=None)
    if draw(st.booleans()):
        cells[places[-3]] = Place.EMPTY
    rows = [tuple(cells[row * width : (row + 1) * width]) for row in range(height)]
    if draw(st.booleans()):
        at = draw(st.integers(0, height - 1))
        rows = [(Place.UNKNOWN if row == at else Place.EMPTY, *line) for row, line in enumerate(rows)]
    return Kingdom(tuple(rows))


@pytest.mark.slow
@pytest.mark.parametrize("quest", EACH_QUEST, ids=str)
@settings(max_examples=60, derandomize=True, deadline=None)
@given(kingdom=_hiding(), some=st.lists(SQUARES, min_size=2, max_size=2))
def test_the_range_of_a_quest_holds_every_completion(quest: Quest, kingdom: Kingdom, some: list[Square]) -> None:
    """Unknown squares are empty, the missing castle, a square with a crown or one of two others. The one with a crown
    has the quest's terrain, or else the kingdom's most common one."""
    rules = Rules(giants=True, quests=(quest,)).settled(kingdom)
    common = Counter(square.terrain for square in kingdom.squares().values()).most_common(1)
    terrain = quest.terrain or (common[0][0] if common else some[0].terrain)
    shown = [*dict.fromkeys([Square(terrain, 1), *some])]
    castle = [] if kingdom.castles else [Place.CASTLE]
    completions = [
        Kingdom.from_cells({**dict(kingdom.cells()), **laid}) for laid in _laid(kingdom, [Place.EMPTY, *castle, *shown])
    ]
    found = [
        sum(line.points for line in quest_lines(one, rules, territories(one))[quest])
        for one in completions
        if len(one.castles) <= 1
    ]
    low, high = quest_range(kingdom, quest, rules)
    assert low <= min(found) and max(found) <= high, (str(kingdom), str(shown))
    outlines = {(one.height, one.width) for one in completions}
    if quest.kind in EXACT and kingdom.castles and len(outlines) == 1:
        assert (low, high) == (min(found), max(found)), str(kingdom)


@pytest.mark.parametrize("quest", EACH_QUEST, ids=str)
@settings(max_examples=30, derandomize=True, deadline=None)
@given(kingdom=_hiding(), data=st.data())
def test_squares_of_terrains_that_a_quest_does_not_tell_apart_count_alike(
    quest: Quest, kingdom: Kingdom, data: st.DataObject
) -> None:
    rules = Rules(giants=True, quests=(quest,)).settled(kingdom)
    alike = sorted(set(Terrain) - terrains_of(quest))
    unknown = [position for position, cell in kingdom.cells() if cell is Place.UNKNOWN]
    filled = [
        Kingdom.from_cells(
            {**dict(kingdom.cells()), **{p: Square(data.draw(st.sampled_from(alike)), None) for p in unknown}}
        )
        for _ in range(2)
    ]
    first, second = (quest_range(one, quest, rules) for one in filled)
    assert first == second, str(kingdom)


def _laid(kingdom: Kingdom, some: list[Cell]) -> Iterator[dict[Position, Cell]]:
    """Everything that the hidden cells can be, where an unknown square is one of a few cells."""
    hidden = {position: cell for position, cell in kingdom.cells() if is_hidden(cell)}
    options = [[replace(c, crowns=n) for n in range(3)] if isinstance(c, Square) else some for c in hidden.values()]
    return (dict(zip(hidden, choice, strict=True)) for choice in product(*options))


def test_no_winner_while_the_leader_may_lose_a_bonus() -> None:
    ann, bob = (
        Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", ".ff/?Cw/?.w"), ("Bob", "wf1/.C"))
    )
    ranking = rank(Table((ann, bob), Rules(middle_kingdom=True, size=5)))
    assert [standing.name for standing in ranking.undecided] == ["Ann"]
