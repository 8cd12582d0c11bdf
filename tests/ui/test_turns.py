"""Pages of one visitor take turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner import StopException
from streamlit.testing.v1 import AppTest

from scorer.server.routes import PAGE
from scorer.ui import photos, turns, warm_up
from scorer.ui.turns import MAX_DRAWN, aside, turn_of


def drawn(count: int, wait: Callable[[], object], *visitors: str) -> list[int]:
    """How many pages of each visitor are being drawn, when ``count`` pages of each have started and ``wait``."""
    running = dict.fromkeys(visitors, 0)

    def page(visitor: str) -> None:
        with turn_of(visitor):
            running[visitor] += 1
            wait()

    with ThreadPoolExecutor(count * len(visitors)) as threads:
        for visitor in visitors:
            for _ in range(count):
                threads.submit(page, visitor)
        time.sleep(0.3)
        found = list(running.values())
        done.set()
    done.clear()
    assert list(running.values()) == [count] * len(visitors)
    return found


done = Event()


def test_two_pages_of_one_visitor_are_drawn_at_once() -> None:
    assert drawn(5, lambda: done.wait(30), "198.51.100.7", "198.51.100.8") == [MAX_DRAWN, MAX_DRAWN]


def test_pages_of_many_visitors_take_turns_too() -> None:
    assert sum(drawn(2, lambda: done.wait(30), *map(str, range(5)))) == turns.MAX_ALL_DRAWN


@pytest.mark.parametrize("is_there", [False, True])
def test_page_that_is_left_while_it_waits_is_not_drawn(monkeypatch: pytest.MonkeyPatch, is_there: bool) -> None:
    asked = set[str]()

    def is_active_session(session: str) -> bool:
        asked.add(session)
        return is_there

    runtime = SimpleNamespace(is_active_session=is_active_session)
    monkeypatch.setattr(turns, "SECONDS_BETWEEN_LOOKS", 0.05)
    monkeypatch.setattr(turns, "Runtime", SimpleNamespace(exists=lambda: True, instance=lambda: runtime))
    monkeypatch.setattr(turns, "get_script_run_ctx", lambda: SimpleNamespace(session_id="of this page"))
    ended: type[Exception] = TimeoutError if is_there else StopException

    def page() -> None:
        with turn_of("198.51.100.9"):
            raise TimeoutError

    with ThreadPoolExecutor(1) as thread:
        with turn_of("198.51.100.9"), turn_of("198.51.100.9"):
            waiting = thread.submit(page)
            time.sleep(0.3)
            assert waiting.done() is not is_there and asked
        with pytest.raises(ended):
            waiting.result(5)


def test_pages_that_wait_for_photos_leave_their_turns_to_others() -> None:
    photo = Future[int]()

    def read() -> None:
        photos.result(photo, "a.jpg")

    def finish() -> None:
        done.wait(30)
        if not photo.done():
            photo.set_result(1)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(finish)
        assert drawn(5, read, "198.51.100.7") == [5]


def test_a_turn_is_free_after_an_error() -> None:
    for _ in range(2 * MAX_DRAWN):
        with pytest.raises(ZeroDivisionError), turn_of("198.51.100.7"), aside():
            raise ZeroDivisionError
    with turn_of("198.51.100.7"):
        pass


def test_the_page_is_drawn_in_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()
    turn = turns.turn_of

    def counted(visitor: str) -> AbstractContextManager[None]:
        asked.append(visitor)
        return turn(visitor)

    monkeypatch.setattr(turns, "turn_of", counted)
    monkeypatch.setattr(warm_up, "warm_up", lambda: None)
    AppTest.from_file(str(Path(PAGE)), default_timeout=60).run()
    assert len(asked) == 1


def test_page_that_is_left_while_its_file_waits_gives_its_thread_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def left() -> None:
        raise StopException

    monkeypatch.setattr(photos, "stop_if_left", left)
    monkeypatch.setattr(photos, "SECONDS_BETWEEN_LOOKS", 0.01)
    waiting = Future[None]()
    with pytest.raises(StopException):
        photos.result(waiting, "a.json")
    assert waiting.cancelled()
