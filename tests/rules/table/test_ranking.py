"""Ranking with each edition's ties, on the grid that was played on."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from random import Random

import highspy  # noqa: F401  # loaded before the clock starts: where nothing is compiled yet it takes seconds
import pytest

from scorer.cli.report import ranking_text
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import QUESTS
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Place
from scorer.rules.play import random_game
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import BOTH_BOXES_SECONDS, SECONDS, Ranking, rank
from scorer.rules.table.standing import Standing
from scorer.rules.table.table import Table
from tests.rules.table.tables import FULL, codes, ranked
from tests.time_limit import within


def _places(ranking: Ranking) -> list[tuple[int, str, str]]:
    return [(standing.place, standing.name, str(standing.decided_by)) for standing in ranking.standings]


def test_points_come_first() -> None:
    assert _places(ranked({"Ann": "f1lC", "Bob": "w1wC"})) == [(1, "Bob", "points"), (2, "Ann", "points")]


def test_largest_territory_breaks_ties_even_without_crowns() -> None:
    tied = {"Ann": "w1fC", "Bob": "l1fC/.ff"}
    for edition in ("us", "older"):
        ranking = ranked(tied, Rules(edition=edition))
        assert _places(ranking) == [(1, "Bob", "largest territory"), (2, "Ann", "largest territory")]


def test_crowns_break_ties_only_in_older_kingdomino() -> None:
    tied: dict[str, str | list[str]] = {"Ann": "w1w/.C/ff", "Bob": "g1Cs1/ww."}
    assert _places(ranked(tied)) == [(1, "Ann", "shared"), (1, "Bob", "shared")]
    assert _places(ranked(tied, Rules(edition="older"))) == [(1, "Bob", "most crowns"), (2, "Ann", "most crowns")]
    queendomino = ranked(tied, Rules(edition="older", box=Box.QUEENDOMINO))
    assert _places(queendomino) == [(1, "Ann", "shared"), (1, "Bob", "shared")]


def test_place_after_a_shared_one_is_skipped() -> None:
    places = _places(ranked({"Ann": "w1fC", "Bob": "l1fC", "Cid": "wfC"}))
    assert places == [(1, "Ann", "shared"), (1, "Bob", "shared"), (3, "Cid", "points")]


def test_two_players_of_one_name_are_two_players() -> None:
    table = Table(tuple(Player("Ann", kingdoms=(Kingdom.parse(notation),)) for notation in ("f1lC", "w1wC")))
    assert [(s.place, s.name, s.total) for s in rank(table).standings] == [(1, "Ann", 2), (2, "Ann", 1)]
    assert table.people == 2


def test_a_plus_in_a_name_makes_no_team() -> None:
    table = Table((Player("C++", kingdoms=(Kingdom.parse("f1lC"),)), Player("A+B", kingdoms=(Kingdom.parse("w1wC"),))))
    assert table.people == 2
    assert "teams" not in codes(rank(table))


def test_a_dynasty_adds_three_games_and_shares_ties() -> None:
    ranking = ranked({"Ann": ["w1wC", "w1fC", "wfC"], "Bob": ["wfC", "wfC", "f1ffl/..C."]})
    assert [(s.place, s.total) for s in ranking.standings] == [(1, 3), (1, 3)]
    assert "dynasty" not in codes(ranking)
    assert "dynasty" in codes(ranked({"Ann": ["w1wC", "w1fC"], "Bob": ["wfC", "wfC"]}))
    assert "dynasty" in codes(ranked({"Ann": ["w1wC"] * 3, "Bob": ["wfC"]}))


@pytest.mark.parametrize(("ann", "bob", "is_settled"), [(1, 1, True), (3, 3, True), (2, 1, False), (2, 2, False)])
def test_a_dynasty_is_not_settled_before_everybodys_third_game(ann: int, bob: int, is_settled: bool) -> None:
    ranking = ranked({"Ann": ["w1wC"] * ann, "Bob": ["fC"] * bob})
    assert ranking.to_dict()["settled"] is is_settled
    assert ("(points)" in ranking_text(ranking)) is is_settled


def test_harmony_at_a_table_needs_the_grid_that_everybody_played_on() -> None:
    duel = ranked({"Ann": FULL, "Bob": "Cwwwwww"}, Rules(harmony=True, size=7))
    assert [s.sheets[0].bonuses["harmony"] for s in duel.standings] == [0, 0]


def test_one_kingdom_too_wide_does_not_move_a_table_to_the_larger_grid() -> None:
    """One misread column is enough to make a kingdom too wide; the others keep their grid and their bonus."""
    full = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
    ranking = ranked({"A": full, "B": "Cffffff"}, Rules(harmony=True))
    assert [(standing.name, standing.total) for standing in ranking.standings] == [("A", 21), ("B", 0)]
    assert "size" in codes(ranking)
    assert any("scored on a 5×5" in str(note) for note in ranking.notes)
    chosen = ranked({"A": full, "B": "Cffffff"}, Rules(harmony=True, size=7))
    assert (chosen.rules.size, chosen.standings[0].total) == (7, 16)
    assert not any("scored on a" in str(note) for note in chosen.notes)
    majority = ranked({"A": ["Cffffff", "Cffffff", full], "B": ["Cwwwwww"] * 3})
    assert majority.rules.size == 7


@pytest.mark.parametrize(
    ("notations", "size", "is_said"),
    [
        (["Cffffff", "Cww"], 5, True),  # not more than half are larger
        (["Cffffff", "Clllllf", "Cww"], 5, False),  # three players have the small grid only
        (["Cffffff", "Clllllf", "Cwwwwww"], 5, False),
        (["Cffffff", "Cwwwwww"], 7, False),
        (["Cff", "Cww"], 5, False),
        (["Ctt", "Cww"], 7, False),  # two players have Queendomino's large grid only
    ],
)
def test_chosen_grid_is_reported_if_a_kingdom_suggests_another(notations: list[str], size: int, is_said: bool) -> None:
    ranking = ranked(dict(zip(("Ann", "Bob", "Cid"), notations, strict=False)))
    assert ranking.rules.size == size
    other = {5: 7, 7: 5}[size]
    said = (
        f"all kingdoms are scored on a {size}×{size} grid; if you played on {other}×{other}, choose that in the rules"
    )
    assert (said in map(str, ranking.hints)) is is_said
    assert (said in map(str, ranking.notes)) is is_said


def test_the_one_grid_of_three_players_is_named_and_no_other_suggested() -> None:
    ranking = ranked({"Ann": "Cffffff", "Bob": "Clllllf", "Cid": "Cww"})
    hints = [str(hint) for hint in ranking.hints if "scored on a" in str(hint)]
    assert hints == ["all kingdoms are scored on a 5×5 grid, as usual for 3 players with kingdomino"]
    wedding = ranked({"Ann": "Cffffff", "Bob": "Clllllt", "Cid": "Cww"}, Rules(box=Box.BOTH))
    assert wedding.rules.size == 7


@pytest.mark.parametrize("rules", [Rules(), Rules(box=Box.KINGDOMINO), Rules(box=Box.QUEENDOMINO)])
def test_five_players_get_a_hint_about_age_of_giants(rules: Rules) -> None:
    five = dict.fromkeys("ABCDE", "wC")
    said = "5 players can play with Age of Giants; if you did, switch it on in the rules"
    assert said in map(str, ranked(five, rules).hints)
    assert said not in map(str, ranked(five, replace(rules, giants=True)).hints)
    assert said not in map(str, ranked(dict(list(five.items())[:4]), rules).hints)
    assert said not in map(str, ranked({**five, "F": "wC"}, rules).hints)


def test_illegal_kingdom_affects_only_its_player_among_equal_names() -> None:
    legal, illegal = Kingdom.parse("l1wC"), Kingdom.parse("wfwC")
    winner, loser = Player("Ann", kingdoms=(legal,)), Player("Ann", kingdoms=(illegal,))
    ranking = rank(Table((winner, loser)))
    assert [standing.player for standing in ranking.standings] == [winner, loser]
    assert ranking.illegal == {"Ann"}
    assert ranking.illegal_players == frozenset({loser})
    assert ranking.doubt is None
    assert rank(Table((Player("Bob", kingdoms=(illegal,)), loser))).doubt is not None


def test_player_without_a_kingdom_does_not_make_a_dynasty() -> None:
    laid = Kingdom.parse("w1fC")
    ranking = rank(Table((Player("Ann", kingdoms=(laid,)), Player("Bob"))))
    assert codes(ranking) == []
    assert not ranking.is_settled
    assert "1 of 2 players have a kingdom so far; the winner is known when all have one" in map(str, ranking.notes)
    assert "dynasty" in codes(rank(Table((Player("Ann", kingdoms=(laid,) * 3), Player("Bob")))))


FULL_SEVEN = "/".join(["wwwffff"] * 3 + ["wwwCfff"] + ["llllfff"] * 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "notations",
    [
        ["wf1f1ww?/wfffw./ww1Cgg./m3wgs2f1./m1wg2ll."],
        ["llll1f./l1fw1ff./wfCwf1./m2wg2gg./ss1ggf1?", "wwgf1w?/m3g1ff../m2ll1l1l1./sCwm2w./.s2wmw1."],
        [FULL_SEVEN, "w1wCff./.....?"],
        [FULL, "w1wCff./.....?"],
        [FULL_SEVEN, "w1wCff../.....??"],
    ],
)
def test_the_ranges_hold_what_unknown_squares_may_make_of_everybodys_grid(notations: list[str]) -> None:
    rules = Rules(harmony=True, box=Box.KINGDOMINO)

    def ranked(kingdoms: Iterable[Kingdom]) -> dict[str, Standing]:
        players = tuple(Player(name, kingdoms=(one,)) for name, one in zip("AB", kingdoms, strict=False))
        return {standing.name: standing for standing in rank(Table(players, rules)).standings}

    ranges = {name: one.total_range for name, one in ranked(map(Kingdom.parse, notations)).items()}
    found: dict[str, list[int]] = {name: [] for name in ranges}
    for choice in product(".wflgsm", repeat=sum(text.count("?") for text in notations)):
        cells = iter(choice)
        laid = ["".join(next(cells) if one == "?" else one for one in text) for text in notations]
        for name, standing in ranked(map(Kingdom.parse, laid)).items():
            found[name].append(standing.total)
    for name, (low, high) in ranges.items():
        assert low <= min(found[name]) and max(found[name]) <= high, name


@pytest.mark.slow
def test_one_players_range_is_that_of_the_score() -> None:
    for seed in range(20):
        cells = dict(random_game(Random(seed), 2)[0].kingdom.cells())
        for place in ((0, 5), (4, -1)):
            kingdom = Kingdom.from_cells({**cells, place: Place.UNKNOWN})
            for rules in (Rules(harmony=True), Rules(middle_kingdom=True), Rules(harmony=True, size=7)):
                (standing,) = rank(Table((Player("A", kingdoms=(kingdom,)),), rules)).standings
                assert standing.total_range == score(kingdom, rules).total_range, str(kingdom)


def test_nobody_has_won_while_unknown_squares_of_others_decide_the_grid() -> None:
    ranking = ranked({"A": FULL_SEVEN, "B": "w1wCff./.....?"}, Rules(harmony=True))
    assert {one.name: one.total_range for one in ranking.standings}["A"] == (0, 5)
    assert [one.name for one in ranking.undecided] == ["B"]
    assert not ranking.is_settled


def test_absent_player_may_host_the_queen() -> None:
    assert "no_queen" not in codes(ranked({"A": "Ctt towers=1", "B": "Cww"}, people=4))
    assert "no_queen" in codes(ranked({"A": "Ctt towers=1", "B": "Cww"}))


@pytest.mark.thorough
@pytest.mark.slow
def test_ranking_of_unknown_squares_ends_in_three_seconds() -> None:
    puzzle = ["ww???/f?w??/??C?m3/l1????/?s2???", "/".join(["?" * 9] * 7), "/".join(["?" * 15] * 15)]
    table = {f"P{n}": [kingdom.replace("w", "wfgs"[n % 4]) for kingdom in puzzle] for n in range(16)}
    ranking = within(3 + 1.5, lambda: ranked(table))  # what was begun in time is ended after it
    assert len(ranking.standings) == 16


@pytest.mark.parametrize(
    ("rules", "is_said"), [(Rules(), True), (Rules(box=Box.QUEENDOMINO), False), (Rules(box=Box.BOTH), False)]
)
def test_player_who_makes_the_game_queendomino_is_named(rules: Rules, is_said: bool) -> None:
    small = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"  # has dominoes that are in the box of Kingdomino alone
    texts = {"Ann": small, "Ben": "ttC", "Cid": small}
    ranking = rank(Table(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in texts.items()), rules))
    said = [str(hint) for hint in ranking.hints if "because of Ben" in str(hint)]
    why = (
        "all kingdoms are scored as Queendomino because of Ben; if you played the Royal Wedding, choose it in the rules"
    )
    assert said == ([why] if is_said else [])


def test_ranking_leaves_a_margin_to_three_seconds() -> None:
    assert SECONDS + BOTH_BOXES_SECONDS <= 0.8 * 3


@pytest.mark.parametrize(
    ("notations", "people", "settled"),
    [
        (("Cww", "Cw1w"), 2, True),
        (("Cww", "Cw1w"), 4, False),
        (("Ct[crown] towers=2", "Ctt towers=2"), 2, False),
        (("Ct[crown] towers=2 queen", "Ctt towers=2 queen"), 2, False),
        (("Ct[crown] towers=2", "Ctt towers=2 queen"), 2, True),
    ],
)
def test_ranking_is_open_until_all_kingdoms_and_one_queen_are_entered(
    notations: tuple[str, ...], people: int, settled: bool
) -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in zip("AB", notations, strict=True))
    ranking = rank(Table(players, players_count=people))
    assert ranking.to_dict()["settled"] is settled
    said = " ".join(map(str, ranking.notes))
    assert ("2 of 4 players have a kingdom" in said) is (people == 4)
    assert ("the player who hosts the Queen" in said) is (not settled and people == 2)


def test_giants_without_two_quests_are_not_settled() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse("Cww"),)) for name in "AB")
    for quests in (QUESTS[:1], QUESTS[:2]):
        ranking = rank(Table(players, Rules(giants=True, quests=quests)))
        assert ranking.is_settled is (len(quests) == 2)
