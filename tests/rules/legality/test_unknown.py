"""Kingdoms of which much is unknown: they are settled, and never in more than the time allowed."""

from functools import partial
from random import Random

import highspy  # noqa: F401  # loaded before the clock starts: where nothing is compiled yet it takes seconds
import pytest

from scorer.rules.covering.problem import covering_problem
from scorer.rules.legality import check, checking, corrections
from scorer.rules.legality.placement_ilp import placed_by_ilp
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from scorer.rules.play import random_game
from tests.time_limit import within

SOMETHING = [
    "/".join(["?" * 9] * 7),
    "/".join(["?" * 7] * 9),
    "/".join(["?" * 7] * 3 + ["???C???"] + ["?" * 7] * 3),
    "/".join(["?" * 15] * 15),
    "????????????/C" + "?" * 11,
    "ww???/f?w??/??C?m3/l1????/?s2???",
]


@pytest.mark.slow
@pytest.mark.parametrize("notation", SOMETHING)
def test_any_number_of_unknown_squares_is_settled_in_two_seconds(notation: str) -> None:
    kingdom = Kingdom.parse(notation)
    for look in (check, corrections):
        within(2, partial(look, kingdom))
    result = check(kingdom, seconds=60)
    assert result.legal is True
    assert result.findings == ()


def _hidden(rng: Random, kingdom: Kingdom, count: int) -> Kingdom:
    for position in rng.sample(sorted(kingdom.squares()), count):
        kingdom = kingdom.with_cell(position, Place.UNKNOWN)
    return kingdom


@pytest.mark.slow
def test_a_played_kingdom_with_squares_hidden_is_always_found_legal() -> None:
    rng = Random(6)
    for size, players in ((5, 4), (7, 2)):
        for game in random_game(rng, players, size):
            kingdom = _hidden(rng, game.kingdom, rng.randrange(5, 13))
            result = check(kingdom, size=size, seconds=60)
            assert result.legal is True, str(kingdom)
            covered = [square for laid in result.dominoes for square in laid.squares]
            assert len(covered) == len(set(covered))
            assert set(kingdom.squares()) <= set(covered)


@pytest.mark.slow
def test_without_counting_the_verdict_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same kingdoms, spoiled ones among them, once by counting all coverings and once by looking for one."""
    rng = Random(7)
    kingdoms = []
    for _ in range(12):
        kingdom = random_game(rng, 4, 5)[0].kingdom
        swapped = dict(kingdom.cells())
        first, second = rng.sample(sorted(kingdom.squares()), 2)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        kingdoms.append(_hidden(rng, Kingdom.from_cells(swapped), 3))
    counted = [check(kingdom, size=5, seconds=60).legal for kingdom in kingdoms]
    monkeypatch.setattr(checking, "STEPS", 0)
    looked_for = [check(kingdom, size=5, seconds=60).legal for kingdom in kingdoms]
    assert {True, False} <= set(counted)
    assert [one for one in looked_for if one is not None] == [
        one for one, other in zip(counted, looked_for, strict=True) if other is not None
    ]
    assert looked_for.count(None) <= 2


def test_unknown_squares_beyond_the_grid_must_be_empty() -> None:
    assert check(Kingdom.parse("?wwwwC"), size=5, box=Box.KINGDOMINO).legal is True
    assert check(Kingdom.parse("?wwwwwC"), size=5, box=Box.KINGDOMINO).legal is False
    hidden = check(Kingdom.parse("w?...C"), size=5, box=Box.KINGDOMINO)
    assert hidden.legal is False
    assert hidden.findings


def test_expired_time_gives_no_verdict() -> None:
    result = check(Kingdom.parse("wwC"), seconds=-1)
    assert (result.legal, result.findings) == (None, ())


@pytest.mark.parametrize(
    ("notation", "box"), [("wf./??C", Box.QUEENDOMINO), ("w../??./.?C", Box.KINGDOMINO), ("?w./???/..f", Box.BOTH)]
)
def test_a_domino_that_only_unknown_squares_tie_to_the_castle_is_settled(notation: str, box: Box) -> None:
    """Leaving unknown squares bare ties nothing there, and asking too much of them proves nothing."""
    result = check(Kingdom.parse(notation), box=box)
    assert result.legal is True
    assert set(Kingdom.parse(notation).squares()) <= {square for laid in result.dominoes for square in laid.squares}


@pytest.mark.slow
def test_finished_kingdoms_with_three_squares_hidden_are_always_settled() -> None:
    rng = Random(24)
    for box, size, players in ((Box.QUEENDOMINO, 5, 4), (Box.KINGDOMINO, 7, 2)):
        for _ in range(6):
            kingdom = _hidden(rng, random_game(rng, players, size, box)[0].kingdom, 3)
            assert check(kingdom, size=size, box=box).legal is True, str(kingdom)


@pytest.mark.parametrize(("notation", "legal"), [("?f?ww/?????", True), ("m3?w/s../s..", False)])
def test_the_integer_program_finds_the_castle_itself(notation: str, legal: bool) -> None:
    problem = covering_problem(dict(Kingdom.parse(notation).cells()), Box.KINGDOMINO)
    found = placed_by_ilp(problem, seconds=30)
    assert (found is not None) is legal


def test_the_condition_of_a_verdict_is_part_of_its_plain_data() -> None:
    assert check(Kingdom.parse("C?")).to_dict()["condition"] == "may follow the rules: 1 square is unknown"
    assert check(Kingdom.parse("wwC")).to_dict()["condition"] is None
