"""The page of kingdoms: correcting, undoing, and what stands beside the kingdom."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from scorer.app.state.actions import identity, notice_of
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.model.quests import QUESTS
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.ui import photos
from scorer.ui.labels import plain
from scorer.vision.reading import Reading
from tests.ui.drawn import reading
from tests.ui.pages.steps import PHOTO, opened, place, press, shown, tap, texts, turn, upload, well


def test_a_doubtful_square_is_asked_for_until_somebody_decides(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert place(app, "1,4")["doubt"]
    assert [guess["code"] for guess in place(app, "1,4")["guesses"]] == ["w", "w1"]
    assert "E2" in shown(app)["ask"]
    tap(app, kind="put", places=["1,4"], code="w1")
    assert not place(app, "1,4")["doubt"]
    assert shown(app)["total"] == "21"


def test_undo_and_redo(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert not shown(app)["undo"]
    tap(app, kind="put", places=["1,4"], code="w1")
    assert shown(app)["undo"]
    tap(app, kind="undo")
    assert (shown(app)["total"], shown(app)["undo"], shown(app)["redo"]) == ("16", False, True)
    tap(app, kind="redo")
    assert shown(app)["total"] == "21"


def test_a_second_tap_on_undo_takes_no_kingdom_away(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    tap(app, kind="put", places=["1,4"], code="w1")
    tap(app, kind="undo")
    tap(app, kind="undo")
    assert app.session_state["session"].state.kingdoms == 1
    assert (shown(app)["total"], shown(app)["redo"]) == ("16", True)


def test_a_finding_lights_its_squares(app: AppTest) -> None:
    app.text_input[0].set_value("wwC/..f/..f/w..")
    press(app, "Open the notation")
    data = shown(app)
    assert data["verdict"]["legality"] == "illegal"
    assert "3,0" in [cell for finding in data["findings"] for cell in finding["cells"]]
    assert place(app, "3,0")["lit"]


def test_another_grid_keeps_what_was_decided_by_hand(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    tap(app, kind="put", places=["4,4"], code="m3")
    grid = shown(app)["grid"]
    corners = [[x + 4, y - 3] for x, y in grid["corners"]]
    tap(app, kind="grid", corners=corners, rows=grid["rows"], columns=grid["columns"])
    assert place(app, "4,4")["code"] == "m3"
    assert shown(app)["grid"]["corners"] == corners


def test_a_proposed_correction_is_one_tap_away(app: AppTest) -> None:
    app.text_input[0].set_value("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgm3")  # the last square is forest
    press(app, "Open the notation")
    assert shown(app)["verdict"]["legality"] == "illegal"
    here = app.session_state["session"]
    here.host.search.of(here.state.canvas.kingdom, here.state.settled_rules).result()  # found beside the page
    app.run()
    well(app.button(key="correct-0").click().run())
    assert shown(app)["verdict"]["legality"] == "legal"


def test_a_removed_kingdom_can_be_brought_back(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    press(turn(app, "kingdoms"), "Remove this kingdom")
    assert len(app.session_state["session"].state.seats) == 1
    press(app, "Bring Player 1’s kingdom back")
    assert [seat.name for seat in app.session_state["session"].state.seats] == ["Player 1", "Player 2"]


def test_the_only_kingdom_that_was_removed_comes_back(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    press(turn(app, "kingdoms"), "Remove this kingdom")
    assert not app.session_state["session"].state.seats
    press(app, "Bring Player 1’s kingdom back")
    assert app.session_state["session"].state.kingdoms == 1


def test_queendomino_offers_buildings_and_counts_what_lies_beside(app: AppTest) -> None:
    app.text_input[0].set_value("tC")
    press(app, "Open the notation")
    assert "t[church]" in [building["code"] for building in shown(app)["buildings"]]
    tap(app, kind="put", places=["0,0"], code="t[church]")
    assert shown(app)["total"] == "2"
    well(app.number_input(key="token-coins").set_value(11).run())
    assert shown(app)["total"] == "5"
    well(app.toggle(key="token-queen").set_value(True).run())
    assert shown(app)["total"] == "6"


def test_of_two_quick_changes_beside_a_kingdom_none_is_lost(app: AppTest) -> None:
    app.text_input[0].set_value("tC")
    press(app, "Open the notation")
    app.number_input(key="token-coins").set_value(7)
    app.number_input(key="token-towers").set_value(2)
    well(app.toggle(key="token-queen").set_value(True).run())
    kingdom = app.session_state["session"].state.canvas.kingdom
    assert (kingdom.coins, kingdom.towers, kingdom.queen) == (7, 2, True)


def test_there_is_one_queen_at_a_table(app: AppTest) -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("tC queen"),)) for name in ("Ann", "Bob")))
    app = turn(opened(game=encode(game)), "kingdoms")
    well(app.toggle(key="token-queen").set_value(False).run())
    well(app.toggle(key="token-queen").set_value(True).run())
    kingdoms = [seat.canvases[0].kingdom for seat in app.session_state["session"].state.seats]
    assert [kingdom.queen for kingdom in kingdoms] == [True, False]


def test_it_is_told_that_the_queen_moves() -> None:
    kingdoms = (("Ann", "tC queen coins=1"), ("Ben", "tC coins=1"))
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in kingdoms))
    app = turn(opened(game=encode(game)), "table")
    press(app, "Kingdom 2")
    well(app.toggle(key="token-queen").set_value(True).run())
    assert shown(app)["notice"] == "The Queen has moved here from Ann"
    assert shown(app)["words"]["undo"] == "Undo: the Queen’s move from Ann to Ben"
    history = app.session_state["session"].history
    undo = {"kind": "undo", "kingdom": identity(history.present)}
    assert str(notice_of(history, undo)) == "Taken back: the Queen’s move from Ann to Ben"
    assert (history.present.host, history.undone().present.host) == (1, 0)


def test_a_kingdom_wholly_in_its_picture_is_not_called_cut_off(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    found = replace(reading(Kingdom.parse("wwC/wff")), cut=True)
    monkeypatch.setattr(photos, "read_photo", lambda *_, **__: Reading("edge.jpg", 900, 1200, (found,)))
    upload(app, ("edge.jpg", PHOTO))
    assert "cuts this kingdom off" not in shown(app)["ask"]
    assert "The photo ends close to this kingdom" in shown(app)["ask"]


def test_undo_says_what_it_takes_back_and_the_tabs_follow(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    turn(app, "table")
    well(app.text_input(key="name-0").set_value("Zoé").run())
    turn(app, "kingdoms")
    assert shown(app)["words"]["undo"] == "Undo: the name Zoé"
    assert app.button_group(key="seat").options == ["Zoé", "Player 2"]
    here = app.session_state["session"]
    here.notice, here.history = Message("Taken back: {change}", {"change": here.history.undoes}), here.history.undone()
    well(app.run())
    assert app.button_group(key="seat").options == ["Player 1", "Player 2"]
    assert shown(app)["notice"] == "Taken back: the name Zoé"


@pytest.mark.parametrize(
    ("rules", "missing"),
    [
        (Rules(giants=True, quests=QUESTS[:2]), "giants"),
        (Rules(court=True), "resources, characters and buildings of The Court"),
    ],
)
def test_an_expansion_is_provisional_until_its_pieces_are_told(rules: Rules, missing: str) -> None:
    players = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "wwC"), ("Ben", "w1wC")))
    app = opened(game=encode(Game(tuple(players), rules)))
    assert "Ben leads" in texts(app)
    assert plain(f"Not told yet of Ann, Ben: {missing}. The total is provisional.") in texts(app)
    for seat in range(2):
        turn(app, "table")
        press(app, f"Kingdom {seat + 1}")
        assert shown(app)["totalNote"] == "points so far"
        assert f"Not told yet: {missing}. The total is provisional. Tap every square" in app.info[0].value
        press(app, "That is all")
        assert shown(app)["totalNote"] == "points" and not app.info
    assert "Ben wins" in texts(turn(app, "table"))
    assert "Ben wins" in texts(opened(game=shown(app, "kingdom_storage")["address"]["game"]))


def test_giants_are_provisional_until_the_open_quests_are_told() -> None:
    kingdoms = {"Ann": "wwC", "Ben": "w1!w1C"}
    told = (Player(n, kingdoms=(Kingdom.parse(text),), untold=(frozenset(),)) for n, text in kingdoms.items())
    game = Game(tuple(told), Rules(giants=True, quests=QUESTS[:1]))
    app = opened(game=encode(game))
    assert "Ben leads" in texts(app)
    assert plain("Not told yet: the two open quests of Age of Giants. The total is provisional.") in texts(app)
    assert shown(turn(app, "kingdoms"))["totalNote"] == "points so far"
    assert "Choose them among the rules." in app.info[0].value and not [
        b for b in app.button if b.label == "That is all"
    ]
    assert "Ben wins" in texts(opened(game=encode(replace(game, rules=Rules(giants=True, quests=QUESTS[:2])))))


def test_a_number_tells_of_itself_alone(app: AppTest) -> None:
    app.text_input[0].set_value("ttC")
    press(app, "Open the notation")
    well(app.number_input(key="token-coins").set_value(11).run())
    assert app.info[0].value.startswith(
        "Not told yet: towers, knights, the Queen, buildings. The total is provisional."
    )
    assert shown(app)["totalNote"] == "points so far"
    well(app.number_input(key="token-towers").set_value(1).run())
    well(app.number_input(key="token-knights").set_value(1).run())
    well(app.toggle(key="token-queen").set_value(True).run())
    assert app.info[0].value.startswith("Not told yet: buildings. The total is provisional.")
    press(app, "That is all")
    assert shown(app)["totalNote"] == "points" and not app.info


def test_queendomino_is_provisional_until_it_is_told_what_stands_beside(app: AppTest) -> None:
    app.text_input[0].set_value("ttC")
    press(app, "Open the notation")
    assert shown(app)["totalNote"] == "points so far"
    assert "until then the total is provisional" in shown(app)["ask"]
    assert "provisional" in texts(turn(app, "table"))
    turn(app, "kingdoms")
    press(app, "That is all")
    assert shown(app)["totalNote"] == "points"
    assert "provisional" not in texts(turn(app, "table"))
    again = opened(**shown(app, "kingdom_storage")["address"])
    assert shown(again)["totalNote"] == "points"
