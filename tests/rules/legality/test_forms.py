"""Queendomino's dominoes 37 and 38: each may show a town or forest beside its crown, and lies there once."""

from random import Random

import pytest

from scorer.rules.covering.problem import covering_problem
from scorer.rules.legality import check, corrections
from scorer.rules.legality.placement_ilp import placed_by_ilp
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from tests.rules.table.tables import codes, ranked

QUEENDOMINO_BOXES = (Box.QUEENDOMINO, Box.BOTH, Box.QUEENDOMINO_GIANTS)


@pytest.mark.parametrize(("notation", "number"), [("Cg1t", 37), ("Cg1f", 37), ("Cs1t", 38), ("Cs1f", 38)])
def test_either_form_may_lie_in_a_kingdom(notation: str, number: int) -> None:
    result = check(Kingdom.parse(notation), box=Box.QUEENDOMINO)
    assert result.legal
    ((laid),) = result.dominoes
    assert laid.domino.number == number
    assert str(laid.domino) == notation.removeprefix("C").replace("1", "1-")


def test_crown_domino_has_no_other_neighbour_face() -> None:
    assert not check(Kingdom.parse("Cg1g"), box=Box.QUEENDOMINO).legal


@pytest.mark.parametrize("notation", ["tg1C/fg1.", "ts1C/fs1."])
@pytest.mark.parametrize("box", QUEENDOMINO_BOXES)
def test_both_forms_never_lie_in_one_kingdom(notation: str, box: Box) -> None:
    result = check(Kingdom.parse(notation), box=box)
    assert result.legal is False
    assert [finding.code for finding in result.findings] == ["too_few_dominoes"]
    said = str(result.findings[0].message)
    assert "it has only 1 × " in said and "with 1 crown and forest without crowns or town without crowns" in said


def test_the_integer_program_lays_one_form_only() -> None:
    problem = covering_problem(dict(Kingdom.parse("tg1C/fg1.").cells()), Box.QUEENDOMINO)
    assert placed_by_ilp(problem, seconds=10) is None


def test_both_forms_never_lie_at_one_table() -> None:
    ranking = ranked({"A": "Cg1f", "B": "Cg1t"}, Rules(box=Box.QUEENDOMINO))
    assert "shared_box" in codes(ranking)
    faces = "“grassland with 1 crown” and “forest without crowns or town without crowns”"
    said = f"the box has only 1 domino with {faces}, but these kingdoms have more: A B1–C1, B B1–C1"
    assert str(ranking.findings[0].message) == said
    assert "shared_box" not in codes(ranked({"A": "Cg1f", "B": "Cs1t"}, Rules(box=Box.QUEENDOMINO)))
    twice = str(ranked({"A": "Cg1t", "B": "Cg1t"}, Rules(box=Box.QUEENDOMINO)).findings[0].message)
    assert "with “grassland with 1 crown” and “town without crowns”, but" in twice, "only what lies there is named"


def test_corrections_do_not_take_one_domino_twice() -> None:
    found = corrections(Kingdom.parse("..f1./..ft/g2fCl1/..tg1"), size=7, box=Box.QUEENDOMINO, most=500)
    assert found
    for correction in found:
        numbers = [laid.domino.number for laid in check(correction.kingdom, size=7, box=Box.QUEENDOMINO).dominoes]
        assert len(numbers) == len(set(numbers)), str(correction.kingdom)


@pytest.mark.slow
def test_no_number_is_ever_laid_twice() -> None:
    rng = Random(24)
    faces = ["g1", "s1", "t", "f", "g1", "s1", "t", "f", "?"]
    legal = 0
    for _ in range(300):
        a, b, c, d = (rng.choice(faces) for _ in range(4))
        result = check(Kingdom.parse(f"{a}C{b}/{c}.{d}"), box=Box.QUEENDOMINO)
        numbers = [laid.domino.number for laid in result.dominoes]
        assert len(numbers) == len(set(numbers)), str(result.kingdom)
        legal += result.legal is True
    assert legal > 10
