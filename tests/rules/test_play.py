"""Laying dominoes, and what holds for every kingdom that was played."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.legality import LaidDomino, check
from scorer.rules.model.dominoes import Box, dominoes, faces
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.play import START, PlacementError, Played, legal_placements, place, random_game
from scorer.rules.scoring.score import score

WHEAT, WHEAT_MINE = dominoes(Box.KINGDOMINO)[0], dominoes(Box.KINGDOMINO)[47]


@pytest.mark.parametrize(
    ("kingdom", "domino", "squares", "words"),
    [
        ("C", WHEAT, ((0, 1), (0, 3)), "side by side"),
        ("Cw", WHEAT, ((0, 0), (1, 0)), "on another"),
        ("Cffff", WHEAT, ((1, 0), (2, 0)), None),
        ("Cffff", WHEAT, ((0, -1), (0, -2)), "larger than 5×5"),
        ("C", WHEAT, ((1, 1), (1, 2)), "touches neither"),
        ("Cff", WHEAT, ((0, 3), (1, 3)), "touches neither"),
        ("Cfw", WHEAT_MINE, ((0, 3), (0, 4)), None),
        ("Cfw", WHEAT_MINE, ((0, 4), (0, 3)), "touches neither"),
    ],
)
def test_the_connection_rule(kingdom: str, domino: object, squares: object, words: str | None) -> None:
    laid = LaidDomino(domino, squares)  # type: ignore[arg-type]
    if words is None:
        assert len(place(Kingdom.parse(kingdom), laid).squares()) == len(Kingdom.parse(kingdom).squares()) + 2
    else:
        with pytest.raises(PlacementError, match=words):
            place(Kingdom.parse(kingdom), laid)


def test_the_first_domino_has_12_places_each_way_round() -> None:
    assert len(legal_placements(START, WHEAT)) == 12
    assert len(legal_placements(START, WHEAT_MINE)) == 24


def test_laying_keeps_the_tokens() -> None:
    kingdom = Kingdom.parse("C coins=7 knights=1")
    assert str(place(kingdom, LaidDomino(WHEAT, ((0, 1), (0, 2))))) == "Cww coins=7 knights=1"


def test_every_listed_placement_can_be_made_and_no_other() -> None:
    kingdom = Kingdom.parse("ffw/.C./..l")
    listed = {laid.squares for laid in legal_placements(kingdom, WHEAT_MINE, size=4)}
    around = [(r, c) for r in range(-3, 6) for c in range(-3, 6)]
    for a in around:
        for b in around:
            try:
                place(kingdom, LaidDomino(WHEAT_MINE, (a, b)), size=4)
            except PlacementError:
                assert (a, b) not in listed
            else:
                assert (a, b) in listed


def test_too_many_players_for_the_box_are_refused() -> None:
    with pytest.raises(ValueError, match="the box has 48"):
        random_game(Random(1), players=3, size=7)


games = st.builds(
    lambda seed, size, box: (random_game(Random(seed), 1, size, box)[0], size, box),
    st.integers(0, 10**6),
    st.sampled_from((5, 7)),
    st.sampled_from((Box.KINGDOMINO, Box.QUEENDOMINO)),
)


@pytest.mark.slow
@settings(max_examples=40)
@given(games)
def test_every_played_kingdom_is_legal_and_its_dominoes_can_be_laid_again(game: tuple[Played, int, Box]) -> None:
    played, size, box = game
    result = check(played.kingdom, size=size, box=box)
    assert result.legal is True, result.findings
    assert result.tilings >= 1
    _lay_again(played.kingdom, result.dominoes, size)
    _lay_again(played.kingdom, played.laid, size)


def _lay_again(kingdom: Kingdom, laid: tuple[LaidDomino, ...], size: int) -> None:
    """Lay all dominoes in this order; each must be allowed, and the kingdom must come out."""
    cells: dict[tuple[int, int], Cell] = {kingdom.castles[0]: Place.CASTLE}
    numbers = [(each.domino.box, each.domino.number) for each in laid]
    assert len(set(numbers)) == len(numbers)
    for each in laid:
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        (ar, ac), (br, bc) = each.squares
        moved = LaidDomino(each.domino, ((ar - top, ac - left), (br - top, bc - left)))
        place(Kingdom.from_cells(cells), moved, size)
        cells |= dict(zip(each.squares, (each.domino.a, each.domino.b), strict=True))
    assert Kingdom.from_cells(cells).rows == kingdom.rows


@pytest.mark.slow
@settings(max_examples=30)
@given(games, st.booleans())
def test_the_score_is_the_same_under_the_8_symmetries(game: tuple[Played, int, Box], queen: bool) -> None:
    kingdom = replace(game[0].kingdom, queen=queen)
    rules = Rules(harmony=True, middle_kingdom=True)
    symmetries = [k.turned(turn) for k in (kingdom, kingdom.mirrored()) for turn in range(4)]
    assert len({score(k, rules).total for k in symmetries}) == 1
    assert len({(check(k).legal, check(k).tilings) for k in symmetries}) == 1


@pytest.mark.slow
@settings(max_examples=30)
@given(games, st.data())
def test_a_crown_more_never_lowers_the_score(game: tuple[Played, int, Box], choose: st.DataObject) -> None:
    kingdom = game[0].kingdom
    position = choose.draw(st.sampled_from(sorted(kingdom.squares()) or [(0, 0)]))
    square = kingdom[position]
    if isinstance(square, Square):
        richer = kingdom.with_cell(position, Square(square.terrain, (square.crowns or 0) + 1))
        assert score(richer).total >= score(kingdom).total


CELLS: list[Cell] = [
    *faces(Box.BOTH),
    *Place,
    Square(Terrain.MINE, None),
    Square(Terrain.WHEAT, 9),
    Square(Terrain.TOWN, 0, "church"),
    Square(Terrain.LAKE, 0, "nonsense"),
]


@pytest.mark.slow
@settings(max_examples=60)
@given(games, st.data())
def test_one_changed_square_never_crashes_anything(game: tuple[Played, int, Box], choose: st.DataObject) -> None:
    played, size, box = game
    position = choose.draw(st.sampled_from([position for position, _ in played.kingdom.cells()]))
    changed = played.kingdom.with_cell(position, choose.draw(st.sampled_from(CELLS)))
    low, high = score(changed).total_range
    assert low <= score(changed).total <= high
    result = check(changed, size=size, box=box)
    assert (result.legal is False) == bool(result.findings)
    for finding in result.findings:
        assert str(finding.message)
        assert all(changed.get(square) is not Place.EMPTY for square in finding.squares)
