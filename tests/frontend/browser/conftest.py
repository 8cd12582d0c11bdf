"""The page with its program in this process, served once for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.frontend.browser.page_server import add_program, page_served
from tests.ui.browser.steps import new_tab
from tests.ui.browser.tabs import DEVICES, opened, page, photo, tab, tab_on, tabs  # noqa: F401 (fixtures)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.ui.browser.steps import NewTab


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with page_served() as address:
        yield address


@pytest.fixture(scope="session")
def prepared_tab(browser: Browser) -> NewTab:
    """Makes a tab with a program."""

    def make(device: str) -> Page:
        made = new_tab(browser, **DEVICES[device])
        add_program(made)
        return made

    return make
