"""The page served once for all browser tests, the drawn photo, and a visitor's page on either device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.steps import go_to
from tests.ui.browsing import DESKTOP, PHONE, SERVED, served
from tests.ui.drawn import drawn_photo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


collect_ignore = ["served.py", "served_briefly.py"]
"""Importing the page that is served runs it."""


@pytest.fixture(scope="session")
def address(browser: Browser) -> Iterator[str]:  # noqa: ARG001 (no server where there is no browser)
    with served(SERVED) as address:
        yield address


@pytest.fixture(scope="session")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "kingdom.jpg"
    path.write_bytes(drawn_photo())
    return path


@pytest.fixture(params=["phone", "desktop"])
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """The page freshly opened on a device; anything that goes wrong in the browser fails the test."""
    context = browser.new_context(**(PHONE if request.param == "phone" else DESKTOP), locale="en-GB")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    go_to(page, address)
    yield page
    context.close()
    assert not faults, faults
