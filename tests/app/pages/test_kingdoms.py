"""The page of kingdoms: correcting, undoing, and coins, towers, knights or the Queen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.app.blocks import Number
from scorer.app.state.actions import identity, notice_of
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.model.quests import QUESTS
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.vision.reading import Reading
from tests.app.asking import StubProgram
from tests.app.pages.steps import (
    PHOTO,
    blocks,
    fill,
    kept,
    labels,
    opened,
    options,
    place,
    press,
    said,
    shown,
    tap,
    texts,
    turn,
    upload,
    write,
)
from tests.ui.drawn import reading


def test_flagged_square_stays_flagged_until_it_is_decided(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert place(app, "1,4")["flagged"]
    assert [guess["code"] for guess in place(app, "1,4")["guesses"]] == ["w", "w1"]
    assert "E2" in shown(app)["ask"]
    tap(app, kind="put", places=["1,4"], code="w1")
    assert not place(app, "1,4")["flagged"]
    assert shown(app)["total"] == "21"


def test_undo_and_redo(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert not shown(app)["undo"]
    tap(app, kind="put", places=["1,4"], code="w1")
    assert shown(app)["undo"]
    tap(app, kind="undo")
    assert (shown(app)["total"], shown(app)["undo"], shown(app)["redo"]) == ("16", False, True)
    tap(app, kind="redo")
    assert shown(app)["total"] == "21"


def test_second_tap_on_undo_removes_no_kingdom(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    tap(app, kind="put", places=["1,4"], code="w1")
    tap(app, kind="undo")
    tap(app, kind="undo")
    assert app.state.kingdoms == 1
    assert (shown(app)["total"], shown(app)["redo"]) == ("16", True)


def test_a_finding_lights_its_squares(app: StubProgram) -> None:
    write(app, "Kingdom as text (notation)", "wwC/..f/..f/w..")
    data = shown(app)
    assert data["verdict"]["legality"] == "illegal"
    assert "3,0" in [cell for finding in data["findings"] for cell in finding["cells"]]
    assert place(app, "3,0")["lit"]


def test_another_grid_keeps_what_was_decided_by_hand(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    tap(app, kind="put", places=["4,4"], code="m3")
    grid = shown(app)["grid"]
    corners = [[x + 4, y - 3] for x, y in grid["corners"]]
    tap(app, kind="grid", corners=corners, rows=grid["rows"], columns=grid["columns"])
    assert place(app, "4,4")["code"] == "m3"
    assert shown(app)["grid"]["corners"] == corners


def test_queendomino_offers_buildings_and_counts_tokens(app: StubProgram) -> None:
    write(app, "Kingdom as text (notation)", "tC")
    assert "t[church]" in [building["code"] for building in shown(app)["buildings"]]
    tap(app, kind="put", places=["0,0"], code="t[church]")
    assert shown(app)["total"] == "2"
    fill(app, "token-coins", 11)
    assert shown(app)["total"] == "5"
    fill(app, "token-queen", True)
    assert shown(app)["total"] == "6"


def test_there_is_one_queen_at_a_table(app: StubProgram) -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("tC queen"),)) for name in ("Ann", "Bob")))
    app = turn(opened(game=encode(game)), "kingdom")
    fill(app, "token-queen", False)
    fill(app, "token-queen", True)
    kingdoms = [slot.drafts[0].kingdom for slot in app.state.slots]
    assert [kingdom.queen for kingdom in kingdoms] == [True, False]


def test_move_of_the_queen_is_reported() -> None:
    kingdoms = (("Ann", "tC queen coins=1"), ("Ben", "tC coins=1"))
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in kingdoms))
    app = turn(opened(game=encode(game)), "game")
    press(app, "Ben’s kingdom")
    fill(app, "token-queen", True)
    assert shown(app)["notice"] == "The Queen has moved here from Ann"
    assert shown(app)["words"]["undo"] == "Undo: the Queen’s move from Ann to Ben"
    history = app.history
    undo = {"kind": "undo", "kingdom": identity(history.present)}
    assert str(notice_of(history, undo)) == "Undone: the Queen’s move from Ann to Ben"
    assert (history.present.host, history.undone().present.host) == (1, 0)


def test_kingdom_inside_its_photo_is_not_called_cut_off(app: StubProgram) -> None:
    found = replace(reading(Kingdom.parse("wwC/wff")), cut=True)
    upload(app, ("edge.jpg", PHOTO), reading=Reading("edge.jpg", 900, 1200, (found,)))
    assert "cuts this kingdom off" not in shown(app)["ask"]
    assert "The kingdom may be cut off" in shown(app)["ask"]


def test_undo_names_its_change_and_player_names_follow(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    turn(app, "game")
    fill(app, "name-0", "Zoé")
    turn(app, "kingdom")
    assert shown(app)["words"]["undo"] == "Undo: the name Zoé"
    assert options(app, "slot") == ["Zoé", "Player 2"]
    app.notice, app.history = Message("Undone: {change}", {"change": app.history.undoes}), app.history.undone()
    assert options(app, "slot") == ["Player 1", "Player 2"]
    assert shown(app)["notice"] == "Undone: the name Zoé"


@pytest.mark.parametrize(
    ("rules", "missing"),
    [
        (Rules(giants=True, quests=QUESTS[:2]), "giants"),
        (Rules(court=True), "resources, characters and buildings of The Court"),
    ],
)
def test_total_with_an_expansion_is_provisional_until_its_pieces_are_entered(rules: Rules, missing: str) -> None:
    players = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "wwC"), ("Ben", "w1wC")))
    app = opened(game=encode(Game(tuple(players), rules)))
    assert "Ben leads" in texts(app)
    assert f"Not entered yet for Ann, Ben: {missing}. The total is provisional." in texts(app)
    for name in ("Ann", "Ben"):
        turn(app, "game")
        press(app, f"{name}’s kingdom")
        assert shown(app)["totalNote"] == "points so far"
        assert f"Not entered yet: {missing}. The total is provisional. Tap every square" in said(app, "info")[0]
        press(app, "Nothing more to add")
        assert shown(app)["totalNote"] == "points" and not said(app, "info")
    assert "Ben wins" in texts(turn(app, "game"))
    assert "Ben wins" in texts(opened(game=kept(app)["game"]))


def test_total_with_giants_is_provisional_until_quests_are_entered() -> None:
    kingdoms = {"Ann": "wwC", "Ben": "w1!w1C"}
    players = (Player(n, kingdoms=(Kingdom.parse(text),), untold=(frozenset(),)) for n, text in kingdoms.items())
    game = Game(tuple(players), Rules(giants=True, quests=QUESTS[:1]))
    app = opened(game=encode(game))
    assert "Ben leads" in texts(app)
    assert "Not entered yet: the two quests of Age of Giants. The total is provisional." in texts(app)
    assert shown(turn(app, "kingdom"))["totalNote"] == "points so far"
    assert "Choose them on the Rules page." in said(app, "info")[0] and "Nothing more to add" not in labels(app)
    assert "Ben wins" in texts(opened(game=encode(replace(game, rules=Rules(giants=True, quests=QUESTS[:2])))))


def test_entered_number_leaves_other_tokens_missing(app: StubProgram) -> None:
    write(app, "Kingdom as text (notation)", "ttC")
    fill(app, "token-coins", 11)
    assert said(app, "info")[0].startswith(
        "Not entered yet: towers, knights, the Queen, buildings. The total is provisional."
    )
    assert shown(app)["totalNote"] == "points so far"
    fill(app, "token-towers", 1)
    fill(app, "token-knights", 1)
    fill(app, "token-queen", True)
    assert said(app, "info")[0].startswith("Not entered yet: buildings. The total is provisional.")
    press(app, "Nothing more to add")
    assert shown(app)["totalNote"] == "points" and not said(app, "info")


def test_number_field_is_empty_until_its_number_is_entered(app: StubProgram) -> None:
    def numbers() -> dict[str, int | None]:
        return {block.key: block.value for block in blocks(app, Number)}

    write(app, "Kingdom as text (notation)", "ttC")
    assert numbers() == {"token-coins": None, "token-towers": None, "token-knights": None}
    fill(app, "token-knights", 0)
    assert numbers() == {"token-coins": None, "token-towers": None, "token-knights": 0}
    assert "knights" not in said(app, "info")[0]
    press(app, "Nothing more to add")
    assert numbers() == {"token-coins": 0, "token-towers": 0, "token-knights": 0}


def test_queendomino_total_is_provisional_until_tokens_are_entered(app: StubProgram) -> None:
    write(app, "Kingdom as text (notation)", "ttC")
    assert shown(app)["totalNote"] == "points so far"
    assert "The total is provisional: entries below" in shown(app)["ask"]
    assert "provisional" in texts(turn(app, "game"))
    turn(app, "kingdom")
    press(app, "Nothing more to add")
    assert shown(app)["totalNote"] == "points"
    assert "provisional" not in texts(turn(app, "game"))
    again = opened(**kept(app))
    assert shown(again)["totalNote"] == "points"
