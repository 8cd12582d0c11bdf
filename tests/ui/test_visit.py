"""Photos go with the visit: their bytes, and those that were still to be read."""

from __future__ import annotations

import asyncio
import os
import platform
import subprocess
import sys
import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime import Runtime

from scorer.app.state import judge
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import SettledRules
from scorer.ui import visit
from scorer.ui.host import ServerHost, computing_of
from scorer.ui.photos import Look, Snapshot
from scorer.ui.session import Session
from tests.ui.browsing import ROOT


class Server:
    """As much of Streamlit's runtime as ends a session."""

    def __init__(self, connected: bool) -> None:
        self.connected, self.closed = connected, list[str]()

    def is_active_session(self, _: str) -> bool:
        return self.connected

    def close_session(self, number: str) -> None:
        self.closed.append(number)


def visitor_with(*made: Future[Any]) -> Session:
    session = Session(ServerHost(), "en")
    session.host.looks = [Look(b"", "photo.jpg", "photo", future) for future in made]
    session.keep_photo("a", Snapshot("a", "a.jpg", b"large", b"small", 4, 3))
    return session


@pytest.mark.slow
def test_waiting_photos_of_a_visitor_who_left_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    server, free = Server(connected=False), Event()
    monkeypatch.setattr(visit, "Runtime", SimpleNamespace(instance=lambda: server))
    with ThreadPoolExecutor(1) as readers:
        readers.submit(free.wait, 20)
        queued = readers.submit(pow, 2, 3)
        session = visitor_with(queued)
        visit.end(visit.Visit("7", session))
        free.set()
    assert queued.cancelled()
    assert (session.host.looks, session.snapshots, server.closed) == ([], {}, ["7"])


def test_reconnected_browser_keeps_its_photos(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(connected=True)
    monkeypatch.setattr(visit, "Runtime", SimpleNamespace(instance=lambda: server))
    session = visitor_with()
    visit.end(visit.Visit("7", session))
    assert session.snapshots
    assert not server.closed


def test_visits_that_end_together_give_their_memory_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[None] = []
    monkeypatch.setattr(visit, "Runtime", SimpleNamespace(instance=lambda: Server(connected=False)))
    monkeypatch.setattr(visit, "PAUSE", 0.05)
    monkeypatch.setattr(visit, "SHARE", 0)
    monkeypatch.setattr("gc.collect", lambda: collected.append(None))

    async def ends() -> None:
        for turn in range(2):
            for number in range(50):
                visit.end(visit.Visit(str(number), visitor_with()))
            assert len(collected) == turn
            await asyncio.sleep(0.2)

    asyncio.run(ends())
    assert len(collected) == 2


def test_memory_is_given_back_more_rarely_if_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[None] = []

    def collect() -> None:
        collected.append(None)
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass

    monkeypatch.setattr(visit, "Runtime", SimpleNamespace(instance=lambda: Server(connected=False)))
    monkeypatch.setattr(visit, "PAUSE", 0.0)
    monkeypatch.setattr(visit, "_TOOK", deque([0.0], maxlen=1))
    monkeypatch.setattr("gc.collect", collect)

    async def ends() -> None:
        for _ in range(5):
            visit.end(visit.Visit("1", visitor_with()))
            await asyncio.sleep(0.1)

    asyncio.run(ends())
    assert len(collected) == 1, "the next one comes after a second"


def test_visit_ends_before_its_session_is_removed() -> None:
    import streamlit as st

    assert st.get_option("server.disconnectedSessionTTL") > visit.KEPT
    assert hasattr(Runtime, "close_session")
    assert hasattr(Runtime, "is_active_session")


RECEIVE_IN_EIGHT_THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from scorer.app.state import judge
from scorer.ui import visit

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // 2**20

def receive(_):
    together.wait(60)  # so that every thread has a heap of its own
    photo = b"photo" * 6_000_000
    del photo

if sys.argv[1] == "mapped":
    visit.map_large_blocks()
together, before = Barrier(8), resident()
for _ in range(3):
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(receive, range(8)))
    visit._give_memory_back()
print(resident() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries give memory back by themselves")
@pytest.mark.nightly
def test_threads_that_received_photos_hold_no_memory_of_them() -> None:
    def megabytes_left(how: str) -> int:
        command = [sys.executable, "-c", RECEIVE_IN_EIGHT_THREADS, how]
        usual = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
        done = subprocess.run(command, cwd=ROOT, env=usual, capture_output=True, check=True, text=True)
        return int(done.stdout)

    assert megabytes_left("mapped") < 20
    assert megabytes_left("as ever") > 60  # else this test would try nothing


def test_pages_of_one_visitor_compute_one_after_the_other() -> None:
    one, same, other = computing_of("198.51.100.7"), computing_of("198.51.100.7"), computing_of("198.51.100.8")
    assert one is same and one is not other
    session = Session(ServerHost(), "en")
    session.do({"kind": "page", "value": "home"})
    assert judge.COMPUTING.get() is session.host.computing


FLOOD_OF_VISITS = """
from types import SimpleNamespace
from streamlit.runtime import Runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from scorer.ui import patches

class Sessions:
    def get_active_session_info(self, number):
        address = {"a": "198.51.100.7", "f": "2001:db8::" + number[1:]}[number[0]]
        return SimpleNamespace(client=SimpleNamespace(client_context=SimpleNamespace(remote_ip=address)))

Runtime.instance = lambda: SimpleNamespace(_session_mgr=Sessions())
print(patches.keep_visits_of_all())
storage = MemorySessionStorage()
for number in ["a", *(f"f{number}" for number in range(300)), "a2", "f300"]:
    storage.save(SimpleNamespace(session=SimpleNamespace(id=number)))
kept = [visit.session.id for visit in storage.list()]
print(len(kept), "a" in kept, "a2" in kept, "f172" in kept, "f300" in kept)
"""


@pytest.mark.slow
def test_one_visitor_with_many_pages_does_not_end_the_visits_of_others() -> None:
    ran = subprocess.run([sys.executable, "-c", FLOOD_OF_VISITS], cwd=ROOT, capture_output=True, check=True, text=True)
    assert ran.stdout.splitlines() == ["True", "128 True True False True"]


def test_many_pages_of_one_visitor_delay_the_corrections_of_another_by_one_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on, searched = Event(), list[str]()

    def corrections(kingdom: Kingdom, **_: object) -> tuple[()]:
        searched.append(str(kingdom))
        go_on.wait(20)
        return ()

    judge.forget()
    monkeypatch.setattr(judge, "corrections", corrections)
    terrains = "wflgsm"
    for visitor, kingdoms in (("many", [f"{letter}C" for letter in terrains]), ("few", ["wwC"])):
        monkeypatch.setattr("scorer.ui.photos.page_visitor", lambda visitor=visitor: visitor)
        pages = [ServerHost() for _ in kingdoms]
        for page, kingdom in zip(pages, kingdoms, strict=True):
            assert page.corrections(Kingdom.parse(kingdom), SettledRules()) is None
    go_on.set()
    assert pages[0].search.of(Kingdom.parse("wwC"), SettledRules()).result(20) == ()
    assert searched.index("wwC") <= 2
    judge.forget()
