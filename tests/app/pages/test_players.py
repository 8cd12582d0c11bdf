"""The page of the table: who sits at it, who was removed or left out, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.app.handlers.navigation import MAX_REPORT
from scorer.app.state import memory
from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.sheet import points_text
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.sharing.codec import MAX_PLAYERS, MAX_SQUARES
from scorer.sharing.game import Game
from scorer.sharing.link import PART, address_of, encode
from tests.app.asking import DYNASTY, EXPANDED, WHOLE, StubProgram, block, blocks, done, labels, new_program, texts


def kingdoms(program: StubProgram) -> list[str]:
    """Those on the page, of each player's first game."""
    return [str(slot.drafts[0].kingdom) for slot in program.state.slots]


def test_the_table_names_the_winner(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    done(program, "notation", value="f1fffC")
    done(program, "player", index=1, name="name", value="<Zoë>")
    done(program, "player", index=1, name="colour", value="pink")
    page = done(program, "page", value="table 7")
    assert page["storage"]["turned"] == "table 7"  # the browser's Back button is answered
    endless = done(program, "page", value="table " + "7" * 10_000)
    assert len(endless["storage"]["turned"]) == MAX_REPORT, "it is sent back with every tap"
    assert page["page"] == "game", "former addresses name the table"
    drawn = "".join(one["html"] for one in blocks(page) if one["block"] == "html")
    assert "<b>&lt;Zoë&gt; wins" in drawn and "dot pink" in drawn and "<Zoë>" not in drawn


@pytest.mark.slow
@pytest.mark.parametrize(
    ("notations", "rules"),
    [
        ((WHOLE, "llll1wwl/g1l1l1llll/gffw1gl1l/fffCgwg/fgf1ss1ww1/ff1wss2ww/f1wwss2gm1"), Rules(harmony=True)),
        (("gwl1lf1/w1ws2g1g/ww1Ctt/m2mttt/f1tttl coins=3", WHOLE), Rules()),
        (
            (".ls2g./s1wwg1g1/www1g2l/Cl1lll/wl1lll", "ssm?gf/m2m?mm?f1/Cww1ww/f1wws2s/f1ww1ss"),
            Rules(middle_kingdom=True),
        ),
    ],
)
def test_every_kingdom_is_counted_and_judged_as_at_the_table(
    program: StubProgram, notations: tuple[str, str], rules: Rules
) -> None:
    named = zip(("Ann", "Bob"), notations, strict=True)
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in named), rules)
    ranking = rank(game.table)
    page = done(program, "link", value=address_of(game, "https://scorer.example/"))
    drawn = "".join(one["html"] for one in blocks(page) if one["block"] == "html")
    assert all(f"<li class='hint'>{translator('en').line(hint)}</li>" in drawn for hint in ranking.hints)
    assert ("squares of Bob decide who wins" in drawn) is bool(ranking.undecided)
    for index, player in enumerate(game.players):
        (standing,) = [standing for standing in ranking.standings if standing.name == player.name]
        board = block(done(program, "choose", value=f"{index}.0"), key="kingdom")["data"]
        found = [str(f.message) for f in ranking.findings if str(f.message).startswith(f"{player.name}: ")]
        own = [line.removeprefix(f"{player.name}: ") for line in found]
        assert [finding["text"] for finding in board["findings"]] == [line[:1].upper() + line[1:] for line in own]
        assert board["total"] == points_text(standing.sheets)
        assert f"<span class='points'>{board['total']}</span>" in drawn
    totals = "".join(f"<td>{points_text(standing.sheets)}</td>" for standing in ranking.standings)
    assert f"<th scope='row'>Total</th>{totals}" in drawn


def test_players_enter_kingdoms_one_at_a_time(program: StubProgram) -> None:
    page = done(program, "join", value="Ann, , Zoë")
    assert block(page, look="heading", text="Next: Ann")
    page = done(program, "notation", value="w1wC")
    assert [slot.name for slot in program.state.slots] == ["Ann", "Zoë"] and "Next: Zoë" in labels(page)
    page = done(program, "page", value="game")
    assert block(page, text="1 player to go")
    assert done(program, "leave_out", index=1)["page"] == "game"
    assert [slot.name for slot in program.state.slots] == ["Ann"]


def test_new_game_is_confirmed_and_the_old_one_can_be_restored(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "page", value="game")
    page = done(program, **block(page, label="New game")["do"])
    assert program.state.slots and "New game" not in labels(page)
    assert "New game" in labels(done(program, **block(page, label="Continue this game")["do"]))
    page = done(program, **block(page, label="Start a new game")["do"])
    assert not program.state.slots and page["page"] == "home"
    page = done(program, **block(page, label="Restore last game")["do"])
    assert program.state.slots and page["page"] == "game"


def test_a_second_game_makes_a_dynasty(program: StubProgram) -> None:
    """For players who begin a new game and do not know that Dynasty is a choice among the rules."""
    for notation in ("w1wC", "l1lC"):
        done(program, "notation", value=notation)
    page = done(program, **block(done(program, "page", value="game"), label="New game")["do"])
    page = done(program, **block(page, label="Play 2 more games as a Dynasty")["do"])
    assert (program.state.dynasty, program.state.round, program.state.kingdoms) == (True, 1, 2)
    assert block(page, label="Game of the Dynasty")["value"] == "0.1"
    page = done(program, **block(page, label="New game")["do"])
    assert "Play 2 more games as a Dynasty" not in labels(page)


def test_game_page_lists_what_is_to_be_checked(program: StubProgram) -> None:
    game = Game((Player("<Ann>", kingdoms=(Kingdom.parse("ttC"),)), Player("Ben", kingdoms=(Kingdom.parse("w1wC"),))))
    done(program, "arrive", parts={PART: encode(game), memory.PART: "1~0-0-p-beside*0_0_t_60"})
    page = done(program, "page", value="game")
    provisional = (
        "Not entered yet for <Ann>, Ben: coins, towers, knights, the Queen, buildings. The total is provisional."
    )
    assert block(page, text=provisional)
    page = done(program, **block(page, label="Check 1 square")["do"])
    assert page["page"] == "kingdom" and program.state.chosen == 0
    assert any(text.startswith("Not entered yet: coins, towers") for text in texts(page))


@pytest.mark.slow
@pytest.mark.parametrize("page", ["rules", "game", "share", "history"])
def test_games_left_out_without_a_dynasty_are_reported(program: StubProgram, page: str) -> None:
    done(program, "arrive", parts={PART: encode(DYNASTY)})
    assert program.state.game == DYNASTY and not warned(done(program, "page", value=page))
    done(program, "rule", name="dynasty", value=False)
    assert warned(done(program, "page", value=page))
    done(program, "rule", name="dynasty", value=True)
    assert program.state.game == DYNASTY and not warned(done(program, "page", value=page))


def warned(page: dict[str, Any]) -> bool:
    return any(text.startswith("Without the Dynasty, games 2 and 3 are neither") for text in texts(page))


def test_of_a_dynasty_the_last_game_is_removed_first_and_comes_back_to_its_place(program: StubProgram) -> None:
    done(program, "rule", name="dynasty", value=True)
    done(program, "join", value="Ann,Ben")
    for game, notation in enumerate(("w1wC", "f1fC", "g1gC")):
        for slot in (0, 1):
            done(program, "choose", value=f"{slot}.{game}")
            done(program, "notation", value=notation)
    before = program.state.game
    page = done(program, "choose", value="0.0")
    assert "Remove this kingdom" not in labels(page)
    assert "To remove this kingdom, first remove Ann’s kingdoms of the later games." in texts(page)
    done(program, "remove")
    assert program.state.game == before
    page = done(program, "choose", value="0.2")
    page = done(program, **block(page, label="Remove this kingdom")["do"])
    assert "Ann has no kingdom of game 3 yet." in texts(page)
    page = done(program, **block(page, label="Restore Ann’s kingdom")["do"])
    assert program.state.game == before
    done(program, "remove")
    done(program, "notation", value="g1gC")
    assert program.state.game == before, "who is looked at gets the next one"


FULL = "A game has at most 16 players. Start another game for more."


@pytest.mark.slow
@pytest.mark.parametrize(
    "way",
    [
        {"kind": "notation", "value": "f1fC"},
        {"kind": "empty"},
        {"kind": "mark_corners", "value": "photo-1"},
        {"kind": "put_back"},
        {"kind": "join", "value": "Ann"},
    ],
)
def test_full_game_takes_no_more_players(program: StubProgram, way: dict[str, Any]) -> None:
    for _ in range(MAX_PLAYERS):
        done(program, "notation", value="w1wC")
    done(program, "remove")
    page = done(program, "notation", value="w1wC")
    before = program.state.game
    assert len(before.players) == MAX_PLAYERS and not [one for one in page["blocks"] if one.get("look") == "warning"]
    page = done(program, **way)
    assert block(page, look="warning")["text"] == FULL and program.state.game == before
    again = new_program()
    done(again, "arrive", parts=page["storage"]["address"])
    assert again.state.game == before


def test_too_many_names_are_reported(program: StubProgram) -> None:
    page = done(program, "join", value=",".join(["Ann"] * (MAX_PLAYERS + 1)))
    assert block(page, look="warning")["text"] == FULL and not program.state.slots


def test_more_squares_than_a_link_may_hold_are_reported(program: StubProgram) -> None:
    program.host.finds = False  # the search for corrections takes seconds, and nobody looks at them here
    wide = "/".join(["w" * 15] * 15)
    for _ in range(MAX_SQUARES // 225):
        done(program, "notation", value=wide)
    page = done(program, "notation", value=wide)
    assert f"at most {MAX_SQUARES}" in block(page, look="warning")["text"]
    assert len(program.state.slots) == MAX_SQUARES // 225


def test_removed_kingdom_can_be_restored(program: StubProgram) -> None:
    for notation in ("w1wC", "l1lC"):
        done(program, "notation", value=notation)
    done(program, "choose", value="0.0")
    done(program, "remove")
    page = done(program, "notation", value="m1mC")
    page = done(program, **block(page, label="Restore Player 1’s kingdom")["do"])
    assert kingdoms(program) == ["w1wC", "l1lC", "m1mC"] and not any(
        label.startswith("Bring") for label in labels(page)
    )


def test_only_kingdom_can_be_restored_after_its_removal(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "remove")
    assert not program.state.slots
    page = done(program, **block(page, label="Restore Player 1’s kingdom")["do"])
    assert kingdoms(program) == ["w1wC"]


def test_replaced_game_and_its_replacement_can_both_be_restored(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "link", value=f"https://scorer.example/?{PART}={encode(EXPANDED)}")
    assert len(program.state.slots) == len(EXPANDED.players) > 1
    page = done(program, **block(page, label="Restore last game")["do"])
    assert kingdoms(program) == ["w1wC"]
    done(program, **block(page, label="Restore last game")["do"])
    assert program.state.game == EXPANDED


def test_last_game_can_be_restored_after_the_new_one_has_a_kingdom(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    done(program, "clear")
    done(program, "notation", value="m1mC")
    assert "Restore last game" in labels(done(program, "page", value="game"))
    page = done(program, "remove")
    done(program, **block(page, label="Restore last game")["do"])
    assert kingdoms(program) == ["w1wC"]


def test_move_of_the_queen_is_reported(program: StubProgram) -> None:
    kingdoms = (("Ann", "tC queen coins=1"), ("Ben", "tC coins=1"))
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in kingdoms))
    done(program, "arrive", parts={PART: encode(game)})
    done(program, "choose", value="1.0")
    done(program, "token", name="queen", value=True)
    assert str(program.notice) == "The Queen has moved here from Ann" and program.state.host == 1


@pytest.mark.parametrize(
    "request_",
    [
        {"kind": "remove"},
        {"kind": "leave_out", "index": 0},
        {"kind": "player", "index": 0, "name": "name", "value": "Ann"},
        {"kind": "all_entered"},
        {"kind": "token", "name": "coins", "value": 3},
    ],
)
def test_press_on_an_outdated_page_changes_nothing(program: StubProgram, request_: dict[str, Any]) -> None:
    before = program.state
    program.do(request_)
    assert program.state is before


@pytest.mark.parametrize(
    "request_",
    [{"kind": "rule", "name": "box", "value": "poker"}, {"kind": "link", "value": ["game=1abc"]}],
    ids=["rule", "link"],
)
def test_value_that_no_control_sends_changes_nothing(program: StubProgram, request_: dict[str, Any]) -> None:
    before = program.state
    program.do(request_)
    assert program.state is before
