"""Scores from the rulebooks and from the labelled kingdoms."""

import pytest

from scorer.rules.kingdom import Kingdom
from scorer.rules.scoring import Rules, score


def test_the_rulebooks_territory_examples() -> None:
    assert score(Kingdom.parse("f1f1f1f/fffC")).total == 21
    assert score(Kingdom.parse("lllll/llllC")).total == 0


def test_territories_do_not_join_over_the_castle_or_a_corner() -> None:
    assert score(Kingdom.parse("w1Cw")).total == 1
    assert score(Kingdom.parse("w1f/.w")).total == 1


@pytest.mark.parametrize(
    ("notation", "points"),
    [("wwwww/wwwww/wwCww/wwwww/wwwww", 15), ("Cwwww/wwwww/wwwww/wwwww/wwwww", 5), ("ww./.C./.ww", 10), ("C", 0)],
)
def test_harmony_and_middle_kingdom(notation: str, points: int) -> None:
    assert score(Kingdom.parse(notation), Rules(harmony=True, middle_kingdom=True)).total == points
