"""What tests share: the folder of labelled photos and a browser, where a machine has them.

Neither is part of the project. A test that asks for one is skipped without it, unless ``KINGDOM_DATA_REQUIRED=1`` or
``KINGDOM_BROWSER_REQUIRED=1`` says that it must be there.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import SimpleNamespace
from typing import TYPE_CHECKING, NoReturn

import pytest
from hypothesis import HealthCheck, settings

from scorer import rules
from scorer.vision.solve import search
from tests.ui.browsing import FOR_TESTS, chromium

if TYPE_CHECKING:
    from collections.abc import Generator

    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent

# How long an example takes says how busy the machine is. Older versions of Hypothesis know nothing of CI by themselves.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("any machine")

# A shell that starts the tests in the background ignores SIGINT, and every program that a test starts inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

FAILED = pytest.StashKey[bool]()
"""What a test has where it failed, for the fixtures that end after it."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def _missing(what: str, required: str) -> NoReturn:
    if os.environ.get(required) == "1":
        pytest.fail(f"{what}, but {required}=1 asks for it")
    pytest.skip(what)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of labelled photos: ``$KINGDOM_DATA``, or ``shared/data`` beside the project."""
    folder = Path(os.environ.get("KINGDOM_DATA") or ROOT.parent / "shared" / "data")
    if not (folder / "photos.json").is_file():
        _missing(f"no labelled photos in {folder}", "KINGDOM_DATA_REQUIRED")
    return folder


@pytest.fixture(autouse=True, scope="session")
def _time_of_the_processor() -> None:
    """Limits of the rules and of the joint solution are reached after seconds of work, not of waiting for a processor:
    what is settled on a machine at rest is settled on a busy one."""
    clock = SimpleNamespace(monotonic=time.thread_time)
    for found in walk_packages(rules.__path__, f"{rules.__name__}."):
        module = import_module(found.name)
        if hasattr(module, "time"):
            module.time = clock  # type: ignore[attr-defined]
    search.perf_counter = time.thread_time  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _no_event_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """As long as the browser is open Playwright's event loop passes for one that runs in this thread: for tests that do
    not use the browser none does."""
    if "browser" in request.fixturenames:
        yield
        return
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        try:
            started = chromium(playwright, *FOR_TESTS)
        except api.Error as error:
            _missing(f"no Chromium to test with ({str(error).splitlines()[0]})", "KINGDOM_BROWSER_REQUIRED")
        yield started
        started.close()
