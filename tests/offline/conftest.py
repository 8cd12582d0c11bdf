"""The offline app, built once with npm's Pyodide and served by a plain static server."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import scorer.offline
import scorer.vision
from scorer.offline.build import BuildError, installed, publish, write_parts
from scorer.offline.program import OfflineProgram, start_program
from tests.app.asking import SPRITES
from tests.conftest import FAILED
from tests.offline.steps import Served, has_numpy, new_phone, phone_with_the_app, without_faults, without_table
from tests.once import made_once

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage

VISION = Path(scorer.vision.__file__).parent
PHOTO_ROOMS = [VISION / "photo" / "photo.py"] + [
    file
    for room in ("common", "detect", "grid", "squares", "solve", "fusion", "confidence")
    for file in sorted((VISION / room).glob("*.py"))
    if file.name != "nets.py"  # networks run in ONNX Runtime there
]
"""The code of the reader that uses OpenCV."""


@pytest.fixture
def program() -> OfflineProgram:
    """The program as its page has just begun it."""
    return start_program(SPRITES, "en", "https://scorer.example/")


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What npm installs for the offline app; KINGDOM_OFFLINE_PACKAGES names a folder that has it already."""
    there = os.environ.get("KINGDOM_OFFLINE_PACKAGES")
    if there:
        return Path(there)
    try:
        return made_once(tmp_path_factory, "npm", installed) / "node_modules"
    except BuildError as error:
        if os.environ.get("KINGDOM_BROWSER_REQUIRED") == "1":
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def parts(browser: Browser, packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001 (no build without one)
    """What the folder is made of; no test changes it."""
    return made_once(tmp_path_factory, "parts", lambda folder: write_parts(folder, packages))


@pytest.fixture(scope="session")
def built(parts: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that ``python -m scorer offline`` writes; no test changes it."""
    return made_once(tmp_path_factory, "offline", lambda folder: publish(parts, folder))


@pytest.fixture
def app(built: Path) -> Iterator[Served]:
    server = Served(built)
    yield server
    server.end()


@pytest.fixture
def reading(packages: Path, request: pytest.FixtureRequest) -> Served:
    """A server of a folder with numpy in it, which is not even built where there is none."""
    if not any(packages.rglob("numpy-*.whl")):
        pytest.skip("numpy's wheel for Pyodide is not among the packages; tools/offline_packages.sh fetches it")
    served: Served = request.getfixturevalue("app")
    assert has_numpy(served.folder)
    return served


@pytest.fixture(scope="session")
def lasting(built: Path) -> Iterator[Served]:
    """A server for the tests that do not stop it."""
    server = Served(built)
    yield server
    server.end()


@pytest.fixture(scope="session")
def used_phones() -> Iterator[list[BrowserContext]]:
    """The phone that has the app, between tests."""
    phones: list[BrowserContext] = []
    yield phones
    for phone in phones:
        phone.close()


@pytest.fixture(scope="session")
def elsewhere() -> Iterator[str]:
    """The address of a proxy that is not there: what is asked of other hosts fails at once.

    So numpy cannot be had where the folder does not hold it, and a page does not load what is behind it in the
    reader: this takes longer than the page itself, and none of the tests without numpy reads photos.
    """
    with socket.socket() as bound:  # to a port where nobody listens, and which nobody else is given meanwhile
        bound.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"


@pytest.fixture
def phone(browser: Browser, elsewhere: str, used_phones: list[BrowserContext]) -> Iterator[BrowserContext]:
    """A phone that knows nothing of the app; a test may put it among the used ones."""
    context = new_phone(browser, elsewhere)
    with without_faults(context):
        yield context
        if context not in used_phones:
            context.close()


@pytest.fixture
def used_phone(
    request: pytest.FixtureRequest,
    browser: Browser,
    elsewhere: str,
    used_phones: list[BrowserContext],
    lasting: Served,
) -> Iterator[BrowserContext]:
    """A phone that has the app and no table: Python is kept there, and begins in a part of the time.

    After a test that fails it is not used again.
    """
    phone = used_phones.pop() if used_phones else phone_with_the_app(browser, elsewhere, lasting.address)
    with without_faults(phone):
        yield phone
        without_table(phone, lasting.address)
    if FAILED in request.node.stash:
        phone.close()
    else:
        used_phones.append(phone)


@pytest.fixture
def said(used_phone: BrowserContext) -> Iterator[list[str]]:
    """What pages and their workers say on the used phone."""
    texts: list[str] = []

    def note(message: ConsoleMessage) -> None:
        texts.append(message.text)

    used_phone.on("console", note)
    yield texts
    used_phone.remove_listener("console", note)


@contextmanager
def node_process(script: str, process: str, packages: Path) -> Iterator[Callable[[str], str]]:
    """A script that the browser's worker loads, in Node behind a process of ``tests/offline``: a line for each line."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    loaded = Path(scorer.offline.__file__).parent / "shell" / "worker" / script
    command = [node, str(Path(__file__).with_name(process)), str(packages.parent), str(loaded)]
    running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert running.stdin and running.stdout
    requests, answers = running.stdin, running.stdout

    def ask(line: str) -> str:
        requests.write(line + "\n")
        requests.flush()
        return answers.readline()

    yield ask
    requests.close()
    running.wait(timeout=30)
