"""The component's parts come to the browser once, not with every tap, and below any path of the host."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.frontend.parts import FOLDER, KINGDOM
from tests.ui.browser.steps import empty_board, go_to, own_tab, put, total, with_corrected_photo
from tests.ui.browsing import PHONE, SERVED, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route, WebSocket

ANY_KINGDOM = f"**/{FOLDER}/kingdom-*"


def test_a_tap_does_not_bring_the_script_again(browser: Browser, address: str) -> None:
    frames: list[bytes] = []
    asked: list[str] = []

    def note(frame: bytes | str) -> None:
        frames.append(frame.encode() if isinstance(frame, str) else frame)

    def listen(line: WebSocket) -> None:
        line.on("framereceived", note)

    with own_tab(browser, **PHONE) as page:
        page.on("websocket", listen)
        page.on("request", lambda request: asked.append(request.url))
        go_to(page, address)
        empty_board(page)
        frames.clear()
        put(page, "0,1", "w1")
        total(page, "1")
        put(page, "0,2", "w")
        total(page, "2")
    came = b"".join(frames)
    assert KINGDOM.file.encode() in came  # the taps were answered
    assert b"class Outbox" not in came and b"--st-border-color" not in came
    assert len([one for one in asked if f"/{FOLDER}/kingdom-" in one]) == 1


def test_a_part_that_could_not_be_loaded_is_asked_for_again(browser: Browser, address: str) -> None:
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort("connectionrefused")

    with own_tab(browser, **PHONE) as page:
        page.route(ANY_KINGDOM, refuse_once)
        go_to(page, address)
        empty_board(page)
        assert len(refused) == 1
        put(page, "0,1", "w1")
        total(page, "1")


@pytest.mark.usefixtures("sprites")
def test_the_page_is_whole_below_a_path_of_its_host(browser: Browser, photo: Path) -> None:
    missing: list[str] = []
    with own_tab(browser, **PHONE) as page, served(SERVED, below="games/kingdom") as address:
        page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
        go_to(page, f"{address}/")
        page.wait_for_function("document.title === 'Kingdom scorer'")
        with_corrected_photo(page, photo)
        picture = page.locator(".photo image").first.get_attribute("href") or ""
        found = page.evaluate(
            "(href) => fetch(new URL(href, document.baseURI)).then((answer) => answer.headers.get('content-type'))",
            picture,
        )
        assert found == "image/jpeg"
    assert not [one for one in missing if "/_stcore/" not in one]  # Streamlit's page looks for its server by trying
