"""The page of photos: files, samples, an empty board, a notation, and what cannot be read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from scorer.app.blocks import Block, Text
from scorer.app.wording import STILL_READING
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.service.workers import Workers
from scorer.sharing.game import Game
from scorer.sharing.link import address_of, encode
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.ui import photos, renderer
from scorer.ui.labels import plain
from scorer.ui.renderer import Renderer
from scorer.ui.session import Session
from tests.ui.pages.steps import PHOTO, opened, press, shown, texts, turn, upload


@pytest.mark.slow
def test_waiting_for_photos_continues_after_a_tap(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    started: Future[None] = Future()
    workers = ThreadPoolExecutor(1)
    workers.submit(started.result)  # keeps the one worker busy
    session = app.session_state["session"]
    monkeypatch.setattr(photos, "workers", lambda: workers)
    session.host.looks = [photos.look(PHOTO, "one.jpg", "one", session.state.rules)]
    turn(app, "rules")  # the page is left and nothing waits
    assert not session.host.looks[0].done(0)
    started.set_result(None)
    turn(app, "home")
    assert shown(turn(app, "kingdom"))["total"] == "16"
    assert not session.host.looks


@pytest.mark.slow
def test_too_large_photo_is_reported_and_the_game_stays(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "home")
    too_slow: Future[Any] = Future()
    too_slow.set_exception(TimeoutError())
    monkeypatch.setattr(photos, "look", lambda data, name, key, _: photos.Look(data, name, key, too_slow))
    upload(app, ("slow.jpg", PHOTO + b"2"))
    assert app.warning[0].value == plain("slow.jpg took too long to read; try again, or take another photo")
    assert shown(turn(app, "kingdom"))["total"] == "16"


@pytest.mark.thorough
@pytest.mark.slow
def test_sample_is_read_by_the_pages_worker_processes(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with Workers(1) as workers:
        monkeypatch.setattr(photos, "workers", lambda: workers)
        press(app, "A whole kingdom")
    assert shown(app)["settled"]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["home", "game"])
def test_notes_about_earlier_photos_are_gone_while_others_are_read(
    app: AppTest, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    drawn, meanwhile = list[str](), list[list[str]]()
    draw_page, text, finish = Renderer.draw_page, Renderer._text, renderer.finish_reading

    def drawing(self: Renderer, page: Sequence[Block]) -> None:
        drawn.clear()
        draw_page(self, page)

    def drawing_text(self: Renderer, block: Text) -> None:
        drawn.append(block.text)
        text(self, block)

    def waiting(program: Session) -> None:
        meanwhile.append([*drawn])
        finish(program)

    monkeypatch.setattr(Renderer, "draw_page", drawing)
    monkeypatch.setattr(Renderer, "_text", drawing_text)
    monkeypatch.setattr(renderer, "finish_reading", waiting)
    upload(turn(app, page), ("no.jpg", b"no photo"))
    assert any("no.jpg" in text for text in drawn)
    upload(app, ("one.jpg", PHOTO))
    assert len(meanwhile) == 2 and meanwhile[1] and not any("no.jpg" in text for text in meanwhile[1])


@pytest.mark.slow
def test_good_photos_are_read_next_to_a_bad_one(app: AppTest) -> None:
    upload(app, ("no.jpg", b"no photo"), ("one.jpg", PHOTO))
    assert shown(app)["total"] == "16"
    assert plain("no.jpg") in app.warning[0].value


@pytest.mark.slow
def test_game_survives_a_photo_that_crashes_the_reader(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "home")
    monkeypatch.setattr(photos, "read_photo", lambda *_, **__: 1 / 0)
    upload(app, ("odd.jpg", PHOTO + b"2"))
    assert plain("odd.jpg could not be read") in app.warning[0].value
    assert shown(turn(app, "kingdom"))["total"] == "16"


@pytest.mark.slow
def test_no_other_table_opens_while_a_photo_is_being_read() -> None:
    """It would be seated there; and what goes wrong with it is told on whichever page its visitor is."""
    game = Game((Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)),))
    app = opened(game=encode(game))
    session = app.session_state["session"]
    session.game_history.take(json.dumps({"1a": SavedGame("1a", date(2026, 5, 2), game).to_text()}), "")
    made: Future[Any] = Future()
    session.host.looks = [photos.Look(b"", "one.jpg", "one", made)]
    before = session.state
    press(turn(app, "saved-1a"), "Open game")
    assert session.state == before and app.toast[0].value == str(STILL_READING)
    session.do({"kind": "clear"})
    app.run()
    assert session.state == before and app.toast[0].value == str(STILL_READING)
    turn(app, "share").text_input[0].set_value(address_of(game, "https://scorer.example"))
    press(app, "Open link")
    assert session.state == before and app.toast[0].value == str(STILL_READING)
    made.set_exception(TimeoutError())
    assert plain("one.jpg took too long to read; try again, or take another photo") in texts(turn(app, "game"))
    press(turn(app, "saved-1a"), "Open game")
    assert session.state.saved_game == "1a"
