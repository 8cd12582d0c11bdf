"""The messages of pages that reach Streamlit."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from itertools import pairwise
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState, ContextInfo
from streamlit.proto.Common_pb2 import FileUploaderState, FileURLsRequest, SInt64Array, StringArray, UploadedFileInfo
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from scorer.server.connections.http import WEBSOCKETS_PER_VISITOR
from scorer.server.connections.websocket import LOST
from scorer.server.messages.limit import MAX_SECONDS, MESSAGES_TO_OPEN, MessageLimit
from tests.server.asking import run


def serialized(message: BackMsg) -> bytes:
    return bytes(message.SerializeToString())


def message_of(size: int) -> bytes:
    """A page's message of about so many bytes."""
    return serialized(BackMsg(rerun_script=ClientState(query_string="x" * (size - 6))))


def closed(sent: Sequence[tuple[str, *tuple[Mapping[str, object], ...]]], most: int = 1000) -> list[int]:
    """The codes with which connections are closed, 0 for open ones: of each its visitor and what it sends."""
    codes: list[int] = []

    async def app(_scope: Any, receive: Any, _send: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def all_sent() -> None:
        limit = MessageLimit(app, most, seconds=3600)
        for address, *messages in sent:
            received: list[Any] = [{"type": "websocket.receive", **message} for message in messages]
            received.append({"type": "websocket.disconnect"})
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


def test_largest_message_of_a_page_counts_until_its_connection_ends() -> None:
    """The page keeps what it reported."""
    small, large, other = ({"bytes": message_of(size)} for size in (10, 500, 400))
    assert closed([("198.51.100.7", large, small), ("198.51.100.7", other)]) == [0, 1009]


def test_values_in_json_count() -> None:
    values = widgets(WidgetState(json_value="[" + "{}," * 99 + "{}]"))
    one = "198.51.100.7"
    assert closed([(one, {"bytes": values})], most=30_000) == [1009]
    assert closed([(one, {"bytes": values})], most=60_000) == [0]


def test_message_that_waits_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = list[str]()

    async def app(_scope: Any, receive: Any, _send: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def page(limit: MessageLimit, name: str) -> None:
        received = [{"type": "websocket.receive", "bytes": message_of(400)}, {"type": "websocket.disconnect"}]

        async def receive() -> Any:
            return received.pop(0)

        async def send(_answer: Any) -> None:
            refused.append(name)

        await limit({"type": "websocket"}, receive, send)

    async def two_pages() -> None:
        waits = [0.2, 0.0]
        limit = MessageLimit(app, 1000, seconds=3600)
        monkeypatch.setattr(limit, "_wait", lambda *_: waits.pop(0))
        await asyncio.gather(page(limit, "waits"), page(limit, "at once"))

    run(two_pages())
    assert refused == ["at once"]


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


EMPTY_FILES = FileUploaderState(uploaded_file_info=[UploadedFileInfo()] * 5000)

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
        widgets(WidgetState(id="games", json_value="x" * 5_000_000)),
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
        BackMsg(rerun_script=ClientState(context_info=ContextInfo(url="x" * 70_000))).SerializeToString(),
        widgets(*[WidgetState()] * 5000),
        widgets(WidgetState(string_array_value=StringArray(data=[""] * 100_000))),
        widgets(WidgetState(string_value="x" * 200_000)),
        widgets(*[WidgetState(id="a", bool_value=True)] * 1500),
        widgets(*[WidgetState(file_uploader_state_value=EMPTY_FILES)] * 20),
        widgets(WidgetState(json_value="[" + "[]," * 600_000 + "[]]")),
        BackMsg(app_heartbeat=True).SerializeToString() + BackMsg(load_git_info=True).SerializeToString(),
        BackMsg(file_urls_request=FileURLsRequest(request_id="123")).SerializeToString()[:-1],
        b"\x5a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
        b"\x5b\x5c",
    ],
    ids=[
        "names",
        "long names",
        "hashes",
        "address",
        "widgets",
        "list",
        "text",
        "fields",
        "lists",
        "json",
        "two",
        "cut",
        "long",
        "group",
    ],
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


def test_pages_opened_in_quick_succession_wait_and_are_not_drawn_once_they_are_left() -> None:
    drawn = []

    async def app(scope: Any, receive: Any, _send: Any) -> None:
        if (await receive())["type"] == "websocket.receive":
            drawn.append(scope["client"][1])
            await receive()

    async def page(limit: MessageLimit, number: int) -> None:
        lost, messages = asyncio.Event(), [{"type": "websocket.receive", "bytes": message_of(20)}]

        async def receive() -> Any:
            return messages.pop() if messages else await asyncio.sleep(0.2, {"type": "websocket.disconnect"})

        asyncio.get_running_loop().call_later(0.15, lost.set)
        await limit({"type": "websocket", "client": ("198.51.100.7", number), LOST: lost}, receive, None)  # type: ignore[arg-type]

    async def pages() -> None:
        limit = MessageLimit(app)
        await asyncio.gather(*(page(limit, number) for number in range(40)))

    run(pages())
    assert 3 <= len(drawn) <= 8, drawn


def test_all_pages_of_a_visitor_are_drawn_one_after_the_other() -> None:
    """Many at once would delay the pages of others."""
    limit = MessageLimit(None, clock=lambda: 0.0)  # type: ignore[arg-type]
    waits = [limit._wait("198.51.100.7", 10, MESSAGES_TO_OPEN) for _ in range(WEBSOCKETS_PER_VISITOR)]
    assert sum(wait == 0 for wait in waits) < 10
    assert all(later - wait > 0.4 for wait, later in pairwise(waits) if wait)


@pytest.mark.parametrize("is_lost", [True, False])
def test_streamlit_s_question_after_a_page_was_left_is_no_error(is_lost: bool) -> None:
    async def app(*_: Any) -> None:
        raise RuntimeError("Cannot call send once a close message has been sent.")

    async def page() -> None:
        lost = asyncio.Event()
        if is_lost:
            lost.set()
        await MessageLimit(app)({"type": "websocket", "client": ("198.51.100.7", 1), LOST: lost}, None, None)  # type: ignore[arg-type]

    with nullcontext() if is_lost else pytest.raises(RuntimeError):
        run(page())


def test_lost_connection_ends_at_once_whatever_it_has_sent() -> None:
    """Its messages wait; a thousand lost connections that wait would block the server."""
    asked = []

    async def app(_scope: Any, receive: Any, _send: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            asked.append(1)

    async def page() -> None:
        limit, lost, count = MessageLimit(app), asyncio.Event(), 0

        async def receive() -> Any:
            nonlocal count
            count += 1
            return {"type": "websocket.receive", "bytes": b""}  # without end

        asyncio.get_running_loop().call_later(0.2, lost.set)
        scope = {"type": "websocket", "client": ("198.51.100.7", 1), LOST: lost}
        await asyncio.wait_for(limit(scope, receive, None), 5)  # type: ignore[arg-type]
        assert count > 100

    run(page())
    assert not asked


def test_wait_for_messages_of_lost_connections_is_bounded() -> None:
    limit = MessageLimit(lambda *_: None, clock=lambda: 0.0)  # type: ignore[arg-type]
    assert max(limit._wait("198.51.100.7", 10) for _ in range(10_000)) == MAX_SECONDS
