"""Frames of a visitor's camera: read one by one, within limits, and forgotten."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any
from uuid import UUID, uuid4

import cv2
import pytest

from scorer.rules.model.rules import Rules
from scorer.samples import samples
from scorer.server.limits import Rate
from scorer.server.scan import frames
from scorer.service import scans, shared
from scorer.service.scans import KEPT, SCANS, Scans
from scorer.ui import photos
from scorer.vision.photo.decode import open_photo
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.photo import shrunk
from tests.server.asking import APP, ask, listening

SAMPLE = next(sample for sample in samples() if sample.path.stem == "whole")


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read in this process, and begin every test without a scan, with a visitor who has asked for nothing yet."""
    monkeypatch.setattr(shared, "workers", cache(lambda: ThreadPoolExecutor(1)))
    monkeypatch.setattr(photos, "workers", shared.workers)
    for limit in (frames._frames, frames._each):
        monkeypatch.setattr(limit, "_buckets", {})
    for name in list(scans.SCANS._open):
        scans.SCANS.take(name)


@cache
def frame() -> bytes:
    image = shrunk(open_photo(SAMPLE.path).image, scans.MAX_SIDE)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 60])[1].tobytes()


def sent(name: object, data: bytes, query: str = "") -> tuple[int, Any]:
    status, _, body = ask(f"/api/scan/{name}{query}", data)
    return status, json.loads(body)


def code(answer: tuple[int, Any]) -> tuple[int, str]:
    status, body = answer
    return status, body["error"]["code"]


@pytest.mark.slow
def test_scanned_kingdom_reaches_the_page_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in (frames._frames, frames._each):  # there is no camera to wait for
        monkeypatch.setattr(limit, "_rate", Rate(at_once=100, a_minute=100))
    name = uuid4()
    for count in range(1, 100):  # squares must stay the same for a second, whatever the number of frames
        status, view = sent(name, frame(), "?box=kingdomino")
        assert (status, view["frames"]) == (200, count)
        if view["finished"]:
            break
    assert view["finished"]
    look = photos.look_at_scan(str(name), "Scan")
    assert look is not None
    found = look.result()
    assert isinstance(found, tuple)
    snapshot, reading = found
    assert [kingdom.kingdom for kingdom in reading.kingdoms] == [*SAMPLE.kingdoms]
    assert (snapshot.width, snapshot.height) == (reading.width, reading.height)
    assert photos.look_at_scan(str(name), "Scan") is None, "the browser may report a scan again"


@pytest.mark.slow
def test_a_scan_without_a_kingdom_is_a_message() -> None:
    name = uuid4()
    plain = cv2.imencode(".png", shrunk(open_photo(SAMPLE.path).image, 64) // 255 * 90)[1].tobytes()
    assert sent(name, plain)[0] == 200
    look = photos.look_at_scan(str(name), "Scan")
    assert look is not None
    with pytest.raises(PhotoError, match="no kingdom found"):
        look.result()


@pytest.mark.parametrize(
    ("name", "data", "query", "expected"),
    [
        (uuid4(), b"x" * (frames.MAX_FRAME_BYTES + 1), "", (413, "too_large")),
        (uuid4(), b"no picture", "", (422, "unsupported")),
        (uuid4(), b"", "?box=chess", (422, "request")),
        ("mine", b"", "", (404, "not_found")),
    ],
)
def test_frame_that_is_no_small_picture_is_rejected(
    name: object, data: bytes, query: str, expected: tuple[int, str]
) -> None:
    assert code(sent(name, data, query)) == expected


def test_more_frames_than_two_a_second_are_refused() -> None:
    name = uuid4()
    answers = [code(sent(name, b"")) for _ in range(frames.EACH.at_once + 1)]
    assert answers[-1] == (429, "too_many")
    assert (429, "too_many") not in answers[:-1]
    assert code(sent(uuid4(), b"")) != (429, "too_many"), "another scan has frames of its own"


def test_scans_of_one_visitor_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames._places, "_capacity", 2)
    name = uuid4()
    assert sent(name, frame())[0] == 200
    assert code(sent(uuid4(), frame())) == (429, "too_many"), "the other place is for others"
    assert ask(f"/api/scan/{name}", method="DELETE")[0] == 204
    assert sent(uuid4(), frame())[0] == 200
    monkeypatch.setattr(frames._places, "_capacity", 1)
    assert code(sent(uuid4(), b"")) == (503, "busy")


def test_a_scan_without_further_frames_gives_its_place_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames._places, "_capacity", 1)
    assert sent(uuid4(), frame())[0] == 200
    assert code(sent(uuid4(), b"")) == (503, "busy")
    monkeypatch.setattr(frames, "IDLE", 0.0)
    time.sleep(0.01)
    assert sent(uuid4(), frame())[0] == 200


def test_a_scan_whose_first_frame_is_rejected_holds_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames._places, "_capacity", 2)
    for _ in range(3):
        assert code(sent(uuid4(), b""))[0] == 422
    assert len(SCANS) == 0


def test_frame_that_arrives_slowly_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "SECONDS_TO_ARRIVE", 0.1)
    with listening(APP) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        request = f"POST /api/scan/{uuid4()} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
        connection.sendall(request.encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 408")


def test_frame_that_hardly_arrives_keeps_no_place_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames._places, "_capacity", 1)
    name = uuid4()
    assert sent(name, frame())[0] == 200
    monkeypatch.setattr(frames, "IDLE", 0.0)
    with listening(APP) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(f"POST /api/scan/{name} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n12".encode())
        time.sleep(0.2)
        assert sent(uuid4(), frame())[0] == 200


def test_rejected_frames_do_not_keep_a_scan_open() -> None:
    name = uuid4()
    assert sent(name, frame())[0] == 200
    until = SCANS._open[str(name)].until
    assert code(sent(name, b""))[0] == 422
    assert SCANS._open[str(name)].until == until


@contextmanager
def frame_being_read(monkeypatch: pytest.MonkeyPatch, name: UUID) -> Iterator[None]:
    """The first frame of a scan is being read for the duration of the block, and is answered afterwards."""
    started, ends = threading.Event(), threading.Event()

    def slow(*_: object) -> tuple[bytes, dict[str, Any]]:
        started.set()
        ends.wait(60)
        return b"state", {"frames": 1}

    monkeypatch.setattr(scans, "_add", slow)
    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(sent, name, b"frame")
        assert started.wait(60)
        yield
        ends.set()
        assert first.result() == (200, {"frames": 1})


def test_a_frame_is_refused_while_the_one_before_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    name = uuid4()
    with frame_being_read(monkeypatch, name):
        second = sent(name, b"frame")
    assert code(second) == (429, "too_many")


def test_a_cancelled_scan_holds_its_place_until_its_frame_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames._places, "_capacity", 2)  # one for each visitor
    name = uuid4()
    with frame_being_read(monkeypatch, name):
        assert ask(f"/api/scan/{name}", method="DELETE")[0] == 204
        second = code(sent(uuid4(), b"frame"))
    assert second == (429, "too_many"), "a visitor could fill the queue with frames of cancelled scans"
    assert sent(uuid4(), b"frame")[0] == 200


def test_a_scan_whose_frame_is_being_read_is_not_forgotten() -> None:
    now = 0.0
    kept = Scans(lambda: now)
    scan = kept.opened("one", Rules(), nullcontext)
    with kept.busy("one", scan):
        scan.state = b"of the first frame"
        now = 2 * KEPT
        kept.close_old()
        assert len(kept) == 1
    now = 3 * KEPT
    kept.close_old()
    assert len(kept) == 1, "the next frame has all its time"
    now = 3 * KEPT + 1
    kept.close_old()
    assert len(kept) == 0


def test_a_scan_that_sends_nothing_is_forgotten() -> None:
    now = 0.0
    held: list[str] = []

    class Place:
        def __enter__(self) -> None:
            held.append("place")

        def __exit__(self, *_: object) -> None:
            held.pop()

    kept = Scans(lambda: now)
    kept.opened("one", Rules(), Place)
    now = KEPT
    scan = kept.opened("one", Rules(), Place)
    with kept.busy("one", scan):
        scan.state = b"state"
    now = 2 * KEPT
    kept.close_old()
    assert (len(kept), held) == (1, ["place"]), "a frame came meanwhile"
    now = 2 * KEPT + 1
    kept.close_old()
    assert (len(kept), held) == (0, [])
    assert kept.take("one") is None
