"""The points of several games as text."""

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import points_text


def test_points_of_several_games_are_one_number_unless_something_is_hidden() -> None:
    sheet, hidden = score(Kingdom.parse("w1wC")), score(Kingdom.parse("w1w?C"))
    assert points_text([sheet, 40]) == "42"
    assert points_text([hidden, sheet, 40]) == "44–46"
