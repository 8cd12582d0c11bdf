"""The JSON interface answers what the command line prints, and every complaint in one shape."""

from __future__ import annotations

import asyncio
import json
import re
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import pytest
from starlette.datastructures import Headers

from scorer import cli
from scorer.rules.table.table import Table
from scorer.samples import samples
from scorer.server import api
from scorer.server.connections import transport
from scorer.server.errors import RequestError
from scorer.server.headers import HEADERS
from scorer.server.limits import Places, Rate
from scorer.server.routes import routes
from scorer.server.schema import description, parameters
from scorer.server.schema.parameters import MAX_VIEWS
from scorer.service import shared
from scorer.service.failures import WorkError
from tests.server.asking import APP, ask, run

WHOLE = samples()[0].path


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read in this process, and begin every test with a visitor who has asked for nothing yet."""
    monkeypatch.setattr(shared, "workers", cache(lambda: ThreadPoolExecutor(1)))
    for limit in (api._photos, api._kingdoms):
        monkeypatch.setattr(limit, "_buckets", {})


def answered(address: str, given: object) -> tuple[int, Any]:
    status, _, body = ask(address, given if isinstance(given, bytes) else json.dumps(given).encode())
    return status, json.loads(body)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    cli.main([*arguments, "--json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({"notation": "w1wC"}, ["w1wC"]),
        ({"notation": "w1wC", "harmony": True, "size": 7, "edition": "older"},
         ["w1wC", "--harmony", "--size", "7", "--edition", "older"]),
        ({"notation": "tCw coins=4", "box": "queendomino"}, ["tCw coins=4", "--box", "queendomino"]),
        ({"notation": "w2!wC", "giants": True, "quests": ["harmony", "local_business:wheat"]},
         ["w2!wC", "--giants", "--quest", "harmony", "--quest", "local_business:wheat"]),
        ({"notation": "w*w[farmer]C", "court": True}, ["w*w[farmer]C", "--court"]),
    ],
)  # fmt: skip
def test_score_is_what_the_command_prints(
    given: dict[str, Any], options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert answered("/api/score", given) == (200, printed(capsys, "score", *options))


@pytest.mark.parametrize("notation", ["wwC", "wwwC", "w2C", "w1!wC"])
@pytest.mark.parametrize("giants", [False, True])
def test_check_is_what_the_command_prints(notation: str, giants: bool, capsys: pytest.CaptureFixture[str]) -> None:
    expected = printed(capsys, "check", notation, *["--giants"] * giants)
    assert answered("/api/check", {"notation": notation, "giants": giants}) == (200, expected)


def test_rank_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    players = [
        {"name": "Ann", "kingdoms": ["w1wC"]},
        {"name": "Bob+Eve", "members": ["Bob", "Eve"], "kingdoms": ["f1fC"]},
    ]
    assert answered("/api/rank", {"players": players}) == (200, printed(capsys, "rank", "Ann=w1wC", "Bob+Eve=f1fC"))
    given = {"players": players, "giants": True, "quests": ["bleak_king"], "court": True}
    options = ("--giants", "--quest", "bleak_king", "--court")
    assert answered("/api/rank", given) == (200, printed(capsys, "rank", "Ann=w1wC", "Bob+Eve=f1fC", *options))


def test_rank_takes_totals_as_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    players = [{"name": "Ann", "kingdoms": ["w1wC"]}, {"name": "Bob", "totals": [45]}]
    assert answered("/api/rank", {"players": players}) == (200, printed(capsys, "rank", "Ann=w1wC", "Bob=45"))
    mixed = [{"name": "Ann", "kingdoms": ["w1wC"], "totals": [45, None, 3]}]
    expected = printed(capsys, "rank", "Ann=45", "Ann=w1wC", "Ann=3")
    assert answered("/api/rank", {"players": mixed}) == (200, expected)


def test_rank_reports_that_hidden_squares_decide_first_place() -> None:
    players = [{"name": "Ann", "kingdoms": ["w1wC"]}, {"name": "Bob", "kingdoms": ["g?gC"]}]
    status, data = answered("/api/rank", {"players": players})
    assert (status, data["settled"]) == (200, False)
    assert [place["total_range"] for place in data["ranking"]] == [[2, 2], [0, 4]]
    assert any("squares of Bob decide" in note for note in data["notes"])


@pytest.mark.slow
def test_read_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    rules = "size=5&giants=true&quests=harmony,local_business:wheat"
    options = ("--size", "5", "--giants", "--quest", "harmony", "--quest", "local_business:wheat")
    status, found = answered(f"/api/read?name={WHOLE}&{rules}", WHOLE.read_bytes())
    expected = printed(capsys, "read", str(WHOLE), *options, "--jobs", "1")
    assert status == 200
    assert {**found, "seconds": None} == {**expected, "seconds": None}


@pytest.mark.parametrize(
    ("path", "given", "status", "code"),
    [
        ("score", b"{", 400, "json"),
        ("score", b"[" * 90_000, 400, "json"),
        ("score", [], 422, "request"),
        ("score", {}, 422, "notation"),
        ("score", {"notation": "x"}, 422, "notation"),
        ("score", {"notation": "w" * 1001}, 422, "notation"),
        ("score", {"notation": "wC", "harmony": 1}, 422, "request"),
        ("score", {"notation": "wC", "size": 6}, 422, "request"),
        ("score", {"notation": "wC", "box": "chess"}, 422, "request"),
        ("score", {"notation": "wC", "colour": "blue"}, 422, "request"),
        ("score", {"notation": "wC", "box": "kingdomino+giants"}, 422, "request"),
        ("score", {"notation": "wC", "giants": "yes"}, 422, "request"),
        ("score", {"notation": "wC", "quests": ["harmony"]}, 422, "request"),
        ("score", {"notation": "wC", "giants": True, "quests": "harmony"}, 422, "request"),
        ("score", {"notation": "wC", "giants": True, "quests": [{}]}, 422, "request"),
        ("score", {"notation": "wC", "giants": True, "quests": ["four_corners"]}, 422, "request"),
        ("score", {"notation": "wC", "giants": True, "quests": ["harmony", "harmony"]}, 422, "request"),
        ("score", {"notation": "wC", "giants": True, "quests": ["harmony", "bleak_king"] * 2}, 422, "request"),
        ("score", {"notation": "wC", "giants": True, "harmony": True}, 422, "request"),
        ("check", {"notation": "wC", "court": True}, 422, "request"),
        ("read?giants=true&quests=harmony,", b"photo", 422, "request"),
        ("score", b'{"notation": "\\ud800"}', 400, "json"),
        ("rank", b'{"players": [{"name": "\\ud800", "kingdoms": ["wC"]}]}', 400, "json"),
        ("score", b" " * 100_001, 413, "too_large"),
        ("check", {"notation": "wC", "edition": "us"}, 422, "request"),
        ("rank", {"players": []}, 422, "request"),
        ("rank", {"players": [{"name": " ", "kingdoms": ["wC"]}]}, 422, "request"),
        ("rank", {"players": [{"name": "Ann", "kingdoms": ["wC"] * 4}]}, 422, "request"),
        ("rank", {"players": [{"name": "Ann", "kingdoms": [7]}]}, 422, "notation"),
        ("rank", {"players": [{"name": "Ann"}]}, 422, "request"),
        ("rank", {"players": [{"name": "Ann", "totals": 45}]}, 422, "request"),
        ("rank", {"players": [{"name": "Ann", "totals": [True]}]}, 422, "request"),
        ("rank", {"players": [{"name": "Ann", "totals": [-1]}]}, 422, "total"),
        ("rank", {"players": [{"name": "Ann", "totals": [1] * 4}]}, 422, "request"),
        ("rank", {"players": [{"name": "Ann", "kingdoms": ["wC"], "totals": [None, None, 3]}]}, 422, "total"),
        ("rank", {"players": [{"name": "Ann", "kingdoms": ["wC"]}], "people": 0}, 422, "request"),
        ("read", b"", 422, "empty"),
        ("read", b"no photo at all", 422, "unsupported"),
        ("read?size=9", b"photo", 422, "request"),
        ("read?colour=blue", b"photo", 422, "request"),
        (f"read?size={'9' * 5000}", b"photo", 422, "request"),
        ("read?size=%D9%A5", b"photo", 422, "request"),  # an Arabic 5
        ("read?size=%C2%B2", b"photo", 422, "request"),  # a raised 2
        ("read?name=%00a%0Ab", b"photo", 422, "request"),
        ("score", {"notation": "wC", "size": 5.0}, 422, "request"),
        ("score", b'{"notation": "wC", "size": ' + b"9" * 5000 + b"}", 400, "json"),
        ("rank", {"players": [{"name": "A\x1b[31m", "kingdoms": ["wC"]}]}, 422, "request"),
        ("rank", {"players": [{"name": "A", "members": ["B", "C\n"], "kingdoms": ["wC"]}]}, 422, "request"),
        ("nothing", b"", 404, "not_found"),
    ],
)  # fmt: skip
def test_error_is_one_line(path: str, given: object, status: int, code: str) -> None:
    got, found = answered(f"/api/{path}", given)
    assert (got, found["error"]["code"]) == (status, code), found
    assert found.keys() == {"error"} and found["error"].keys() == {"code", "message"}
    assert found["error"]["message"].strip() and "\n" not in found["error"]["message"]


def test_error_in_a_kingdom_names_its_player() -> None:
    players = [{"name": "Ann", "kingdoms": ["w1wC"]}, {"name": "Bob", "kingdoms": ["w1wC", "xx"]}]
    _, data = answered("/api/rank", {"players": players})
    assert data["error"]["code"] == "notation" and data["error"]["message"].startswith("Bob: ")


def test_names_are_cleaned_as_on_the_page() -> None:
    """Told apart where two are alike, and without marks that turn the direction of writing."""
    players = [{"name": name, "kingdoms": ["wC"]} for name in ("A", "A", "B\u202e")]
    status, data = answered("/api/rank", {"players": players})
    assert (status, sorted(place["name"] for place in data["ranking"])) == (200, ["A", "A 2", "B"])


def test_request_may_hold_as_many_squares_as_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counted:
        def __init__(self, table: Table) -> None:
            self._players = len(table.players)

        def to_dict(self) -> dict[str, Any]:
            return {"players": self._players}

    monkeypatch.setattr(api, "rank_table", Counted)
    largest = "/".join(["?" * 15] * 15)
    status, data = answered("/api/rank", {"players": [{"name": "A", "kingdoms": [largest] * 3}] * 12})
    assert (status, data["error"]["code"]) == (422, "request")
    assert data["error"]["message"] == "all kingdoms together have 8,100 squares; at most 1,200 can be ranked at once"
    assert answered("/api/rank", {"players": [{"name": "A", "kingdoms": [largest]}] * 5}) == (200, {"players": 5})


def test_error_names_the_largest_team() -> None:
    players = [{"name": "A", "members": ["x"] * 16, "kingdoms": ["wC"]}]
    status, data = answered("/api/rank", {"players": players})
    assert (status, data["error"]["message"]) == (422, "members must be a list of at most 12 names")


@pytest.mark.parametrize("length", ["9" * 5000, str(10**9)])
def test_a_photo_that_is_too_large_is_refused_before_it_is_sent(length: str) -> None:
    status, _, body = ask("/api/read", b"x", headers={"content-length": length})
    assert (status, json.loads(body)["error"]["code"]) == (413, "too_large")


def form(*parts: tuple[str, bytes], boundary: str = "x") -> tuple[bytes, dict[str, str]]:
    """A form's body and its headers: files by name, with their bytes; a part without a name is a field."""
    body = b""
    for name, data in parts:
        file = f'; filename="{name}"' if name else ""
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="photo"{file}\r\n\r\n'.encode() + data + b"\r\n"
    return body + f"--{boundary}--\r\n".encode(), {"content-type": f"multipart/form-data; boundary={boundary}"}


@pytest.mark.slow
def test_several_photos_of_a_kingdom_are_read_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turned = tmp_path / "turned.png"
    picture = cv2.imread(str(WHOLE))
    assert picture is not None
    cv2.imwrite(str(turned), cv2.rotate(picture, cv2.ROTATE_180))
    body, headers = form(*((str(path), path.read_bytes()) for path in (WHOLE, turned)))
    status, _, answer = ask("/api/read", body, headers=headers)
    found, expected = json.loads(answer), printed(capsys, "read", "--together", str(WHOLE), str(turned))
    assert status == 200 and len(found["kingdoms"][0]["views"]) == 2
    assert {**found, "seconds": None} == {**expected, "seconds": None}


@pytest.mark.slow
def test_one_photo_in_a_form_is_read_as_a_body() -> None:
    body, headers = form((str(WHOLE), WHOLE.read_bytes()))
    status, _, answer = ask("/api/read", body, headers=headers)
    plain = answered(f"/api/read?name={WHOLE}", WHOLE.read_bytes())[1]
    assert status == 200 and {**json.loads(answer), "seconds": None} == {**plain, "seconds": None}


@pytest.mark.slow
def test_photos_of_different_kingdoms_are_refused_by_name() -> None:
    other = samples()[1].path
    body, headers = form(("one.jpg", WHOLE.read_bytes()), ("two.jpg", other.read_bytes()))
    status, _, answer = ask("/api/read", body, headers=headers)
    assert status == 422 and "two.jpg" in json.loads(answer)["error"]["message"]


@pytest.mark.slow
def test_form_that_takes_long_to_parse_is_refused_and_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its content looks like the boundary again and again."""
    monkeypatch.setattr(parameters, "SECONDS_TO_PARSE", 0.2)
    monkeypatch.setattr(transport, "SHARE", 1)
    body, headers = form(("a.jpg", b"\r\n--x." * 2**20))
    ticks = list[float]()

    async def parsed() -> None:
        async def ticking() -> None:
            while True:
                ticks.append(time.monotonic())
                await asyncio.sleep(0)

        others = asyncio.create_task(ticking())
        with pytest.raises(RequestError):
            await parameters.photos(Headers(headers), body)
        others.cancel()

    run(parsed())
    assert len(ticks) > 3


def test_every_photo_of_a_form_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api._photos, "_rate", Rate(at_once=MAX_VIEWS + 2, a_minute=1))
    body, headers = form(*[("a.jpg", b"x")] * 3)
    assert [ask("/api/read", body, headers=headers)[0] for _ in range(2)] == [422, 429]
    assert ask("/api/read", b"x")[0] == 422


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (form(*[("a.jpg", b"x")] * (MAX_VIEWS + 1)), "form"),
        (form(("", b"a field")), "form"),
        (form(), "empty"),
        ((b"--x", {"content-type": "multipart/form-data; boundary=x"}), "empty"),
        ((b"x", {"content-type": "multipart/form-data"}), "form"),
        ((b"nonsense", {"content-type": "multipart/form-data; boundary=x"}), "form"),
    ],
    ids=["too many", "a field", "no part", "cut", "no boundary", "no form"],
)
def test_a_form_without_usable_photos_is_refused(given: tuple[bytes, dict[str, str]], code: str) -> None:
    body, headers = given
    status, _, answer = ask("/api/read", body, headers=headers)
    assert (status, json.loads(answer)["error"]["code"]) == (422, code)


def test_photos_of_a_form_never_touch_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.SpooledTemporaryFile.rollover", lambda _: pytest.fail("written to the disk"))
    body, headers = form(("a.jpg", bytes(3_000_000)))
    assert ask("/api/read", body, headers=headers)[0] == 422


@pytest.mark.parametrize(("path", "body"), [("/api/read", b"\xff\xd8\xff"), ("/api/score", b'{"notation": "wC"}')])
@pytest.mark.parametrize("reason", ["interrupted", "unavailable"])
def test_killed_process_is_reported_as_a_server_error(
    path: str, body: bytes, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: Future[object] = Future()
    failed.set_exception(WorkError(reason))
    monkeypatch.setattr(shared, "workers", lambda: SimpleNamespace(submit=lambda *_: failed))
    status, headers, answer = ask(path, body)
    assert (status, json.loads(answer)["error"]["code"], headers["retry-after"]) == (503, reason, "5")
    assert "try again" in json.loads(answer)["error"]["message"]


def test_waiting_requests_take_no_thread_that_the_health_check_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = 40  # of a loop, as anyio has them
    future = Future[Any]()
    monkeypatch.setattr(api, "_kingdom_places", Places(8 * threads))
    monkeypatch.setattr(api._kingdoms, "_rate", Rate(8 * threads, 1))
    statuses: list[int] = []

    async def asked(path: str, body: bytes) -> None:
        received = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            return received.pop() if received else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        scope: dict[str, Any] = {
            "type": "http", "method": "POST" if body else "GET", "path": path, "query_string": b"", "headers": [],
            "scheme": "http", "server": ("a", 80), "client": ("198.51.100.7", 1), "root_path": "",
            "http_version": "1.1",
        }  # fmt: skip
        await APP(scope, receive, send)

    async def all_at_once() -> None:
        waiting = [asyncio.create_task(asked("/api/score", b'{"notation": "w1wC"}')) for _ in range(2 * threads)]
        try:
            async with asyncio.timeout(60):
                while submitted < 2 * threads:
                    await asyncio.sleep(0)
                await asked("/health", b"")
            assert statuses == [200]
        finally:
            future.set_result({})
        await asyncio.gather(*waiting)

    submitted = 0

    def submit(*_: object) -> Future[Any]:
        nonlocal submitted
        submitted += 1
        return future

    monkeypatch.setattr(shared, "workers", lambda: SimpleNamespace(submit=submit, is_able=lambda: True))
    run(all_at_once())
    assert statuses == [200] * (2 * threads + 1)


def test_error_quoting_hostile_input_is_one_line() -> None:
    assert b"a b" in bytes(RequestError(400, "x", "a\n b").response().body)


def test_the_description_names_every_address_and_every_field() -> None:
    posts = {route.path for route in routes() if "POST" in (route.methods or ()) and "{" not in route.path}
    assert set(description.DOCUMENT["paths"]) == posts
    for path in posts - {"/api/read"}:
        schema = description.DOCUMENT["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        _, found = answered(path, {"strange": 1})
        known = re.search(r"its fields are (.*)", found["error"]["message"])
        assert known and set(known[1].split(", ")) == set(schema["properties"])
    fields = {one["name"] for one in description.DOCUMENT["paths"]["/api/read"]["post"]["parameters"]}
    _, found = answered("/api/read?strange=1", b"photo")
    assert set(found["error"]["message"].split("its fields are ")[1].split(", ")) == fields


def test_documentation_page_shows_every_field() -> None:
    status, headers, body = ask("/api", method="GET")
    assert status == 200 and headers["content-type"].startswith("text/html")
    assert all(word in body.decode() for word in ("middle_kingdom", "notation", "people", "/api/rank", "curl"))
    assert json.loads(ask("/api/openapi.json", method="GET")[2])["openapi"].startswith("3.1")


@pytest.mark.parametrize("address", ["/", "/api", "/app/icon-192.png", "/api/nothing"])
def test_every_response_has_the_security_headers(address: str) -> None:
    headers = ask(address, method="GET")[1]
    assert {name.lower(): value for name, value in HEADERS.items()}.items() <= headers.items()


def test_picture_of_a_visit_is_cached_by_its_browser_only() -> None:
    assert ask("/media/a.jpg", method="GET")[1]["cache-control"] == "private, max-age=600"
    assert "cache-control" not in ask("/api", method="GET")[1]


def test_no_photo_is_written_to_a_disk() -> None:
    source = Path(api.__file__).parent
    words = r"open\(|write_(?!eof\()|tempfile|\.form\(|Spooled"
    assert not [file.name for file in source.glob("*.py") if re.search(words, file.read_text("utf-8"))]
