"""Every way from one state of the page to the next, without a browser and without a model."""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from functools import cache
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table
from scorer.sharing.card import card_png
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.files import to_csv
from scorer.sharing.evenings.history import Evenings
from scorer.sharing.game import Game
from scorer.sharing.link import address_of, encode
from scorer.ui import photos, standings
from scorer.ui.labels import plain
from scorer.ui.pages import keep_share
from scorer.ui.state import judge
from scorer.ui.state.actions import applied, identity
from scorer.vision.reading import Reading
from scorer.vision.workers import Workers
from tests.ui.drawn import NOTATION, drawn_photo, read_drawn, reading

APP = Path(__file__).parents[2] / "scorer" / "server" / "page.py"
PHOTO = drawn_photo()


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The page just opened, with a reader that knows the drawn photo."""
    monkeypatch.setattr(photos, "read_photo", read_drawn)
    monkeypatch.setattr(photos, "workers", cache(lambda: ThreadPoolExecutor(1)))
    return opened()


def opened(**query: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=30)
    for name, value in query.items():
        app.query_params[name] = value
    return well(app.run())


def well(app: AppTest) -> AppTest:
    """The page, after making sure that nothing went wrong on it."""
    assert not app.exception, app.exception
    return app


def turn(app: AppTest, page: str) -> AppTest:
    return well(app.button_group(key="page").set_value(page).run())


def press(app: AppTest, label: str) -> AppTest:
    (button,) = [button for button in app.button if button.label == label]
    return well(button.click().run())


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    (uploader,) = [u for u in app.file_uploader if (u.key or "").startswith("upload-")]
    return well(uploader.set_value([(name, data, "image/jpeg") for name, data in files]).run())


def shown(app: AppTest, name: str = "kingdom_board") -> dict[str, Any]:
    """The data of one of our components on the page."""
    (data,) = [json.loads(e.proto.json) for e in app.get("bidi_component") if e.proto.component_name == name]
    return dict(data)


def tap(app: AppTest, **act: Any) -> AppTest:
    """What a tap on the component does."""
    here = app.session_state["session"]
    act = {"kingdom": identity(here.state), **act}
    here.history, note = applied(here.history, act, here.snapshots)
    assert note is None, str(note)
    return well(app.run())


def place(app: AppTest, at: str) -> dict[str, Any]:
    (found,) = [place for place in shown(app)["places"] if place["at"] == at]
    return dict(found)


def texts(app: AppTest) -> str:
    elements = [*app.markdown, *app.caption, *app.warning, *app.error, *app.info, *app.get("html")]
    return "\n".join(str(getattr(e, "value", None) or e.proto.body) for e in elements)


# -- starting ----------------------------------------------------------------------------------------------------------


def test_it_opens_on_the_photos_with_nothing_there(app: AppTest) -> None:
    assert app.button_group(key="page").value == "start"
    assert "Nothing here yet" in texts(turn(app, "kingdoms"))
    assert "Nobody sits here yet" in texts(turn(app, "table"))
    assert "Nothing to share yet" in texts(turn(app, "share"))


def test_an_empty_board_is_a_castle_to_build_on(app: AppTest) -> None:
    press(app, "Empty board")
    assert shown(app)["total"] == "0"
    assert place(app, "0,0")["code"] == "C"
    tap(app, kind="put", places=["0,-1"], code="w1")
    assert shown(app)["verdict"] == {"legality": "open", "text": "checked when it is done"}
    assert not shown(app)["findings"]
    tap(app, kind="frame", size=0)
    assert shown(app)["verdict"]["legality"] == "illegal"
    tap(app, kind="put", places=["0,-2"], code="f")
    assert shown(app)["total"] == "1"
    assert shown(app)["verdict"]["legality"] == "legal"


def test_a_board_that_is_painted_on_holds_still_also_after_a_reload(app: AppTest) -> None:
    press(app, "Empty board")
    before = [place["at"] for place in shown(app)["places"]]
    tap(app, kind="put", places=["-2,-2", "-2,-1"], code="w")
    assert [place["at"] for place in shown(app)["places"]] == before
    again = opened(**shown(app, "kingdom_storage")["address"])
    assert shown(again)["painting"] == 5
    tap(app, kind="frame", size=7)
    assert len(shown(app)["places"]) == 49


def test_all_doubtful_squares_are_confirmed_with_one_tap(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert (shown(app)["confirms"], shown(app)["urgent"]) == (True, True)
    tap(app, kind="confirm")
    assert (shown(app)["confirms"], shown(app)["urgent"], shown(app)["total"]) == (False, False, "16")
    tap(app, kind="undo")
    assert shown(app)["confirms"]


def test_a_notation_opens_and_a_wrong_one_says_where(app: AppTest) -> None:
    app.text_input[0].set_value("wwx")
    press(app, "Open the notation")
    assert "row 1, column 3" in app.error[0].value
    app.text_input[0].set_value(NOTATION)
    press(app, "Open the notation")
    assert shown(app)["total"] == "16"


def test_several_photos_make_several_players(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    assert [seat.name for seat in app.session_state["session"].state.seats] == ["Player 1", "Player 2"]
    assert app.button_group(key="page").value == "table"
    turn(app, "kingdoms")
    assert shown(app)["total"] == "16"
    assert shown(app)["castle"] == "blue"  # the castle's colour is the player's
    well(app.button_group(key="seat").set_value(1).run())
    assert shown(app)["castle"] != "blue"  # nobody else's


def test_a_photo_that_cannot_be_read_says_why_and_loses_nothing(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "start")
    upload(app, ("cut.jpg", PHOTO[:3000]))
    assert plain("cut.jpg") in app.warning[0].value
    turn(app, "kingdoms")
    assert shown(app)["total"] == "16"


def test_photos_being_read_are_waited_for_again_after_a_tap(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    started: Future[None] = Future()
    workers = ThreadPoolExecutor(1)
    workers.submit(started.result)  # keeps the one worker busy
    here = app.session_state["session"]
    monkeypatch.setattr(photos, "workers", lambda: workers)
    here.looks = [photos.look(PHOTO, "one.jpg", here.state.rules)]
    turn(app, "rules")  # the page is left and nothing waits
    assert not here.looks[0].done(0)
    started.set_result(None)
    turn(app, "start")
    assert shown(turn(app, "kingdoms"))["total"] == "16"
    assert not here.looks


def test_a_photo_that_is_too_heavy_says_so_and_loses_nothing(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "start")
    too_slow: Future[Any] = Future()
    too_slow.set_exception(TimeoutError())
    monkeypatch.setattr(photos, "look", lambda data, name, *_: photos.Look(data, name, too_slow))
    upload(app, ("slow.jpg", PHOTO))
    assert app.warning[0].value == plain("slow.jpg took too long to read; take another photo")
    assert shown(turn(app, "kingdoms"))["total"] == "16"


def test_a_sample_is_read_by_the_page_s_own_processes(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with Workers(1) as workers:
        monkeypatch.setattr(photos, "workers", lambda: workers)
        press(app, "A whole kingdom")
    assert shown(app)["settled"]


def test_one_bad_photo_among_good_ones_stops_none(app: AppTest) -> None:
    upload(app, ("no.jpg", b"no photo"), ("one.jpg", PHOTO))
    assert shown(app)["total"] == "16"
    assert plain("no.jpg") in app.warning[0].value


def test_a_photo_that_breaks_the_reader_takes_nothing_with_it(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "start")
    monkeypatch.setattr(photos, "read_photo", lambda *_, **__: 1 / 0)
    upload(app, ("odd.jpg", PHOTO))
    assert plain("odd.jpg could not be read") in app.warning[0].value
    assert shown(turn(app, "kingdoms"))["total"] == "16"


def test_what_a_photo_lacked_is_told_beside_the_others_until_it_is_closed(app: AppTest) -> None:
    upload(app, ("good.jpg", PHOTO), ("odd.jpg", b"no photo"))
    assert plain("odd.jpg is no JPEG") in app.warning[0].value
    tap(app, kind="put", places=["0,0"], code="f")
    assert plain("odd.jpg is no JPEG") in app.warning[0].value
    press(app, "Close")
    assert not app.warning


def test_where_no_kingdom_is_found_the_grid_is_laid_by_hand(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Reading("far.jpg", 900, 1200, (), Message("no kingdom found; mark its four corners"))
    monkeypatch.setattr(photos, "read_photo", lambda *_, **__: nothing)
    upload(app, ("far.jpg", PHOTO))
    assert "no kingdom found" in app.warning[0].value
    press(app, "Lay the grid by hand")
    assert (shown(app)["settled"], shown(app)["grid"]["rows"]) == (False, 5)
    monkeypatch.setattr(photos, "read_photo", read_drawn)
    tap(app, kind="grid", corners=shown(app)["grid"]["corners"], rows=5, columns=5)
    assert (shown(app)["settled"], shown(app)["total"]) == (True, "16")


# -- correcting --------------------------------------------------------------------------------------------------------


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
    judge.corrections_of(here.state.canvas.kingdom, here.state.rules).result()  # found beside the page
    app.run()
    well(app.button(key="correct-0").click().run())
    assert shown(app)["verdict"]["legality"] == "legal"


def test_a_removed_kingdom_can_be_brought_back(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    press(turn(app, "kingdoms"), "Remove this kingdom")
    assert len(app.session_state["session"].state.seats) == 1
    press(app, "Bring it back")
    assert len(app.session_state["session"].state.seats) == 2


# -- rules -------------------------------------------------------------------------------------------------------------


def test_harmony_and_middle_kingdom_follow_at_once(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    well(app.toggle(key="rule-harmony").set_value(True).run())
    well(app.toggle(key="rule-middle_kingdom").set_value(True).run())
    turn(app, "kingdoms")
    assert shown(app)["total"] == str(16 + 5 + 10)


def test_a_mighty_duel_has_room_for_seven(app: AppTest) -> None:
    app.text_input[0].set_value("ffffffC")
    press(app, "Open the notation")
    turn(app, "rules")
    well(app.radio(key="rule-size").set_value(5).run())
    turn(app, "kingdoms")
    assert shown(app)["verdict"]["legality"] == "illegal"
    turn(app, "rules")
    well(app.radio(key="rule-size").set_value(7).run())
    turn(app, "kingdoms")
    assert shown(app)["verdict"]["legality"] == "legal"


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


def test_there_is_one_queen_at_a_table(app: AppTest) -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("tC queen"),)) for name in ("Ann", "Bob")))
    app = turn(opened(game=encode(game)), "kingdoms")
    well(app.toggle(key="token-queen").set_value(False).run())
    well(app.toggle(key="token-queen").set_value(True).run())
    kingdoms = [seat.canvases[0].kingdom for seat in app.session_state["session"].state.seats]
    assert [kingdom.queen for kingdom in kingdoms] == [True, False]


def test_a_dynasty_has_three_games(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    well(app.toggle(key="rule-dynasty").set_value(True).run())
    turn(app, "kingdoms")
    well(app.button_group(key="round").set_value(1).run())
    assert "Player 1 has no kingdom here yet" in texts(app)
    press(app, "Empty board")
    assert shown(app)["total"] == "0"
    tap(app, kind="frame", size=0)
    assert [len(seat.canvases) for seat in app.session_state["session"].state.seats] == [2]
    tap(app, kind="put", places=["0,1"], code="m1")
    assert ">17<" in texts(turn(app, "table"))


# -- the table, keeping, sharing ---------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("edition", "notations", "said"),
    [
        ("us", ("w1wC", "f1fC"), "Ann and Ben share the victory: 2 points each"),
        ("us", ("w1wC", "f1fC/s.."), "Ann and Ben share the victory: 2 points each"),
        ("older", ("w1wC", "f1fC/..m"), "Ann and Ben share the victory: 2 points each"),
        ("us", ("w1wwC", "f1C/l1l"), "Ann wins: level on points with Ben – decided by: largest territory"),
        ("us", ("w1wC", "f1C"), "Ann wins: 1 point ahead of Ben"),
    ],
)
def test_a_victory_is_told_with_what_decided_it(edition: str, notations: tuple[str, str], said: str) -> None:
    named = zip(("Ann", "Ben"), notations, strict=True)
    players = (Player(name, kingdoms=(Kingdom.parse(notation),)) for name, notation in named)
    ranking = rank(Table(tuple(players), Rules(edition=edition)))
    assert ": ".join(map(str, standings.victory(ranking, is_settled=True))) == said


def test_the_guided_way_takes_one_player_after_the_other(app: AppTest) -> None:
    (names,) = [field for field in app.multiselect if field.label == "Who plays?"]
    names.set_value(["Ann", "Ben", "Zoé"])
    press(app, "Begin")
    assert "Now Ann’s kingdom" in [heading.value for heading in app.subheader]
    upload(app, ("one.jpg", PHOTO))
    assert "Now Ben’s kingdom" in [heading.value for heading in app.subheader]
    assert "<b>Ann leads</b>" not in texts(turn(app, "table"))  # one kingdom leads nobody
    press(turn(app, "start"), "Empty board")
    press(app, "Now Zoé’s kingdom")
    assert "<b>Ann leads</b>" in texts(turn(app, "table"))
    press(turn(app, "start"), "Leave out Zoé")
    assert app.button_group(key="page").value == "table"
    assert "<b>Ann wins</b><span>16 points ahead of Ben</span>" in texts(app)


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


def test_a_link_brings_the_table_back(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    tap(app, kind="put", places=["1,4"], code="w1")
    again = opened(**shown(app, "kingdom_storage")["address"])
    assert shown(again)["total"] == "21"
    assert again.session_state["session"].snapshots == {}  # photos are not in it


def test_a_damaged_link_says_so() -> None:
    app = opened(game="1damaged")
    assert "damaged" in app.warning[0].value
    assert app.button_group(key="page").value == "start"


def test_what_is_kept_opens_again(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "share")
    link = shown(app, "kingdom_link")["link"]
    assert "/?game=1" in link
    (field,) = [field for field in app.text_input if field.label == "or a link"]
    field.set_value(link)
    press(app, "Open")
    assert app.button_group(key="page").value == "table"
    turn(app, "share")
    (field,) = [field for field in app.text_input if field.label == "or a link"]
    field.set_value("https://example.org/?game=1nonsense")
    press(app, "Open")
    assert "damaged" in app.error[0].value


def test_a_card_that_a_messenger_squeezed_opens_again(app: AppTest) -> None:
    game = Game((Player("Zoé", colour="pink", kingdoms=(Kingdom.parse(NOTATION),)),))
    card = Image.open(BytesIO(card_png(game, translator("fr"), address_of(game, "http://localhost:8501"))))
    sent = BytesIO()
    card.save(sent, "JPEG", quality=60)
    turn(app, "share")
    (uploader,) = app.file_uploader
    well(uploader.set_value([("card.jpg", sent.getvalue(), "image/jpeg")]).run())
    assert [seat.name for seat in app.session_state["session"].state.seats] == ["Zoé"]


def test_a_picture_too_heavy_to_look_for_a_game_in_says_so(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    too_slow: Future[Any] = Future()
    too_slow.set_exception(TimeoutError())
    monkeypatch.setattr(photos, "workers", lambda: SimpleNamespace(submit=lambda *_: too_slow))
    turn(app, "share")
    (uploader,) = app.file_uploader
    well(uploader.set_value([("card.webp", b"RIFF", "image/webp")]).run())
    assert app.error[0].value == plain("card.webp took too long to read; take another photo")


def test_a_card_and_what_is_none_come_back_from_another_process(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game((Player("Zoé", colour="pink", kingdoms=(Kingdom.parse(NOTATION),)),))
    card = card_png(game, translator("fr"), address_of(game, "http://localhost:8501"))
    turn(app, "share")
    with Workers(1) as workers:
        monkeypatch.setattr(photos, "workers", lambda: workers)
        well(app.file_uploader[0].set_value([("no.png", PHOTO, "image/png")]).run())
        assert "holds no game" in app.error[0].value
        well(app.file_uploader[0].set_value([("card.png", card, "image/png")]).run(timeout=30))
    assert [seat.name for seat in app.session_state["session"].state.seats] == ["Zoé"]


def test_the_language_changes_everything(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    english = shown(app)["words"]["legend"]
    well(app.button_group(key="language").set_value("fr").run())
    assert shown(app)["words"]["legend"] != english
    assert "champ de blé" in shown(app)["words"]["legend"]


# -- nothing lost, nothing silent --------------------------------------------------------------------------------------


def test_two_players_of_one_name_have_tabs_and_kingdoms_of_their_own() -> None:
    twins = tuple(Player("Ann", kingdoms=(Kingdom.parse(notation),)) for notation in ("w1wC", "C/f"))
    app = turn(opened(game=encode(Game(twins))), "kingdoms")
    tabs = app.button_group(key="seat")
    assert len(set(tabs.options)) == 2
    well(tabs.set_value(1).run())
    tap(app, kind="put", places=["1,0"], code="f1")
    assert [str(seat.canvases[0].kingdom) for seat in app.session_state["session"].state.seats] == ["w1wC", "C/f1"]
    assert texts(turn(app, "table")).count("<b>Ann</b>") == 2


def test_a_page_loaded_again_asks_what_it_asked_before_and_says_what_is_gone(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    before = shown(app)
    again = opened(**shown(app, "kingdom_storage")["address"])
    after = shown(again)
    assert after["ask"] == before["ask"]
    assert place(again, "1,4")["doubt"]
    assert place(again, "1,4")["guesses"] == place(app, "1,4")["guesses"]
    assert "photos and the steps to undo are not kept" in again.warning[0].value


def test_a_kingdom_cut_off_is_not_settled_after_a_reload_either(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*_: object, **__: object) -> Reading:
        found = replace(reading(Kingdom.parse("wwC/wff")), cut=True)
        return Reading("cut.jpg", 700, 800, (found,))  # its corners lie at 900 × 1200

    monkeypatch.setattr(photos, "read_photo", cut)
    upload(app, ("cut.jpg", PHOTO))
    assert (shown(app)["verdict"]["legality"], "cuts this kingdom off" in shown(app)["ask"]) == ("open", True)
    again = opened(**shown(app, "kingdom_storage")["address"])
    assert (shown(again)["verdict"], shown(again)["ask"]) == (shown(app)["verdict"], shown(app)["ask"])


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
    here.told, here.history = Message("Taken back: {change}", {"change": here.history.undoes}), here.history.undone()
    well(app.run())
    assert app.button_group(key="seat").options == ["Player 1", "Player 2"]
    assert shown(app)["notice"] == "Taken back: the name Zoé"


def test_after_a_wrong_file_a_good_link_opens(app: AppTest) -> None:
    turn(app, "share")
    (uploader,) = app.file_uploader
    well(uploader.set_value([("no.json", b"{}", "application/json")]).run())
    assert "none of ours" in app.error[0].value
    (field,) = [field for field in app.text_input if field.label == "or a link"]
    field.set_value(address_of(Game((Player("Ann", kingdoms=(Kingdom.parse("w1C"),)),)), "http://localhost:8501"))
    press(app, "Open")
    assert app.button_group(key="page").value == "table"
    assert not app.error


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


def test_downloads_carry_the_day_and_the_players() -> None:
    game = Game((Player("Ann / Zoé"), Player("*Bob*")))
    assert keep_share.file_name(game, "png", date(2026, 5, 2)) == "kingdoms-2026-05-02-Ann-Zoé-Bob.png"


HOSTILE = ("*Bold*", "![a](http://host/t.png)", ":material/delete:", "`code`", "<b>x</b>", "http://host/", ":red[x]")


@pytest.mark.parametrize("name", HOSTILE)
def test_no_widget_takes_a_name_for_markdown(name: str) -> None:
    """Every page with a hostile name: no label or message holds it unescaped."""
    players = (Player(name, kingdoms=(Kingdom.parse("w1wC"),)), Player(name, kingdoms=(Kingdom.parse("C/f"),)))
    app = opened(game=encode(Game(players, dynasty=True)))
    for page in ("kingdoms", "table", "share", "start", "rules"):
        turn(app, page)
        if page == "kingdoms":
            well(app.button_group(key="round").set_value(2).run())
        for text in labels(app):
            assert name not in text, (page, text)


def labels(app: AppTest) -> list[str]:
    """Everything on the page that Streamlit shows as Markdown."""
    named = [*app.button, *app.text_input, *app.selectbox, *app.toggle, *app.radio, *app.expander, *app.number_input]
    groups = [option for group in app.button_group for option in group.options]
    said = [*app.markdown, *app.caption, *app.warning, *app.error, *app.info, *app.subheader]
    return [*(element.label for element in named), *groups, *(str(element.value) for element in said)]


# -- evenings ----------------------------------------------------------------------------------------------------------


def test_a_table_is_kept_corrected_deleted_and_brought_back() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "fC")))
    app = turn(opened(game=encode(Game(players))), "table")
    press(app, "Keep this evening")
    assert app.button_group(key="page").value == "evenings"
    press(app, "Keep this table")
    here = app.session_state["session"]
    (evening,) = here.album.evenings
    assert list(shown(app, "kingdom_storage")["evenings"]["put"]) == [evening.key]
    assert shown(app, "kingdom_storage")["address"]["evening"] == evening.key
    assert "1 win" in texts(app)
    tap(turn(app, "kingdoms"), kind="put", places=["0,0"], code="w")
    press(turn(app, "evenings"), "Keep the changes to this table")
    assert [standing.total for standing in next(iter(here.album.evenings)).standings] == [0, 0]
    well(app.date_input(key=f"day-{evening.key}").set_value(date(2026, 5, 2)).run())
    assert next(iter(here.album.evenings)).day == date(2026, 5, 2)
    press(app, "Delete")
    assert shown(app, "kingdom_storage")["evenings"]["remove"] == [evening.key]
    assert "No evening is kept yet" in texts(app)
    press(app, "Bring the deleted evening back")
    assert len(here.album.evenings) == 1
    press(app, "Open")
    assert app.button_group(key="page").value == "table"


def test_evenings_come_in_from_a_file_and_players_are_remembered(app: AppTest) -> None:
    players = (Player("*Ann*", kingdoms=(Kingdom.parse("w1wC"),)), Player("Ben", kingdoms=(Kingdom.parse("fC"),)))
    evenings = Evenings().kept(Evening("a", date(2026, 5, 2), Game(players)))
    turn(app, "evenings")
    (uploader,) = app.file_uploader
    well(uploader.set_value([("no.json", b"{}", "application/json")]).run())
    assert "holds no evenings" in app.error[0].value
    (uploader,) = app.file_uploader
    well(uploader.set_value([("all.csv", to_csv(evenings), "text/csv")]).run())
    assert not app.error
    assert [expander.label for expander in app.expander] == [plain("2026-05-02: *Ann* 2, Ben 0")]
    (names,) = [field for field in turn(app, "start").multiselect if field.label == "Who plays?"]
    assert names.options == ["*Ann*", "Ben"]
