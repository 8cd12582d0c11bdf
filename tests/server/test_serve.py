"""``kingdom-scorer serve``: the whole server, and what it does to strangers and to whoever kills its processes."""

from __future__ import annotations

import json
import logging
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from scorer.samples import samples
from scorer.server import health, serve
from scorer.server.serve import LOGGED, LOGGED_SECONDS, SETTINGS, RareMessages
from scorer.service import shared
from tests.server.asking import ask
from tests.service.clusters import scheduler, workers
from tests.ui.browsing import ROOT, free_port
from tests.vision.photo.hostile import heavy_webp

WHOLE = samples()[0].path


@contextmanager
def served(*options: str, before: str = "", below: str = "") -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of ``serve`` in a process of its own."""
    port = free_port()
    command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), *options]
    process = subprocess.Popen(
        ["bash", "-c", f"{before} exec {shlex.join(command)}"] if before else command,
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 90
        while answer(f"{address}{below}/health") != (200, b"ok") and time.monotonic() < until:
            time.sleep(0.1)
        yield address, process
    finally:
        process.kill()
        process.communicate(timeout=30)


@pytest.mark.thorough
@pytest.mark.slow
def test_settings_in_the_environment_take_precedence() -> None:
    variables = "STREAMLIT_SERVER_BASE_URL_PATH=games/kingdom STREAMLIT_SERVER_MAX_UPLOAD_SIZE=1"
    with served(before=f"export {variables};", below="/games/kingdom") as (address, _):
        assert status(f"{address}/games/kingdom/health") == 200
        assert answer(f"{address}/games/kingdom/api/openapi.json")[1].startswith(b'{"openapi"')
        for size in (2**20 + 1, 30 * 2**20):
            assert status(f"{address}/games/kingdom/api/read", bytes(size)) == 413


@pytest.mark.slow
@pytest.mark.parametrize("value", ["many", "60MB"])
def test_invalid_setting_in_the_environment_is_one_clear_line(value: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scorer", "serve"],
        cwd=ROOT, env={**os.environ, "STREAMLIT_SERVER_MAX_UPLOAD_SIZE": value}, capture_output=True, timeout=100,
        text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"STREAMLIT_SERVER_MAX_UPLOAD_SIZE: '{value}' is not a valid integer" in done.stderr


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    with served() as found:
        yield found


def status(address: str, body: bytes | None = None) -> int:
    return answer(address, body)[0]


def answer(address: str, body: bytes | None = None) -> tuple[int, bytes]:
    """Status and body; the status is 0 where nobody answers."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, body), timeout=100) as answered:
            return answered.status, answered.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except OSError:
        return 0, b""


def children(pid: int) -> list[int]:
    """The workers of a process: what it has started, apart from Python's own tracker of resources."""
    found = [int(one) for file in Path(f"/proc/{pid}/task").glob("*/children") for one in file.read_text().split()]
    return [one for one in found if b"resource_tracker" not in Path(f"/proc/{one}/cmdline").read_bytes()]


def test_the_settings_are_those_of_the_clone() -> None:
    assert SETTINGS.read_text("utf-8") == (ROOT / ".streamlit" / "config.toml").read_text("utf-8")


@pytest.mark.slow
def test_the_page_and_the_interface_are_served(server: tuple[str, subprocess.Popen[bytes]]) -> None:
    address, _ = server
    with urllib.request.urlopen(f"{address}/", timeout=30) as page:
        assert b"<title>Kingdom scorer" in page.read() and page.headers["server"] is None
    assert status(f"{address}/_stcore/health") == 200
    assert status(f"{address}/_stcore/metrics") == status(f"{address}/_stcore/metrics%0a") == 404
    assert json.loads(answer(f"{address}/openapi.json")[1])["openapi"].startswith("3.1")
    found = json.loads(answer(f"{address}/api/read", WHOLE.read_bytes())[1])
    assert len(found["kingdoms"]) == 1


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted by Linux's own list")
def test_server_survives_repeated_killing_of_all_workers(server: tuple[str, subprocess.Popen[bytes]]) -> None:
    address, process = server
    for _ in range(2):
        assert status(f"{address}/api/read", WHOLE.read_bytes()) == 200
        for pid in children(process.pid):
            os.kill(pid, signal.SIGKILL)
        assert status(f"{address}/health") == 200  # they are replaced in less time than a balancer should act
    assert status(f"{address}/api/score", b'{"notation": "w1wC"}') == 200


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from Linux's own list")
def test_a_message_of_packed_zeros_does_not_fill_the_memory(server: tuple[str, subprocess.Popen[bytes]]) -> None:
    address, process = server

    def held() -> int:
        return int(re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[0]) // 1024

    before = held()
    with (
        connect(f"{address.replace('http', 'ws')}/_stcore/stream", subprotocols=["streamlit"]) as stream,  # type: ignore[list-item]
        pytest.raises(ConnectionClosed) as closed,
    ):
        stream.send(bytes(190_000_000))
        while True:
            stream.recv(timeout=30)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    assert held() - before < 100


@pytest.mark.nightly
@pytest.mark.slow
def test_messages_that_cannot_be_read_fill_no_log() -> None:
    with served() as (address, process):
        run = BackMsg(rerun_script=ClientState(query_string="size")).SerializeToString()
        messages: list[bytes | str] = [run.replace(b"size", b"\xff" * 4), "text"]  # no UTF-8, and no message
        for data in messages * 40:
            with (
                connect(f"{address.replace('http', 'ws')}/_stcore/stream", subprotocols=["streamlit"]) as stream,  # type: ignore[list-item]
                suppress(ConnectionClosed),
            ):
                stream.send(data)
                while True:
                    stream.recv(timeout=30)
        process.terminate()
        _, err = process.communicate(timeout=30)
    assert 1 <= err.count(b"Error deserializing back message") <= LOGGED
    assert err.count(b"more like this are left out for a minute") == 1
    assert err.count(b"Traceback") <= LOGGED


def test_messages_are_logged_again_after_a_minute() -> None:
    now = 100.0
    rare = RareMessages(lambda: now)
    record = logging.makeLogRecord({"msg": "no %s", "args": ("disk",), "pathname": "a.py", "lineno": 1})
    other = logging.makeLogRecord({"msg": "other", "pathname": "a.py", "lineno": 2})
    assert [rare.filter(record) for _ in range(LOGGED + 2)] == [True] * LOGGED + [False] * 2
    assert record.getMessage() == "no disk (more like this are left out for a minute)"
    assert rare.filter(other)
    now += LOGGED_SECONDS + 1
    assert rare.filter(record)


@pytest.mark.thorough
@pytest.mark.slow
def test_server_stops_on_a_signal_and_leaves_no_process() -> None:
    with served() as (address, process):
        assert status(f"{address}/api/score", b'{"notation": "w1wC"}') == 200
        started = children(process.pid)
        process.terminate()
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, b"")
    assert started and not any(Path(f"/proc/{pid}").exists() for pid in started)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted by Linux's own list")
def test_photo_that_is_being_read_when_the_server_stops_is_answered() -> None:
    with served() as (address, process), ThreadPoolExecutor(1) as other:
        assert status(f"{address}/api/score", b'{"notation": "w1wC"}') == 200
        for pid in children(process.pid):
            os.kill(pid, signal.SIGSTOP)  # so that the photo is not read in time
        asked = other.submit(answer, f"{address}/api/read", WHOLE.read_bytes())
        time.sleep(1)
        process.terminate()
        code, text = asked.result(timeout=30)
        _, err = process.communicate(timeout=30)
    assert (code, json.loads(text)["error"]["code"]) == (503, "busy")
    assert b"Traceback" not in err


@pytest.mark.slow
def test_occupied_port_error_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "scorer", "serve", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("scorer: cannot listen on 127.0.0.1:") and len(done.stderr.splitlines()) == 1
    assert not done.stdout


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted by Linux's own list")
def test_photos_go_to_the_cluster_with_the_same_limits(tmp_path: Path) -> None:
    with scheduler() as (cluster, _), workers(cluster, tmp_path, 1), served("--cluster", cluster) as (address, process):
        assert process.stderr is not None
        assert process.stderr.readline() == f"photos are read by the cluster at {cluster}\n".encode()
        found = json.loads(answer(f"{address}/api/read", WHOLE.read_bytes())[1])
        assert len(found["kingdoms"]) == 1
        refused, text = answer(f"{address}/api/read", heavy_webp())
        assert (refused, json.loads(text)["error"]["code"]) == (422, "too_large")
        assert [Path(f"/proc/{one}/cmdline").read_bytes() for one in children(process.pid)] == []


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the number of open files is limited by POSIX's means")
def test_server_answers_and_logs_little_when_connections_exceed_open_files() -> None:
    with ExitStack() as stack:
        address, process = stack.enter_context(served(before="ulimit -n 256;"))
        port = int(address.rpartition(":")[2])
        for _ in range(400):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            with suppress(OSError):
                connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
        assert status(f"{address}/health") == 200
        process.terminate()
        _, err = process.communicate(timeout=30)
    assert err.decode() == serve._too_few(256) + "\n"


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the number of open files is limited by POSIX's means")
def test_server_answers_and_logs_little_when_pages_exceed_open_files() -> None:
    handshake = b"GET /_stcore/stream HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    handshake += b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    answers = Counter[bytes]()
    with ExitStack() as stack:
        address, process = stack.enter_context(served(before="ulimit -n 700;"))
        port = int(address.rpartition(":")[2])
        for _ in range(200):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            connection.sendall(handshake)
            answers[connection.recv(12)] += 1
        assert status(f"{address}/health") == 200
        process.terminate()
        _, err = process.communicate(timeout=30)
    assert err.decode() == serve._too_few(700) + "\n"
    assert answers[b"HTTP/1.1 101"] > 20 and answers[b"HTTP/1.1 503"] > 100


def test_health_fails_where_photos_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask("/health", method="GET")[0] == 200
    monkeypatch.setattr(shared, "are_able", lambda: False)
    code, _, body = ask("/health", method="GET")
    assert (code, json.loads(body)["error"]["code"]) == (503, "photos")
    assert health.health.__doc__


def test_answers_do_not_wait_for_the_one_before() -> None:
    with serve._listening("127.0.0.1", 0) as listening:
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
