"""Limits that hold, processes that are replaced, and nobody else who notices."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import pytest

from scorer.rules.model.messages import Message
from scorer.service import workers as service
from scorer.service.failures import WorkError, result
from scorer.service.worker_process import YIELDING
from scorer.service.workers import Limits, Workers
from scorer.vision.photo.errors import PhotoError
from scorer.vision.reader import read_photo
from tests.vision.photo.hostile import noise, saved

pytestmark = pytest.mark.slow

MAX_STEPS = 19
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


def test_workers_read_a_photo_as_the_main_process_does(workers: Workers) -> None:
    there = result(workers.submit(read_photo, SAMPLE.read_bytes(), name="whole.jpg"), "whole.jpg")
    expected = read_photo(SAMPLE.read_bytes(), name="whole.jpg")
    assert there.kingdoms[0].kingdom == expected.kingdoms[0].kingdom
    assert there.photo == "whole.jpg"


@pytest.mark.parametrize(("rehearsal", "opened"), [(SAMPLE, True), (None, False)])
def test_a_process_reads_its_rehearsal_before_the_first_photo(rehearsal: Path | None, opened: bool) -> None:
    with Workers(1, rehearsal=rehearsal) as workers:
        assert result(workers.submit(has_opened_a_jpeg), "first.jpg") is opened


def test_photo_error_survives_the_process_boundary(workers: Workers) -> None:
    with pytest.raises(PhotoError) as error:
        result(workers.submit(read_photo, saved(noise(60, 40), "PNG")[:900], name="cut.png"), "cut.png")
    assert error.value.code == "broken"
    assert error.value.message.values == {"name": "cut.png"}


@pytest.mark.thorough
@pytest.mark.parametrize(("limits", "task"), [(Limits(waiting=3), sleep), (Limits(seconds=1), work)])
def test_task_beyond_its_time_is_stopped_and_the_next_runs(limits: Limits, task: Callable[[int], int]) -> None:
    with Workers(1, limits) as workers:
        slow, next_one = workers.submit(task, 600), workers.submit(pow, 2, 3)
        with pytest.raises(PhotoError, match=r"^slow\.jpg took too long to read; try again, or take another") as error:
            result(slow, "slow.jpg")
        assert error.value.code == "too_slow"
        assert result(next_one, "next.jpg") == 8


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells that a process is stopped")
def test_task_of_a_stopped_process_is_not_too_slow_but_repeated() -> None:
    with Workers(1, Limits(waiting=3)) as workers:
        (pid,) = ready(workers)
        task = workers.submit(sleep, 1)
        time.sleep(0.3)
        os.kill(pid, signal.SIGSTOP)
        assert task.result(60) not in (0, pid)


def test_task_beyond_its_memory_fails_with_a_reason(workers: Workers) -> None:
    assert result(workers.submit(hold, 200), "large.png") == 200 << 20
    with pytest.raises(PhotoError, match=r"^huge\.png needs too much memory") as error:
        result(workers.submit(hold, 700), "huge.png")
    assert error.value.code == "too_large"


def test_a_process_that_dies_is_replaced(workers: Workers) -> None:
    with pytest.raises(PhotoError):
        result(workers.submit(die), "killed.jpg")
    assert result(workers.submit(pow, 2, 4), "next.jpg") == 16


def place_among_processes() -> tuple[int, int]:
    return os.getsid(0), os.nice(0)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shares processors among sessions")
@pytest.mark.parametrize("yielding", [True, False])
def test_yielding_process_has_low_priority_and_its_own_session(yielding: bool) -> None:
    session, steps = place_among_processes()
    with Workers(1, yielding=yielding) as workers:
        found, after = workers.submit(place_among_processes).result()
    assert (found != session, after) == (yielding, min(MAX_STEPS, steps + YIELDING) if yielding else steps)


def test_starting_processes_are_ended_silently(capfd: pytest.CaptureFixture[str]) -> None:
    workers = Workers(2)
    workers.warm_up()
    while not (started := workers.pids()):
        time.sleep(0.01)
    workers.shutdown(cancel_futures=True)
    assert not any(map(is_there, started))
    assert capfd.readouterr().err == ""


# -- Killed at every moment --------------------------------------------------------------------------------------------


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def kill(pids: Iterable[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def ready(workers: Workers) -> list[int]:
    """The numbers of all processes, once every one of them is ready."""
    workers.warm_up()
    until = time.monotonic() + 120
    while not all(slot._is_ready for slot in workers._slots):
        assert time.monotonic() < until
        time.sleep(0.01)
    return workers.pids()


@pytest.mark.thorough
@pytest.mark.parametrize("killed", [1, 2])
def test_idle_processes_that_are_killed_are_replaced(killed: int) -> None:
    with Workers(2) as workers:
        before = ready(workers)
        kill(before[:killed])
        assert [workers.submit(pow, 2, n).result(60) for n in range(4)] == [1, 2, 4, 8]
        assert workers.is_able()
        until = time.monotonic() + 60
        while set(before[:killed]) & set(ready(workers)):  # the other process may have done all tasks meanwhile
            assert time.monotonic() < until
            time.sleep(0.01)
        assert set(before[killed:]) < set(workers.pids())


def test_an_idle_process_that_was_killed_is_replaced_before_the_next_task() -> None:
    with Workers(1) as workers:
        before = ready(workers)
        kill(before)
        until = time.monotonic() + 60
        while workers.pids() in (before, []) and time.monotonic() < until:
            time.sleep(0.05)
        assert workers.pids() not in (before, [])


@pytest.mark.thorough
def test_a_process_that_is_killed_while_it_starts_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
    with Workers(1) as workers:
        done = workers.submit(pow, 2, 5)
        while not workers.pids():
            time.sleep(0.005)
        kill(workers.pids())
        assert done.result(60) == 32
    assert caplog.messages == ["photos cannot be read: a worker process has ended with exit status -9"]


@pytest.mark.thorough
def test_a_photo_whose_process_is_killed_is_read_again() -> None:
    with Workers(1) as workers:
        ready(workers)
        reading = workers.submit(sleep, 1)
        time.sleep(0.3)
        kill(workers.pids())
        assert reading.result(60) == workers.pids()[0]


@pytest.mark.thorough
def test_a_process_that_is_killed_while_it_sends_a_large_result_is_replaced() -> None:
    with Workers(1) as workers:
        ready(workers)
        for delay in (0.0, 0.01, 0.02, 0.05):
            large = workers.submit(bytes, 50 << 20)
            time.sleep(delay)
            kill(workers.pids())
            assert len(large.result(60)) == 50 << 20


@pytest.mark.thorough
def test_a_process_that_is_killed_while_it_receives_a_photo_is_replaced() -> None:
    with Workers(1) as workers:
        ready(workers)
        for delay in (0.0, 0.01, 0.02, 0.05):
            length = workers.submit(len, bytes(50 << 20))
            time.sleep(delay)
            kill(workers.pids())
            assert length.result(60) == 50 << 20


@pytest.mark.thorough
def test_killing_while_it_shuts_down_neither_hangs_nor_leaves_a_process() -> None:
    workers = Workers(2)
    started = ready(workers)
    tasks = [workers.submit(sleep, 0.5) for _ in range(4)]
    ending = Thread(target=workers.shutdown)
    ending.start()
    kill(started)
    ending.join(60)
    assert not ending.is_alive()
    assert all(task.result(0) for task in tasks)
    assert not any(map(is_there, started)) and not workers.pids()


@pytest.mark.thorough
def test_shutdown_while_photos_are_read_ends_all_processes() -> None:
    workers = Workers(1)
    ready(workers)
    reading, waiting = workers.submit(sleep, 600), workers.submit(sleep, 600)
    time.sleep(0.2)
    workers.shutdown(cancel_futures=True)
    assert waiting.cancelled()
    assert isinstance(reading.exception(0), WorkError)


@pytest.mark.thorough
def test_repeated_killing_reports_try_again_and_not_memory() -> None:
    with (
        Workers(1) as workers,
        pytest.raises(PhotoError, match=r"^a\.jpg could not be read just now; try again$") as caught,
    ):
        result(workers.submit(die), "a.jpg")
    assert caught.value.code == "interrupted"


@pytest.mark.thorough
def test_failed_process_start_is_reported_and_recovers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(service, "UNABLE", 0.2)
    with Workers(1, rehearsal=Path("there is no such photo")) as workers:
        with pytest.raises(PhotoError) as caught:
            result(workers.submit(pow, 2, 3), "a.jpg")
        assert caught.value.code == "unavailable"
        assert not workers.is_able()
        (message,) = caplog.messages
        assert message.startswith("photos cannot be read: there is no such photo cannot be opened")
        assert "Traceback" not in capfd.readouterr().err
        workers._slots[0]._start_with = (Limits(), False, None)
        while not workers.is_able():
            time.sleep(0.1)
        assert workers.submit(pow, 2, 3).result(60) == 8


@pytest.mark.thorough
def test_processes_that_start_slowly_count_as_able(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "UNABLE", 0.0)
    with Workers(1) as workers:
        workers.warm_up()
        until = time.monotonic() + 120
        while not workers._slots[0]._is_ready:
            assert workers.is_able() and time.monotonic() < until
            time.sleep(0.01)
        kill(workers.pids())
        assert [workers.submit(pow, 2, 3).result(60), workers.is_able()] == [8, True]


def test_unused_workers_are_ready() -> None:
    assert Workers(1).is_able()


# -- Renewed -----------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_process_is_renewed_after_a_number_of_tasks() -> None:
    with Workers(1, Limits(tasks=3)) as workers:
        pids = [workers.submit(os.getpid).result() for _ in range(7)]
    assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [3, 3, 1]


LEAK: list[bytes] = []


def leak(megabytes: int) -> int:
    LEAK.append(bytes(megabytes << 20))
    return os.getpid()


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_a_process_that_has_grown_is_renewed_before_its_next_task() -> None:
    with Workers(1) as workers:
        first, second, third = [workers.submit(leak, megabytes).result() for megabytes in (90, 200, 1)]
    assert first == second != third


def refused(words: str) -> None:
    raise RuntimeError(words)


def refused_once(words: str, marker: str) -> int:
    """The number of the process; the first time it is refused memory."""
    if Path(marker).exists():
        return os.getpid()
    Path(marker).touch()
    raise RuntimeError(words)


NO_MEMORY = [
    "[ONNXRuntimeError] : 6 : RUNTIME_EXCEPTION : Exception during initialization: std::bad_alloc",
    "OpenCV(5.0.0) alloc.cpp:73: error: (-4:Insufficient memory) Failed to allocate 9 bytes",
]


@pytest.mark.thorough
@pytest.mark.parametrize("words", NO_MEMORY)
def test_task_refused_memory_is_repeated_in_another_process(words: str, tmp_path: Path) -> None:
    with Workers(1) as workers:
        before = ready(workers)
        assert workers.submit(os.getpid).result() in before
        assert workers.submit(refused_once, words, str(tmp_path / "marker")).result() not in before
        with pytest.raises(PhotoError) as caught:
            result(workers.submit(refused, words), "huge.png")
    assert caught.value.code == "too_large"


def refused_again(log: str) -> None:
    with Path(log).open("a") as file:
        file.write("x")
    raise MemoryError


@pytest.mark.thorough
def test_task_refused_memory_by_a_new_process_is_not_repeated(tmp_path: Path) -> None:
    log = tmp_path / "tries"
    with Workers(1) as workers:
        for tries in (1, 2):
            with pytest.raises(PhotoError):
                result(workers.submit(refused_again, str(log)), "huge.png")
            assert log.read_text() == "x" * tries


def test_abort_of_a_decoder_counts_as_refused_memory(workers: Workers) -> None:
    """A thread of libheif that is refused memory ends the whole process."""
    with pytest.raises(PhotoError) as caught:
        result(workers.submit(os.abort), "huge.heic")
    assert caught.value.code == "too_large"


def refused_late(log: str) -> None:
    """Use two seconds of processor time; memory is refused the first time, the second time it goes on as long."""
    end = time.process_time() + 2.0
    while time.process_time() < end:
        pass
    if not Path(log).exists():
        Path(log).touch()
        raise MemoryError
    end += 2.0
    while time.process_time() < end:
        pass


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="processor time is not limited on Windows")
def test_repeated_task_gets_only_the_seconds_that_the_first_try_left(tmp_path: Path) -> None:
    with Workers(1, Limits(seconds=5.0)) as workers:
        workers.submit(os.getpid).result()
        with pytest.raises(PhotoError) as caught:
            result(workers.submit(refused_late, str(tmp_path / "tried")), "huge.png")
        assert caught.value.code == "too_slow"
        workers.submit(refused_late, str(tmp_path / "tried")).result()


def wrapped() -> None:
    try:
        raise MemoryError
    except MemoryError as error:
        raise PhotoError(Message("{name} is damaged", {"name": "a.jpg"}), "broken") from error


def test_memory_stays_the_reason_where_another_error_hides_it(workers: Workers) -> None:
    with pytest.raises(PhotoError) as caught:
        result(workers.submit(wrapped), "a.jpg")
    assert caught.value.code == "too_large"


def test_an_unexpected_error_says_where_it_was_raised(workers: Workers) -> None:
    with pytest.raises(RuntimeError) as caught:
        workers.submit(refused, "nothing expected this").result()
    assert "in refused" in "".join(caught.value.__notes__)


@pytest.mark.parametrize("unpicklable", [(Thread.is_alive,), (lambda: 0,)])
def test_unpicklable_task_fails_and_the_next_runs(workers: Workers, unpicklable: tuple[Any]) -> None:
    with pytest.raises(Exception, match=r".+"):
        workers.submit(*unpicklable, Lock()).result(60)
    assert workers.submit(pow, 2, 3).result(60) == 8


def test_shutdown_after_an_interrupted_start_waits_for_what_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(2)
    first, second = workers._slots

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(second, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        workers.warm_up()
    workers.shutdown(cancel_futures=True)
    assert not first.is_alive()


@pytest.mark.thorough
def test_a_server_without_threads_for_a_moment_reads_the_next_photo(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_thread(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    assert workers.submit(os.getpid).result()
    with monkeypatch.context() as out_of_threads:
        out_of_threads.setattr("scorer.service.workers.Timer.start", no_thread)
        error = workers.submit(os.getpid).exception(60)
    assert isinstance(error, WorkError) and error.reason == "unavailable"
    assert workers.submit(os.getpid).result(60)
