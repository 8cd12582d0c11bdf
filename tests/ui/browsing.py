"""The page served for a browser, and the devices it is opened on: for the tests, the pictures and the benchmarks."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

ROOT = Path(__file__).parents[2]
SERVED = ROOT / "tests" / "ui" / "browser" / "served.py"
"""The page with a reader that knows the drawn photo."""
SPRITES = "KINGDOM_SPRITES"
"""The variable that names a file with the drawn squares for that page; without it the page draws them itself."""

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SHARP_PHONE: dict[str, Any] = {**PHONE, "device_scale_factor": 2}
"""With a phone's pixels, for pictures and measurements: no test looks at them, and all would wait for them."""
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-smooth-scrolling",  # what is about to be touched holds still
)  # fmt: skip

FOR_TESTS = ("--js-flags=--no-maglev,--no-opt,--liftoff-only",)
"""V8 compiles nothing a second time to run it faster: a test is over before that is worth it. Not for measurements."""


DOWN = {
    ("home", "history"): "go-history",
    ("game", "kingdom"): "look-0",
    ("game", "rules"): "go-rules",
    ("game", "share"): "go-share",
}
"""The key of the button that leads from a page to one below it; from Home ``go-game`` leads to the game."""


def next_press(page: Page, name: str) -> str:
    """The selector of the button that leads from the page that is shown towards another page, on either host."""
    shown = page.url.partition("#")[2]
    key = DOWN.get((shown, name)) or ("go-game" if shown == "home" else "back")
    if (shown, name) == ("home", "rules") and not page.locator(either("go-game")).count():
        key = "go-rules"  # before there is a game
    return either(key)


def either(key: str) -> str:
    """The selector of the button with a key, as Streamlit or the browser's renderer draws it."""
    return f".st-key-{key} button, button[data-key='{key}']"


def browser_file() -> str | None:
    """The Chromium to start: ``$CHROMIUM``, the system's, or none for Playwright's own.

    The headless shell, where there is one, opens a page for some 60 % of what it costs a whole Chromium.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def chromium(playwright: Playwright, *flags: str) -> Browser:
    """A headless Chromium, started."""
    return playwright.chromium.launch(executable_path=browser_file(), args=(*FLAGS, *flags))


@contextmanager
def served(
    script: Path, port: int | None = None, below: str = "", ends_by: signal.Signals = signal.SIGINT
) -> Iterator[str]:
    """The address of a Streamlit server of its own, ended by its own process number.

    By default it is on any free port, and at the top of its host, not ``below`` a path.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    command += ["--server.address", "127.0.0.1", "--server.fileWatcherType", "none", "--server.baseUrlPath", below]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = "/".join([f"http://127.0.0.1:{port}", below]).rstrip("/")
        wait_for(address)
        yield address
    finally:
        server.send_signal(ends_by)
        server.wait(timeout=60)


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str) -> None:
    """Return as soon as a page answers, or after a minute."""
    for _ in range(1200):
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2)
            return
        except OSError:
            time.sleep(0.05)
