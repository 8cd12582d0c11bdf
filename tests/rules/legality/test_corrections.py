"""Proposed corrections: each makes the kingdom legal, and no smaller one is left out."""

from random import Random

import pytest

from scorer.rules.legality import check, corrections
from scorer.rules.model.dominoes import Box, faces
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.play import random_game


def test_a_legal_kingdom_needs_none() -> None:
    assert corrections(Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")) == ()


def test_findings_about_tokens_have_no_corrections() -> None:
    assert corrections(Kingdom.parse("Ctt coins=500")) == ()


def test_other_crowns_come_before_another_terrain() -> None:
    found = corrections(Kingdom.parse("Cwm"), box=Box.QUEENDOMINO)
    assert [str(correction.kingdom) for correction in found[:2]] == ["Cw1m", "Cwm2"]
    assert str(found[0].message) == "change B1 from 0 to 1 crown"


def test_a_missed_square_beyond_the_rectangle_is_proposed() -> None:
    found = corrections(Kingdom.parse("m3C"), most=20)
    assert "Cwm3" not in [str(each.kingdom) for each in found]
    assert "change the place to the left of A1 to wheat without crowns" in [str(each.message) for each in found]


@pytest.mark.thorough
def test_all_single_changes_are_found_and_only_legal_ones() -> None:
    rng = Random(4)
    every: list[Cell] = [*faces(Box.KINGDOMINO), Place.EMPTY, Place.CASTLE]
    tried = 0
    for _ in range(3):
        kingdom = random_game(rng, 4)[0].kingdom
        spoiled = kingdom.with_cell(rng.choice(sorted(kingdom.squares())), Square(Terrain.MINE, rng.randrange(4)))
        if check(spoiled, size=5).legal or (kingdom.height, kingdom.width) != (5, 5):
            continue
        tried += 1
        expected = {
            str(changed)
            for place, was in spoiled.cells()
            for cell in every
            if cell != was and check(changed := spoiled.with_cell(place, cell), size=5).legal
        }
        found = corrections(spoiled, size=5, most=1000)
        assert {str(each.kingdom) for each in found} == expected
        assert all(each.changes == 1 for each in found)
        assert str(kingdom) in expected
    assert tried >= 2


@pytest.mark.slow
def test_two_changes_are_found_where_one_is_not_enough() -> None:
    kingdom = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
    wrong = kingdom.with_cell((0, 0), Square(Terrain.MINE, 3)).with_cell((4, 4), Square(Terrain.MINE, 3))
    found = corrections(wrong, most=500)
    assert {each.changes for each in found} == {2}
    assert all(check(each.kingdom).legal for each in found)
    assert str(kingdom) in {str(each.kingdom) for each in found}
    assert " and " in str(found[0].message)


@pytest.mark.slow
@pytest.mark.parametrize("notation", ["ww", "CwwC", "Cww/.../ww.", "wwCwww", "Cwww"])
def test_outline_findings_have_corrections(notation: str) -> None:
    found = corrections(Kingdom.parse(notation), size=5)
    assert found
    assert all(check(each.kingdom, size=5).legal for each in found)


@pytest.mark.parametrize(
    ("notation", "where"),
    [
        ("m3C", "to the left of A1"),
        ("Cm3", "to the right of B1"),
        ("m3/C", "above A1"),
        ("C/m3", "below A2"),
    ],
)
def test_square_missed_on_any_side_is_proposed_and_named_by_its_neighbour(notation: str, where: str) -> None:
    messages = [str(correction.message) for correction in corrections(Kingdom.parse(notation), most=200)]
    assert f"change the place {where} to wheat without crowns" in messages


def test_no_square_is_proposed_beyond_a_side_that_fills_the_grid() -> None:
    found = corrections(Kingdom.parse("wwwwC/lllm3l"), size=5, most=200)
    assert found
    assert all(correction.kingdom.width <= 5 for correction in found)
