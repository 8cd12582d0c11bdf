"""The pocket edition's page: what is asked comes in as JSON, what is shown goes out, with no library but segno."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorer.i18n.translator import translator
from scorer.pocket.build import code_files
from scorer.pocket.program import Program, begin
from scorer.rules.legality import check
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import Quest
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import points_text
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table
from scorer.sharing.codec import MOST_PLAYERS, MOST_SQUARES
from scorer.sharing.files import file_name, game_from_file, to_csv, to_json
from scorer.sharing.game import Game
from scorer.sharing.link import PART, address_of, encode, opened
from scorer.ui.state import memory

SPRITES = json.dumps({"columns": 1, "rows": 1, "at": {"C": [0]}})
WHOLE = "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg"


@pytest.fixture
def program() -> Program:
    return begin(SPRITES, "en", "https://scorer.example/")


def done(program: Program, kind: str, **given: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(program.answer(json.dumps({"kind": kind, **given})))
    return found


def block(page: dict[str, Any], **wanted: object) -> dict[str, Any]:
    """The one block with these fields."""
    (found,) = [one for one in page["blocks"] if wanted.items() <= one.items()]
    return dict(found)


def labels(page: dict[str, Any]) -> list[str]:
    return [one["label"] for one in page["blocks"] if "label" in one]


def kingdoms(program: Program) -> list[str]:
    """Those on the page, of each player's first game."""
    return [str(seat.canvases[0].kingdom) for seat in program.state.seats]


def texts(page: dict[str, Any]) -> list[str]:
    return [one["text"] for one in page["blocks"] if one["block"] == "text"]


def test_a_notation_is_scored_and_judged(program: Program) -> None:
    page = done(program, "notation", value=WHOLE)
    board = block(page, key="kingdom")["data"]
    assert (board["total"], board["verdict"]["legality"]) == (str(score(Kingdom.parse(WHOLE)).total), "legal")
    assert block(page, key="sheet")["data"]["total"] == board["total"]


def test_a_notation_that_is_none_is_told(program: Program) -> None:
    assert block(done(program, "notation", value="xyz"), look="warning")["text"]


def test_a_name_that_is_too_long_is_cut_and_that_is_said(program: Program) -> None:
    done(program, "notation", value="wC")
    page = done(program, "player", index=0, name="name", value="N" * 41)
    assert program.state.seats[0].name == "N" * 39 + "…"
    assert block(page, look="warning")["text"] == "A name has at most 40 letters; this one was cut"


def test_a_sample_that_cannot_be_fetched_is_told(program: Program) -> None:
    assert "could not be loaded" in block(done(program, "unfetched"), look="warning")["text"]


def test_taps_change_the_kingdom_and_can_be_taken_back(program: Program) -> None:
    data = block(done(program, "empty"), key="kingdom")["data"]
    put = {"kind": "put", "kingdom": data["id"], "places": ["0,1"], "code": "w1", "sent": 1}
    page = done(program, "actions", value=[put, {**put, "places": ["0,2"], "code": "w", "sent": 2}])
    assert block(page, key="kingdom")["data"]["notation"] == "Cw1w"
    again = done(program, "actions", value=[put, {"kind": "undo", "kingdom": data["id"], "sent": 3}])
    assert block(again, key="kingdom")["data"]["notation"] == "Cw1"
    twice = [{"kind": "undo", "kingdom": data["id"], "sent": sent} for sent in (4, 5)]
    page = done(program, "actions", value=twice)  # the second would take the kingdom away
    assert (program.state.kingdoms, block(page, key="kingdom")["data"]["notation"]) == (1, "C")


def test_what_may_have_been_meant_is_looked_for_in_a_second_step(program: Program) -> None:
    page = done(program, "notation", value=WHOLE.replace("w1s", "w2s"))
    assert page["sought"]
    page = done(program, "seek")
    assert not page["sought"]
    proposals = [one["do"] for one in page["blocks"] if one.get("do", {}).get("kind") == "correct"]
    assert proposals
    page = done(program, "correct", notation=proposals[0]["notation"])
    assert block(page, key="kingdom")["data"]["verdict"]["legality"] == "legal"


def test_the_table_names_the_winner(program: Program) -> None:
    done(program, "notation", value="w1wC")
    done(program, "notation", value="f1fffC")
    done(program, "player", index=1, name="name", value="<Zoë>")
    done(program, "player", index=1, name="colour", value="pink")
    page = done(program, "page", value="table 7")
    assert page["storage"]["turned"] == "table 7"  # the browser's Back button is answered
    drawn = next(one["html"] for one in page["blocks"] if one["block"] == "html")
    assert "&lt;Zoë&gt; wins" in drawn and "dot pink" in drawn and "<Zoë>" not in drawn


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
    program: Program, notations: tuple[str, str], rules: Rules
) -> None:
    named = zip(("Ann", "Bob"), notations, strict=True)
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in named), rules)
    ranking = rank(game.table)
    page = done(program, "link", value=address_of(game, "https://scorer.example/"))
    drawn = "".join(one["html"] for one in page["blocks"] if one["block"] == "html")
    assert all(f"<li class='hint'>{translator('en').line(hint)}</li>" in drawn for hint in ranking.hints)
    assert ("squares of Bob decide who wins" in drawn) is bool(ranking.undecided)
    for index, player in enumerate(game.players):
        (standing,) = [standing for standing in ranking.standings if standing.name == player.name]
        board = block(done(program, "choose", value=f"{index}.0"), key="kingdom")["data"]
        told = [str(f.message) for f in ranking.findings if str(f.message).startswith(f"{player.name}: ")]
        own = [line.removeprefix(f"{player.name}: ") for line in told]
        assert [finding["text"] for finding in board["findings"]] == [line[:1].upper() + line[1:] for line in own]
        assert board["total"] == points_text(standing.sheets)
        assert f"<span class='points'>{board['total']}</span>" in drawn
    assert any(one.get("text", "").endswith(f": {board['total']}") for one in page["blocks"])


def test_a_table_opens_from_its_link_and_the_link_holds_it(program: Program) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "page", value="share")
    link = block(page, name="link")["data"]["link"]
    assert link.startswith("https://scorer.example/?game=")
    assert opened(link) == program.state.game
    other = begin(SPRITES, "de", "https://other.example/")
    page = done(other, "arrive", parts={PART: encode(opened(link))})
    assert (page["page"], block(page, key="kingdom")["data"]["notation"]) == ("kingdoms", "w1wC")
    assert done(begin(SPRITES, "en", ""), "link", value=link)["page"] == "table"


QUESTS = (Quest.parse("lost_corner"), Quest.parse("local_business:forest"))
EXPANDED = Game(
    (
        Player("Ann", colour="pink", kingdoms=(Kingdom.parse("w2!wf*/f[lumberjack]f*C/l1w[building]g2"),)),
        Player("Zoë & Ben", members=("Zoë", "Ben"), kingdoms=(Kingdom.parse("g1!gC/f*ww/s[captain]ll"),)),
    ),
    Rules(giants=True, quests=QUESTS, court=True),
)
DYNASTY = replace(
    EXPANDED,
    rules=Rules("older", size=7, court=True),
    dynasty=True,
    players=tuple(replace(player, kingdoms=3 * player.kingdoms) for player in EXPANDED.players),
)


@pytest.mark.parametrize("game", [EXPANDED, DYNASTY], ids=["giants and court", "dynasty with court"])
@pytest.mark.parametrize("way", ["address", "link", "kingdoms.json", "kingdoms.csv"])
def test_a_table_with_expansions_is_judged_as_on_a_server_and_nothing_of_it_is_lost(
    program: Program, game: Game, way: str
) -> None:
    if way == "address":
        done(program, "arrive", parts={PART: encode(game), memory.EVENING: "1a"})
    elif way == "link":
        done(program, "link", value=address_of(game, "https://other.example/"))
    else:
        done(program, "file", value=to_json(game) if way.endswith("json") else to_csv(game).decode())
    table = Table(game.players, game.rules)
    page = done(program, "page", value="table")
    drawn = next(one["html"] for one in page["blocks"] if one["block"] == "html")
    for standing in rank(table).standings:
        assert f"{standing.total}" in drawn and standing.name.replace("&", "&amp;") in drawn
    for index, player in enumerate(game.players):
        data = block(done(program, "choose", value=f"{index}.0"), key="kingdom")["data"]
        points = score(player.kingdoms[0], table.settled_rules).total
        legal = check(player.kingdoms[0], size=table.settled_rules.size, box=table.settled_rules.box).legal
        assert data["total"] == str(points)
        assert data["verdict"]["legality"] == {True: "legal", False: "illegal", None: "open"}[legal]
    assert program.state.game == game
    page = done(program, "page", value="share")
    assert opened(block(page, name="link")["data"]["link"]) == game
    assert game_from_file(block(page, mime="text/csv")["content"].encode()) == game
    assert page["storage"]["address"].get(memory.EVENING) == ("1a" if way == "address" else None)


def test_expansions_are_chosen_by_tap(program: Program) -> None:
    done(program, "notation", value="w1wf/ffC/l1wg2")
    done(program, "rule", name="harmony", value=True)
    done(program, "giants", value=True)
    done(program, "rule", name="court", value=True)
    page = done(program, "page", value="rules")
    assert not [label for label in labels(page) if label.startswith("Harmony")]
    assert (block(page, block="several")["most"], len(block(page, block="several")["options"])) == (2, 17)
    page = done(program, "quests", value=[str(quest) for quest in QUESTS])
    assert block(page, block="several")["value"] == [str(quest) for quest in QUESTS]
    assert program.state.rules == Rules("us", giants=True, quests=QUESTS, court=True)
    data = block(done(program, "choose", value="0.0"), key="kingdom")["data"]
    assert {piece["mark"] for piece in data["pieces"]} >= {"!", "*", "[lumberjack]"}
    put = {"kind": "put", "kingdom": data["id"], "places": ["0,1"], "code": "w*", "sent": 1}
    board = block(done(program, "actions", value=[put]), key="kingdom")["data"]
    assert board["notation"].startswith("w1w*f")
    assert board["total"] == str(score(Kingdom.parse(board["notation"]), program.state.rules).total)
    done(program, "giants", value=False)
    assert program.state.rules == Rules("us", court=True)


def test_a_link_that_is_none_is_told(program: Program) -> None:
    assert block(done(program, "link", value="https://scorer.example/?game=nonsense"), look="warning")["text"]
    assert block(done(program, "arrive", parts={PART: "nonsense"}), look="warning")["text"]


def test_files_are_saved_and_opened(program: Program) -> None:
    done(program, "notation", value="tCw coins=4")
    page = done(program, "page", value="share")
    for mime, ending in (("application/json", "json"), ("text/csv", "csv")):
        saved = block(page, mime=mime)
        assert saved["name"] == file_name(program.state.game, ending)
        other = begin(SPRITES, "en", "")
        done(other, "file", value=saved["content"])
        assert other.state.game == program.state.game


def test_the_last_table_is_offered_and_not_forced(program: Program) -> None:
    kept = json.dumps({"table": {PART: encode(opened_game())}, "reading": None})
    page = done(program, "found", value=kept)
    assert page["page"] == "start" and "Go on with the last table" in labels(page)
    assert done(program, "again")["page"] == "kingdoms"


def opened_game() -> Any:
    other = begin(SPRITES, "en", "")
    done(other, "notation", value="w1wC")
    return other.state.game


def test_an_empty_board_is_painted_in_a_grid_that_holds_still(program: Program) -> None:
    page = done(program, "empty")
    board = block(page, key="kingdom")["data"]
    assert (board["columns"], board["painting"]) == (5, 5)
    assert "Remove this kingdom" not in labels(page)
    page = done(program, "actions", value=[{"kind": "frame", "kingdom": board["id"], "size": 0, "sent": 1}])
    assert "Remove this kingdom" in labels(page)


def test_who_opens_a_link_of_several_kingdoms_sees_who_won_and_who_comes_back_goes_on(program: Program) -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("w1wC"),)) for name in ("Ann", "Ben")))
    assert done(program, "arrive", parts={PART: encode(game)})["page"] == "table"
    assert done(program, "arrive", parts={PART: encode(game), "page": "share"})["page"] == "share"
    page = done(program, "arrive", parts={PART: encode(game), memory.PART: "1~1-0-pl-"})
    assert page["page"] == "kingdoms" and program.state.chosen == 1
    assert "photos and the steps to undo are not kept" in block(page, look="warning")["text"]


def test_a_kingdom_that_its_photo_cuts_off_is_not_judged_before_nothing_is_missing(program: Program) -> None:
    game = Game((Player("Ann", kingdoms=(Kingdom.parse("wwC/ff."),)),))
    page = done(program, "arrive", parts={PART: encode(game), memory.PART: "1~0-0-p-squares"})

    def board(page: Any) -> tuple[str, bool]:
        data = block(page, key="kingdom")["data"]
        return data["verdict"]["legality"], data["cut"]

    act = {"kingdom": block(page, key="kingdom")["data"]["id"], "sent": 1}
    assert board(page) == ("open", True)
    put = {**act, "kind": "put", "places": ["0,0"], "code": "w1"}
    assert board(done(program, "actions", value=[put])) == ("open", True)
    assert board(done(program, "actions", value=[{**act, "kind": "whole", "sent": 2}])) == ("legal", False)


def test_names_that_nobody_typed_go_with_the_language(program: Program) -> None:
    done(program, "notation", value="w1wC")
    done(program, "notation", value="fC")
    done(program, "player", index=1, name="name", value="Ann")
    done(program, "language", value="fr")
    assert [seat.name for seat in program.state.seats] == ["Joueur 1", "Ann"]
    program.history = program.history.undone()
    assert [seat.name for seat in program.state.seats] == ["Joueur 1", "Joueur 2"]


def test_player_after_player_brings_a_kingdom(program: Program) -> None:
    page = done(program, "join", value="Ann, , Zoë")
    assert block(page, look="heading", text="Now Ann’s kingdom")
    page = done(program, "notation", value="w1wC")
    assert [seat.name for seat in program.state.seats] == ["Ann", "Zoë"] and "Now Zoë’s kingdom" in labels(page)
    page = done(program, "page", value="start")
    assert block(page, text="1 is still to come")
    assert done(program, "leave_out", index=1)["page"] == "table"
    assert [seat.name for seat in program.state.seats] == ["Ann"]


def test_a_new_table_is_asked_about_and_the_old_one_can_be_brought_back(program: Program) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "page", value="table")
    page = done(program, **block(page, label="New table")["do"])
    assert program.state.seats and "New table" not in labels(page)
    assert "New table" in labels(done(program, **block(page, label="Stay at this table")["do"]))
    page = done(program, **block(page, label="Begin a new table")["do"])
    assert not program.state.seats and page["page"] == "start"
    page = done(program, **block(page, label="Bring the last table back")["do"])
    assert program.state.seats and page["page"] == "table"


def test_the_table_names_what_is_still_to_be_looked_at(program: Program) -> None:
    game = Game((Player("<Ann>", kingdoms=(Kingdom.parse("ttC"),)), Player("Ben", kingdoms=(Kingdom.parse("w1wC"),))))
    done(program, "arrive", parts={PART: encode(game), memory.PART: "1~0-0-p-beside*0_0_t_60"})
    page = done(program, "page", value="table")
    provisional = "Not told yet of <Ann>, Ben: coins, towers, knights, the Queen, buildings. The total is provisional."
    assert block(page, text=provisional)
    page = done(program, **block(page, label="Look at <Ann>’s kingdom: 1 square")["do"])
    assert page["page"] == "kingdoms" and program.state.chosen == 0
    assert any(text.startswith("Not told yet: coins, towers") for text in texts(page))


def test_what_was_taken_back_is_told(program: Program) -> None:
    data = block(done(program, "notation", value="w1wC"), key="kingdom")["data"]
    put = {"kind": "put", "kingdom": data["id"], "places": ["0,0"], "code": "f", "sent": 1}
    page = done(program, "actions", value=[put, {"kind": "undo", "kingdom": data["id"], "sent": 2}])
    assert block(page, key="kingdom")["data"]["notice"].startswith("Taken back: ")
    done(program, "page", value="table")
    assert not block(done(program, "page", value="kingdoms"), key="kingdom")["data"]["notice"]


def test_whether_the_app_is_kept_is_told(program: Program) -> None:
    assert not [text for text in texts(done(program, "page", value="start")) if "without a connection" in text]
    assert "works without a connection" in texts(done(program, "kept", value="all"))[-1]
    assert "no room" in block(done(program, "kept", value="refused"), look="warning")["text"]


@pytest.mark.parametrize(("name", "told"), [("a.HEIC", "this browser cannot open"), ("a.jpg", "take another photo")])
def test_a_photo_that_the_browser_cannot_open_is_told_of(program: Program, name: str, told: str) -> None:
    assert told in block(done(program, "unread", name=name), look="warning")["text"]


def test_rules_follow_what_is_chosen(program: Program) -> None:
    done(program, "notation", value="w1wC")
    for name, value in (("box", "queendomino"), ("size", "7"), ("edition", "older"), ("harmony", True)):
        done(program, "rule", name=name, value=value)
    rules = program.state.rules
    assert (rules.box, rules.size, rules.edition, rules.harmony) == ("queendomino", 7, "older", True)
    done(program, "rule", name="box", value="")
    assert program.state.rules.box is None


@pytest.mark.parametrize("page", ["rules", "table", "share", "evenings"])
def test_games_that_are_left_out_without_a_dynasty_are_told(program: Program, page: str) -> None:
    done(program, "arrive", parts={PART: encode(DYNASTY)})
    assert program.state.game == DYNASTY and not warned(done(program, "page", value=page))
    done(program, "rule", name="dynasty", value=False)
    assert warned(done(program, "page", value=page))
    done(program, "rule", name="dynasty", value=True)
    assert program.state.game == DYNASTY and not warned(done(program, "page", value=page))


def warned(page: dict[str, Any]) -> bool:
    return any(text.startswith("Without the Dynasty, games 2 and 3 are left out") for text in texts(page))


def test_of_a_dynasty_the_last_game_is_removed_first_and_comes_back_to_its_place(program: Program) -> None:
    done(program, "rule", name="dynasty", value=True)
    done(program, "join", value="Ann,Ben")
    for game, notation in enumerate(("w1wC", "f1fC", "g1gC")):
        for seat in (0, 1):
            done(program, "choose", value=f"{seat}.{game}")
            done(program, "notation", value=notation)
    before = program.state.game
    page = done(program, "choose", value="0.0")
    assert "Remove this kingdom" not in labels(page)
    assert "To remove this kingdom, remove those of Ann’s later games first." in texts(page)
    done(program, "remove")
    assert program.state.game == before
    page = done(program, "choose", value="0.2")
    page = done(program, **block(page, label="Remove this kingdom")["do"])
    assert "Ann has no kingdom of game 3 yet." in texts(page)
    page = done(program, **block(page, label="Bring Ann’s kingdom back")["do"])
    assert program.state.game == before
    done(program, "remove")
    done(program, "notation", value="g1gC")
    assert program.state.game == before, "who is looked at gets the next one"


FULL = "At most 16 players sit at one table. Begin a new one for more."


@pytest.mark.parametrize(
    "way",
    [
        {"kind": "notation", "value": "f1fC"},
        {"kind": "empty"},
        {"kind": "lay", "value": "photo-1"},
        {"kind": "put_back"},
        {"kind": "join", "value": "Ann"},
    ],
)
def test_nobody_sits_down_at_a_full_table_which_could_not_come_back(program: Program, way: dict[str, Any]) -> None:
    for _ in range(MOST_PLAYERS):
        done(program, "notation", value="w1wC")
    done(program, "remove")
    page = done(program, "notation", value="w1wC")
    before = program.state.game
    assert len(before.players) == MOST_PLAYERS and not [one for one in page["blocks"] if one.get("look") == "warning"]
    page = done(program, **way)
    assert block(page, look="warning")["text"] == FULL and program.state.game == before
    again = begin(SPRITES, "en", "")
    done(again, "arrive", parts=page["storage"]["address"])
    assert again.state.game == before


def test_too_many_names_are_told_and_not_left_out(program: Program) -> None:
    page = done(program, "join", value=",".join(["Ann"] * (MOST_PLAYERS + 1)))
    assert block(page, look="warning")["text"] == FULL and not program.state.seats


def test_more_squares_than_a_link_may_hold_are_told(program: Program) -> None:
    wide = "/".join(["w" * 15] * 15)
    for _ in range(MOST_SQUARES // 225):
        done(program, "notation", value=wide)
    page = done(program, "notation", value=wide)
    assert f"at most {MOST_SQUARES}" in block(page, look="warning")["text"]
    assert len(program.state.seats) == MOST_SQUARES // 225


def test_tokens_of_queendomino_count(program: Program) -> None:
    page = done(program, "notation", value="ttC")
    assert "Coins" in labels(page)
    done(program, "token", name="coins", value=9)
    page = done(program, "token", name="queen", value=True)
    assert "coins=9 queen" in block(page, key="kingdom")["data"]["notation"]


def test_a_kingdom_that_was_removed_can_be_brought_back(program: Program) -> None:
    for notation in ("w1wC", "l1lC"):
        done(program, "notation", value=notation)
    done(program, "choose", value="0.0")
    done(program, "remove")
    page = done(program, "notation", value="m1mC")
    page = done(program, **block(page, label="Bring Player 1’s kingdom back")["do"])
    assert kingdoms(program) == ["w1wC", "l1lC", "m1mC"] and not any(
        label.startswith("Bring") for label in labels(page)
    )


def test_the_only_kingdom_that_was_removed_can_be_brought_back(program: Program) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "remove")
    assert not program.state.seats
    page = done(program, **block(page, label="Bring Player 1’s kingdom back")["do"])
    assert kingdoms(program) == ["w1wC"]


def test_the_table_that_another_one_replaced_can_be_brought_back_and_that_one_too(program: Program) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "link", value=f"https://scorer.example/?{PART}={encode(EXPANDED)}")
    assert len(program.state.seats) == len(EXPANDED.players) > 1
    page = done(program, **block(page, label="Bring the last table back")["do"])
    assert kingdoms(program) == ["w1wC"]
    done(program, **block(page, label="Bring the last table back")["do"])
    assert program.state.game == EXPANDED


def test_the_last_table_can_be_brought_back_after_a_kingdom_on_the_new_one(program: Program) -> None:
    done(program, "notation", value="w1wC")
    done(program, "clear")
    done(program, "notation", value="m1mC")
    assert "Bring the last table back" in labels(done(program, "page", value="table"))
    page = done(program, "remove")
    done(program, **block(page, label="Bring the last table back")["do"])
    assert kingdoms(program) == ["w1wC"]


def test_another_language_and_its_edition(program: Program) -> None:
    page = done(program, "language", value="de")
    assert page["language"] == "de" and dict(page["pages"])["table"] == "Runde"
    assert begin(SPRITES, "fr-CH,en", "").state.rules.edition == "older"


def test_the_archive_runs_on_the_standard_library_alone(tmp_path: Path) -> None:
    for name, source in code_files():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(source.read_bytes())
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from scorer.pocket.program import begin;"
        f"import json; program = begin({SPRITES!r}, 'es', 'https://scorer.example/');"
        f"ask = lambda **wanted: program.answer(json.dumps(wanted));"
        f"ask(kind='notation', value={WHOLE!r}); ask(kind='notation', value={WHOLE!r});"
        "[ask(kind='page', value=page) for page in ('kingdoms', 'table', 'rules', 'share', 'evenings')];"
        "print({name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names - {'__main__'})"
    )
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert set(eval(ran.stdout)) == {"scorer", "segno"}


def test_it_is_told_that_the_queen_moves(program: Program) -> None:
    kingdoms = (("Ann", "tC queen coins=1"), ("Ben", "tC coins=1"))
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in kingdoms))
    done(program, "arrive", parts={PART: encode(game)})
    done(program, "choose", value="1.0")
    done(program, "token", name="queen", value=True)
    assert str(program.notice) == "The Queen has moved here from Ann" and program.state.host == 1
