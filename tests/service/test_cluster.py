"""Photos read by a real Dask cluster: a scheduler and workers as processes of their own, and the whole command."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from scorer.samples import samples
from scorer.service.cluster import Cluster, ClusterError, code_version
from scorer.service.failures import result
from scorer.service.worker_process import Answer, Limits
from scorer.service.workers import Workers
from scorer.vision.photo.errors import PhotoError
from scorer.vision.reader import read_photo
from tests.service import clusters
from tests.service.clusters import ROOT, Process, scheduler, workers
from tests.service.test_workers import hold, sleep, work
from tests.ui.browsing import free_port
from tests.vision.photo.hostile import CORPUS

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

WHOLE = samples()[0].path


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster of two workers."""
    with scheduler() as (found, _), workers(found, tmp_path_factory.mktemp("dask")):
        yield found


@pytest.fixture
def photos(tmp_path: Path) -> list[str]:
    """Twelve photos, three of each of four samples."""
    made = []
    for number in range(12):
        made.append(str(tmp_path / f"{number:02}.jpg"))
        shutil.copy(samples()[number % 4].path, made[-1])
    return made


def command(address: str, photos: list[str]) -> Process:
    return subprocess.Popen(
        [sys.executable, "-m", "scorer", "read", *photos, "--json", "--cluster", address],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def finished(running: Process) -> tuple[int, list[str], str]:
    """The exit status, the photos that have kingdoms in the order in which they are reported, and the errors."""
    assert running.stdout is not None and running.stderr is not None
    out, err = running.stdout.read(), running.stderr.read()  # communicate() loses what readline() has buffered
    running.wait(300)
    lines = [json.loads(line) for line in out.splitlines()]
    return running.returncode, [line["photo"] for line in lines if line.get("kingdoms")], err.decode()


def test_the_whole_command_reads_all_photos_in_order(address: str, photos: list[str]) -> None:
    assert finished(command(address, photos)) == (0, photos, "")


def test_a_worker_killed_in_the_middle_loses_no_photo(photos: list[str], tmp_path: Path) -> None:
    with scheduler() as (address, _), workers(address, tmp_path) as (first, _):
        running = command(address, photos)
        assert running.stdout is not None
        first_line = running.stdout.readline()
        clusters.kill(first)
        status, read, err = finished(running)
    assert (status, [json.loads(first_line)["photo"], *read], err) == (0, photos, "")


@pytest.mark.nightly
def test_photos_are_read_locally_when_the_whole_cluster_is_killed(photos: list[str], tmp_path: Path) -> None:
    with scheduler() as (address, leader), workers(address, tmp_path) as started:
        running = command(address, photos[:6])
        assert running.stdout is not None
        first_line = running.stdout.readline()
        for process in (leader, *started):
            clusters.kill(process)
        status, read, _ = finished(running)
    assert (status, [json.loads(first_line)["photo"], *read]) == (0, photos[:6])


def test_cluster_without_workers_is_reported(photos: list[str]) -> None:
    with scheduler() as (address, _):
        status, _, err = finished(command(address, photos))
    assert (status, err) == (2, "scorer: the cluster has no workers; start some with: dask worker ADDRESS\n")


@pytest.mark.parametrize("other", ["another version", pytest.param("no package", marks=pytest.mark.nightly)])
def test_worker_with_another_version_is_reported(photos: list[str], tmp_path: Path, other: str) -> None:
    package = tmp_path / "package"
    package.mkdir()
    if other == "another version":
        shutil.copytree(ROOT / "scorer", package / "scorer", ignore=shutil.ignore_patterns("node_modules", "frontend"))
        (package / "scorer" / "rules" / "newer.py").write_text("'''A rule of tomorrow.'''")
    else:
        (package / "scorer").mkdir()
        # Nothing else: the finder of an editable installation would add our modules to any package of this name.
        (package / "scorer" / "__init__.py").write_text("raise ImportError('something else of this name')")
    with scheduler() as (address, _), workers(address, tmp_path, 1, package):
        status, _, err = finished(command(address, photos))
    assert status == 2 and len(err.splitlines()) == 1
    assert err.startswith("scorer: the worker at tcp://127.0.0.1:")
    assert err.endswith(f"this machine {code_version()}; install the same kingdom-scorer on both\n")


def test_worker_that_does_not_answer_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.service.cluster.INTRODUCING", 5.0)
    with scheduler() as (found, _), workers(found, tmp_path) as (_, frozen), Cluster(found, never) as cluster:
        os.killpg(frozen.pid, signal.SIGSTOP)
        with pytest.raises(ClusterError, match="a worker of the cluster does not answer"):
            cluster.connect()


def test_results_that_arrive_while_others_are_awaited_are_not_lost(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("scorer.service.cluster.LOOKING", 0.002)
    with Cluster(address, never) as cluster:
        cluster.connect()
        tasks = [cluster.submit(sleep, 0.01) for _ in range(60)]
        assert all(task.result(60) for task in tasks)
    assert not caplog.messages


@pytest.mark.nightly
def test_a_worker_that_freezes_delays_no_photo_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.service.cluster.SILENT", 4.0)
    with (
        scheduler() as (found, _),
        workers(found, tmp_path) as (_, frozen),
        Cluster(found, lambda: Workers(1)) as cluster,
    ):
        cluster.connect()
        ready = [cluster.submit(sleep, 0.1) for _ in range(4)]
        assert all(task.result(60) for task in ready)
        tasks = [cluster.submit(sleep, 1) for _ in range(4)]
        time.sleep(0.5)
        os.killpg(frozen.pid, signal.SIGSTOP)
        began = time.monotonic()
        assert all(task.result(100) for task in tasks)
        later = [cluster.submit(sleep, 0.1) for _ in range(4)]
        assert all(task.result(100) for task in later)
        assert time.monotonic() - began < 60
        assert cluster.is_there() and cluster.width == 2


def never() -> Workers:
    pytest.fail("the workers of this machine were asked")


def test_processes_on_the_cluster_do_not_return_memory_after_every_picture(address: str) -> None:
    with Cluster(address, never) as readers:
        readers.connect()
        assert readers.submit(os.getenv, "MALLOC_TRIM_THRESHOLD_").result(60) is None


def test_limits_hold_on_the_cluster_and_its_workers_live_on(address: str) -> None:
    readers = Cluster(address, never, Limits(seconds=2, waiting=4))
    readers.connect()
    with readers:
        before = readers._client.run(os.getpid)
        for task, amount, code in ((work, 600, "too_slow"), (sleep, 600, "too_slow"), (hold, 700, "too_large")):
            with pytest.raises(PhotoError) as caught:
                result(readers.submit(task, amount), "photo.jpg")
            assert caught.value.code == code
        assert readers._client.run(os.getpid) == before


@pytest.mark.parametrize(
    "name",
    [
        "no picture",
        "JPEG of 5,000 scans",
        pytest.param("JPEG of 119 megapixels, one scan", marks=pytest.mark.nightly),
        pytest.param("PNG of 119 megapixels, 16-bit RGBA", marks=pytest.mark.nightly),
        pytest.param("PNG of 50 megapixels, RGBA", marks=pytest.mark.nightly),
        "WebP of 119 megapixels with alpha",
        pytest.param("60 MB behind a JPEG's first bytes", marks=pytest.mark.nightly),
        "HEIC cut in half",
    ],
)
def test_hostile_files_are_rejected_on_the_cluster_as_locally(address: str, name: str) -> None:
    make, code = CORPUS[name]
    readers = Cluster(address, never)
    readers.connect()
    with readers:
        reading = readers.submit(read_photo, make(), name="photo.jpg")
        if code:
            with pytest.raises(PhotoError) as caught:
                result(reading, "photo.jpg")
            assert caught.value.code == code
        else:
            assert result(reading, "photo.jpg").photo == "photo.jpg"


@pytest.mark.nightly
def test_server_reads_locally_whenever_the_cluster_is_missing(tmp_path: Path) -> None:
    port = free_port()
    with Cluster(f"tcp://127.0.0.1:{port}", lambda: Workers(1)) as readers:
        readers.stay_connected()
        pid = readers.submit(os.getppid).result(60)
        assert pid == os.getpid() and not readers.is_there() and readers.is_able()
        with scheduler(port) as (address, _), workers(address, tmp_path, 1):
            until = time.monotonic() + 60
            while not readers.is_there() and time.monotonic() < until:
                time.sleep(0.1)
            assert readers.submit(os.getppid).result(60) != pid
        began = time.monotonic()
        assert readers.submit(os.getppid).result(60) == pid
        assert time.monotonic() - began < 30


def test_a_lost_cluster_is_reported_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    class Client:
        def submit(self, *_: object, **__: object) -> Future[object]:
            raise RuntimeError("Client is closed.\nPlease re-run your work.")

    with Cluster("tcp://127.0.0.1:9", lambda: Workers(1)) as readers:
        readers._client, readers._last_seen = Client(), time.monotonic() + 60
        assert [readers.submit(pow, 2, number).result(60) for number in range(3)] == [1, 2, 4]
    assert caplog.messages == ["photos are read here: the cluster does not answer (RuntimeError)"]


def test_failed_connection_is_reported() -> None:
    with pytest.raises(ClusterError, match=r"^no cluster answers at tcp:"):
        Cluster(f"tcp://127.0.0.1:{free_port()}", never).connect()


@pytest.mark.parametrize(
    "answer",
    [5, b"junk", pickle.dumps({"value": 1}), pickle.dumps(Answer(error="none")),  # type: ignore[arg-type]
     pickle.dumps(Answer(error=KeyboardInterrupt()))],
    ids=["no bytes", "no pickle", "no answer", "no error", "an interrupt"],
)  # fmt: skip
def test_task_is_carried_out_locally_if_a_worker_answers_nonsense(answer: object) -> None:
    class Client:
        def submit(self, *_: object, **__: object) -> Future[object]:
            future = Future[object]()
            future.set_result(answer)
            return future

        def close(self, timeout: float) -> None:
            pass

    with Cluster("tcp://127.0.0.1:9", lambda: Workers(1)) as cluster:
        cluster._client, cluster._last_seen = Client(), time.monotonic()
        assert cluster.submit(pow, 2, 10).result() == 1024
