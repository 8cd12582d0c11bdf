"""One visit cannot fill the server's memory with what its page never takes."""

from __future__ import annotations

import asyncio
import errno
import json
import tempfile
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLsRequest, SInt64Array, StringArray
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from scorer.server import uploads
from scorer.server.routes import MIDDLEWARE
from scorer.server.uploads import MessageLimit, UploadLimit
from scorer.service import held
from tests.server.asking import run

MAX_BYTES = 60 * 2**20
MAX_HELD = uploads.MAX_FILES * MAX_BYTES
ADDRESS = "/games/_stcore/upload_file/visit/made-up"


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
            path = f"/_stcore/upload_file/visit-{number}/file"
            headers = [(b"content-length", b"100")]
            scope = {"type": "http", "method": "PUT", "path": path, "headers": headers, "client": (address, 1)}
            await limit(scope, None, sent)  # type: ignore[arg-type]
        holders.clear()  # the visits have ended
        scope["client"] = ("198.51.100.7", 1)
        await limit(scope, None, sent)  # type: ignore[arg-type]

    run(uploaded())
    assert arrived == [204, 204, 204, 204, 503, 204, 204, 503, 204]


def serialized(message: BackMsg) -> bytes:
    return bytes(message.SerializeToString())


def message_of(size: int) -> bytes:
    """A page's message of about so many bytes."""
    return serialized(BackMsg(rerun_script=ClientState(query_string="x" * (size - 6))))


def closed(sent: Sequence[tuple[str, Mapping[str, object]]], most: int = 1000) -> list[int]:
    """The codes with which connections are closed, 0 for open ones; each visitor sends one message."""
    codes: list[int] = []

    async def app(_scope: Any, receive: Any, _send: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def all_sent() -> None:
        limit = MessageLimit(app, most, seconds=3600)
        for address, message in sent:
            received = [{"type": "websocket.receive", **message}, {"type": "websocket.disconnect"}]
            closing: list[int] = []

            async def receive(received: list[Any] = received) -> Any:
                return received.pop(0)

            async def send(answer: Any, closing: list[int] = closing) -> None:
                closing.append(answer["code"])

            await limit({"type": "websocket", "client": (address, 1)}, receive, send)
            codes.extend(closing or [0])

    run(all_sent())
    return codes


def test_messages_of_one_visitor_take_no_more_than_half_of_what_others_leave() -> None:
    small, large = {"bytes": message_of(200)}, {"bytes": message_of(300)}
    one, other = "198.51.100.7", "198.51.100.8"
    assert closed([(one, small), (one, small), (one, large), (other, small), (other, large)]) == [0, 0, 1009, 0, 1009]


def test_a_page_s_next_message_replaces_the_one_before() -> None:
    open_for = []

    async def app(_scope: Any, receive: Any, _send: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            open_for.append(1)

    async def pages() -> None:
        limit = MessageLimit(app, 1000, seconds=0)
        for _ in range(3):
            received = [{"type": "websocket.receive", "bytes": message_of(400)}] * 3
            received.append({"type": "websocket.disconnect"})

            async def receive(received: list[Any] = received) -> Any:
                return received.pop(0)

            await limit({"type": "websocket"}, receive, None)  # type: ignore[arg-type]
            await asyncio.sleep(0.01)  # the loop forgets what the page has sent

    run(pages())
    assert len(open_for) == 9


def test_text_is_refused() -> None:
    assert closed([("198.51.100.7", {"text": "hello"})]) == [1003]


def taken(*sent: bytes) -> tuple[list[bytes], list[int]]:
    """The messages of one page that reach Streamlit, and the codes with which the page's connection was closed."""
    arrived, codes = list[bytes](), list[int]()

    async def app(_scope: Any, receive: Any, _send: Any) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            arrived.append(message["bytes"])

    async def all_sent() -> None:
        received = [{"type": "websocket.receive", "bytes": one} for one in sent] + [{"type": "websocket.disconnect"}]

        async def receive() -> Any:
            return received.pop(0)

        async def send(answer: Any) -> None:
            codes.append(answer["code"])

        await MessageLimit(app)({"type": "websocket"}, receive, send)

    run(all_sent())
    return arrived, codes


def widgets(*states: WidgetState) -> bytes:
    """A request to run the script with these states of widgets."""
    return serialized(BackMsg(rerun_script=ClientState(widget_states=WidgetStates(widgets=states))))


NEEDED = [
    BackMsg(rerun_script=ClientState()),
    BackMsg(stop_script=True),
    BackMsg(app_heartbeat=True),
    BackMsg(file_urls_request=FileURLsRequest(request_id="1", file_names=["a.jpg"] * 20)),
]


def test_the_page_s_own_messages_arrive() -> None:
    sent = [message.SerializeToString() for message in NEEDED]
    sent += [
        widgets(*[WidgetState(id=str(number), json_value='{"a": [1, 2]}') for number in range(200)]),
        widgets(WidgetState(id="games", string_value="x" * 5_000_000)),
        widgets(WidgetState(id="places", double_value=1.5, int_array_value=SInt64Array(data=[1, 2, 3]))),
    ]
    assert taken(*sent) == (sent, [])


@pytest.mark.parametrize("name", ["load_git_info", "clear_cache", "set_run_on_save", "debug_shutdown_runtime"])
def test_messages_that_the_page_does_not_need_are_dropped(name: str) -> None:
    heartbeat = BackMsg(app_heartbeat=True).SerializeToString()
    unneeded = BackMsg()
    setattr(unneeded, name, True)
    assert taken(serialized(unneeded), heartbeat) == ([heartbeat], [])


@pytest.mark.parametrize(
    "sent",
    [
        BackMsg(file_urls_request=FileURLsRequest(file_names=[""] * 5000)).SerializeToString(),
        BackMsg(file_urls_request=FileURLsRequest(file_names=["x" * 30_000])).SerializeToString(),
        BackMsg(rerun_script=ClientState(cached_message_hashes=[""] * 5000)).SerializeToString(),
        widgets(*[WidgetState()] * 5000),
        widgets(WidgetState(string_array_value=StringArray(data=[""] * 100_000))),
        widgets(WidgetState(json_value="[" + "[]," * 600_000 + "[]]")),
        BackMsg(app_heartbeat=True).SerializeToString() + BackMsg(load_git_info=True).SerializeToString(),
        BackMsg(file_urls_request=FileURLsRequest(request_id="123")).SerializeToString()[:-1],
        b"\x5a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
        b"\x5b\x5c",
    ],
    ids=["names", "long names", "hashes", "widgets", "list", "json", "two", "cut", "long", "group"],
)
def test_messages_of_too_many_parts_close_the_connection(sent: bytes) -> None:
    assert taken(sent) == ([], [1009])


def test_a_visitor_who_sends_messages_without_end_waits() -> None:
    seconds = [100.0]
    limit = MessageLimit(None, clock=lambda: seconds[0])  # type: ignore[arg-type]
    assert sum(limit._wait("198.51.100.7", 10) for _ in range(110)) == 0
    assert max(limit._wait("198.51.100.7", 10) for _ in range(50)) > 0.9
    assert limit._wait("198.51.100.8", 10) == 0
    assert limit._wait("198.51.100.8", 20_000_000) > 1.9
    seconds[0] = 110.0
    assert limit._wait("198.51.100.7", 10) == 0


def test_memory_for_photos_is_a_part_of_that_of_the_machine() -> None:
    assert 64 * 2**20 < held.max_held_bytes() <= 4 * 2**30


def test_files_held_by_streamlit_count_towards_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    manager.add_file("visit", UploadedFileRec("1", "a.jpg", "image/jpeg", b"12345"))
    manager.add_file("visit", UploadedFileRec("2", "b.jpg", "image/jpeg", b"123"))
    runtime = type("Running", (), {"uploaded_file_mgr": manager})()
    monkeypatch.setattr(Runtime, "exists", lambda: True)
    monkeypatch.setattr(Runtime, "instance", lambda: runtime)
    assert (uploads.held("visit"), uploads.held("another")) == (8, 0)
    assert "another" not in manager.file_storage


@pytest.mark.parametrize("limit", [UploadLimit, MessageLimit])
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
