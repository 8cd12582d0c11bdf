"""The pocket edition, built once with npm's Pyodide and served by a plain static server."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import scorer.pocket
import scorer.vision
from scorer.pocket.build import BuildError, build, installed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

VISION = Path(scorer.vision.__file__).parent
PHOTO_ROOMS = [VISION / "geometry.py", VISION / "photo" / "photo.py"] + [
    file for room in ("grid", "solve", "squares") for file in sorted((VISION / room).glob("*.py"))
]
"""The code of the reader that uses OpenCV."""


class Quiet(SimpleHTTPRequestHandler):
    """A static server that says nothing, on a port that it keeps when it is started again."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Served:
    """A folder and its server, which can be stopped and begun again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.begin()

    def begin(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(Quiet, directory=str(self.folder)))
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def end(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What npm installs for the pocket edition; KINGDOM_POCKET_PACKAGES names a folder that has it already."""
    there = os.environ.get("KINGDOM_POCKET_PACKAGES")
    if there:
        return Path(there)
    try:
        return installed(tmp_path_factory.mktemp("npm"))
    except BuildError as error:
        if os.environ.get("KINGDOM_BROWSER_REQUIRED") == "1":
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def built(browser: Browser, packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001 (no build without one)
    """The folder that ``python -m scorer pocket`` writes."""
    out = tmp_path_factory.mktemp("pocket")
    build(out, packages)
    return out


@pytest.fixture
def pocket(built: Path) -> Iterator[Served]:
    server = Served(built)
    yield server
    server.end()


@contextmanager
def no_connection(phone: BrowserContext, server: Served) -> Iterator[None]:
    """Neither the phone's connection nor the server is there meanwhile."""
    server.end()
    phone.set_offline(True)
    try:
        yield
    finally:
        phone.set_offline(False)
        server.begin()


@contextmanager
def node_process(script: str, process: str, packages: Path) -> Iterator[Callable[[str], str]]:
    """A script that the browser's worker loads, in Node behind a process of ``tests/pocket``: a line for each line."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    loaded = Path(scorer.pocket.__file__).parent / "shell" / script
    command = [node, str(Path(__file__).with_name(process)), str(packages.parent), str(loaded)]
    running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert running.stdin and running.stdout
    told, answers = running.stdin, running.stdout

    def ask(line: str) -> str:
        told.write(line + "\n")
        told.flush()
        return answers.readline()

    yield ask
    told.close()
    running.wait(timeout=30)


def until(page: Page, promised: str, seconds: float = 180) -> None:
    """Wait until what a script promises is so. Playwright's ``wait_for_function`` takes any promise for true."""
    last = time.monotonic() + seconds
    while not page.evaluate(promised):
        assert time.monotonic() < last, f"never came true: {promised}"
        page.wait_for_timeout(100)


def has_numpy(folder: Path) -> bool:
    """Whether a built folder holds numpy, without which it needs a connection to read photos for the first time."""
    return any((folder / "pyodide").glob("numpy-*.whl"))
