"""The camera's view: it opens, shows what a scan knows, and stops the camera whatever ends it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.frontend.browser.page_server import add_program
from tests.ui.browser.steps import go_to, new_tab, there
from tests.ui.browsing import PHONE
from tests.ui.camera import browser_with_camera, table, video

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

KINGDOM = {
    "id": 0, "outline": [[0.3, 0.2], [0.7, 0.2], [0.8, 0.8], [0.2, 0.8]], "rows": 1, "columns": 2,
    "squares": [["w2", None]], "locked": False,
}  # fmt: skip
DOUBLE_TAP = 500
"""Milliseconds in which the buttons of an opened scan do nothing."""
VIEW = {"kingdoms": [KINGDOM], "hint": "", "finished": False, "frames": 1}
WATCHED = """
const { getUserMedia } = MediaDevices.prototype;
window.streams = [];
MediaDevices.prototype.getUserMedia = async function (asked) {
  const stream = await getUserMedia.call(this, asked);
  window.streams.push(stream);
  return stream;
};
window.camera = () => streams.flatMap((stream) => stream.getTracks()).map((track) => track.readyState).join();
"""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return video(tmp_path_factory.mktemp("films") / "table.mjpeg", table())


@pytest.fixture(scope="module")
def watching(browser: Browser, film: Path) -> Iterator[Browser]:
    """A browser whose camera every page may use."""
    with browser_with_camera(browser, film) as started:
        yield started


Open = Callable[..., "Page"]


@pytest.fixture
def opened(address: str) -> Iterator[Open]:
    """Opens the page and its scan; the server answers each frame with ``status`` and ``view``."""
    tabs: list[Page] = []

    def open_with(browser: Browser, status: int = 200, view: Any = VIEW, script: str = WATCHED, **options: Any) -> Page:
        tab = new_tab(browser, **PHONE, **options)
        tabs.append(tab)
        tab.add_init_script(script)
        add_program(tab)

        def answer(route: Route) -> None:
            tab.evaluate("(method) => { (window.asked ??= []).push(method); }", route.request.method)
            route.fulfill(status=status, body=json.dumps(view), content_type="application/json")

        tab.route(f"{address}/api/scan/**", answer)
        go_to(tab, address)
        tab.locator("button.scan").click()
        tab.locator("dialog.view[open]").wait_for()
        tab.wait_for_timeout(DOUBLE_TAP)
        return tab

    yield open_with
    for tab in tabs:
        tab.context.close()


def said(tab: Page, text: str) -> None:
    tab.locator("dialog.view [role=status]", has_text=text).wait_for()


def closed(tab: Page) -> None:
    """Wait until the view has gone; the camera is off then."""
    tab.locator("dialog.view").wait_for(state="detached")
    assert tab.evaluate("camera()") == "ended"


def test_a_kingdom_is_outlined_and_its_certain_square_filled(watching: Browser, opened: Open) -> None:
    tab = opened(watching)
    said(tab, "Each square is coloured in")
    assert tab.evaluate("camera()") == "live"
    colours = """() => {
      const roots = [...document.querySelectorAll("main *")].map((one) => one.shadowRoot);
      const canvas = roots.map((root) => root?.querySelector("canvas"))
        .find(Boolean);
      const { width, height } = canvas, scale = Math.min(width / 960, height / 720);
      const at = (x, y) => [...canvas.getContext('2d').getImageData(
        width / 2 + (x - 0.5) * 960 * scale, height / 2 + (y - 0.5) * 720 * scale, 1, 1).data];
      return [at(0.4, 0.3), at(0.6, 0.3)];
    }"""
    tab.wait_for_function(f"({colours})()[0][3] > 140")
    (red, green, blue, _), uncertain = tab.evaluate(colours)
    assert red > 200 and green > 150 and blue < 120, "the colour of wheat"
    assert uncertain[3] == 0, "an uncertain square shows the picture"


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["back", "cancel", "escape"])
def test_the_view_closes_and_stops_the_camera(watching: Browser, opened: Open, how: str) -> None:
    tab = opened(watching)
    said(tab, "Each square is coloured in")
    if how == "back":
        tab.go_back()
    elif how == "cancel":
        tab.get_by_role("button", name="Cancel").click()
    else:
        tab.keyboard.press("Escape")
    closed(tab)
    there(tab, "home")
    tab.wait_for_function("window.asked.includes('DELETE')")


TAPPED_TWICE = """() => {
  const root = [...document.querySelectorAll('main *')].map((one) => one.shadowRoot)
    .find((one) => one?.querySelector('button.scan'));
  root.querySelector('button.scan').click();
  for (const button of root.querySelectorAll('dialog.view .buttons button')) button.click();
  return root.querySelector('dialog.view').open;
}"""


@pytest.mark.thorough
def test_double_tap_on_scan_does_not_cancel_it(watching: Browser, opened: Open) -> None:
    tab = opened(watching)
    tab.get_by_role("button", name="Cancel").click()
    closed(tab)
    assert tab.evaluate(TAPPED_TWICE), "the second tap hits a button of the view"


HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.mark.thorough
def test_a_hidden_page_stops_the_camera_until_it_is_shown(watching: Browser, opened: Open) -> None:
    tab = opened(watching)
    said(tab, "Each square is coloured in")
    tab.evaluate(HIDE, True)
    assert tab.evaluate("camera()") == "ended"
    tab.evaluate(HIDE, False)
    tab.wait_for_function("camera() === 'ended,live'")


@pytest.mark.thorough
def test_a_page_hidden_while_the_camera_starts_has_it_once_when_shown(watching: Browser, opened: Open) -> None:
    waits = "await new Promise((go) => { window.go = go; });"
    tab = opened(watching, script=WATCHED.replace("const stream =", f"{waits} const stream ="))
    first = tab.evaluate_handle("() => window.go")
    tab.evaluate(HIDE, True)
    first.evaluate("(go) => go()")
    tab.wait_for_function("camera() === 'ended'")
    tab.evaluate(HIDE, False)
    tab.evaluate("() => window.go()")
    tab.wait_for_function("camera() === 'ended,live'")
    tab.get_by_role("button", name="Cancel").click()
    tab.locator("dialog.view").wait_for(state="detached")
    assert tab.evaluate("camera()") == "ended,ended"


@pytest.mark.thorough
def test_camera_that_the_system_takes_away_is_started_again(watching: Browser, opened: Open) -> None:
    tab = opened(watching)
    said(tab, "Each square is coloured in")
    tab.evaluate(
        "() => { const [track] = streams[0].getTracks(); track.stop(); track.dispatchEvent(new Event('ended')); }"
    )
    tab.wait_for_function("camera() === 'ended,live'")


def test_finished_scan_ends_automatically(watching: Browser, opened: Open) -> None:
    tab = opened(watching, view={**VIEW, "finished": True})
    closed(tab)


@pytest.mark.thorough
def test_a_button_takes_a_photo_instead(watching: Browser, opened: Open) -> None:
    tab = opened(watching)
    said(tab, "Each square is coloured in")
    with tab.expect_file_chooser() as chooser:
        tab.get_by_role("button", name="Take a photo instead").click()
    assert chooser.value.is_multiple()
    closed(tab)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("status", "options", "text"),
    [
        (503, {}, "The server is busy"),
        (422, {}, "The scan was interrupted"),
        (200, {"reduced_motion": "reduce"}, "Your device is set to reduce motion"),
    ],
)
def test_without_a_scan_the_reason_and_photos_are_offered(
    watching: Browser, opened: Open, status: int, options: dict[str, Any], text: str
) -> None:
    tab = opened(watching, status, **options)
    said(tab, text)
    assert "live" not in tab.evaluate("camera()")
    assert not tab.get_by_role("button", name="Done").is_visible()
    with tab.expect_file_chooser():
        tab.get_by_role("button", name="Take a photo instead").click()


@pytest.mark.thorough
def test_denied_permission_offers_photos(browser: Browser, film: Path, opened: Open) -> None:
    with browser_with_camera(browser, film, "--use-fake-ui-for-media-stream=deny") as strict:
        tab = opened(strict)
        said(tab, "This page may not use the camera")
        with tab.expect_file_chooser():
            tab.get_by_role("button", name="Take a photo instead").click()


@pytest.mark.thorough
def test_a_device_without_a_camera_offers_photos(watching: Browser, opened: Open) -> None:
    tab = opened(watching, script="MediaDevices.prototype.getUserMedia = async () => { throw new DOMException(); };")
    said(tab, "The live camera is not available")
