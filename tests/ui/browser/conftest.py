"""The page served once for all browser tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.tabs import opened, page, photo, prepared_tab, tab, tab_on, tabs  # noqa: F401 (fixtures)
from tests.ui.browsing import SERVED, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

collect_ignore = ["served.py", "served_briefly.py"]
"""Importing what is served puts another reader in the place of ours."""


@pytest.fixture(scope="session")
def address(browser: Browser, sprites: None) -> Iterator[str]:  # noqa: ARG001 (no server where there is no browser)
    with served(SERVED) as address:
        yield address
