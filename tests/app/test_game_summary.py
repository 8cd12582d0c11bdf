"""What the Game screen says at a glance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.app.game_summary import GameSummary, game_summary
from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState, Slot, state_of
from scorer.app.state.seen import Seen
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game

LEGAL = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
"""A legal kingdom of 16 points."""


def _table(*players: Player, rules: Rules = Rules(), dynasty: bool = False) -> PageState:  # noqa: B008
    return state_of(Game(players, rules, dynasty))


def _said(summary: GameSummary) -> tuple[str, str]:
    return str(summary.headline or ""), str(summary.detail or "")


@pytest.mark.parametrize(
    ("players", "outcome", "margin", "said"),
    [
        ((), "empty", 0, ("", "")),
        ((Player("Ann", totals=(45,)),), "alone", 0, ("", "")),
        ((Player("Ann", totals=(45,)), Player("Ben", totals=(38,))), "won", 7, ("Ann won by 7 points", "")),
        (
            (Player("Ann", totals=(45,)), Player("Ben", kingdoms=(Kingdom.parse("w1wC/..m?"),))),
            "won",
            43,
            ("Ann won by at least 40 points", ""),
        ),
        (
            (Player("Ann", kingdoms=(Kingdom.parse("lw1C/.f?w"),)), Player("Ben", totals=(0,))),
            "won",
            1,
            ("Ann won by at least 1 point", ""),
        ),
        (
            (Player("Ann", totals=(45,)), Player("Ben", totals=(38,)), Player("Cid")),
            "leads",
            7,
            ("Ann leads by 7 points", ""),
        ),
        (
            (Player("Ann", totals=(45,)), Player("Ben", totals=(45,))),
            "level",
            0,
            (
                "Ann and Ben are tied so far",
                "not decided yet: Ann, Ben are tied on points, and the largest territory of Ann, Ben is not known",
            ),
        ),
        (
            (Player("Ann", kingdoms=(Kingdom.parse("wwC"),)), Player("Ben", kingdoms=(Kingdom.parse("wfC"),))),
            "won",
            0,
            ("Ann wins", "tied on points with Ben – decided by: largest territory"),
        ),
        (
            (Player("Ann", kingdoms=(Kingdom.parse("wwC"),)), Player("Ben", kingdoms=(Kingdom.parse("ffC"),))),
            "shared",
            0,
            ("Ann and Ben share the victory", "0 points each"),
        ),
        (
            (Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)), Player("Ben", kingdoms=(Kingdom.parse("ffC"),))),
            "won",
            2,
            ("Ann wins – please check", "2 points ahead of Ben – but the kingdom of Ann breaks the rules"),
        ),
    ],
)
def test_summary_names_the_leader_or_winner_and_the_margin(
    players: tuple[Player, ...], outcome: str, margin: int, said: tuple[str, str]
) -> None:
    summary = game_summary(_table(*players))
    assert (summary.outcome, summary.margin, _said(summary)) == (outcome, margin, said)
    assert summary.is_over is (outcome in ("won", "shared"))


def test_every_player_has_a_card_in_the_order_of_the_slots() -> None:
    state = _table(Player("Ann", totals=(38,), colour="pink"), Player("Ann", kingdoms=(LEGAL,)), Player("Cid"))
    first, second, third = game_summary(state).players
    assert (first.name, first.colour, first.place, first.points, first.behind) == ("Ann", "pink", 1, "38", 0)
    assert (second.name, second.place, str(second.total), second.behind) == ("Ann 2", 2, "16 points", 22)
    assert (third.place, str(third.total), [item.kind for item in third.open]) == (None, "no kingdom yet", ["missing"])


def test_summary_lists_open_items_by_player() -> None:
    read = Draft(dict(LEGAL.cells()), seen=Seen(doubtful=((0, 0), (0, 1))))
    cut = Draft(dict(LEGAL.cells()), seen=Seen(cut="squares", doubtful=((0, 0),)), had_photo=True)
    edge = Draft(dict(LEGAL.cells()), seen=Seen(cut="beside"), had_photo=True)
    painted = Draft.of(LEGAL).framed(5)
    state = PageState(
        tuple(Slot(name, drafts=(one,)) for name, one in zip("ABCD", (read, cut, edge, painted), strict=True))
    )
    summary = game_summary(state)
    assert [(player.name, item.kind, str(item.message)) for player, item in summary.open] == [
        ("A", "confirm", "check 2 squares"),
        ("B", "cut", "add the squares outside the photo"),
        ("B", "confirm", "check 1 square"),
        ("C", "edge", "check that this kingdom is complete"),
        ("D", "painting", "finish this kingdom"),
    ]
    assert [str(player.total) for player in summary.players] == [
        "16 points", "16 points so far", "16 points", "16 points so far",
    ]  # fmt: skip
    assert summary.outcome == "level"


def test_tokens_to_enter_make_a_total_provisional() -> None:
    state = PageState().assigned(
        Draft(dict(Kingdom.parse("tC").cells())).with_tokens(towers=0, knights=0, queen=False), "Ann"
    )
    (ann,) = game_summary(state).players
    assert [str(item.message) for item in ann.open if item.kind == "tokens"] == ["enter coins, buildings"]
    state = PageState().assigned(Draft(dict(Kingdom.parse("tC").cells())), "Ann")
    (item,) = (item for item in game_summary(state).players[0].open if item.kind == "tokens")
    assert str(item.message) == "enter coins, towers, knights, the Queen, buildings"
    assert str(ann.total) == "0 points so far"


def test_summary_of_a_dynasty_names_the_current_game() -> None:
    state = _table(Player("Ann", totals=(10, 20)), Player("Ben", totals=(5,)), dynasty=True)
    summary = game_summary(state)
    assert (str(summary.game), summary.outcome) == ("Kingdoms of game 1 of 3", "leads")
    uneven = "points of all games so far; not all players have the same number of games"
    assert _said(summary) == ("Ann leads by 25 points", uneven)
    even = _table(Player("Ann", totals=(10, 20)), Player("Ben", totals=(5, 6)), dynasty=True)
    assert _said(game_summary(even)) == ("Ann leads by 19 points", "points of all games so far")
    assert str(game_summary(replace(state, round=1)).game) == "Kingdoms of game 2 of 3"
    assert [str(player.total) for player in summary.players] == ["30 points so far", "5 points so far"]
    assert [str(item.message) for _, item in summary.open] == ["no kingdom of game 3 yet", "no kingdom of game 2 yet"]
    done = game_summary(_table(Player("Ann", totals=(1, 2, 3)), Player("Ben", totals=(3, 3, 3)), dynasty=True))
    assert (done.game, _said(done)[0]) == (None, "Ben won by 3 points")
    assert game_summary(PageState()).game is None


def test_quests_are_to_be_entered_for_the_whole_game() -> None:
    state = _table(Player("Ann", kingdoms=(LEGAL,)), rules=Rules(giants=True))
    summary = game_summary(state)
    assert [str(message).partition(":")[2] for message in summary.to_enter] == [
        " the two quests of Age of Giants. The total is provisional."
    ]


def test_a_range_is_written_as_one() -> None:
    hidden = replace(LEGAL, rows=Kingdom.parse("w?wC").rows)
    (ann,) = game_summary(_table(Player("Ann", kingdoms=(hidden,)))).players
    assert str(ann.total) == "0–2 points"
