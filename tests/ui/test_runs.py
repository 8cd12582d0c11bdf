"""Whatever is done on the page at the same moment, what was done before is carried out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Event
from typing import Any, cast

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from scorer.ui import photos
from scorer.ui.patches import repair
from scorer.ui.session import Session
from scorer.vision.reading import Reading
from tests.ui.drawn import NOTATION, read_drawn
from tests.ui.interrupting import Interruption
from tests.ui.pages.steps import PHOTO, opened, page_of, press, shown, texts, turn, upload


@pytest.fixture(autouse=True)
def drawn_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that knows the drawn photo, in a thread instead of processes; runs as on the server."""
    monkeypatch.setattr(photos, "read_photo", read_drawn)
    monkeypatch.setattr(photos, "workers", cache(lambda: ThreadPoolExecutor(1)))
    repair()


def session_of(app: AppTest) -> Session:
    session: Session = app.session_state["session"]
    return session


@pytest.mark.nightly
def test_photo_is_shown_after_any_action_during_its_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> None:
        app = upload(opened(), ("one.jpg", PHOTO))
        assert page_of(app) == "game"
        assert shown(app)["notation"] == NOTATION
        assert (session_of(app).state.kingdoms, session_of(app).host.looks) == (1, [])

    assert Interruption(monkeypatch, inside="finish_reading").everywhere(read) > 5


@pytest.mark.slow
def test_a_photo_that_is_chosen_while_another_is_read_is_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(runner: ScriptRunner, states: WidgetStates) -> None:
        cast("LocalScriptRunner", runner).register_file(UploadedFileRec("second", "two.jpg", "image/jpeg", PHOTO))
        (field,) = [state for state in states.widgets if state.HasField("file_uploader_state_value")]
        field.file_uploader_state_value.uploaded_file_info.add(file_id="second", name="two.jpg", size=len(PHOTO))

    def read_both() -> None:
        app = upload(opened(), ("one.jpg", PHOTO))
        assert (page_of(app), session_of(app).state.kingdoms) == ("game", 2)

    interruption = Interruption(monkeypatch, inside="finish_reading", also=choose)
    interruption.at(0, read_both)


@pytest.mark.slow
def test_photo_is_added_while_another_page_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Event()

    def read_late(*given: Any, **options: Any) -> Reading:
        read.wait(60)
        reading: Reading = read_drawn(*given, **options)
        return reading

    def look_at_the_history(_: ScriptRunner, states: WidgetStates) -> None:
        states.widgets.add(id=app.button(key="go-history").id, trigger_value=True)

    monkeypatch.setattr(photos, "read_photo", read_late)
    app = opened()
    Interruption(monkeypatch, inside="finish_reading", also=look_at_the_history).at(
        0, lambda: upload(app, ("one.jpg", PHOTO))
    )
    assert page_of(app) == "history"
    assert "Reading photo 1 of 1" in texts(app)
    read.set()
    (look,) = session_of(app).host.looks
    assert look.done(60)
    app.run()
    assert (page_of(app), session_of(app).state.kingdoms) == ("history", 1)
    assert "Reading photo" not in texts(app)


@pytest.mark.slow
def test_button_works_during_any_simultaneous_action(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin_new() -> None:
        app = press(turn(press(opened(), "Enter squares"), "game"), "New game")
        assert page_of(press(app, "Start a new game")) == "home"
        assert not session_of(app).state.slots

    assert Interruption(monkeypatch, inside="on_script_will_rerun").everywhere(begin_new) > 0


@pytest.mark.slow
def test_link_opens_during_any_simultaneous_action(monkeypatch: pytest.MonkeyPatch) -> None:
    address = shown(press(opened(), "Enter squares"), "kingdom_storage")["address"]

    def arrive() -> None:
        assert session_of(opened(**address)).state.kingdoms == 1

    assert Interruption(monkeypatch, inside="settle_in").everywhere(arrive) > 0
