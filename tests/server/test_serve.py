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
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from scorer.samples import samples
from scorer.server import connections, health, serve
from scorer.server.connections import WebSocket
from scorer.server.serve import LOGGED, LOGGED_SECONDS, SETTINGS, RareMessages
from scorer.service import shared
from tests.server.asking import ask, listening
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
    assert status(f"{address}/_stcore/metrics") == 404
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


@pytest.mark.thorough
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


# -- Connections -------------------------------------------------------------------------------------------------------


async def hello(_scope: object, _receive: object, send: object) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": b"ok"})  # type: ignore[operator]


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server of twenty connections that waits half a second for a request."""
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", 0.5)
    with listening(echo, ws=WebSocket, limit_concurrency=20, timeout_keep_alive=1) as port:
        yield port


def ended(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection, or does so within three seconds."""
    connection.settimeout(3)
    with suppress(ConnectionResetError):
        try:
            while connection.recv(4096):
                pass
        except TimeoutError:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT"])
def test_connection_without_a_request_is_closed(port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(sent)
        assert ended(connection)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address to connect from")
@pytest.mark.parametrize(("address", "is_refused"), [("127.0.0.1", False), ("127.0.0.2", True)])
def test_one_address_has_a_limit_of_websockets_unless_it_is_a_proxy(
    port: int, address: str, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "WEBSOCKETS_PER_ADDRESS", 3)

    def opened(source: str) -> ClientConnection:
        server = "127.0.0.1", port
        return connect(f"ws://127.0.0.1:{port}/", sock=socket.create_connection(server, source_address=(source, 0)))

    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(opened(address))
        with pytest.raises(InvalidStatus) if is_refused else nullcontext():
            stack.enter_context(opened(address))
        stack.enter_context(opened("127.0.0.3"))


@pytest.mark.slow
def test_connection_with_further_requests_stays_open(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        for _ in range(4):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            received = b""
            while not received.endswith(b"ok"):
                more = connection.recv(4096)
                assert more
                received += more
            time.sleep(0.3)


async def echo(scope: Mapping[str, str], receive: Callable[[], Any], send: Callable[[object], Any]) -> None:
    """Tells the length of each message, if it is asked by a WebSocket."""
    if scope["type"] != "websocket":
        await hello(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": str(len(message["bytes"]))})


@pytest.mark.parametrize("unfinished", [b"\x02\xfe\x04\x00" + bytes(804), b"\x02\xfe\x03\x20" + bytes(804)])
def test_largest_of_many_unfinished_messages_is_dropped(
    port: int, unfinished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a frame of 1,024 bytes is unfinished, or a message whose first frame has 800."""
    monkeypatch.setattr(connections, "MAX_UNFINISHED", 1000)
    address = f"ws://127.0.0.1:{port}/"
    with connect(address, compression=None) as large, connect(address, compression=None) as small:
        large.socket.sendall(unfinished)
        small.socket.sendall(b"\x02\xfe\x01\x2c" + bytes(304))
        with pytest.raises(ConnectionClosed):
            large.recv(30)
        small.socket.sendall(b"\x80\xfe\x01\x2c" + bytes(304))
        assert small.recv(30) == "600"
        small.send(bytes(900))
        assert small.recv(30) == "900"


def test_connection_with_too_many_bytes_at_once_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_UNFINISHED", 1000)
    address = f"ws://127.0.0.1:{port}/"
    message = b"\x82\xfe\x01\x90" + bytes(404)
    with connect(address, compression=None) as large, connect(address, compression=None) as small:
        large.socket.sendall(message * 3)  # received at once, before the page takes the first one
        with pytest.raises(ConnectionClosed):
            large.recv(30)
        for _ in range(3):  # each is taken before the next
            small.socket.sendall(message)
            assert small.recv(30) == "400"


def test_message_that_was_taken_does_not_count(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_UNFINISHED", 1000)
    address = f"ws://127.0.0.1:{port}/"
    with connect(address, compression=None) as one, connect(address, compression=None) as other:
        for page in (one, other, one):
            page.send(bytes(600))
            assert page.recv(30) == "600"


def test_many_connections_of_one_visitor_do_not_block_others(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", 60)
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(60)]
        assert status(f"http://127.0.0.1:{port}/") == 200
        assert all(map(ended, held[:40]))
