"""The component's parts come to the browser once, not with every tap, and below any path of the host."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorer.ui.component.parts import FOLDER, KINGDOM
from tests.ui.browser.steps import go_to, press, rest, total, upload
from tests.ui.browsing import PHONE, SERVED, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route, WebSocket

ANY_KINGDOM = f"**/{FOLDER}/kingdom-*"


def put(page: Page, at: str, face: str) -> None:
    press(page, f".drawn [data-at='{at}']")
    press(page, f".faces [data-face='{face}']")


def test_a_tap_does_not_bring_the_script_again(browser: Browser, address: str) -> None:
    context = browser.new_context(**PHONE, locale="en-GB")
    page = context.new_page()
    frames: list[bytes] = []
    asked: list[str] = []

    def note(frame: bytes | str) -> None:
        frames.append(frame.encode() if isinstance(frame, str) else frame)

    def listen(line: WebSocket) -> None:
        line.on("framereceived", note)

    page.on("websocket", listen)
    page.on("request", lambda request: asked.append(request.url))
    go_to(page, address)
    press(page, "button:has-text('Empty board')")
    total(page, "0")
    rest(page)
    frames.clear()
    put(page, "0,1", "w1")
    total(page, "1")
    rest(page)
    put(page, "0,2", "w")
    total(page, "2")
    rest(page)
    came = b"".join(frames)
    assert KINGDOM.file.encode() in came  # the taps were answered
    assert b"class Outbox" not in came and b"--st-border-color" not in came
    assert len([one for one in asked if f"/{FOLDER}/kingdom-" in one]) == 1
    context.close()


def test_a_part_that_could_not_be_loaded_is_asked_for_again(browser: Browser, address: str) -> None:
    context = browser.new_context(**PHONE, locale="en-GB")
    page = context.new_page()
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort("connectionrefused")

    page.route(ANY_KINGDOM, refuse_once)
    go_to(page, address)
    press(page, "button:has-text('Empty board')")
    total(page, "0")
    assert len(refused) == 1
    put(page, "0,1", "w1")
    total(page, "1")
    context.close()


def test_the_page_is_whole_below_a_path_of_its_host(browser: Browser, photo: Path) -> None:
    context = browser.new_context(**PHONE, locale="en-GB")
    page = context.new_page()
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    with served(SERVED, below="games/kingdom") as address:
        go_to(page, f"{address}/")
        assert page.title() == "Kingdom scorer"
        upload(page, photo)
        total(page, "16")
        picture = page.locator(".photo image").first.get_attribute("href") or ""
        found = page.evaluate(
            "(href) => fetch(new URL(href, document.baseURI)).then((answer) => answer.headers.get('content-type'))",
            picture,
        )
        assert found == "image/jpeg"
        press(page, ".photo [data-at='0,4']")
        press(page, ".faces [data-face='m3']")
        total(page, "18")
    assert not [one for one in missing if "/_stcore/" not in one]  # Streamlit's page looks for its server by trying
    context.close()
