"""Limits on the rate and the number of one visitor's requests."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from typing import Any

import pytest
from starlette.requests import Request

from scorer.server import api, limits
from scorer.server.errors import RequestError
from scorer.server.limits import Places, Rate, RateLimit, RequestLimit, body
from scorer.server.schema.parameters import MAX_VIEWS
from scorer.service import shared
from tests.server.asking import APP, ask, run


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Score in this process, and begin every test with a visitor who has asked for nothing yet."""
    monkeypatch.setattr(shared, "workers", cache(lambda: ThreadPoolExecutor(1)))
    monkeypatch.setattr(api._kingdoms, "_buckets", {})


def test_too_frequent_requests_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api._kingdoms, "_rate", Rate(at_once=2, a_minute=6))
    given = json.dumps({"notation": "wwC"}).encode()
    assert [ask("/api/score", given)[0] for _ in range(2)] == [200, 200]
    status, headers, body = ask("/api/score", given)
    assert (status, json.loads(body)["error"]["code"]) == (429, "too_many")
    assert 9 <= int(headers["retry-after"]) <= 11


def test_requests_of_any_kind_are_limited_and_the_connection_is_closed() -> None:
    sent: list[Any] = []

    async def app(*_: Any) -> None:
        sent.append("passed")

    async def answer(message: Any) -> None:
        if message["type"] == "http.response.start":
            sent.append((message["status"], dict(message["headers"])[b"connection"]))

    async def asked() -> None:
        limit = RequestLimit(app, Rate(at_once=2, a_minute=60))
        for kind, host in [("http", "a"), ("websocket", "a"), ("http", "a"), ("http", "a"), ("http", "b")]:
            scope = {"type": kind, "method": "GET", "path": "/", "headers": [], "client": (host, 1)}
            await limit(scope, None, answer)  # type: ignore[arg-type]

    run(asked())
    assert sent == ["passed", "passed", "passed", (429, b"close"), "passed"]


def test_request_beyond_capacity_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "_kingdom_places", Places(0))
    monkeypatch.setattr(api, "_photo_places", Places(0))
    for path in ("score", "read"):
        status, _, body = ask(f"/api/{path}", b'{"notation": "wC"}')
        assert (status, json.loads(body)["error"]["code"]) == (503, "busy")


def received(*messages: dict[str, Any]) -> RequestError:
    """What is wrong with a body of which no more than these messages arrive."""
    left = [*messages]

    async def receive() -> dict[str, Any]:
        if not left:
            await asyncio.sleep(60)
        return left.pop(0)

    with pytest.raises(RequestError) as stopped:
        run(body(Request({"type": "http", "headers": []}, receive), 100, "the body", seconds=0.05))
    return stopped.value


def test_slow_or_closed_upload_holds_no_place() -> None:
    unfinished = {"type": "http.request", "body": b"{", "more_body": True}
    assert (slow := received(unfinished)).status == 408 and "did not arrive within" in str(slow)
    assert received(unfinished, {"type": "http.disconnect"}).status == 400


def test_addresses_of_one_ipv6_network_count_as_one_visitor() -> None:
    places = Places(4)
    near, next_door, elsewhere = map(asked_by, ("2001:db8:0:1::7", "2001:db8:0:ff::8", "2001:db8:0:100::7"))
    with places.one(near), places.one(next_door):
        for more in (near, next_door):
            with pytest.raises(RequestError) as refused, places.one(more):
                pass
            assert refused.value.status == 429
        with places.one(elsewhere):
            pass


def test_place_is_released_after_any_outcome() -> None:
    places, ann = Places(1), asked_by("198.51.100.7")
    with pytest.raises(ZeroDivisionError), places.one(ann):
        _ = 1 / 0
    with places.one(ann), pytest.raises(RequestError), places.one(ann):
        pass
    with places.one(ann):
        pass


@pytest.mark.parametrize("limit", ["rate", "bytes"])
def test_large_body_beyond_a_limit_is_refused_before_it_is_received(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api._photos, "_buckets", {})
    if limit == "rate":
        monkeypatch.setattr(api._photos, "_rate", Rate(at_once=MAX_VIEWS - 1, a_minute=60))
    else:
        monkeypatch.setattr(api, "_photo_places", Places(8, max_bytes=2**20 - 1))
    sent: list[Any] = []

    async def receive() -> Any:
        pytest.fail("the body was received")

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"content-type", b"multipart/form-data; boundary=x"), (b"content-length", b"1048576")]
    scope = {"type": "http", "method": "POST", "path": "/api/read", "query_string": b"", "headers": headers,
             "client": ("198.51.100.7", 5000)}  # fmt: skip
    run(APP(scope, receive, send))
    answer = dict(sent[0]["headers"])
    assert sent[0]["status"] == {"rate": 429, "bytes": 503}[limit]
    assert answer[b"retry-after"] == {"rate": b"2", "bytes": b"5"}[limit]


def test_bytes_of_all_bodies_are_limited_and_shared() -> None:
    places, (ann, bob, eve) = Places(8, max_bytes=100), [asked_by(f"198.51.100.{number}") for number in (7, 8, 9)]
    with places.one(ann, 60):
        with pytest.raises(RequestError, match="too many of your requests"), places.one(ann, 1):
            pass
        with pytest.raises(RequestError, match="the server is busy"), places.one(bob, 41):
            pass
        with places.one(bob, 40), pytest.raises(RequestError, match="the server is busy"), places.one(eve, 1):
            pass
    with places.one(ann, 30), places.one(ann, 20):
        pass


def asked_by(visitor: str) -> Request:
    return Request({"type": "http", "headers": [], "client": (visitor, 5000)})


def test_one_visitor_uses_at_most_half_of_the_free_places() -> None:
    places, (ann, *others) = Places(8), [asked_by(f"198.51.100.{number}") for number in range(7, 12)]
    with ExitStack() as held:
        for _ in range(4):
            held.enter_context(places.one(ann))
        with pytest.raises(RequestError, match="too many of your requests") as refused, places.one(ann):
            pass
        assert (refused.value.status, refused.value.headers) == (429, {"Retry-After": "5"})
        for other, places_left in zip(others, (2, 1, 1), strict=False):
            for _ in range(places_left):
                held.enter_context(places.one(other))
            if other is not others[2]:
                with pytest.raises(RequestError, match="too many of your requests"), places.one(other):
                    pass
        with pytest.raises(RequestError, match="the server is busy"), places.one(others[3]):
            pass
    with places.one(ann):
        pass


@pytest.mark.parametrize(
    ("path", "name"),
    [("/api/read", "_photo_places"), ("/api/score", "_kingdom_places"), ("/api/rank", "_kingdom_places")],
)
def test_slow_uploads_do_not_block_other_visitors(monkeypatch: pytest.MonkeyPatch, path: str, name: str) -> None:
    monkeypatch.setattr(api, name, places := Places(8))

    async def send_a_byte(happened: asyncio.Queue[int]) -> None:
        async def receive() -> Any:
            happened.put_nowait(0)  # it holds a place, and waits for the rest of the photo, which never comes
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            if "status" in message:
                happened.put_nowait(message["status"])

        scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": [],
                 "client": ("198.51.100.7", 5000)}  # fmt: skip
        await APP(scope, receive, send)

    async def eight_and_another() -> None:
        happened: asyncio.Queue[int] = asyncio.Queue()
        slow = [asyncio.create_task(send_a_byte(happened)) for _ in range(8)]
        assert sorted([await happened.get() for _ in slow]) == [0] * 4 + [429] * 4
        with places.one(asked_by("198.51.100.8")):
            pass
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    run(eight_and_another())


def test_slowest_upload_loses_its_place_to_another_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(api, "_photo_places", places := Places(4, lambda: now[0]))
    answers: dict[int, int] = {}

    async def send_slowly(number: int, size: int, events: asyncio.Queue[int]) -> None:
        sent = [{"type": "http.request", "body": b"x" * size, "more_body": True}]

        async def receive() -> Any:
            if sent:
                return sent.pop()
            events.put_nowait(number)
            return await asyncio.Event().wait()

        async def send(message: Any) -> None:
            if "status" in message:
                answers[number] = message["status"]
                events.put_nowait(number)

        scope = {"type": "http", "method": "POST", "path": "/api/read", "query_string": b"", "headers": [],
                 "client": (f"198.51.100.{number}", 5000)}  # fmt: skip
        await APP(scope, receive, send)

    async def four_and_another() -> None:
        events: asyncio.Queue[int] = asyncio.Queue()
        slow = []
        for number, size in ((1, 1000), (1, 1000), (2, 10), (3, 1000)):
            slow.append(asyncio.create_task(send_slowly(number, size, events)))
            await events.get()
        with pytest.raises(RequestError, match="the server is busy"), places.one(asked_by("198.51.100.9")):
            pass
        now[0] += limits.SECONDS_OF_GRACE
        with places.one(asked_by("198.51.100.9")):
            assert await events.get() == 2 and answers == {2: 503}
            with pytest.raises(RequestError), places.one(asked_by("198.51.100.9")):
                pass
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        with ExitStack() as held:
            for number in range(4):
                held.enter_context(places.one(asked_by(f"198.51.100.{number}")))

    run(four_and_another())


def test_rate_limit_refills_with_time_for_each_visitor() -> None:
    now = [0.0]
    limit = RateLimit(Rate(at_once=1, a_minute=60), lambda: now[0])
    assert [limit.waits("a"), limit.waits("a"), limit.waits("b")] == [0, 1, 0]
    now[0] = 1.5
    assert limit.waits("a") == 0
