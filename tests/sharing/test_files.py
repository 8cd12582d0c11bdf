"""Files come back as they went; a file that was edited wrongly says where; a spreadsheet runs nothing of it."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.sharing.card import card_png
from scorer.sharing.codec import GameError
from scorer.sharing.files import COLUMNS, MAX_FILE_BYTES, game_from_file, to_csv, to_json
from scorer.sharing.game import Game
from tests.sharing.some_games import FOUR, KINGDOMS, small_games
from tests.time_limit import within

TOWNS = Kingdom.parse("t[church]tC/t[statue]w1w/ll1m? coins=11 towers=3 knights=4 queen")
QUEEN = Game(
    (Player("Ann", colour="pink", kingdoms=(TOWNS,)), Player("Bob"), Player("Ann")),
    Rules("older"),
)
DYNASTY = Game(
    (Player("Ann + Bob", colour="green", kingdoms=tuple(player.kingdoms[0] for player in FOUR.players[:3])),),
    dynasty=True,
)
TOTALS = Game(
    (
        Player("Ann", colour="pink", kingdoms=(KINGDOMS[0],), totals=(45, None, 38)),
        Player("Ben", totals=(40, 41, 42)),
    ),
    dynasty=True,
)
"""A Dynasty in which the total alone is known of most games."""

CUT = replace(DYNASTY, players=(replace(DYNASTY.players[0], partly_seen=frozenset({2, 3})),))


def rows(game: Game) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_csv(game).decode("utf-8-sig"), newline="")))


@pytest.mark.slow
@given(small_games)
@example(FOUR)
@example(QUEEN)
@example(DYNASTY)
@example(Game((), Rules("older", size=7), dynasty=True))
@example(Game((Player("'='=1"), Player("''@x"), Player("a;'=1,\"'+1"), Player(" x "))))
@settings(max_examples=30)
def test_every_game_round_trips_through_json_and_csv(game: Game) -> None:
    assert game_from_file(to_json(game).encode()) == game
    assert game_from_file(to_csv(game)) == game


def test_cut_kingdom_stays_cut_in_json_and_csv() -> None:
    assert game_from_file(to_json(CUT).encode()) == game_from_file(to_csv(CUT)) == CUT
    assert [row["partly_seen"] for row in rows(CUT)] == ["", "yes", "yes"]
    assert [json.loads(to_json(game))["settled"] for game in (DYNASTY, CUT)] == [True, False]


def test_a_file_with_totals_is_refused_by_older_pages_and_says_what_was_counted() -> None:
    file = json.loads(to_json(TOTALS))
    assert (file["version"], json.loads(to_json(FOUR))["version"]) == (2, 1)
    assert [(one["name"], one["total"], one["largest"]) for one in file["ranking"]] == [
        ("Ben", 123, None),
        ("Ann", 99, None),
    ]
    assert [(row["name"], row["game"], row["total"], bool(row["notation"])) for row in rows(TOTALS)] == [
        ("Ann", "1", "45", False), ("Ann", "2", "16", True), ("Ann", "3", "38", False),
        ("Ben", "1", "40", False), ("Ben", "2", "41", False), ("Ben", "3", "42", False),
    ]  # fmt: skip
    assert game_from_file(to_json(TOTALS).encode()) == game_from_file(to_csv(TOTALS)) == TOTALS


def test_points_without_a_notation_are_a_total_in_any_spreadsheet() -> None:
    game = game_from_file(b"player,name,notation,total\n1,Ann,,45\n2,Ben,wwC,\n3,Cid,,\n")
    assert [(player.name, player.totals, len(player.kingdoms)) for player in game.players] == [
        ("Ann", (45,), 0), ("Ben", (), 1), ("Cid", (), 0),
    ]  # fmt: skip
    with pytest.raises(GameError, match="row 2: “total” must be a number from 0 to 999"):
        game_from_file(b"player,name,notation,total\n1,Ann,,many\n")


@pytest.mark.slow
def test_a_card_is_a_file_too() -> None:
    assert game_from_file(card_png(FOUR, translator("fr"))) == FOUR
    with pytest.raises(GameError, match="this picture contains no game"):
        game_from_file(b"\xff\xd8\xff\xe0 a photo")


def test_json_carries_what_was_counted() -> None:
    file = json.loads(to_json(FOUR))
    totals = [score(player.kingdoms[0], FOUR.rules).total for player in FOUR.players]
    assert [sheets[0]["total"] for sheets in file["scores"]] == totals
    assert [standing["total"] for standing in file["ranking"]] == sorted(totals, reverse=True)


def test_csv_is_a_scoring_pad() -> None:
    for game in (FOUR, QUEEN):
        for row in rows(game):
            if row["notation"]:
                parts = [int(value) for name, value in row.items() if name.endswith("_points")]
                assert sum(parts) == int(row["total"]) == score(Kingdom.parse(row["notation"]), game.rules).total
    assert list(rows(FOUR)[0]) == list(COLUMNS)
    assert rows(QUEEN)[0]["coins_points"] == "3"


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "＝1", "'=1", "x;=1+1", 'x","=1', "x, +1", "\u00a0=1"]
)
def test_no_cell_is_a_formula(name: str) -> None:
    text = to_csv(Game((Player(name),))).decode("utf-8-sig")
    for separator in ",;\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            assert not any(re.match(r"\s*[=+\-@＝]", cell) for cell in row), row


@pytest.mark.parametrize("repeated", ["\t", "\t ", ";'", "'", "; ", "='"])
def test_a_long_cell_takes_no_longer_than_its_length(repeated: str) -> None:
    cell = repeated * (130_000 // len(repeated))  # more than that no file holds in a cell
    file = f'player,name,notation\n1,"{cell}x",wC\n'.encode()

    def reading() -> None:
        with pytest.raises(GameError, match="at most 80 letters"):
            game_from_file(file)

    within(1, reading)
    within(1, lambda: to_csv(Game((Player(cell),))))


def test_csv_resaved_by_a_spreadsheet_is_read() -> None:
    lines = to_csv(FOUR).decode("utf-8-sig").splitlines()
    german = "\r\n".join([lines[0], *reversed(lines[1:])]).replace(",", ";")
    assert game_from_file(german.encode("cp1252")) == FOUR
    for above in ("sep=;\n", "\r\n\r\n", '"sep=;"\r\n\r\n', "\nSEP=;\n"):
        assert game_from_file((above + german).encode("utf-16")) == FOUR
    assert game_from_file("\n".join(lines).replace(",", "\t").encode()) == FOUR
    short = "player,name,notation\n1,Ann,w1wC\n"
    assert game_from_file(short.encode()) == Game((Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)),))


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("", "has no column “player”"),
        ("hello", "has no column “player”"),
        ("player,name\n1,Ann", "has no column “notation”"),
        ("player,name,notation\nx,Ann,C", "row 2: “player” must be a number from 1, not “x”"),
        ("player,name,notation\n1,Ann,C\n1,Ann,wx", "player 1, kingdom 2: row 1, column 2: “x” is not a square"),
        ("player,name,notation\n1,Ann,C\n1,Bob,C", "row 3: player 1 has another name or colour in an earlier row"),
        ("player,name,game,notation\n1,Ann,2,C\n1,Ann,2,C", "row 3: player 1 has game 2 twice"),
        ("player,name,game,notation\n1,Ann,2,C", "player 1 has game 2, but no game 1"),
        ("player,name,game,notation\n1,Ann,1,C\n1,Ann,3,C", "player 1 has game 3, but no game 2"),
        ("\n\nsep=;\nplayer;name;notation\nx;Ann;C", "row 5: “player” must be a number from 1, not “x”"),
        ("player,name,notation,harmony\n1,A,C,yes\n2,B,C,no", "row 3: the rules differ from the first row"),
        ("player,name,notation,harmony\n1,A,C,maybe", "harmony is true or false, not “maybe”"),
        ("player,name,notation,size\n1,A,C,6", "size is 5 or 7, not “6”"),
        ("player,name,notation,size\n1,A,C,yes", "size is 5 or 7, not “yes”"),
        ("player,name,notation,colour\n1,A,C,mauve", "“mauve” is not a castle colour"),
        ("player,name,notation\n1,A," + "w" * 140_000, "row 2 cannot be read"),
        ('{"players": [}', "line 1, column 14: not valid JSON"),
        ("[1, 2]", "has no “players”"),
        ('{"format": "other", "players": []}', "not made by this app"),
        ('{"version": 3, "players": []}', "newer version"),
        ('{"players": ' + "9" * 5000 + "}", "not made by this app"),
        ('{"players": ' + "[" * 100_000, "not made by this app|how JSON"),
        (" " * (MAX_FILE_BYTES + 1), "too large"),
    ],
)
def test_file_error_names_its_place(file: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        game_from_file(file.encode())


@given(
    st.one_of(
        st.binary(),
        st.text("player,name,notation\n1C;=\"'{}[]").map(str.encode),
        st.binary().map(lambda tail: b"player,name,notation\n" + tail),
    )
)
@example(b"player,name,notation\n\x1c1,")  # a space to regular expressions, but not to int()
def test_any_bytes_give_a_game_or_a_reason(data: bytes) -> None:
    try:
        game_from_file(data)
    except GameError as error:
        assert str(error)
