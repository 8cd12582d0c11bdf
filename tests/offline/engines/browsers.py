"""Three browser engines behind three calls: open an address, run a script, choose a photo.

Playwright drives Chromium, WebDriver BiDi Firefox, and W3C WebDriver the MiniBrowser of WebKitGTK.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tests.ui.browsing import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from websockets.sync.client import ClientConnection

PATIENCE = 180.0
"""Seconds that any engine has for one step: WebKitGTK compiles the reader for 20 of them where nothing else runs."""

FIREFOX = ("firefox-esr", "firefox")
MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"


class Engine(Protocol):
    """A browser with one page. Scripts are bodies of asynchronous functions; what they return is JSON."""

    def open(self, address: str) -> None:
        """Go to an address."""

    def run(self, script: str) -> Any:
        """What the script returns."""

    def choose(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""


class Chromium:
    """Chromium, as Playwright drives it."""

    def __init__(self, browser: Browser) -> None:
        self._page: Page = browser.new_context(**PHONE, locale="en").new_page()

    def open(self, address: str) -> None:
        """Go to an address."""
        self._page.goto(address)

    def run(self, script: str) -> Any:
        """What the script returns."""
        return self._page.evaluate(f"async () => {{ {script} }}")

    def choose(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""
        self._page.locator(selector).set_input_files(file)


class Firefox:
    """Firefox, by WebDriver BiDi."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection, self._sent = connection, 0
        self._call("session.new", capabilities={})
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def _call(self, method: str, **given: Any) -> Any:
        self._sent += 1
        self._connection.send(json.dumps({"id": self._sent, "method": method, "params": given}))
        while True:
            answer = json.loads(self._connection.recv(timeout=PATIENCE))
            if answer.get("id") == self._sent:
                if answer["type"] == "error":
                    raise RuntimeError(answer["message"])
                return answer["result"]

    def open(self, address: str) -> None:
        """Go to an address."""
        self._call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, script: str) -> Any:
        """What the script returns."""
        expression = f"(async () => {{ {script} }})().then((value) => JSON.stringify(value ?? null))"
        made = self._call("script.evaluate", expression=expression, target={"context": self._page}, awaitPromise=True)
        if made["type"] != "success":
            raise RuntimeError(made["exceptionDetails"]["text"])
        return json.loads(made["result"]["value"])

    def choose(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""
        locator = {"type": "css", "value": selector}
        (node,) = self._call("browsingContext.locateNodes", context=self._page, locator=locator)["nodes"]
        element = {"sharedId": node["sharedId"]}
        self._call("input.setFiles", context=self._page, element=element, files=[str(file)])


class WebKit:
    """WebKitGTK's MiniBrowser, by W3C WebDriver."""

    def __init__(self, port: int, binary: str) -> None:
        self._address = f"http://127.0.0.1:{port}"
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._session = "/session/" + self._call("/session", {"capabilities": wanted})["sessionId"]
        self._call(f"{self._session}/timeouts", {"script": PATIENCE * 1000})

    def _call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(self._address + path, data, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from None

    def open(self, address: str) -> None:
        """Go to an address."""
        self._call(f"{self._session}/url", {"url": address})

    def run(self, script: str) -> Any:
        """What the script returns."""
        whole = f"const done = arguments[0]; (async () => {{ {script} }})().then(done, (error) => done(`${{error}}`))"
        return self._call(f"{self._session}/execute/async", {"script": whole, "args": []})

    def choose(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""
        found = self._call(f"{self._session}/element", {"using": "css selector", "value": selector})
        (element,) = found.values()
        self._call(f"{self._session}/element/{element}/value", {"text": str(file)})

    def close(self) -> None:
        """End the browser."""
        request = urllib.request.Request(self._address + self._session, method="DELETE")
        urllib.request.urlopen(request, timeout=30).close()


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox | None]:
    """A headless Firefox with a profile in the folder; ``None`` where there is none."""
    found = next(filter(None, map(shutil.which, FIREFOX)), None)
    if not found:
        yield None
        return
    from websockets.sync.client import connect

    port = free_port()
    command = [found, "--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"]
    with running(command), connect(_reached(f"ws://127.0.0.1:{port}/session", port), max_size=None) as connection:
        yield Firefox(connection)


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit | None]:
    """A MiniBrowser on a display of its own, with its files in the folder; ``None`` where there is none."""
    binary = next(map(str, Path("/").glob(MINI_BROWSERS[1:])), None)
    if not binary or not shutil.which("WebKitWebDriver") or not shutil.which("Xvfb"):
        yield None
        return
    with ExitStack() as stack:
        settings = {
            "DISPLAY": stack.enter_context(display()), "HOME": str(folder), "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # there is no sandbox where everything runs as root
        }  # fmt: skip
        try:
            engine = stack.enter_context(_driven(binary, settings))
        except (OSError, RuntimeError):  # on a busy machine the driver may give up before its browser answers
            engine = stack.enter_context(_driven(binary, settings))
        yield engine


@contextmanager
def _driven(binary: str, settings: dict[str, str]) -> Iterator[WebKit]:
    """A MiniBrowser and its driver."""
    port = free_port()
    with running(["WebKitWebDriver", f"--port={port}"], settings):
        _reached("", port)
        engine = WebKit(port, binary)
        try:
            yield engine
        finally:
            engine.close()


@contextmanager
def display() -> Iterator[str]:
    """The name of a display of its own; Xvfb chooses a free one."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "500x900x24"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    try:
        yield f":{process.stdout.readline().strip()}"
    finally:
        process.terminate()
        process.wait(timeout=30)


@contextmanager
def running(command: list[str], settings: dict[str, str] | None = None) -> Iterator[None]:
    """A process, as long as it is needed."""
    environment = {**os.environ, **(settings or {})}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=30)


def free_port() -> int:
    """A port where nothing listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


def _reached(address: str, port: int) -> str:
    """The address, as soon as something listens at the port."""
    last = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < last, "the browser does not start"
            time.sleep(0.2)
        else:
            return address
