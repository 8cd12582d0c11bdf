"""What happens while the server is gone, and when it is back."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.steps import (
    CORRECTED,
    all_in_address,
    empty_board,
    escaped,
    go_to,
    in_address,
    own_tab,
    press,
    put,
    rest,
    there,
    total,
    turn,
    upload,
    with_corrected_photo,
)
from tests.ui.browsing import PHONE, SERVED, free_port, served
from tests.ui.drawn import ENDLESS, NOTATION

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class Host:
    """The page's server on a port of its own, gone without a word for a while and back again."""

    def __init__(self) -> None:
        self.port = free_port()
        self._running, self._there = ExitStack(), False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def begin(self) -> None:
        if not self._there:
            self._running.enter_context(served(SERVED, self.port, ends_by=signal.SIGKILL))
        self._there = True

    def end(self) -> None:
        self._there = False
        self._running.close()


@pytest.fixture
def host(sprites: None) -> Iterator[Host]:  # noqa: ARG001 (its servers need not draw them)
    host = Host()
    host.begin()
    yield host
    host.end()


@pytest.fixture
def page(browser: Browser, host: Host) -> Iterator[Page]:
    with own_tab(browser, **PHONE) as page:
        go_to(page, host.address)
        yield page


def lose(page: Page, host: Host) -> None:
    """The server goes, and the page has seen that."""
    host.end()
    page.locator(".stApp:not([data-test-connection-state=CONNECTED])").wait_for()


@pytest.mark.thorough
def test_tap_during_an_outage_is_carried_out_afterwards(page: Page, host: Host, photo: Path, tmp_path: Path) -> None:
    """On the second of two kingdoms. The photos' canvases begin elsewhere than those that come back without them."""
    other = tmp_path / "other.jpg"
    other.write_bytes(photo.read_bytes() + b"2")
    upload(page, photo, other)
    there(page, "game")
    turn(page, "kingdom")
    total(page, "16")
    press(page, ".st-key-next button")
    page.wait_for_url(re.compile(r"1-0-pl-"))
    lose(page, host)
    page.locator(".photo [data-at='0,4']").dispatch_event("click")  # in the moment before Streamlit takes taps away
    page.locator(".faces [data-face='m3']").dispatch_event("click")
    page.locator(".notice", has_text="Your taps will be sent").wait_for(state="attached")
    assert not page.locator(".notice").is_visible(), "the page’s banner says it already"
    offline = page.locator(".stApp").evaluate("(app) => getComputedStyle(app, '::after').content")
    assert "If the app restarts, photos and undo steps are lost." in offline
    assert not page.get_by_text("yourscript.py").is_visible()
    host.begin()
    total(page, "18")
    all_in_address(page, NOTATION, CORRECTED)
    page.locator("[data-testid=stAlert]", has_text="without photos or undo steps").wait_for()


@pytest.mark.nightly
def test_undo_and_photo_during_an_outage_are_reported_as_lost(page: Page, host: Host, photo: Path) -> None:
    with_corrected_photo(page, photo)
    lose(page, host)
    page.locator(".undo").dispatch_event("click")
    host.begin()
    page.locator(".notice", has_text="Please repeat your last step").wait_for()
    total(page, "18")
    rest(page)

    turn(page, "home")
    endless = photo.with_name(f"{ENDLESS}.jpg")
    endless.write_bytes(photo.read_bytes())
    upload(page, endless)
    page.get_by_text("Reading photo 1 of 1").wait_for()
    page.wait_for_function("() => sessionStorage.getItem('kingdom-scorer-reading')")
    lose(page, host)
    host.begin()
    lost = f"{ENDLESS}.jpg was not read to the end; choose it again"
    page.get_by_text(escaped(lost)).wait_for()
    page.get_by_text("Reading photo").wait_for(state="hidden")


@pytest.mark.thorough
def test_table_returns_with_the_next_tap_after_a_lost_connection(page: Page, host: Host) -> None:
    empty_board(page)
    put(page, "0,1", "w1")
    total(page, "1")
    in_address(page, "Cw1")
    rest(page)  # where a run is cut off, Streamlit runs the page again by itself; now the next tap does so
    lose(page, host)
    host.begin()
    page.locator(".stApp[data-test-connection-state=CONNECTED]").wait_for()
    rest(page)
    put(page, "0,2", "w")
    total(page, "2")
