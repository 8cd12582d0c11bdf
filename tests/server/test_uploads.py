"""One visit cannot fill the server's memory with what its page never takes."""

from __future__ import annotations

import asyncio
import errno
import json
import tempfile
import time
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from scorer.server import uploads
from scorer.server.limits import RequestLimit
from scorer.server.messages.limit import MessageLimit
from scorer.server.routes import MIDDLEWARE
from scorer.server.uploads import UploadLimit
from scorer.service import held
from tests.server.asking import run

MAX_BYTES = 60 * 2**20
MAX_HELD = uploads.MAX_FILES * MAX_BYTES
FILE = "00000000-0000-4000-8000-000000000000"
ADDRESS = f"/games/_stcore/upload_file/visit/{FILE}"


@pytest.fixture(autouse=True)
def largest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may have 60 MB, as in the project's own settings."""
    monkeypatch.setattr(st, "get_option", {"server.maxUploadSize": 60}.__getitem__)


class Asked:
    """Requests to a limited app that takes everything, and the answers to them."""

    def __init__(self, held: int = 0) -> None:
        self.statuses: list[int] = []
        self.bodies: list[bytes] = []
        self.arrived = asyncio.Event()
        self.limit = UploadLimit(self._taken, lambda _: held)

    async def put(
        self, size: int | None, address: str = ADDRESS, method: str = "PUT", is_chunked: bool = False
    ) -> None:
        headers = [] if size is None else [(b"content-length", str(size).encode())]
        headers += [(b"transfer-encoding", b"chunked")] * is_chunked
        scope = {"type": "http", "method": method, "path": address, "headers": headers}
        await self.limit(scope, self._nothing, self._sent)

    async def _nothing(self) -> Any:
        return {"type": "http.request"}

    async def _sent(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.statuses.append(message["status"])
        else:
            self.bodies.append(message["body"])

    async def _taken(self, scope: Any, receive: Any, send: Any) -> None:
        await self.arrived.wait()
        await Response(status_code=204)(scope, receive, send)


def _answered(held: int, size: int | None, **request: Any) -> Asked:
    asked = Asked(held)
    asked.arrived.set()
    run(asked.put(size, **request))
    return asked


@pytest.mark.parametrize(
    ("held", "size", "status"),
    [
        (0, MAX_BYTES, 204),
        (MAX_HELD - 7, 7, 204),
        (MAX_HELD - 7, 8, 413),
        (MAX_HELD - MAX_BYTES, None, 204),
        (MAX_HELD - MAX_BYTES + 1, None, 413),  # of unknown size: as large as one may be
    ],
)
def test_uploads_of_a_visit_have_a_total_limit(held: int, size: int | None, status: int) -> None:
    asked = _answered(held, size)
    assert asked.statuses == [status]
    if status == 413:
        message = json.loads(asked.bodies[0])["error"]["message"]
        assert message == "too many photos are uploaded at once; wait until they are read"


def test_chunked_upload_counts_as_large_whatever_length_it_declares() -> None:
    assert _answered(MAX_HELD - MAX_BYTES + 1, 10, is_chunked=True).statuses == [413]


@pytest.mark.parametrize(
    "request_", [{"method": "DELETE"}, {"method": "OPTIONS"}, {"address": "/api/read"}, {"address": "/upload_file/a/b"}]
)
def test_other_requests_are_not_limited(request_: dict[str, str]) -> None:
    assert _answered(MAX_HELD, 1, **request_).statuses == [204]


def test_running_uploads_count_towards_the_limit() -> None:
    async def one_after_the_other() -> list[int]:
        asked = Asked()
        first = asyncio.create_task(asked.put(MAX_HELD))
        await asyncio.sleep(0)
        await asked.put(1)
        asked.arrived.set()
        await first
        await asked.put(1)
        return asked.statuses

    statuses: list[int] = []

    async def kept() -> None:
        statuses.extend(await one_after_the_other())

    run(kept())
    assert statuses == [413, 204, 204]


@pytest.mark.parametrize(("parts", "status"), [(1, 408), (6, 204)])
def test_upload_that_arrives_too_slowly_is_rejected(parts: int, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each second brings enough bytes in one of them."""
    monkeypatch.setattr(uploads, "SECONDS_TO_ARRIVE", 0.2)
    monkeypatch.setattr(uploads, "SLOWEST", 10)
    statuses: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            pass
        await asyncio.sleep(0.5)  # does not count
        await Response(status_code=204)(scope, receive, send)

    async def upload() -> None:
        coming = [{"type": "http.request", "body": b"12", "more_body": True} for _ in range(parts)]

        async def receive() -> Any:
            await asyncio.sleep(0.1)
            if coming:
                return coming.pop()
            if parts == 1:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            statuses.extend([message["status"]] if message["type"] == "http.response.start" else [])

        limit = UploadLimit(app, lambda _: 0)
        await limit({"type": "http", "method": "PUT", "path": ADDRESS, "headers": []}, receive, send)
        assert not limit._coming

    run(upload())
    assert statuses == [status]


def test_upload_whose_parsing_takes_long_lets_others_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = list[float]()

    def wait(_visitor: str, seconds: float, _now: float) -> float:
        waits.append(seconds)
        return 0.01

    monkeypatch.setattr(uploads, "PACE", SimpleNamespace(wait=wait))

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            end = time.thread_time() + 0.05
            while time.thread_time() < end:
                pass
        await Response(status_code=204)(scope, receive, send)

    async def upload() -> None:
        coming = [True, True, False]

        async def receive() -> Any:
            return {"type": "http.request", "body": b"12", "more_body": coming.pop(0)}

        async def send(_: Any) -> None:
            pass

        await UploadLimit(app)({"type": "http", "method": "PUT", "path": ADDRESS, "headers": []}, receive, send)

    run(upload())
    assert len(waits) == 2 and min(waits) >= 0.05


def test_all_photos_of_all_visits_are_bounded_and_one_visitor_may_hold_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "HOLDERS", holders := dict[str, Any]())
    arrived = list[int]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        number = scope["path"].split("/")[-2]
        holders[number] = SimpleNamespace(held=100)
        await Response(status_code=204)(scope, receive, send)

    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            arrived.append(message["status"])

    async def uploaded() -> None:
        limit = UploadLimit(app, lambda _: 0, max_bytes=800)
        for number, address in enumerate([*["198.51.100.7"] * 5, *["2001:db8::1", "2001:db8::2", "2001:db8::3"]]):
            path = f"/_stcore/upload_file/visit-{number}/{FILE}"
            headers = [(b"content-length", b"100")]
            scope = {"type": "http", "method": "PUT", "path": path, "headers": headers, "client": (address, 1)}
            await limit(scope, None, sent)  # type: ignore[arg-type]
        holders.clear()  # the visits have ended
        scope["client"] = ("198.51.100.7", 1)
        await limit(scope, None, sent)  # type: ignore[arg-type]

    run(uploaded())
    assert arrived == [204, 204, 204, 204, 503, 204, 204, 503, 204]


def test_slowest_upload_is_ended_for_a_visitor_without_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "SECONDS_OF_GRACE", 0.0)
    monkeypatch.setattr(uploads, "FILE", 0)
    answers: list[tuple[str, int]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["client"][0] != "198.51.100.7":
            await asyncio.Event().wait()  # a body that never comes
        await Response(status_code=204)(scope, receive, send)

    async def uploaded() -> None:
        limit = UploadLimit(app, lambda _: 0, max_bytes=800)

        async def put(visitor: str, size: int) -> None:
            async def sent(message: Any) -> None:
                if message["type"] == "http.response.start":
                    answers.append((visitor, message["status"]))

            path = f"/_stcore/upload_file/{visitor}/{FILE}"
            headers = [(b"content-length", str(size).encode())]
            scope = {"type": "http", "method": "PUT", "path": path, "headers": headers, "client": (visitor, 1)}
            await limit(scope, None, sent)  # type: ignore[arg-type]

        slow = [asyncio.create_task(put(f"203.0.113.{n}", size)) for n, size in enumerate((400, 200, 100, 50))]
        await asyncio.sleep(0.05)
        await put("198.51.100.7", 100)
        await asyncio.sleep(0.05)
        for task in slow:
            task.cancel()

    run(uploaded())
    assert ("198.51.100.7", 204) in answers and 1 <= [status for _, status in answers].count(408) < 4


def test_memory_for_photos_is_a_part_of_that_of_the_machine() -> None:
    assert 64 * 2**20 < held.max_held_bytes() <= 4 * 2**30


def test_files_held_by_streamlit_count_towards_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    manager.add_file("visit", UploadedFileRec("1", "a.jpg", "image/jpeg", bytes(2 * uploads.FILE)))
    manager.add_file("visit", UploadedFileRec("2", "b.jpg", "image/jpeg", b""))
    runtime = type("Running", (), {"uploaded_file_mgr": manager})()
    monkeypatch.setattr(Runtime, "exists", lambda: True)
    monkeypatch.setattr(Runtime, "instance", lambda: runtime)
    assert (uploads.held("visit"), uploads.held("another")) == (3 * uploads.FILE, 0)  # an empty file counts, too
    assert "another" not in manager.file_storage


@pytest.mark.parametrize(("sessions", "held"), [({"visit"}, uploads.FILE), (set[str](), 0)])
def test_upload_that_arrives_after_the_visit_has_ended_is_deleted(
    sessions: set[str], held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    found = SimpleNamespace(get_session_info=lambda name: name if name in sessions else None)
    runtime = SimpleNamespace(uploaded_file_mgr=manager, _session_mgr=found)
    monkeypatch.setattr(Runtime, "exists", lambda: True)
    monkeypatch.setattr(Runtime, "instance", lambda: runtime)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        manager.add_file("visit", UploadedFileRec("1", "a.jpg", "image/jpeg", b"12345"))
        await Response(status_code=204)(scope, receive, send)

    async def sent(_: Any) -> None:
        pass

    scope = {"type": "http", "method": "PUT", "path": ADDRESS, "headers": []}
    run(UploadLimit(app)(scope, None, sent))  # type: ignore[arg-type]
    assert uploads.held("visit") == held


def test_upload_that_the_browser_ends_is_no_error() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await Request(scope, receive, send).body()

    async def gone() -> Any:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "PUT", "path": ADDRESS, "headers": []}
    run(UploadLimit(app)(scope, gone, None))  # type: ignore[arg-type]


@pytest.mark.parametrize("file", ["made-up", "0" * 36 + "-" * 12_000])
def test_upload_of_a_file_that_no_page_has_asked_for_is_rejected(file: str) -> None:
    asked = Asked()
    run(asked.put(1, f"/_stcore/upload_file/visit/{file}"))
    assert asked.statuses == [404]


def test_number_of_uploads_of_one_visitor_is_limited() -> None:
    asked = Asked()
    asked.arrived.set()

    async def uploaded() -> None:
        for _ in range(uploads.UPLOADS.at_once + 2):
            await asked.put(0)

    run(uploaded())
    assert asked.statuses == [*[204] * uploads.UPLOADS.at_once, 429, 429]


@pytest.mark.parametrize("limit", [RequestLimit, UploadLimit, MessageLimit])
def test_app_has_the_limits(limit: type) -> None:
    assert limit.__name__ in [getattr(middleware.cls, "__name__", "") for middleware in MIDDLEWARE]


def test_an_upload_is_never_written_to_a_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    photo = bytes(8 * 2**20)
    body = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a.jpg"\r\n\r\n' + photo + b"\r\n--x--\r\n"
    arrived: list[bytes] = []

    async def parsed() -> None:
        parts = [body[at : at + 2**16] for at in range(0, len(body), 2**16)]

        async def receive() -> Any:
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        headers = [(b"content-type", b"multipart/form-data; boundary=x")]
        async with Request({"type": "http", "method": "PUT", "headers": headers}, receive).form() as form:
            upload = form["f"]
            assert isinstance(upload, UploadFile)
            arrived.append(await upload.read())

    run(parsed())
    assert arrived == [photo]
