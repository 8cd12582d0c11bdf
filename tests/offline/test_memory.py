"""Pictures of a scan and of photos are freed at once: a phone ends a tab whose memory grows."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.camera import browser_with_camera, pan, video

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.offline.steps import Served

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads a process's memory in /proc")

COUNT = 40
ENOUGH = 30
"""The megabytes by which a tab may grow while it handles ``COUNT`` pictures: about those of ten."""

SHOW_FILM = """async (path) => {
  const { startCamera } = await import(`${path}/component/scan/camera.js`);
  window.film = document.createElement('video');
  film.muted = true;
  await startCamera(film);
}"""

SEND_FRAMES = """async ([path, count]) => {
  const { scannerOf } = await import(`${path}/page/scanner.js`);
  const { discard } = await import(`${path}/shared/memory.js`);
  const worker = { postMessage({ scan }) {
    scan.onmessage = ({ data: { frame } }) => {
      const { width, height, pixels } = frame;
      const half = pixels.length / 2;
      window.last = { size: [width, height], bytes: pixels.length, middle: [...pixels.slice(half, half + 4)] };
      discard(pixels.buffer);
      scan.postMessage({ answer: '{}' });
    };
  } };
  const scanner = scannerOf(worker)({});
  for (let index = 0; index < count; index++) {
    await new Promise((resolve) => film.requestVideoFrameCallback(resolve));
    await scanner.add(film);
  }
  return last;
}"""

DECODE = """async ([path, count]) => {
  const { pixelsOf } = await import(`${path}/worker/decode.js`);
  const { letGo } = await import(`${path}/shared/memory.js`);
  const picture = await createImageBitmap(new ImageData(1024, 768));
  for (let index = 0; index < count; index++) letGo(pixelsOf(picture));
}"""


def held(browser: Browser, page: Page) -> float:
    """The megabytes of all tabs but the browser's own code."""
    page.wait_for_timeout(200)
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    texts = [Path(f"/proc/{one['id']}/status").read_text() for one in found if one["type"] == "renderer"]
    return sum(int(size) for text in texts for size in re.findall(r"Rss(?:Anon|Shmem):\s+(\d+)", text)) / 1024


@pytest.fixture
def rules(lasting: Served) -> str:
    """The path of the app's scripts."""
    (found,) = lasting.folder.glob("rules-*")
    return f"/{found.name}"


@pytest.fixture
def tab(browser: Browser, lasting: Served, tmp_path: Path) -> Iterator[tuple[Browser, Page]]:
    """A page that shows nothing of a browser of its own, whose camera shows a video."""
    with browser_with_camera(browser, video(tmp_path / "film.mjpeg", pan())) as started:
        page = started.new_page()
        page.goto(f"{lasting.address}manifest.webmanifest")
        yield started, page


@pytest.mark.thorough
@pytest.mark.parametrize("has_video_frames", [True, False])
def test_frames_are_upright_and_complete(tab: tuple[Browser, Page], rules: str, *, has_video_frames: bool) -> None:
    _, page = tab
    if not has_video_frames:
        page.evaluate("delete window.VideoFrame")
    page.evaluate(SHOW_FILM, rules)
    last = page.evaluate(SEND_FRAMES, [rules, 2])
    assert last["size"] == [960, 720]
    assert last["bytes"] == 960 * 720 * 4
    assert last["middle"][3] == 255
    assert max(last["middle"][:3]) > 20, "the sample is not black there"


@pytest.mark.thorough
def test_memory_stays_while_frames_are_taken(tab: tuple[Browser, Page], rules: str) -> None:
    browser, page = tab
    page.evaluate(SHOW_FILM, rules)
    page.evaluate(SEND_FRAMES, [rules, 10])
    before = held(browser, page)
    page.evaluate(SEND_FRAMES, [rules, COUNT])
    assert held(browser, page) - before < ENOUGH


@pytest.mark.nightly
def test_memory_stays_while_photos_are_decoded(tab: tuple[Browser, Page], rules: str) -> None:
    browser, page = tab
    page.evaluate(DECODE, [rules, 10])
    before = held(browser, page)
    page.evaluate(DECODE, [rules, COUNT])
    assert held(browser, page) - before < ENOUGH
