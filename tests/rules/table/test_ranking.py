"""Ranking with each edition's ties, and what a whole table gives away."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product
from random import Random
from types import SimpleNamespace

import pytest
import scipy.optimize  # noqa: F401  # loaded before the clock starts: where nothing is compiled yet it takes seconds

from scorer.cli.report import ranking_text
from scorer.rules.covering.programme import UnsettledError
from scorer.rules.legality import FindingCode, check
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import QUESTS
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Place
from scorer.rules.play import random_game
from scorer.rules.scoring.score import score
from scorer.rules.table import shared_box
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import SECONDS, SECONDS_FOR_BOTH, Ranking, rank
from scorer.rules.table.shared_box import shortages
from scorer.rules.table.standing import Standing
from scorer.rules.table.table import Table
from tests.time_limit import within

FULL = "wwwff/wwfff/wwCff/llfff/llfff"


def _ranked(notations: Mapping[str, str | list[str]], rules: Rules = Rules(), people: int | None = None) -> Ranking:  # noqa: B008
    players = [
        Player(
            name,
            members=tuple(name.split("+")) if "+" in name else (),
            kingdoms=tuple(map(Kingdom.parse, [given] if isinstance(given, str) else given)),
        )
        for name, given in notations.items()
    ]
    return rank(Table(tuple(players), rules, people))


def _places(ranking: Ranking) -> list[tuple[int, str, str]]:
    return [(standing.place, standing.name, str(standing.decided_by)) for standing in ranking.standings]


def _codes(ranking: Ranking) -> list[str]:
    return [finding.code for finding in ranking.findings]


def test_points_come_first() -> None:
    assert _places(_ranked({"Ann": "f1lC", "Bob": "w1wC"})) == [(1, "Bob", "points"), (2, "Ann", "points")]


def test_the_largest_territory_parts_a_tie_crowned_or_not() -> None:
    tied = {"Ann": "w1fC", "Bob": "l1fC/.ff"}
    for edition in ("us", "older"):
        ranking = _ranked(tied, Rules(edition=edition))
        assert _places(ranking) == [(1, "Bob", "largest territory"), (2, "Ann", "largest territory")]


def test_crowns_part_a_tie_only_in_the_older_edition_of_kingdomino() -> None:
    tied: dict[str, str | list[str]] = {"Ann": "w1w/.C/ff", "Bob": "g1Cs1/ww."}
    assert _places(_ranked(tied)) == [(1, "Ann", "shared"), (1, "Bob", "shared")]
    assert _places(_ranked(tied, Rules(edition="older"))) == [(1, "Bob", "most crowns"), (2, "Ann", "most crowns")]
    queendomino = _ranked(tied, Rules(edition="older", box=Box.QUEENDOMINO))
    assert _places(queendomino) == [(1, "Ann", "shared"), (1, "Bob", "shared")]


def test_a_shared_place_is_not_given_twice() -> None:
    places = _places(_ranked({"Ann": "w1fC", "Bob": "l1fC", "Cid": "wfC"}))
    assert places == [(1, "Ann", "shared"), (1, "Bob", "shared"), (3, "Cid", "points")]


def test_two_players_of_one_name_are_two_players() -> None:
    table = Table(tuple(Player("Ann", kingdoms=(Kingdom.parse(notation),)) for notation in ("f1lC", "w1wC")))
    assert [(s.place, s.name, s.total) for s in rank(table).standings] == [(1, "Ann", 2), (2, "Ann", 1)]
    assert table.people == 2


def test_a_plus_in_a_name_makes_no_team() -> None:
    table = Table((Player("C++", kingdoms=(Kingdom.parse("f1lC"),)), Player("A+B", kingdoms=(Kingdom.parse("w1wC"),))))
    assert table.people == 2
    assert "teams" not in _codes(rank(table))


def test_a_dynasty_adds_three_games_and_shares_ties() -> None:
    ranking = _ranked({"Ann": ["w1wC", "w1fC", "wfC"], "Bob": ["wfC", "wfC", "f1ffl/..C."]})
    assert [(s.place, s.total) for s in ranking.standings] == [(1, 3), (1, 3)]
    assert "dynasty" not in _codes(ranking)
    assert "dynasty" in _codes(_ranked({"Ann": ["w1wC", "w1fC"], "Bob": ["wfC", "wfC"]}))
    assert "dynasty" in _codes(_ranked({"Ann": ["w1wC"] * 3, "Bob": ["wfC"]}))


@pytest.mark.parametrize(("ann", "bob", "is_settled"), [(1, 1, True), (3, 3, True), (2, 1, False), (2, 2, False)])
def test_a_dynasty_is_not_settled_before_everybodys_third_game(ann: int, bob: int, is_settled: bool) -> None:
    ranking = _ranked({"Ann": ["w1wC"] * ann, "Bob": ["fC"] * bob})
    assert ranking.to_dict()["settled"] is is_settled
    assert ("(points)" in ranking_text(ranking)) is is_settled


def test_games_of_a_dynasty_do_not_share_a_box() -> None:
    assert "shared_box" not in _codes(_ranked({"Ann": ["m3wC"] * 3}))


def test_one_box_has_each_domino_once() -> None:
    ranking = _ranked({"Ann": "m3wC", "Bob": "Cwm3", "Cid": "wlC"})
    assert _codes(ranking) == ["shared_box"]
    words = "each of these is a domino of mine with 3 crowns and wheat without crowns, of which the box has 1"
    assert str(ranking.findings[0].message) == f"Ann A1–B1, Bob B1–C1: {words}"


def test_every_domino_that_is_missing_is_named() -> None:
    ranking = _ranked({"Ann": "m3wC", "Bob": "Cwm3/m1w.", "Cid": "m1wC"})
    assert sorted(str(finding.message) for finding in ranking.findings if finding.code == "shared_box") == [
        f"{squares}: each of these is a domino of {mine} and wheat without crowns, of which the box has 1"
        for squares, mine in (
            ("Ann A1–B1, Bob B1–C1", "mine with 3 crowns"),
            ("Bob A2–B2, Cid A1–B1", "mine with 1 crown"),
        )
    ]


def test_the_shared_box_is_asked_for_every_tiling_and_not_for_one() -> None:
    """Ann's kingdom can be made with w–w and f–l or with w–f and w–l, beside an f–f."""
    ann = "Cww/ffl/f.."
    assert _codes(_ranked({"Ann": ann, "Bob": "Cwl"})) == []
    assert _codes(_ranked({"Ann": ann, "Bob": "Cfl"})) == []
    assert _codes(_ranked({"Ann": ann, "Bob": "Cfl", "Cid": "Cwl"})) == ["shared_box"]


def test_every_played_table_is_fair() -> None:
    rng = Random(2)
    for box, size, players in ((Box.KINGDOMINO, 5, 4), (Box.QUEENDOMINO, 7, 2), (Box.BOTH, 7, 4)):
        games = random_game(rng, players, size, box)
        table = Table(tuple(Player(f"P{i}", kingdoms=(game.kingdom,)) for i, game in enumerate(games)), Rules(box=box))
        assert set(_codes(rank(table))) <= {"no_queen"}


def test_a_kingdoms_own_faults_are_told_with_its_players_name() -> None:
    ranking = _ranked({"Ann": "w2wC", "Bob": "wlC"})
    assert str(ranking.findings[0].message).startswith("Ann: A1: no domino shows wheat with 2 crowns")


@pytest.mark.parametrize(
    ("names", "box", "code"),
    [
        (["A", "B", "C", "D", "E"], Box.KINGDOMINO, "players"),
        (["A", "B"], Box.BOTH, "players"),
        (["A+B", "C+D"], Box.QUEENDOMINO, "teams"),
        (["A+B", "C+D"], Box.BOTH, "teams"),
        (["A+B", "C+D", "E"], Box.BOTH, "teams"),
        (["A+B", "C+D", "E+F"], Box.BOTH, None),
        (["A", "B", "C"], Box.BOTH, None),
        (["A"], Box.KINGDOMINO, None),
    ],
)
def test_numbers_of_players_and_teams(names: list[str], box: Box, code: str | None) -> None:
    codes = _codes(_ranked(dict.fromkeys(names, "C"), Rules(box=box)))
    assert codes == ([code] if code else [])


@pytest.mark.parametrize(
    ("people", "box", "wide", "fits"),
    [
        (2, Box.KINGDOMINO, 7, True),
        (3, Box.KINGDOMINO, 7, False),
        (2, Box.QUEENDOMINO, 7, True),
        (4, Box.QUEENDOMINO, 7, False),
        (4, Box.BOTH, 7, True),
        (5, Box.BOTH, 7, False),
    ],
)
def test_the_grid_follows_from_the_number_of_players(people: int, box: Box, wide: int, fits: bool) -> None:
    ranking = _ranked(dict.fromkeys(("Ann", "Bob"), "C" + "w" * (wide - 1)), Rules(box=box), people)
    assert ("size" not in _codes(ranking)) is fits


def test_harmony_at_a_table_needs_the_grid_that_everybody_played_on() -> None:
    duel = _ranked({"Ann": FULL, "Bob": "Cwwwwww"}, Rules(harmony=True, size=7))
    assert [s.sheets[0].bonuses["harmony"] for s in duel.standings] == [0, 0]


def test_tokens_and_buildings_of_the_whole_table() -> None:
    codes = _codes(_ranked({"Ann": "Ctt towers=8 queen", "Bob": "Ctl towers=8 queen"}))
    assert "tokens" in codes
    assert "queens" in codes
    statues = "Ct[statue]t[statue]"
    assert "building_count" in _codes(_ranked({"Ann": statues, "Bob": statues}))


def test_the_queen_stays_where_most_towers_are() -> None:
    assert "queen_host" in _codes(_ranked({"Ann": "Ctt towers=1 queen", "Bob": "Ctl towers=2"}))
    assert "no_queen" in _codes(_ranked({"Ann": "Ctt towers=1", "Bob": "Ctl"}))
    tied = _ranked({"Ann": "Ctt towers=2 queen", "Bob": "Ctl towers=2"})
    assert not {"queen_host", "no_queen"} & set(_codes(tied))
    assert any("towers are tied" in str(note) for note in tied.notes)


def test_a_discard_beside_a_free_castle_is_proved_once_the_game_is_over() -> None:
    full = "wwwff/wwwff/wwCff/llwff/llwff"
    ranking = _ranked({"Ann": full, "Bob": "lllll/lllll/lCfll"}, Rules(size=5))
    assert "discard" in _codes(ranking)
    assert "discard" not in _codes(_ranked({"Ann": "ww/.C", "Bob": "Cll"})), "the game may not be over"
    closed = "lllll/lllll/lCfll/wwf.."
    assert "discard" not in _codes(_ranked({"Ann": full, "Bob": closed}, Rules(size=5)))
    assert any("discarded" in str(note) for note in ranking.notes)


def test_one_kingdom_too_wide_does_not_move_a_table_to_the_larger_grid() -> None:
    """One misread column is enough to make a kingdom too wide; the others keep their grid and their bonus."""
    full = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
    ranking = _ranked({"A": full, "B": "Cffffff"}, Rules(harmony=True))
    assert [(standing.name, standing.total) for standing in ranking.standings] == [("A", 21), ("B", 0)]
    assert "size" in _codes(ranking)
    assert any("counted on 5×5" in str(note) for note in ranking.notes)
    chosen = _ranked({"A": full, "B": "Cffffff"}, Rules(harmony=True, size=7))
    assert (chosen.rules.size, chosen.standings[0].total) == (7, 16)
    assert not any("counted on" in str(note) for note in chosen.notes)
    most = _ranked({"A": ["Cffffff", "Cffffff", full], "B": ["Cwwwwww"] * 3})
    assert most.rules.size == 7


@pytest.mark.parametrize(
    ("notations", "size", "is_said"),
    [
        (["Cffffff", "Cww"], 5, True),  # not more than half are larger
        (["Cffffff", "Clllllf", "Cww"], 5, True),  # three players have the small grid only
        (["Cffffff", "Clllllf", "Cwwwwww"], 5, True),
        (["Cffffff", "Cwwwwww"], 7, False),
        (["Cff", "Cww"], 5, False),
        (["Ctt", "Cww"], 7, False),  # two players have Queendomino's large grid only
    ],
)
def test_the_grid_that_was_taken_is_said_where_a_kingdom_calls_for_another(
    notations: list[str], size: int, is_said: bool
) -> None:
    ranking = _ranked(dict(zip(("Ann", "Bob", "Cid"), notations, strict=False)))
    assert ranking.rules.size == size
    other = {5: 7, 7: 5}[size]
    said = f"all kingdoms are counted on {size}×{size}; if you played on {other}×{other}, choose that grid"
    assert (said in map(str, ranking.hints)) is is_said
    assert (said in map(str, ranking.notes)) is is_said


FULL_SEVEN = "/".join(["wwwffff"] * 3 + ["wwwCfff"] + ["llllfff"] * 3)


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
    for name, (least, most) in ranges.items():
        assert least <= min(found[name]) and max(found[name]) <= most, name


def test_one_players_range_is_that_of_the_score() -> None:
    for seed in range(20):
        cells = dict(random_game(Random(seed), 2)[0].kingdom.cells())
        for place in ((0, 5), (4, -1)):
            kingdom = Kingdom.from_cells({**cells, place: Place.UNKNOWN})
            for rules in (Rules(harmony=True), Rules(middle_kingdom=True), Rules(harmony=True, size=7)):
                (standing,) = rank(Table((Player("A", kingdoms=(kingdom,)),), rules)).standings
                assert standing.total_range == score(kingdom, rules).total_range, str(kingdom)


def test_nobody_has_won_while_unknown_squares_of_others_decide_the_grid() -> None:
    ranking = _ranked({"A": FULL_SEVEN, "B": "w1wCff./.....?"}, Rules(harmony=True))
    assert {one.name: one.total_range for one in ranking.standings}["A"] == (0, 5)
    assert [one.name for one in ranking.undecided] == ["B"]
    assert not ranking.is_settled


def test_who_is_not_there_may_host_the_queen() -> None:
    assert "no_queen" not in _codes(_ranked({"A": "Ctt towers=1", "B": "Cww"}, people=4))
    assert "no_queen" in _codes(_ranked({"A": "Ctt towers=1", "B": "Cww"}))


def test_one_kingdom_chosen_twice_is_told_as_that() -> None:
    full = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
    ranking = _ranked({"A": str(full), "B": "Cww", "C": str(full.turned())})
    assert "shared_box" not in _codes(ranking)
    (said,) = [str(finding.message) for finding in ranking.findings if finding.code == "same_kingdom"]
    assert said == "A and C have the same kingdom; was it chosen twice?"


def test_one_kingdom_chosen_for_two_games_of_a_dynasty_is_told_as_that() -> None:
    full = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
    alone = _ranked({"A": [str(full)] * 3})
    assert [str(finding.message) for finding in alone.findings if finding.code == "same_kingdom"] == [
        f"A in game 1 and A in game {later} have the same kingdom; was it chosen twice?" for later in (2, 3)
    ]
    assert not alone.is_possible
    both = _ranked({"A": [str(full), "wwC", "wwC"], "B": ["Cff", str(full.turned()), "Cff"]})
    (said,) = [str(finding.message) for finding in both.findings if finding.code == "same_kingdom"]
    assert said == "A in game 1 and B in game 2 have the same kingdom; was it chosen twice?"
    within = _ranked({"A": [str(full), "wwC", "wwC"], "B": [str(full), "Cff", "Cff"]})
    (said,) = [str(finding.message) for finding in within.findings if finding.code == "same_kingdom"]
    assert said == "game 1: A and B have the same kingdom; was it chosen twice?"


def test_findings_of_a_dynasty_name_the_game() -> None:
    ranking = _ranked({"A": ["wwC", "w2wC", "wwC"], "B": ["Cff", "Cff", "Cff"]})
    assert {str(finding.message).split(",")[0][:9] for finding in ranking.findings} == {"game 2: A"}


def test_a_royal_wedding_without_its_box_is_told_what_to_choose() -> None:
    twice = {"A": "m3wC", "B": "Cwm3", "C": "wlC"}
    assert not any("both boxes" in str(note) for note in _ranked(twice).notes), "both boxes have this domino once"
    kingdoms = {"A": "m3tC", "B": "m3wC", "C": "wlC"}
    assert any("both boxes" in str(note) for note in _ranked(kingdoms).notes)
    assert not any("both boxes" in str(note) for note in _ranked(kingdoms, Rules(box=Box.BOTH)).notes)


def test_of_a_kingdom_that_its_photo_cuts_off_it_is_not_said_whether_it_is_legal() -> None:
    wrong = Player("Ann", kingdoms=(Kingdom.parse("m3m3C"), Kingdom.parse("m3m3C"), Kingdom.parse("wwC")))
    whole, cut = Table((wrong,)), Table((replace(wrong, partly_seen=frozenset({2})),))
    said = "Ann: 2 squares with mine with 3 crowns; the box kingdomino has 1"
    assert [str(finding.message) for finding in rank(whole).findings] == [f"game 1: {said}", f"game 2: {said}"]
    findings = [str(finding.message) for finding in rank(cut).findings]
    assert findings[0] == f"game 1: {said}"
    assert findings[1] == "game 2: Ann: only a part of the kingdom is known, so it cannot be said whether it is legal"
    assert (rank(whole).is_settled, rank(cut).is_settled) == (True, False)
    assert [standing.total for standing in rank(cut).standings] == [rank(whole).standings[0].total]


@pytest.mark.slow
def test_a_table_of_unknown_squares_is_settled_or_left_in_three_seconds() -> None:
    puzzle = ["ww???/f?w??/??C?m3/l1????/?s2???", "/".join(["?" * 9] * 7), "/".join(["?" * 15] * 15)]
    table = {f"P{n}": [kingdom.replace("w", "wfgs"[n % 4]) for kingdom in puzzle] for n in range(16)}
    ranking = within(3 + 1.5, lambda: _ranked(table))  # what was begun in time is ended after it
    assert len(ranking.standings) == 16


def test_writing_down_the_question_of_one_box_counts_for_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = [check(Kingdom.parse(notation)) for notation in ("Cwm3", "m3wC")]
    clock, left = iter([100.0, 101.0]), list[float]()
    monkeypatch.setattr(shared_box, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(shared_box, "solve_layings", lambda _programme, _layings, seconds: left.append(seconds))
    with pytest.raises(UnsettledError):
        shortages(checks, Box.KINGDOMINO, seconds=2.5)
    assert left == [1.5]


@pytest.mark.parametrize(
    ("rules", "is_said"), [(Rules(), True), (Rules(box=Box.QUEENDOMINO), False), (Rules(box=Box.BOTH), False)]
)
def test_it_is_said_for_whose_kingdom_all_are_judged_as_queendomino(rules: Rules, is_said: bool) -> None:
    small = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"  # has dominoes that are in the box of Kingdomino alone
    texts = {"Ann": small, "Ben": "ttC", "Cid": small}
    ranking = rank(Table(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in texts.items()), rules))
    said = [str(hint) for hint in ranking.hints if "because of Ben" in str(hint)]
    why = "all kingdoms are judged as Queendomino because of Ben; if you played the Royal Wedding, choose both boxes"
    assert said == ([why] if is_said else [])


def test_a_table_leaves_a_margin_to_three_seconds() -> None:
    assert SECONDS + SECONDS_FOR_BOTH <= 0.8 * 3


def test_one_giant_at_a_table_takes_harmony_from_nobody_in_silence() -> None:
    full = "w1wwff/wwwff/wwCff/wwwff/wwwff"
    players = tuple(
        Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", full), ("Bob", "w1wwwf/w1!wCff"))
    )
    ranking = rank(Table(players, Rules(harmony=True)))
    (said,) = (str(note) for note in ranking.notes if "not counted" in str(note))
    assert said.startswith("Harmony: not counted, because there are giants")
    assert said in ranking.to_dict()["notes"]  # type: ignore[operator]
    assert said in map(str, ranking.hints), "which the page shows"
    harmony = [line for standing in ranking.standings for line in standing.sheets[0].lines if line.section == "harmony"]
    assert [line.points for line in harmony] == [0, 0]


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
def test_nothing_is_settled_before_everybody_is_here_and_the_queen_is_with_one(
    notations: tuple[str, ...], people: int, settled: bool
) -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in zip("AB", notations, strict=True))
    ranking = rank(Table(players, players_count=people))
    assert ranking.to_dict()["settled"] is settled
    said = " ".join(map(str, ranking.notes))
    assert ("2 of 4 players are here" in said) is (people == 4)
    assert ("with which one player the Queen is" in said) is (not settled and people == 2)


def test_giants_without_two_quests_are_not_settled() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse("Cww"),)) for name in "AB")
    for quests in (QUESTS[:1], QUESTS[:2]):
        ranking = rank(Table(players, Rules(giants=True, quests=quests)))
        assert ranking.is_settled is (len(quests) == 2)


def test_a_name_written_from_right_to_left_is_set_apart_from_the_squares_beside_it() -> None:
    ranking = _ranked({"דן": "m3wC", "Ann": "Cwm3"}, Rules(box=Box.KINGDOMINO))
    (shared,) = [str(finding.message) for finding in ranking.findings if finding.code is FindingCode.SHARED_BOX]
    assert "\u2068דן\u2069 A1–B1" in shared
    assert "Ann B1–C1" in shared
    assert " \u2068דן\u2069: " in ranking_text(ranking)
    assert {standing.to_dict()["name"] for standing in ranking.standings} == {"דן", "Ann"}


@pytest.mark.parametrize(
    ("notations", "said"),
    [
        (("Cw?", "Cf?"), "still open: hidden crowns or unknown squares of {} decide who wins"),
        (("Ctt queen", "Cww queen"), "{}: there is only one Queen"),
    ],
)
def test_names_in_a_row_are_set_apart_one_by_one(notations: tuple[str, str], said: str) -> None:
    names = ("דן", "שלמה")
    ranking = _ranked(dict(zip(names, notations, strict=True)))
    told = [*map(str, ranking.notes), *(str(finding.message) for finding in ranking.findings)]
    apart = [f"\u2068{name}\u2069" for name in names]
    assert any(said.format(", ".join(order)) in told for order in (apart, apart[::-1]))
