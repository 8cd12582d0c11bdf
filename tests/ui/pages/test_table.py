"""The page of the table: who wins, names and colours, a new table."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.ui.pages.steps import PHOTO, opened, press, shown, tap, texts, turn, upload, well


def test_the_table_ranks_and_explains_a_tie() -> None:
    kingdoms = {"Ann": "w1wwC", "Bob": "f1fC/..l1", "Zoé": "C"}
    players = tuple(Player(name, kingdoms=(Kingdom.parse(notation),)) for name, notation in kingdoms.items())
    app = turn(opened(game=encode(Game(players, Rules(edition="older")))), "table")
    ranking = texts(app)
    assert ranking.index("Ann") < ranking.index("Bob") < ranking.index("Zoé")
    assert "decided by: largest territory" in ranking


def test_who_won_comes_first_on_a_link_and_by_how_much() -> None:
    players = tuple(
        Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in {"Ann": "w1wwC", "Ben": "f1C"}.items()
    )
    app = opened(game=encode(Game(players)))
    assert app.button_group(key="page").value == "table"
    assert "<b>Ann wins</b><span>2 points ahead of Ben</span>" in texts(app)
    again = opened(**shown(app, "kingdom_storage")["address"])  # who comes back goes on
    assert again.button_group(key="page").value == "kingdoms"


def test_a_table_of_photos_says_which_kingdoms_to_look_at(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    press(app, "Look at Player 2’s kingdom: 1 square")
    assert app.button_group(key="page").value == "kingdoms"
    assert app.session_state["session"].state.chosen == 1


def test_names_and_colours_can_be_changed(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "table")
    well(app.text_input(key="name-0").set_value("<b>Ann</b>").run())
    well(app.selectbox(key="hue-0").set_value("pink").run())
    assert "&lt;b&gt;Ann&lt;/b&gt;" in texts(app)
    turn(app, "kingdoms")
    assert shown(app)["castle"] == "pink"


def test_a_new_table_keeps_the_rules_and_can_be_undone(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    well(app.toggle(key="rule-harmony").set_value(True).run())
    press(turn(app, "table"), "New table")
    assert "Put this table away" in texts(app)
    press(app, "Stay at this table")
    assert "Put this table away" not in texts(app)
    press(app, "New table")
    press(app, "Begin a new table")
    assert app.button_group(key="page").value == "start"
    assert opened(**shown(app, "kingdom_storage")["address"]).session_state["session"].state.seats == ()
    turn(app, "rules")
    assert app.toggle(key="rule-harmony").value
    press(turn(app, "start"), "Bring the last table back")
    assert shown(turn(app, "kingdoms"))["total"] == "21"


def test_two_players_of_one_name_have_tabs_and_kingdoms_of_their_own() -> None:
    twins = tuple(Player("Ann", kingdoms=(Kingdom.parse(notation),)) for notation in ("w1wC", "C/f"))
    app = turn(opened(game=encode(Game(twins))), "kingdoms")
    tabs = app.button_group(key="seat")
    assert len(set(tabs.options)) == 2
    well(tabs.set_value(1).run())
    tap(app, kind="put", places=["1,0"], code="f1")
    assert [str(seat.canvases[0].kingdom) for seat in app.session_state["session"].state.seats] == ["w1wC", "C/f1"]
    said = texts(turn(app, "table"))
    assert "<b>Ann</b>" in said and "<b>Ann 2</b>" in said
    assert "Ann wins" in said and "ahead of Ann 2" in said


def test_a_name_does_not_turn_the_sentences_around_it() -> None:
    kingdoms = (Kingdom.parse("w1wC"),)
    app = opened(game=encode(Game((Player("Ann \u202e", kingdoms=kingdoms), Player("Ben")))))
    assert "\u202e" not in texts(turn(app, "table"))
    well(app.text_input(key="name-1").set_value("\u2066Bob\u202e").run())
    assert [seat.name for seat in app.session_state["session"].state.seats] == ["Ann ", "Bob"]
