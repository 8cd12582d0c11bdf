"""Many photos: in their order, each once, on all cores or a cluster, and one line for whatever is wrong with one."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from scorer.cli import batch as batch_of_cli
from scorer.cli import main
from scorer.cli.batch import Progress, all_photos, reports
from scorer.cli.interrupts import was_interrupted
from scorer.rules.model.rules import Rules
from scorer.service import batch, cluster
from scorer.service.batch import InProcess, in_order
from scorer.service.readings import JudgedReading, ReadOptions, judge
from scorer.service.workers import Workers
from scorer.vision.photo.errors import PhotoError
from scorer.vision.reading import Reading
from tests.vision.photo.hostile import noise, saved

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_images"
OPTIONS = ReadOptions(Rules())


def named(_: bytes, photo: str, options: ReadOptions) -> JudgedReading:
    """A reading in which no kingdom was found."""
    return judge(Reading(photo, 4, 3, ()), options.rules)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Photos in two folders, two of them of one name, and other things beside them."""
    (tmp_path / "evening" / ".hidden").mkdir(parents=True)
    (tmp_path / "morning").mkdir()
    shutil.copy(SAMPLES / "whole.jpg", tmp_path / "evening" / "one.jpg")
    shutil.copy(SAMPLES / "holes.jpg", tmp_path / "morning" / "one.jpg")
    (tmp_path / "morning" / "cut.PNG").write_bytes(saved(noise(60, 40), "PNG")[:900])
    (tmp_path / "morning" / "notes.txt").write_text("no photo")
    (tmp_path / "evening" / ".hidden" / "thumb.jpg").write_bytes(b"x")
    return tmp_path


def test_a_folder_stands_for_the_photos_in_it(folder: Path) -> None:
    names = all_photos(["first.jpg", str(folder)])
    assert [name.replace(str(folder), "") for name in names] == [
        "first.jpg",
        "/evening/one.jpg",
        "/morning/cut.PNG",
        "/morning/one.jpg",
    ]


def test_a_folder_is_read_in_order_and_photos_are_called_as_given(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(folder), "--json"]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["photo"] for line in lines] == [
        f"{folder}/evening/one.jpg",
        f"{folder}/morning/cut.PNG",
        f"{folder}/morning/one.jpg",
    ]
    assert lines[1]["error"]["code"] == "broken"
    assert lines[0]["kingdoms"] and lines[2]["kingdoms"]


def test_no_more_photos_are_held_than_keep_the_readers_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load(path: Path) -> bytes:
        loaded.append(path.name)
        return b""

    monkeypatch.setattr(batch, "read_file", load)
    monkeypatch.setattr(batch, "read", named)
    with ThreadPoolExecutor(2) as readers:
        photos = [f"{number}.jpg" for number in range(50)]
        futures = in_order(readers, 2, iter(photos), OPTIONS)
        assert next(futures).result().reading.photo == "0.jpg"
        assert len(loaded) == 5
        assert [future.result().reading.photo for future in futures] == photos[1:]


@pytest.mark.parametrize(("jobs", "photos", "kind"), [(None, 1, InProcess), (1, 9, InProcess), (2, 9, Workers)])
def test_one_photo_at_a_time_is_read_without_another_process(jobs: int | None, photos: int, kind: type) -> None:
    readers, _ = batch.executor(jobs, None, photos)
    with readers:
        assert isinstance(readers, kind)


def test_each_reading_is_reported_before_the_next_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    def load(path: Path) -> bytes:
        started.append(path.name)
        return b""

    monkeypatch.setattr(batch, "read_file", load)
    monkeypatch.setattr(batch, "read", named)
    reported = reports(*batch.executor(1, None, 3), ["a.jpg", "b.jpg", "c.jpg"], OPTIONS)
    first = next(reported)
    assert isinstance(first, JudgedReading) and first.reading.photo == "a.jpg"
    assert started == ["a.jpg"]


def test_error_of_one_photo_does_not_affect_others() -> None:
    with ThreadPoolExecutor(1) as readers:
        first, second = reports(readers, 1, ["nowhere.jpg", str(SAMPLES / "whole.jpg")], OPTIONS)
    assert isinstance(first, PhotoError) and first.code == "missing"
    assert isinstance(second, JudgedReading) and len(second.kingdoms) == 1


def test_an_interrupt_inside_a_lock_stops_instead_of_failing_photo_after_photo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Locked(Future[Any]):
        def result(self, timeout: float | None = None) -> Any:  # noqa: ARG002
            try:
                raise KeyboardInterrupt
            finally:
                Lock().release()  # raises RuntimeError, as Condition.wait does then

    monkeypatch.setattr(batch_of_cli, "in_order", lambda *_: [Locked(), Locked()])
    with pytest.raises(RuntimeError) as error:
        list(reports(InProcess(), 1, ["one.jpg", "two.jpg"], OPTIONS))
    assert was_interrupted(error.value)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_and_leaves_nothing_behind() -> None:
    for stream, photos, shown in ((Terminal(), 3, True), (io.StringIO(), 3, False), (Terminal(), 1, False)):
        progress = Progress(photos, stream)
        progress.show()
        progress.one_more()
        assert bool(stream.getvalue()) == shown
        assert not shown or stream.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--corners", "nan,0 1,0 1,1 0,1"], "is not"),
        (["--corners", "0,0 inf,0 1,1 0,1"], "is not"),
        (["--corners", "0,0 1e308,0 1e308,1e308 0,1e308"], "is not"),
        (["--debug", ""], "is no name of a"),
        (["--debug", "seen.tiff"], "is no name of a"),
        (["--jobs", "0"], "argument --jobs: 0 is too few"),
    ],
)
def test_wrong_option_error_is_one_line(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "a.jpg", *options]) == 2
    err = capsys.readouterr().err
    assert said in err and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "corners", ["0,0 10,10 10,0 0,10", "5,5 5,5 5,5 5,5", "-900,-900 -800,-900 -800,-800 -900,-800"]
)
def test_invalid_corners_error_is_one_line(corners: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["read", str(SAMPLES / "whole.jpg"), f"--corners={corners}"])
    said = capsys.readouterr()
    assert status == 2 and "unexpected" not in said.err and len(said.err.splitlines()) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_and_a_device_are_refused_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    assert main(["read", str(tmp_path / "pipe.jpg"), "/dev/zero"]) == 2
    assert [line.split(" is ")[1][:8] for line in capsys.readouterr().err.splitlines()] == ["a folder"] * 2


def _is_there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are counted by Linux's own list")
@pytest.mark.parametrize("after", [0.0, 1.0])
def test_interrupt_prints_one_line_and_leaves_no_process(after: float) -> None:
    command = [sys.executable, "-m", "scorer", "read", *[str(SAMPLES)] * 20]
    running = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not any(tasks.read_text() for tasks in Path(f"/proc/{running.pid}/task").glob("*/children")):
        time.sleep(0.01)
    time.sleep(after)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert err.splitlines() == ["scorer: stopped"]
    for _ in range(600):  # whoever takes in orphans may be slow to do so
        if not _is_there(running.pid):
            return
        time.sleep(0.1)
    pytest.fail("a process is left")


@pytest.mark.thorough
def test_termination_prints_one_line_without_warnings() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "scorer", "read", *[str(SAMPLES)] * 20],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert running.stdout is not None and running.stdout.readline()
    running.terminate()
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err.splitlines()) == (2, ["scorer: stopped"])


def test_folder_without_photos_is_reported_with_other_inputs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(tmp_path), str(SAMPLES / "whole.jpg"), "--jobs", "1", "--json"]) == 2
    refused, read = map(json.loads, capsys.readouterr().out.splitlines())
    assert (refused["photo"], refused["error"]["code"]) == (str(tmp_path), "missing")
    assert read["kingdoms"]


def test_missing_cluster_is_reported_at_once(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("distributed.Client", lambda *_, **__: pytest.fail("Dask tries for twenty seconds"))
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"127.0.0.1:{closed.getsockname()[1]}"
    assert main(["read", str(SAMPLES / "whole.jpg"), "--cluster", address]) == 2
    assert capfd.readouterr().err == f"scorer: no cluster answers at tcp://{address}; check its address\n"


def test_unresponsive_cluster_is_reported(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cluster, "ANSWERING", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert main(["read", str(SAMPLES / "whole.jpg"), "--cluster", address]) == 2
    assert capfd.readouterr().err == f"scorer: no cluster answers at {address}; check its address\n"


def test_a_line_break_in_a_name_forges_no_line_of_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = tmp_path / "a.jpg\n\nwwwC\n  99  points.jpg"
    shutil.copy(SAMPLES / "whole.jpg", forged)
    assert main(["read", str(forged)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == " ".join(str(forged).split())


def test_folder_that_disappears_during_the_search_is_skipped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scan = os.scandir

    def gone(path: str) -> object:
        if str(path).endswith("evening"):
            raise FileNotFoundError(path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", gone)
    assert [Path(name).name for name in all_photos([str(folder)])] == ["cut.PNG", "one.jpg"]
