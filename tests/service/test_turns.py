"""Visitors take turns, and every task ends."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from scorer.service.failures import WorkError
from scorer.service.turns import VISITOR, OneThread, Turns


@pytest.fixture
def turns() -> Iterator[Turns]:
    with Turns(OneThread(1)) as made:  # type: ignore[arg-type]
        yield made


def submitted(turns: Turns, visitor: str, task: Callable[[], Any]) -> Future[Any]:
    VISITOR.set(visitor)
    return turns.submit(task)


def test_many_tasks_of_one_visitor_do_not_delay_another(turns: Turns) -> None:
    begin, carried_out = threading.Event(), list[str]()

    def task(name: str) -> Callable[[], None]:
        return lambda: carried_out.append(name)

    first = submitted(turns, "many", lambda: begin.wait(60))
    futures = [submitted(turns, "many", task(f"many {number}")) for number in range(5)]
    futures += [submitted(turns, "few", task(f"few {number}")) for number in range(2)]
    begin.set()
    assert [future.result(60) for future in (first, *futures)] == [True, *[None] * 7]
    assert carried_out == ["many 0", "few 0", "many 1", "few 1", "many 2", "many 3", "many 4"]


def test_a_cancelled_task_is_passed_over(turns: Turns) -> None:
    begin, carried_out = threading.Event(), list[str]()
    first = submitted(turns, "one", lambda: begin.wait(60))
    second = submitted(turns, "one", lambda: carried_out.append("second"))
    third = submitted(turns, "one", lambda: carried_out.append("third"))
    assert second.cancel()
    begin.set()
    assert (first.result(60), third.result(60), carried_out) == (True, None, ["third"])


def test_cancelled_tasks_cost_no_turn(turns: Turns) -> None:
    begin, carried_out = threading.Event(), list[str]()
    first = submitted(turns, "many", lambda: begin.wait(60))
    for _ in range(3):
        submitted(turns, "many", lambda: carried_out.append("many"))
    cancelled = [submitted(turns, "few", lambda: carried_out.append("cancelled")) for _ in range(3)]
    assert all(future.cancel() for future in cancelled)
    last = submitted(turns, "few", lambda: carried_out.append("few"))
    begin.set()
    assert (first.result(60), last.result(60)) == (True, None)
    assert carried_out.index("few") <= 1


def test_cancelled_tasks_are_dropped_while_others_of_their_visitor_wait(turns: Turns) -> None:
    class Photo:
        """What a task holds."""

        def read(self) -> None:
            """Nothing."""

    begin = threading.Event()
    first = submitted(turns, "one", lambda: begin.wait(60))
    second = submitted(turns, "one", list)
    photo = Photo()
    held = weakref.ref(photo)
    third = submitted(turns, "one", photo.read)
    del photo
    assert third.cancel()
    gc.collect()
    assert held() is None, "it waits behind another task"
    begin.set()
    assert (first.result(60), second.result(60)) == (True, [])


def test_an_error_reaches_the_one_who_waits_and_the_next_task_starts(turns: Turns) -> None:
    failed = submitted(turns, "one", lambda: 1 // 0)
    assert isinstance(failed.exception(60), ZeroDivisionError)
    assert submitted(turns, "one", lambda: 7).result(60) == 7


def test_no_task_waits_for_ever_after_a_shutdown() -> None:
    begin = threading.Event()
    turns = Turns(OneThread("test"))
    running = submitted(turns, "one", lambda: begin.wait(60))
    waiting = submitted(turns, "one", lambda: 7)
    turns.shutdown(wait=False, cancel_futures=True)
    begin.set()
    assert running.result(60) and waiting.cancelled()
    for _ in range(2):
        assert isinstance(submitted(turns, "one", lambda: 7).exception(60), RuntimeError)


def test_a_task_that_the_workers_cancel_fails() -> None:
    inner = Future[int]()
    workers = type("Workers", (), {"width": 1, "submit": lambda *_: inner})()
    future = submitted(Turns(workers), "one", lambda: 7)
    inner.cancel()
    inner.set_running_or_notify_cancel()
    error = future.exception(60)
    assert isinstance(error, WorkError) and error.reason == "unavailable"
