"""Limits that hold, processes that are replaced, and nobody else who notices."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from pebble.pool.process import PoolManager

from scorer.service.workers import YIELDS, Limits, Workers, result
from scorer.vision.photo.errors import PhotoError
from scorer.vision.reader import read_photo
from tests.vision.photo.hostile import noise, saved

pytestmark = pytest.mark.slow

MOST_STEPS = 19
"""Of the system's scheduling."""

SAMPLE = Path(__file__).parents[2] / "sample_images" / "whole.jpg"


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def work(seconds: float) -> int:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass
    return os.getpid()


def hold(megabytes: int) -> int:
    return len(bytes(megabytes << 20))


def has_opened_a_jpeg() -> bool:
    return "PIL.JpegImagePlugin" in sys.modules


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(1) as started:
        started.warm_up()
        yield started


def test_a_photo_is_read_as_it_is_without_them(workers: Workers) -> None:
    there = result(workers.submit(read_photo, SAMPLE.read_bytes(), name="whole.jpg"), "whole.jpg")
    here = read_photo(SAMPLE.read_bytes(), name="whole.jpg")
    assert there.kingdoms[0].kingdom == here.kingdoms[0].kingdom
    assert there.photo == "whole.jpg"


@pytest.mark.parametrize(("rehearsal", "opened"), [(SAMPLE, True), (None, False)])
def test_a_process_reads_its_rehearsal_before_the_first_photo(rehearsal: Path | None, opened: bool) -> None:
    with Workers(1, rehearsal=rehearsal) as workers:
        assert result(workers.submit(has_opened_a_jpeg), "first.jpg") is opened


def test_a_refusal_comes_back_whole(workers: Workers) -> None:
    with pytest.raises(PhotoError) as error:
        result(workers.submit(read_photo, saved(noise(60, 40), "PNG")[:900], name="cut.png"), "cut.png")
    assert error.value.code == "broken"
    assert error.value.message.values == {"name": "cut.png"}


@pytest.mark.parametrize(("limits", "task"), [(Limits(waiting=3), sleep), (Limits(seconds=1), work)])
def test_what_takes_too_long_is_ended_and_told_and_the_next_is_done(limits: Limits, task: Callable[[int], int]) -> None:
    with Workers(1, limits) as workers:
        slow, next_one = workers.submit(task, 600), workers.submit(pow, 2, 3)
        with pytest.raises(PhotoError, match=r"^slow\.jpg took too long to read; take another photo$") as error:
            result(slow, "slow.jpg")
        assert error.value.code == "too_slow"
        assert result(next_one, "next.jpg") == 8


def test_what_needs_too_much_memory_is_refused_and_told(workers: Workers) -> None:
    assert result(workers.submit(hold, 200), "large.png") == 200 << 20
    with pytest.raises(PhotoError, match=r"^huge\.png needs more memory than a photo may have") as error:
        result(workers.submit(hold, 700), "huge.png")
    assert error.value.code == "too_large"


def test_a_process_that_dies_is_replaced(workers: Workers) -> None:
    with pytest.raises(PhotoError):
        result(workers.submit(die), "killed.jpg")
    assert result(workers.submit(pow, 2, 4), "next.jpg") == 16


def place_among_processes() -> tuple[int, int]:
    return os.getsid(0), os.nice(0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shares processors among sessions")
@pytest.mark.parametrize("yielding", [True, False])
def test_who_yields_comes_after_others_and_has_a_session_of_its_own(yielding: bool) -> None:
    session, steps = place_among_processes()
    with Workers(1, yielding=yielding) as workers:
        found, after = workers.submit(place_among_processes).result()
    assert (found != session, after) == (yielding, min(MOST_STEPS, steps + YIELDS) if yielding else steps)


def test_processes_that_just_begin_are_ended_before_their_locks_are_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[BaseProcess] = []
    stop = PoolManager.stop

    def stop_and_look(manager: PoolManager) -> None:
        left.extend(process for process in manager.worker_manager.workers.values() if process.is_alive())
        stop(manager)

    monkeypatch.setattr(PoolManager, "stop", stop_and_look)
    workers = Workers(2)
    workers.warm_up()
    workers.shutdown(cancel_futures=True)
    assert not left
