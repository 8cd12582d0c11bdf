"""Age of Giants: its dominoes, its giants, its players."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.legality import check
from scorer.rules.legality.expansions import giant_count_findings
from scorer.rules.model.dominoes import Box, dominoes
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.notation import GIANTS, NotationError
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.rules.play import random_game
from scorer.rules.scoring.score import score
from scorer.rules.table.checks import unverifiable
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table

_squares = st.builds(
    Square, st.sampled_from([t for t in Terrain if t is not Terrain.TOWN]), st.integers(0, 3), giants=st.integers(0, 3)
)
_grids = st.lists(st.lists(st.one_of(_squares, st.just(Place.EMPTY)), min_size=4, max_size=4), min_size=1, max_size=4)
kingdoms = _grids.map(lambda rows: Kingdom(tuple(map(tuple, rows))))
"""Any kingdom of up to 4×4 squares with giants on it, lawful or not."""


def _without_giants(kingdom: Kingdom) -> Kingdom:
    cells = {p: Square(c.terrain, c.crowns) if isinstance(c, Square) else c for p, c in kingdom.cells()}
    return Kingdom.from_cells(cells)


def test_kingdomino_has_60_dominoes_with_it() -> None:
    held = dominoes(Box.KINGDOMINO_GIANTS)
    assert len(held) == len({(domino.box, domino.number) for domino in held}) == 60
    assert len(dominoes(Box.QUEENDOMINO_GIANTS)) == 60


def test_its_dominoes_are_those_of_the_lettered_and_the_footprint_faces() -> None:
    held = {domino.number: str(domino) for domino in dominoes(Box.AGE_OF_GIANTS)}
    assert list(held) == [-6, -5, -4, -3, -2, -1, 49, 50, 51, 52, 53, 54]
    assert held[-6] == held[-5] == "f-w"
    assert (held[-3], held[49], held[54]) == ("m-g", "w2-f1", "m2-s1")
    crowns = Counter(domino.a.crowns for domino in dominoes(Box.AGE_OF_GIANTS))
    assert crowns == {0: 6, 2: 6}


@pytest.mark.slow
@given(kingdoms)
def test_a_giant_never_raises_a_score(kingdom: Kingdom) -> None:
    sheet, bare = score(kingdom), score(_without_giants(kingdom))
    assert sheet.total <= bare.total


@pytest.mark.slow
@given(kingdoms)
def test_a_square_counts_its_crowns_less_its_giants_and_never_below_0(kingdom: Kingdom) -> None:
    counted = sum(territory.crowns for territory in score(kingdom).territories)
    assert counted == sum(max(0, (s.crowns or 0) - s.giants) for s in kingdom.squares().values())
    assert score(kingdom).crowns == counted


@pytest.mark.slow
@given(kingdoms)
def test_the_notation_of_giants_is_read_back_the_same(kingdom: Kingdom) -> None:
    assert Kingdom.parse(str(kingdom)) == kingdom


def test_a_mistake_in_the_notation_names_its_row_and_column() -> None:
    with pytest.raises(NotationError, match="row 2, column 2: “!” is not a square"):
        Kingdom.parse("w1!/C!")
    assert [str(cell) for _, cell in Kingdom.parse("m2!m2!!").cells()] == ["m2!", "m2!!"]


@pytest.mark.parametrize(
    ("notation", "box", "code"),
    [
        ("Cw1!f", None, None),
        ("Cm2!!w", None, None),
        ("Cm2!!!w", None, "giant_place"),
        ("Cw!f", None, "giant_place"),
        ("Cw1!f", Box.KINGDOMINO, "not_in_box"),
        ("w1!w/fw1!/Cw1!/fw1!/fw1!/fm2!!", None, "giant_count"),
    ],
)
def test_giants_stand_on_crowns_of_their_own_box(notation: str, box: Box | None, code: str | None) -> None:
    codes = {finding.code for finding in check(Kingdom.parse(notation), box=box).findings}
    assert (code in codes) if code else not codes


def test_kingdoms_of_five_players_come_from_its_box() -> None:
    from random import Random

    played = random_game(Random(3), 5, box=Box.KINGDOMINO_GIANTS)
    kingdoms = [each.kingdom for each in played]
    assert all(check(kingdom, box=Box.KINGDOMINO_GIANTS).legal for kingdom in kingdoms)
    players = tuple(Player(str(n), kingdoms=(kingdom,)) for n, kingdom in enumerate(kingdoms))
    codes = {finding.code for finding in rank(Table(players, Rules(giants=True))).findings}
    assert not codes - {"discard"}
    assert "players" in {finding.code for finding in rank(Table(players)).findings}


def test_all_giants_of_a_table_are_counted_together() -> None:
    ann, bob = (Player(name, kingdoms=(Kingdom.parse("Cm2!!w/.m2!!w"),)) for name in ("Ann", "Bob"))
    codes = {finding.code for finding in rank(Table((ann, bob))).findings}
    assert "giant_count" in codes


def test_uncertain_grid_of_two_players_is_reported() -> None:
    ann, bob = Player("Ann", kingdoms=(Kingdom.parse("Cw1!f"),)), Player("Bob", kingdoms=(Kingdom.parse("Cww"),))
    ranking = rank(Table((ann, bob)))
    assert ranking.rules.giants
    assert any("two players" in str(note) for note in ranking.notes)


def test_all_giants_of_the_box_may_be_used_and_no_more() -> None:
    assert list(giant_count_findings(GIANTS)) == []
    assert [finding.code for finding in giant_count_findings(GIANTS + 1)] == ["giant_count"]


def test_grid_is_certain_for_three_players_and_without_giants() -> None:
    three, two = [Kingdom.parse("Cwf"), Kingdom.parse("Cww"), Kingdom.parse("Cll")], [Kingdom.parse("Cww")] * 2
    for kingdoms, box in ((three, Box.KINGDOMINO_GIANTS), (two, Box.KINGDOMINO)):
        assert not any("two players" in str(note) for note in unverifiable(kingdoms, 5, box))
