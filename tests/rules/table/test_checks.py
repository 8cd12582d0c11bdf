"""What a whole table gives away: what cannot lie in one box, or stand beside its kingdoms."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from scorer.cli.report import ranking_text
from scorer.rules.covering.integer_program import UnsettledError
from scorer.rules.legality import FindingCode, check
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.play import random_game
from scorer.rules.table import shared_box
from scorer.rules.table.checks import MIN_SQUARES_TO_COMPARE
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.shared_box import shortages
from scorer.rules.table.table import Table
from tests.rules.table.tables import FULL, codes, ranked


def test_games_of_a_dynasty_do_not_share_a_box() -> None:
    assert "shared_box" not in codes(ranked({"Ann": ["m3wC"] * 3}))


def test_one_box_has_each_domino_once() -> None:
    ranking = ranked({"Ann": "m3wC", "Bob": "Cwm3", "Cid": "wlC"})
    assert codes(ranking) == ["shared_box"]
    assert str(ranking.findings[0].message) == (
        "the box has only 1 domino with “mine with 3 crowns” and “wheat without crowns”, "
        "but these kingdoms have more: Ann A1–B1, Bob B1–C1"
    )


def test_every_domino_that_is_missing_is_named() -> None:
    ranking = ranked({"Ann": "m3wC", "Bob": "Cwm3/m1w.", "Cid": "m1wC"})
    assert sorted(str(finding.message) for finding in ranking.findings if finding.code == "shared_box") == [
        f"the box has only 1 domino with “{mine}” and “wheat without crowns”, but these kingdoms have more: {squares}"
        for squares, mine in (
            ("Bob A2–B2, Cid A1–B1", "mine with 1 crown"),
            ("Ann A1–B1, Bob B1–C1", "mine with 3 crowns"),
        )
    ]


def test_shared_box_considers_every_tiling() -> None:
    """Ann's kingdom can be made with w–w and f–l or with w–f and w–l, beside an f–f."""
    ann = "Cww/ffl/f.."
    assert codes(ranked({"Ann": ann, "Bob": "Cwl"})) == []
    assert codes(ranked({"Ann": ann, "Bob": "Cfl"})) == []
    assert codes(ranked({"Ann": ann, "Bob": "Cfl", "Cid": "Cwl"})) == ["shared_box"]


def test_every_played_table_is_fair() -> None:
    rng = Random(2)
    for box, size, players in ((Box.KINGDOMINO, 5, 4), (Box.QUEENDOMINO, 7, 2), (Box.BOTH, 7, 4)):
        games = random_game(rng, players, size, box)
        table = Table(tuple(Player(f"P{i}", kingdoms=(game.kingdom,)) for i, game in enumerate(games)), Rules(box=box))
        assert set(codes(rank(table))) <= {"no_queen"}


def test_findings_of_a_kingdom_name_its_player() -> None:
    ranking = ranked({"Ann": "w2wC", "Bob": "wlC"})
    assert str(ranking.findings[0].message).startswith("Ann: A1: no domino in the box shows “wheat with 2 crowns”")


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
    found = codes(ranked(dict.fromkeys(names, "C"), Rules(box=box)))
    assert found == ([code] if code else [])


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
    ranking = ranked(dict.fromkeys(("Ann", "Bob"), "C" + "w" * (wide - 1)), Rules(box=box), people)
    assert ("size" not in codes(ranking)) is fits


def test_tokens_and_buildings_of_the_whole_table() -> None:
    found = codes(ranked({"Ann": "Ctt towers=8 queen", "Bob": "Ctl towers=8 queen"}))
    assert "tokens" in found
    assert "queens" in found
    statues = "Ct[statue]t[statue]"
    assert "building_count" in codes(ranked({"Ann": statues, "Bob": statues}))


def test_the_queen_stays_where_most_towers_are() -> None:
    assert "queen_host" in codes(ranked({"Ann": "Ctt towers=1 queen", "Bob": "Ctl towers=2"}))
    assert "no_queen" in codes(ranked({"Ann": "Ctt towers=1", "Bob": "Ctl"}))
    tied = ranked({"Ann": "Ctt towers=2 queen", "Bob": "Ctl towers=2"})
    assert not {"queen_host", "no_queen"} & set(codes(tied))
    assert any("towers are tied" in str(note) for note in tied.notes)


def test_impossible_discard_next_to_the_castle_is_reported_after_the_game() -> None:
    full = "wwwff/wwwff/wwCff/llwff/llwff"
    ranking = ranked({"Ann": full, "Bob": "lllll/lllll/lCfll"}, Rules(size=5))
    assert "discard" in codes(ranking)
    assert "discard" not in codes(ranked({"Ann": "ww/.C", "Bob": "Cll"})), "the game may not be over"
    closed = "lllll/lllll/lCfll/wwf.."
    assert "discard" not in codes(ranked({"Ann": full, "Bob": closed}, Rules(size=5)))
    assert any("discarded" in str(note) for note in ranking.notes)


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("lllll/lllll/lCfll", "Bob: 5 dominoes discarded"),
        ("lllll/lllll/lCfll/wwff?/wwf??", ""),  # nothing by the castle is free
        ("lllll/lll??/lCfl?/...??", "Bob: at least 4 dominoes discarded"),
        ("lllll/lllll/lC.l?/lf.ll/fllf?", "Bob: at least 1 domino discarded"),
        ("lllll/lllll/?C.l?/lf.ll/fllll", "Bob: at least 1 domino discarded"),
    ],
)
def test_unknown_squares_reduce_the_proved_discards(notation: str, said: str) -> None:
    full = "wwwff/wwwff/wwCff/llwff/llwff"
    ranking = ranked({"Ann": full, "Bob": notation}, Rules(size=5))
    found = [str(finding.message).partition(", but")[0] for finding in ranking.findings if finding.code == "discard"]
    assert found == ([said] if said else [])


def test_kingdom_chosen_twice_is_reported() -> None:
    full = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
    ranking = ranked({"A": str(full), "B": "Cww", "C": str(full.turned())})
    assert "shared_box" not in codes(ranking)
    (said,) = [str(finding.message) for finding in ranking.findings if finding.code == "same_kingdom"]
    assert said == "A and C have the same kingdom; if it was added twice, remove one"


def test_kingdom_chosen_for_two_games_of_a_dynasty_is_reported() -> None:
    full = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
    alone = ranked({"A": [str(full)] * 3})
    assert [str(finding.message) for finding in alone.findings if finding.code == "same_kingdom"] == [
        f"A in game 1 and A in game {later} have the same kingdom; if it was added twice, remove one"
        for later in (2, 3)
    ]
    assert not alone.is_possible
    both = ranked({"A": [str(full), "wwC", "wwC"], "B": ["Cff", str(full.turned()), "Cff"]})
    (said,) = [str(finding.message) for finding in both.findings if finding.code == "same_kingdom"]
    assert said == "A in game 1 and B in game 2 have the same kingdom; if it was added twice, remove one"
    within = ranked({"A": [str(full), "wwC", "wwC"], "B": [str(full), "Cff", "Cff"]})
    (said,) = [str(finding.message) for finding in within.findings if finding.code == "same_kingdom"]
    assert said == "game 1: A and B have the same kingdom; if it was added twice, remove one"


def test_findings_of_a_dynasty_name_the_game() -> None:
    ranking = ranked({"A": ["wwC", "w2wC", "wwC"], "B": ["Cff", "Cff", "Cff"]})
    assert {str(finding.message).split(",")[0][:9] for finding in ranking.findings} == {"game 2: A"}


def test_royal_wedding_without_its_box_gets_a_hint() -> None:
    twice = {"A": "m3wC", "B": "Cwm3", "C": "wlC"}
    assert not any("both boxes" in str(note) for note in ranked(twice).notes), "both boxes have this domino once"
    kingdoms = {"A": "m3tC", "B": "m3wC", "C": "wlC"}
    assert any("both boxes" in str(note) for note in ranked(kingdoms).notes)
    assert not any("both boxes" in str(note) for note in ranked(kingdoms, Rules(box=Box.BOTH)).notes)


def test_legality_of_a_cut_kingdom_is_not_reported() -> None:
    wrong = Player("Ann", kingdoms=(Kingdom.parse("m3m3C"), Kingdom.parse("m3m3C"), Kingdom.parse("wwC")))
    whole, cut = Table((wrong,)), Table((replace(wrong, partly_seen=frozenset({2})),))
    said = "Ann: 2 squares show “mine with 3 crowns”, but the box has only 1 of them"
    assert [str(finding.message) for finding in rank(whole).findings] == [f"game 1: {said}", f"game 2: {said}"]
    findings = [str(finding.message) for finding in rank(cut).findings]
    assert findings[0] == f"game 1: {said}"
    assert findings[1] == "game 2: Ann: only a part of the kingdom is known, so it couldn’t be checked"
    assert (rank(whole).is_settled, rank(cut).is_settled) == (True, False)
    assert [standing.total for standing in rank(cut).standings] == [rank(whole).standings[0].total]


def test_building_the_shared_box_program_counts_towards_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = [check(Kingdom.parse(notation)) for notation in ("Cwm3", "m3wC")]
    clock, left = iter([100.0, 101.0]), list[float]()
    monkeypatch.setattr(shared_box, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(shared_box, "solve_placements", lambda _ilp, _placements, seconds: left.append(seconds))
    with pytest.raises(UnsettledError):
        shortages(checks, Box.KINGDOMINO, seconds=2.5)
    assert left == [1.5]


def test_disabled_harmony_is_reported_if_a_kingdom_has_a_giant() -> None:
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


def test_right_to_left_name_is_isolated_from_adjacent_squares() -> None:
    ranking = ranked({"דן": "m3wC", "Ann": "Cwm3"}, Rules(box=Box.KINGDOMINO))
    (shared,) = [str(finding.message) for finding in ranking.findings if finding.code is FindingCode.SHARED_BOX]
    assert "\u2068דן\u2069 A1–B1" in shared
    assert "Ann B1–C1" in shared
    assert " \u2068דן\u2069: " in ranking_text(ranking)
    assert {standing.to_dict()["name"] for standing in ranking.standings} == {"דן", "Ann"}


@pytest.mark.parametrize(
    ("notations", "said"),
    [
        (("Cw?", "Cf?"), "not decided yet: hidden crowns or unknown squares of {} decide who wins"),
        (("Ctt queen", "Cww queen"), "{}: there is only one Queen"),
    ],
)
def test_listed_names_are_isolated_from_each_other(notations: tuple[str, str], said: str) -> None:
    names = ("דן", "שלמה")
    ranking = ranked(dict(zip(names, notations, strict=True)))
    found = [*map(str, ranking.notes), *(str(finding.message) for finding in ranking.findings)]
    apart = [f"\u2068{name}\u2069" for name in names]
    assert any(said.format(", ".join(order)) in found for order in (apart, apart[::-1]))


def test_small_kingdoms_may_be_equal_by_coincidence() -> None:
    """From ``MIN_SQUARES_TO_COMPARE`` squares on, two equal kingdoms are one kingdom that was added twice."""
    large, small = Kingdom.parse("Cwwww/wwwww/www.."), Kingdom.parse("Cwwww/wwwww/ww...")
    assert len(large.squares()) == MIN_SQUARES_TO_COMPARE
    for kingdom, found in ((large, ["same_kingdom"]), (small, [])):
        repeated = [
            code for code in codes(ranked({"Ann": str(kingdom), "Ben": str(kingdom)})) if code == "same_kingdom"
        ]
        assert repeated == found


@pytest.mark.parametrize(
    ("notation", "is_free"),
    [
        ("lllll/l...l/l.C.l/l...l/lllll", True),
        ("lllll/lllll/llC.l/lllll/lllll", False),  # one place is not enough for a domino
        ("llC/lll/lll/lll/lll", True),  # the grid has two more columns on the right
        ("llllC/lllll/lllll/lllll/lllll", False),  # the places above and to the right lie outside the grid
        ("lllll/llllC/lllll/lllll", False),  # a row fits below or above, but none beside the castle
    ],
)
def test_free_placement_next_to_the_castle_lies_inside_the_grid(notation: str, is_free: bool) -> None:
    assert ("discard" in codes(ranked({"Ann": FULL, "Ben": notation}, Rules(size=5)))) == is_free


@pytest.mark.parametrize("towers", [0, 1])
def test_the_queen_without_enough_towers_is_reported_once(towers: int) -> None:
    found = codes(ranked({"Ann": f"wlC towers={towers} queen", "Ben": "wfC towers=2"}))
    assert found.count("queen_host") == 1


def test_too_many_players_are_reported_with_the_limits() -> None:
    ranking = ranked(dict.fromkeys("ABCDE", "wlC"), Rules(box=Box.KINGDOMINO))
    (said,) = (str(finding.message) for finding in ranking.findings if finding.code is FindingCode.PLAYERS)
    assert said == "5 players, but kingdomino is for 2 to 4"
