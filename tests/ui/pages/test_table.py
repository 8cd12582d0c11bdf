"""The page of the table: who wins, names and colours, a new table."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.sheet import points_text
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.ui.pages.steps import PHOTO, opened, pages, press, shown, tap, texts, turn, upload, well


def test_the_table_ranks_and_explains_a_tie() -> None:
    kingdoms = {"Ann": "w1wwC", "Bob": "f1fC/..l1", "Zoé": "C"}
    players = tuple(Player(name, kingdoms=(Kingdom.parse(notation),)) for name, notation in kingdoms.items())
    app = turn(opened(game=encode(Game(players, Rules(edition="older")))), "table")
    ranking = texts(app)
    assert ranking.index("Ann") < ranking.index("Bob") < ranking.index("Zoé")
    assert "decided by: largest territory" in ranking


def test_who_won_comes_first_on_a_link_and_by_how_much() -> None:
    players = tuple(
        Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in {"Ann": "w1f/C.", "Ben": "wwC"}.items()
    )
    app = opened(game=encode(Game(players)))
    assert pages(app).value == "table"
    assert "<b>Ann wins</b><span>1 point ahead of Ben</span>" in texts(app)
    again = opened(**shown(app, "kingdom_storage")["address"])  # who comes back goes on
    assert pages(again).value == "kingdoms"


def test_a_table_of_photos_says_which_kingdoms_to_look_at(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    press(app, "Look at Player 2’s kingdom: 1 square")
    assert pages(app).value == "kingdoms"
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
    assert pages(app).value == "start"
    assert opened(**shown(app, "kingdom_storage")["address"]).session_state["session"].state.seats == ()
    turn(app, "rules")
    assert app.toggle(key="rule-harmony").value
    press(turn(app, "start"), "Bring the last table back")
    assert shown(turn(app, "kingdoms"))["total"] == "21"


def test_a_table_that_was_put_away_comes_back_whatever_lies_on_the_next_one(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    press(turn(app, "table"), "New table")
    press(app, "Begin a new table")
    upload(app, *((f"{number}.jpg", PHOTO) for number in range(3)))
    here = app.session_state["session"]
    for kingdoms in (2, 3):
        press(turn(app, "table"), "Bring the last table back")
        assert here.state.kingdoms == kingdoms


def test_two_players_of_one_name_have_tabs_and_kingdoms_of_their_own() -> None:
    twins = tuple(Player("Ann", kingdoms=(Kingdom.parse(notation),)) for notation in ("w1wC", "C/f"))
    app = turn(opened(game=encode(Game(twins))), "kingdoms")
    tabs = app.button_group(key="seat")
    assert len(set(tabs.options)) == 2
    well(tabs.set_value("1.0").run())
    tap(app, kind="put", places=["1,0"], code="f1")
    assert [str(seat.canvases[0].kingdom) for seat in app.session_state["session"].state.seats] == ["w1wC", "C/f1"]
    said = texts(turn(app, "table"))
    assert "<b>Ann</b>" in said and "<b>Ann 2</b>" in said
    assert "Ann wins" in said and "ahead of Ann 2" in said


def test_a_name_that_is_too_long_is_cut_and_that_is_said(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "table")
    field = app.text_input(key="name-0")
    assert field.proto.max_chars == 0, "the browser would drop what is pasted, without a word"
    well(field.set_value("N" * 41).run())
    assert app.text_input(key="name-0").value == "N" * 39 + "…"
    assert [toast.value for toast in app.toast] == ["A name has at most 40 letters; this one was cut"]


def test_a_name_does_not_turn_the_sentences_around_it() -> None:
    kingdoms = (Kingdom.parse("w1wC"),)
    app = opened(game=encode(Game((Player("Ann \u202e", kingdoms=kingdoms), Player("Ben")))))
    assert "\u202e" not in texts(turn(app, "table"))
    well(app.text_input(key="name-1").set_value("\u2066Bob\u202e").run())
    assert [seat.name for seat in app.session_state["session"].state.seats] == ["Ann ", "Bob"]


def test_a_name_pasted_from_a_spreadsheet_comes_back_after_a_reload() -> None:
    app = opened(game=encode(Game((Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)), Player("Ben")))))
    well(turn(app, "table").text_input(key="name-0").set_value(" Ann\tSmith\x07").run())
    again = opened(game=encode(app.session_state["session"].state.game))
    assert [seat.name for seat in again.session_state["session"].state.seats] == ["Ann Smith", "Ben"]


ENGLISH = translator("en")

SMALL = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
LARGE = "llll1wwl/g1l1l1llll/gffw1gl1l/fffCgwg/fgf1ss1ww1/ff1wss2ww/f1wwss2gm1"
TOWN = "gwl1lf1/w1ws2g1g/ww1Ctt/m2mttt/f1tttl coins=3"
WHOLE = ".ls2g./s1wwg1g1/www1g2l/Cl1lll/wl1lll"
OPEN = "ssm?gf/m2m?mm?f1/Cww1ww/f1wws2s/f1ww1ss"


@pytest.mark.parametrize(
    ("notations", "rules"),
    [
        ((SMALL, LARGE), Rules(harmony=True)),
        ((LARGE, SMALL), Rules(harmony=True)),
        ((SMALL, LARGE, LARGE), Rules(harmony=True)),
        ((TOWN, SMALL), Rules()),
        ((SMALL, TOWN), Rules(giants=True)),
        ((WHOLE, OPEN), Rules(middle_kingdom=True)),
    ],
)
def test_every_kingdom_is_counted_and_judged_as_at_the_table(notations: tuple[str, ...], rules: Rules) -> None:
    """One box and one grid hold on all pages; each kingdom by itself called for others."""
    game = Game(tuple(Player(f"P{i}", kingdoms=(Kingdom.parse(text),)) for i, text in enumerate(notations)), rules)
    ranking = rank(game.table)
    app = opened(game=encode(game))
    at_the_table = texts(app)
    assert all(f"<li>{ENGLISH.line(finding.message)}</li>" in at_the_table for finding in ranking.findings[:5])
    assert all(f"<li class='hint'>{ENGLISH.line(hint)}</li>" in at_the_table for hint in ranking.hints)
    turn(app, "kingdoms")
    for index, name in enumerate(f"P{i}" for i in range(len(notations))):
        well(app.button_group(key="seat").set_value(f"{index}.0").run())
        (standing,) = [standing for standing in ranking.standings if standing.name == name]
        board = shown(app)
        assert board["total"] == points_text(standing.sheets)
        assert f"<span class='points'>{board['total']}</span>" in at_the_table
        said = [str(finding.message) for finding in ranking.findings]
        lines = [line.removeprefix(f"{name}: ") for line in said]
        capitals = [line[:1].upper() + line[1:] for line in lines]
        assert [finding for finding in board["findings"] if finding["text"] not in capitals] == []
        told = [text for text in said if text.startswith(f"{name}: ")]
        assert len(board["findings"]) == len(told)
        assert (board["verdict"]["legality"] == "legal") is (not told)


def test_nobody_wins_while_squares_are_not_known() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", WHOLE), ("Ben", OPEN)))
    page = texts(opened(game=encode(Game(players))))
    said = "still open: hidden crowns or unknown squares of Ben decide who wins"
    assert f"<b>Ann leads</b><span>{said}</span>" in page
    assert "<span class='points'>40–75</span>" in page
    assert "wins</b>" not in page


def test_who_has_the_name_of_somebody_above_is_told_beside_it() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse("wC"),)) for name in ("Ann", "Ben", "Ann"))
    app = opened(game=encode(Game(players)), page="table")
    assert [said.value for said in app.caption if "Somebody" in said.value] == ["Somebody above has this name, too."]
