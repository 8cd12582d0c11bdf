"""Tables written down in a line for each player, and what their ranking gives away."""

from collections.abc import Mapping

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import Ranking, rank
from scorer.rules.table.table import Table

FULL = "wwwff/wwfff/wwCff/llfff/llfff"


def ranked(notations: Mapping[str, str | list[str]], rules: Rules = Rules(), people: int | None = None) -> Ranking:  # noqa: B008
    players = [
        Player(
            name,
            members=tuple(name.split("+")) if "+" in name else (),
            kingdoms=tuple(map(Kingdom.parse, [given] if isinstance(given, str) else given)),
        )
        for name, given in notations.items()
    ]
    return rank(Table(tuple(players), rules, people))


def codes(ranking: Ranking) -> list[str]:
    return [finding.code for finding in ranking.findings]
