"""The page of photos: files, samples, an empty board, a notation, and what cannot be read."""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from scorer.app.state.history import History
from scorer.app.state.page_state import PageState, Seat
from scorer.app.telling import STILL_READING
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.table.player import Player
from scorer.service.workers import Workers
from scorer.sharing.codec import MOST_PLAYERS
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.game import Game
from scorer.sharing.link import address_of, encode
from scorer.ui import photos
from scorer.ui.labels import plain
from scorer.vision.reading import Reading
from tests.ui.drawn import NOTATION, read_drawn
from tests.ui.pages.steps import PHOTO, opened, pages, place, press, shown, tap, texts, turn, upload, well


def test_it_opens_on_the_photos_with_nothing_there(app: AppTest) -> None:
    assert pages(app).value == "start"
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
    assert pages(app).value == "table"
    turn(app, "kingdoms")
    assert shown(app)["total"] == "16"
    assert shown(app)["castle"] == "blue"  # the castle's colour is the player's
    well(app.button_group(key="seat").set_value("1.0").run())
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
    here.host.looks = [photos.look(PHOTO, "one.jpg", here.state.rules)]
    turn(app, "rules")  # the page is left and nothing waits
    assert not here.host.looks[0].done(0)
    started.set_result(None)
    turn(app, "start")
    assert shown(turn(app, "kingdoms"))["total"] == "16"
    assert not here.host.looks


def test_a_photo_that_is_too_heavy_says_so_and_loses_nothing(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "start")
    too_slow: Future[Any] = Future()
    too_slow.set_exception(TimeoutError())
    monkeypatch.setattr(photos, "look", lambda data, name, *_: photos.Look(data, name, too_slow))
    upload(app, ("slow.jpg", PHOTO))
    assert app.warning[0].value == plain("slow.jpg took too long to read; take another photo")
    assert shown(turn(app, "kingdoms"))["total"] == "16"


@pytest.mark.slow
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
    press(app, "Mark its four corners")
    assert (shown(app)["settled"], shown(app)["grid"]["rows"]) == (False, 5)
    assert (shown(app)["total"], shown(app)["totalNote"]) == ("–", "nothing lies on it yet")
    monkeypatch.setattr(photos, "read_photo", read_drawn)
    tap(app, kind="grid", corners=shown(app)["grid"]["corners"], rows=5, columns=5)
    assert (shown(app)["settled"], shown(app)["total"]) == (True, "16")


def test_who_lays_no_grid_after_all_is_back_at_the_message_with_nobody_new_at_the_table(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = Reading("far.jpg", 900, 1200, (), Message("no kingdom found"))
    monkeypatch.setattr(photos, "read_photo", lambda *_, **__: nothing)
    upload(app, ("far.jpg", PHOTO))
    before = app.session_state["session"].history
    press(app, "Mark its four corners")
    assert shown(app)["verdict"]["legality"] == "open"
    assert not app.warning, "the grid is being laid"
    tap(app, kind="cancel")
    here = app.session_state["session"]
    assert (here.state, here.history.past, pages(app).value) == (before.present, before.past, "start")
    assert plain("far.jpg: no kingdom found") in app.warning[0].value
    press(app, "Mark its four corners")


def test_a_kingdom_that_went_out_of_turn_is_given_with_a_tap(app: AppTest) -> None:
    here = app.session_state["session"]
    here.history = History(PageState((Seat("Ann", "pink"), Seat("Ben", "blue"))))
    upload(well(app.run()), ("one.jpg", PHOTO))  # its castle is blue
    assert plain("one.jpg went to Ben, by the colour of its castle") in app.warning[0].value
    press(app, "Give it to Ann")
    assert [len(seat.canvases) for seat in here.state.seats] == [1, 0] and not app.warning
    assert str(here.history.undoes) == "Ann’s kingdom"


def test_what_is_told_of_a_photo_goes_with_its_table(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO), ("odd.jpg", b"no photo"))
    assert plain("odd.jpg is no JPEG") in app.warning[0].value
    press(press(turn(app, "table"), "New table"), "Begin a new table")
    assert not app.warning
    press(app, "Bring the last table back")
    assert plain("odd.jpg is no JPEG") in app.warning[0].value


def test_what_is_told_of_a_photo_stays_in_another_language(app: AppTest) -> None:
    upload(app, ("odd.jpg", b"no photo"))
    well(app.button_group(key="language").set_value("de").run())
    assert plain("odd.jpg") in app.warning[0].value


def test_no_other_table_is_opened_while_a_photo_is_read_for_this_one() -> None:
    """It would be seated there; and what goes wrong with it is told on whichever page its visitor is."""
    game = Game((Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)),))
    app = opened(game=encode(game))
    here = app.session_state["session"]
    here.album.take(json.dumps({"1a": Evening("1a", date(2026, 5, 2), game).to_text()}), "")
    made: Future[Any] = Future()
    here.host.looks = [photos.Look(b"", "one.jpg", made)]
    before = here.state
    press(turn(app, "evenings"), "Open")
    assert here.state == before and app.toast[0].value == str(STILL_READING)
    press(press(turn(app, "table"), "New table"), "Begin a new table")
    assert here.state == before and app.toast[0].value == str(STILL_READING)
    turn(app, "share").text_input[0].set_value(address_of(game, "https://scorer.example"))
    press(app, "Open")
    assert here.state == before and app.toast[0].value == str(STILL_READING)
    made.set_exception(TimeoutError())
    assert plain("one.jpg took too long to read; take another photo") in texts(turn(app, "table"))
    press(turn(app, "evenings"), "Open")
    assert here.state.evening == "1a"


FULL = "At most 16 players sit at one table. Begin a new one for more."


def test_nobody_sits_down_at_a_full_table_which_could_not_come_back() -> None:
    kingdoms = (Kingdom.parse("w1wC"),)
    game = Game(tuple(Player(f"P{number}", kingdoms=kingdoms) for number in range(MOST_PLAYERS)))
    app = turn(opened(game=encode(game)), "start")
    here = app.session_state["session"]
    press(app, "Empty board")
    assert [one.value for one in app.warning] == [plain(FULL)]
    app.text_input[0].set_value(NOTATION)
    press(app, "Open the notation")
    assert [one.value for one in app.warning] == [plain(FULL)], "it is told once"
    upload(app, ("one.jpg", PHOTO))
    assert plain(f"one.jpg: {FULL}") in texts(app)
    assert here.state.game == game
    press(turn(app, "kingdoms"), "Remove this kingdom")
    press(turn(app, "start"), "Empty board")
    press(turn(app, "table"), "Bring P0’s kingdom back")
    assert plain(FULL) in texts(app) and len(here.state.seats) == MOST_PLAYERS
