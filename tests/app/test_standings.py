"""What a ranking says about the victory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from scorer.app import standings
from scorer.app.game_summary import game_summary
from scorer.app.state.draft import Draft
from scorer.app.state.memory import memory_of, with_memory
from scorer.app.state.page_state import PageState, Slot, state_of
from scorer.app.state.seen import Cut
from scorer.cli.report import ranking_text
from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Square, Terrain
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table
from scorer.sharing.files import game_from_file, to_csv, to_json
from scorer.sharing.game import Game
from scorer.sharing.link import decode, encode
from scorer.sharing.saved_games.saved_game import SavedGame
from tests.sharing.some_games import SHARING_A_BOX


def first(state: PageState) -> str:
    """Who leads or has won."""
    return str(standings.victory(standings.ranked(state), is_settled=standings.is_settled(state))[0])


def still_open(state: PageState) -> list[tuple[int, int, str]]:
    """What the cards ask for besides a check: seat, game, words; players without a kingdom are another matter."""
    found = game_summary(state).open
    asked = ((player.slot, item) for player, item in found if item.kind not in ("missing", "illegal"))
    return [(slot, item.game, str(item.message)) for slot, item in asked]


@pytest.mark.parametrize(
    ("edition", "notations", "said"),
    [
        ("us", ("w1wC", "f1fC"), "Ann and Ben share the victory: 2 points each"),
        ("us", ("w1wC", "f1fC/s.."), "Ann and Ben share the victory: 2 points each"),
        ("older", ("w1wC", "f1fC/..m"), "Ann and Ben share the victory: 2 points each"),
        ("us", ("w1wwC", "f1C/l1l"), "Ann wins: tied on points with Ben – decided by: largest territory"),
        ("us", ("w1wC", "f1C"), "Ann wins: 1 point ahead of Ben"),
    ],
)
def test_victory_names_the_deciding_criterion(edition: str, notations: tuple[str, str], said: str) -> None:
    named = zip(("Ann", "Ben"), notations, strict=True)
    players = (Player(name, kingdoms=(Kingdom.parse(notation),)) for name, notation in named)
    ranking = replace(rank(Table(tuple(players), Rules(edition=edition))), illegal=frozenset())
    assert ": ".join(map(str, standings.victory(ranking, is_settled=True))) == said


def test_shared_victory_in_a_dynasty_says_that_no_rule_breaks_the_tie() -> None:
    players = (Player(name, kingdoms=(Kingdom.parse("w1wC"),) * 3) for name in ("Ann", "Ben"))
    ranking = replace(rank(Table(tuple(players), Rules())), findings=(), illegal=frozenset())
    _, why = standings.victory(ranking, is_settled=True)
    assert str(why).startswith("6 points each; the rules have no tie-break for a Dynasty")


def test_shared_place_is_named() -> None:
    notations = ("w1wC", "f1fC", "w1C", "f1C")
    players = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in zip("ABCD", notations, strict=True))
    ranking = rank(Table(tuple(players)))

    def why(*, is_settled: bool) -> str:
        english = translator("en")
        return "".join(standings.ranked_by(one, ranking, english, is_settled=is_settled) for one in ranking.standings)

    said = why(is_settled=True)
    assert (said.count(" – shared victory"), said.count(" – shared place"), said.count("decided by")) == (2, 2, 0)
    assert "shared" not in why(is_settled=False)
    assert [standing.to_dict()["decided_by"] for standing in ranking.standings] == ["shared"] * 4


def test_a_card_names_the_criterion_only_of_a_player_whom_it_placed_before_another() -> None:
    notations = ("w1wwC", "f1C/l1l", "w1C/.f1")
    players = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in zip("ABC", notations, strict=True))
    ranking, tr = rank(Table(tuple(players))), translator("en")
    said = {one.name: standings.ranked_by(one, ranking, tr, is_settled=True) for one in ranking.standings}
    assert [("decided by" in said[name]) for name in "ABC"] == [True, False, False]
    assert said["B"] == "2 crowns · largest territory: 2 squares"


@pytest.mark.parametrize(
    ("notations", "said"),
    [
        (("w1wC", "f?fC"), "Ann leads"),
        (("w1wC", "f1f?C"), "Ann and Ben are tied so far"),
    ],
)
def test_nobody_wins_while_hidden_crowns_may_change_it(notations: tuple[str, str], said: str) -> None:
    named = zip(("Ann", "Ben"), notations, strict=True)
    ranking = rank(Table(tuple(Player(name, kingdoms=(Kingdom.parse(notation),)) for name, notation in named)))
    why = "not decided yet: hidden crowns or unknown squares of Ben decide who wins"
    assert tuple(map(str, standings.victory(ranking, is_settled=True))) == (said, why)


def test_the_table_judges_no_kingdom_that_its_photo_cuts_off() -> None:
    draft = Draft.of(Kingdom.parse("m3m3C"))
    cut = replace(draft, seen=replace(draft.seen, cut="squares"))
    twice = PageState().assigned(draft, "Ann").assigned(cut, "Ann")
    said = [str(finding.message) for finding in standings.ranked(twice).findings]
    assert [one.split(": ")[0] for one in said] == ["Ann", "Ann 2"]
    assert "but the box has only 1" in said[0]
    assert "only a part of the kingdom is known" in said[1]


@pytest.mark.parametrize(
    ("ann", "ben", "said"), [(1, 1, "Ann leads"), (2, 2, "Ann leads"), (3, 2, "Ann leads"), (3, 3, "Ann wins")]
)
def test_a_dynasty_that_came_by_a_link_is_won_after_its_last_game(ann: int, ben: int, said: str) -> None:
    of_ann, of_ben = (Kingdom.parse(text) for text in ("w1f/C.", "ffC"))
    game = Game((Player("Ann", kingdoms=(of_ann,) * ann), Player("Ben", kingdoms=(of_ben,) * ben)), dynasty=True)
    state = state_of(decode(encode(game)))
    assert first(state) == said


def test_no_winner_while_a_kingdom_is_cut_off_by_its_photo() -> None:
    whole, draft = Draft.of(Kingdom.parse("w1f/C.")), Draft.of(Kingdom.parse("ffC"))
    cuts: tuple[tuple[Cut, str], ...] = (("squares", "Ann leads"), ("beside", "Ann wins"))
    for cut, said in cuts:
        seen = replace(draft, seen=replace(draft.seen, cut=cut))
        state = PageState().assigned(whole, "Ann").assigned(seen, "Ben")
        for table in (state, state_of(decode(encode(state.game)))):
            assert standings.is_settled(table) is (said == "Ann wins")
            assert first(table) == said


@pytest.mark.parametrize(
    ("draft", "why"),
    [
        (Draft.empty(Rules()), "finish this kingdom"),
        (Draft.of(Kingdom.parse("ffC")).framed(5), "finish this kingdom"),
        (Draft.empty(Rules()).unframed(), "enter the squares"),
        (Draft({}, photo="p"), "enter the squares"),  # its grid is still to be laid
    ],
)
def test_no_winner_while_a_kingdom_is_being_entered(draft: Draft, why: str) -> None:
    state = PageState().assigned(Draft.of(Kingdom.parse("w1wC")), "Ann").assigned(draft, "Ben")
    assert first(state) == "Ann leads"
    assert still_open(state) == [(1, 0, why)]
    done = state.with_draft(draft.put((0, 1), Square(Terrain.FOREST)).put((0, 2), Square(Terrain.FOREST)).unframed())
    assert standings.is_settled(done) and not still_open(done)


def painted_beside_a_kingdom() -> PageState:
    """Ann’s kingdom is there, Ben’s first squares are painted."""
    painted = Draft.empty(Rules()).put((0, 1), Square(Terrain.FOREST)).put((0, 2), Square(Terrain.FOREST))
    return PageState().assigned(Draft.of(Kingdom.parse("w1f/C.")), "Ann").assigned(painted, "Ben")


@pytest.mark.parametrize(
    "kept",
    [
        lambda game: decode(encode(game)),
        lambda game: game_from_file(to_json(game).encode()),
        lambda game: game_from_file(to_csv(game)),
        lambda game: SavedGame.from_text(SavedGame("1a", date(2026, 5, 2), game).to_text()).game,
    ],
    ids=["link", "JSON", "CSV", "evening"],
)
def test_unfinished_kingdom_stays_unfinished_in_links_and_files(kept: Callable[[Game], Game]) -> None:
    game = kept(painted_beside_a_kingdom().game)
    assert not game.is_settled
    state = state_of(game)
    assert first(state) == "Ann leads"
    said = [str(finding.message) for finding in standings.ranked(state).findings]
    assert said == ["Ben: only a part of the kingdom is known, so it couldn’t be checked"]
    assert still_open(state) == [(1, 0, "add the missing squares")]
    assert standings.is_settled(state.choose(1).with_draft(state.slots[1].drafts[0].whole()))


def test_kingdom_painted_after_a_reload_is_complete_when_done() -> None:
    state = painted_beside_a_kingdom()
    again = with_memory(state_of(decode(encode(state.game))), memory_of(state))
    assert again.draft and (again.draft.frame is not None, again.draft.cut) == (True, "")
    assert standings.is_settled(again.with_draft(again.draft.unframed()))
    draft = state.slots[1].drafts[0]
    cut = state.with_draft(replace(draft, photo="p", seen=replace(draft.seen, cut="squares")))
    again = with_memory(state_of(decode(encode(cut.game))), memory_of(cut))
    assert again.draft and again.draft.unframed().cut == "squares", "its photo cuts it off too"


def test_later_games_are_not_pending_without_a_dynasty() -> None:
    ann, ben = (Draft.of(Kingdom.parse(text)) for text in ("w1f/C.", "ffC"))
    cut = replace(ben, seen=replace(ben.seen, cut="squares"))
    state = PageState((Slot("Ann", drafts=(ann,)), Slot("Ben", drafts=(ben, cut))), dynasty=True)
    assert not standings.is_settled(state) and still_open(state)
    alone = state.playing(state.rules, dynasty=False)
    assert first(alone) == "Ann wins"
    assert not still_open(alone)


def test_victory_with_an_illegal_kingdom_counts_as_played() -> None:
    legal, wide = Kingdom.parse("wwC"), Kingdom.parse("w1w1w1w1w1w1w1C")
    for texts, said in (
        ((legal, wide), "Ben wins – please check"),
        ((wide, wide), "please check"),
        ((legal, legal), "victory"),
    ):
        players = tuple(Player(name, kingdoms=(text,)) for name, text in zip(("Ann", "Ben"), texts, strict=True))
        ranking = rank(Table(players))
        headline, why = map(str, standings.victory(ranking, is_settled=True))
        assert headline.endswith(said)
        assert why.endswith((" breaks the rules", "kingdoms of Ann, Ben break the rules")) is ("please check" in said)
        assert ranking.is_settled, "the ranking stays"


BREACH = "these kingdoms cannot come from one game"


@pytest.mark.parametrize(
    ("kingdoms", "said", "doubt"),
    [
        (SHARING_A_BOX, "Ann wins – please check", BREACH),
        (SHARING_A_BOX[:1] * 2, "Ann and Ben share the victory – please check", "two kingdoms are the same"),
        (tuple(map(Kingdom.parse, ("wwC", "ffC", "llC", "ggC", "ssC"))), "share the victory – please check", BREACH),
    ],
)
def test_victory_at_an_impossible_table_counts_as_played(kingdoms: tuple[Kingdom, ...], said: str, doubt: str) -> None:
    """Too few dominoes for both, one kingdom twice, more players than the box serves."""
    names = ("Ann", "Ben", "Cid", "Dora", "Eve")[: len(kingdoms)]
    players = (Player(name, kingdoms=(kingdom,)) for name, kingdom in zip(names, kingdoms, strict=True))
    ranking = rank(Table(tuple(players)))
    assert not ranking.illegal and ranking.is_settled
    headline, why = map(str, standings.victory(ranking, is_settled=True))
    assert headline.endswith(said)
    assert why.endswith(f" – but {doubt}")
    assert f"  (please check: {doubt})" in ranking_text(ranking)


@pytest.mark.parametrize(
    ("doubtful", "cut", "said"),
    [
        ((), "beside", ["check that this kingdom is complete"]),
        ((), "squares", ["add the squares outside the photo"]),
        (((0, 0),), "beside", ["check that this kingdom is complete", "check 1 square"]),
    ],
)
def test_open_items_give_the_reasons_to_check_a_kingdom(
    doubtful: tuple[Position, ...], cut: Cut, said: list[str]
) -> None:
    draft = Draft.of(Kingdom.parse("m1C"))
    seen = replace(draft, photo="p", seen=replace(draft.seen, doubtful=doubtful, cut=cut))
    state = PageState().assigned(seen, "Ann")
    assert still_open(state) == [(0, 0, one) for one in said]


def test_unfinished_dynasty_is_a_hint_not_an_error() -> None:
    won, lost = Kingdom.parse("wwC"), Kingdom.parse("ffC")
    ranking = rank(Table((Player("Ann", kingdoms=(won, won)), Player("Ben", kingdoms=(lost, lost, lost)))))
    said = "A Dynasty is 3 games for each player; entered so far: Ann 2, Ben 3"
    html = standings.findings_html(ranking, translator("en"))
    assert html == f"<ul class='findings'><li class='hint'>{said}</li></ul>"


def test_players_whose_names_are_written_from_right_to_left_share_a_victory_one_by_one() -> None:
    notations = {"דן": "w1wC", "שלמה": "f1fC", "Ann": "l1lC"}
    players = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in notations.items())
    ranking = replace(rank(Table(tuple(players))), illegal=frozenset(), is_possible=True)
    victory, _ = standings.victory(ranking, is_settled=True)
    assert str(victory) == "\u2068דן\u2069, \u2068שלמה\u2069 and Ann share the victory"


def test_a_tie_with_a_total_has_no_winner_and_says_why() -> None:
    state = state_of(Game((Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)), Player("Ben", totals=(2,)))))
    ranking = standings.ranked(state)
    said, why = map(str, standings.victory(ranking, is_settled=standings.is_settled(state)))
    assert said == "Ann and Ben are tied so far" and "largest territory of Ben is not known" in why
    ben = ranking.standings[-1]
    assert standings.ranked_by(ben, ranking, translator("en"), is_settled=False) == "only the total is known"
    won = state_of(Game((Player("Ann", totals=(30,)), Player("Ben", totals=(28,)))))
    assert first(won) == "Ann wins"
