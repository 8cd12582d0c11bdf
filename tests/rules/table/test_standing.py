"""The measures of a player in the ranking."""

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.rules.table.standing import _max_territory_squares


@pytest.mark.parametrize(
    ("notation", "squares"),
    [("wwC/fff", 3), ("ww?/ffC", 3), ("wf?/wCf", 3), ("www/f?C/l..", 4)],
    ids=["nothing unknown", "joins its only neighbour", "joins two of one terrain", "joins the larger one"],
)
def test_an_unknown_square_may_enlarge_the_largest_territory(notation: str, squares: int) -> None:
    assert _max_territory_squares(score(Kingdom.parse(notation))) == squares
