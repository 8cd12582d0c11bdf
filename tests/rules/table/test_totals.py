"""Players of whom only the total is known are ranked; whatever needs their kingdom says that it is not known."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cli.report import ranking_text
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import OLDER, US, Rules
from scorer.rules.table.player import MAX_TOTAL, Player
from scorer.rules.table.ranking import Ranking, rank
from scorer.rules.table.table import Table
from tests.rules.table.tables import codes

WHEAT, LAKES = Kingdom.parse("w1wC"), Kingdom.parse("l1lC/.ff")
"""Two points each; the largest territory of both has two squares, and both have one crown."""
WIDE = Kingdom.parse("w1fC/.ff")
"""One point, with three squares of forest."""


def _table(*players: Player, rules: Rules = Rules(), people: int | None = None) -> Ranking:  # noqa: B008
    return rank(Table(players, rules, people))


def _places(ranking: Ranking) -> list[tuple[int, str, int, str]]:
    return [(one.place, one.name, one.total, str(one.decided_by)) for one in ranking.standings]


def test_a_total_is_ranked_by_its_points() -> None:
    ranking = _table(Player("Ann", kingdoms=(WHEAT,)), Player("Ben", totals=(45,)))
    assert _places(ranking) == [(1, "Ben", 45, "points"), (2, "Ann", 2, "points")]
    assert ranking.is_settled
    first, second = (standing.to_dict() for standing in ranking.standings)
    assert (first["largest"], first["crowns"], first["total_range"]) == (None, None, [45, 45])
    assert (second["largest"], second["crowns"]) == (2, 1)
    assert "1. Ben: 45  (points)" in ranking_text(ranking)


@pytest.mark.parametrize("edition", [US, OLDER])
def test_a_tie_that_only_a_kingdom_could_break_stays_open_and_says_so(edition: str) -> None:
    players = Player("Ann", kingdoms=(WHEAT,)), Player("Ben", totals=(2,)), Player("Cid", kingdoms=(WIDE,))
    ranking = _table(*players, rules=Rules(edition=edition))
    assert _places(ranking) == [(1, "Ann", 2, "open"), (1, "Ben", 2, "open"), (3, "Cid", 1, "points")]
    assert not ranking.is_settled
    said = "not decided yet: Ann, Ben are tied on points, and the largest territory of Ben is not known"
    assert str(ranking.why_open) == said
    assert f"({said})" in ranking_text(ranking)


def test_total_below_a_kingdom_is_not_first() -> None:
    small, wide = (
        Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wCl1ll"), ("Cid", "w1wC/www"))
    )
    ranking = _table(small, Player("Ben", totals=(5,)), wide)
    assert _places(ranking) == [(1, "Ben", 5, "open"), (1, "Cid", 5, "open"), (3, "Ann", 5, "open")]
    assert "Ben, Cid are tied on points" in str(ranking.why_open)


def test_a_tie_below_the_first_place_leaves_the_victory_settled() -> None:
    ranking = _table(Player("Ann", totals=(50,)), Player("Ben", totals=(2,)), Player("Cid", kingdoms=(WHEAT,)))
    assert _places(ranking) == [(1, "Ann", 50, "points"), (2, "Ben", 2, "open"), (2, "Cid", 2, "open")]
    assert ranking.is_settled and ranking.why_open is None


def test_players_with_totals_only_are_not_checked() -> None:
    legal = Player("Ann", kingdoms=(Kingdom.parse("wwC"),))
    ranking = _table(legal, Player("Ben", totals=(45,)), Player("Cid", totals=(45,)))
    assert codes(ranking) == [] and ranking.is_possible
    assert "only the total of Ben, Cid is known, so no kingdom was checked" in map(str, ranking.notes)


def test_a_table_of_totals_alone_is_ranked() -> None:
    ranking = _table(Player("Ann", totals=(45,)), Player("Ben", totals=(46,)), people=4)
    assert [name for _, name, _, _ in _places(ranking)] == ["Ben", "Ann"]
    assert not ranking.is_finished and codes(ranking) == []


def test_a_dynasty_may_mix_kingdoms_and_totals_and_shares_its_ties() -> None:
    mixed = Player("Ann", kingdoms=(WHEAT, LAKES), totals=(None, 45))
    assert mixed.games == (WHEAT, 45, LAKES)
    assert [mixed.kingdom_number(game) for game in (1, 2, 3, 4)] == [1, None, 2, None]
    ranking = _table(mixed, Player("Ben", totals=(40, 5, 4)))
    assert _places(ranking) == [(1, "Ann", 49, "shared"), (1, "Ben", 49, "shared")]
    assert ranking.is_settled
    assert "dynasty" in codes(_table(mixed, Player("Ben", totals=(49,))))


def test_games_of_a_dynasty_are_checked_by_their_own_numbers() -> None:
    cut = Player("Ann", kingdoms=(Kingdom.parse("wwwC"), LAKES), totals=(45,), partly_seen=frozenset({2}))
    ranking = _table(cut, Player("Ben", totals=(1, 2, 3)))
    said = [str(finding.message) for finding in ranking.findings]
    assert any(one.startswith("game 2: Ann: ") for one in said)
    assert any(one.startswith("game 3: Ann: only a part of the kingdom is known") for one in said)


def test_queen_may_be_with_a_player_without_a_kingdom() -> None:
    host = Player("Ann", kingdoms=(Kingdom.parse("tC towers=2"),))
    rules = Rules(box=Box.QUEENDOMINO)
    missing = _table(host, Player("Ben", kingdoms=(Kingdom.parse("tC"),)), rules=rules)
    assert missing.untold.queen and "no_queen" in codes(missing)
    elsewhere = _table(host, Player("Ben", totals=(45,)), rules=rules)
    assert not elsewhere.untold.queen and "no_queen" not in codes(elsewhere)


def test_a_team_may_have_a_total() -> None:
    team = Player("Reds", members=("Ann", "Ben"), totals=(45,))
    assert Table((team,)).people == 2


@pytest.mark.parametrize("totals", [(-1,), (MAX_TOTAL + 1,), (None,), (45, None)])
def test_a_player_with_impossible_totals_is_refused(totals: tuple[int | None, ...]) -> None:
    with pytest.raises(ValueError, match="total"):
        Player("Ann", totals=totals)


@pytest.mark.slow
@given(st.lists(st.one_of(st.integers(0, 5), st.sampled_from([WHEAT, LAKES, WIDE])), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_a_victory_is_settled_only_where_no_unknown_kingdom_could_change_it(games: list[int | Kingdom]) -> None:
    """A total of so many points could be that of any kingdom: of one with a huge territory, or with hardly any."""
    players = [
        Player(name, totals=(game,)) if isinstance(game, int) else Player(name, kingdoms=(game,))
        for name, game in zip("ABCD", games, strict=False)
    ]
    ranking = rank(Table(tuple(players)))
    first = max(standing.total for standing in ranking.standings)
    level = [standing for standing in ranking.standings if standing.total == first]
    is_open = len(level) > 1 and any(standing.player.has_totals for standing in level)
    contenders = [standing for standing in level if standing.player.has_totals or standing.place == 1]
    assert (ranking.why_open is not None) is is_open
    assert {one.name for one in contenders} == {one.name for one in ranking.standings if one.place == 1}


def test_trailing_empty_totals_are_dropped() -> None:
    assert Player("Ann", kingdoms=(Kingdom.parse("wC"),), totals=(5, None)).totals == (5,)
