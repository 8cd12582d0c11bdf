"""The page served once for all browser tests, the drawn photo, and a visitor's page on either device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.steps import WAIT, go_to
from tests.ui.browsing import DESKTOP, PHONE, SERVED, served
from tests.ui.drawn import drawn_photo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Error, Page

    from tests.ui.browser.steps import Opened, Scheme

DEVICES = {"phone": PHONE, "desktop": DESKTOP}

collect_ignore = ["served.py", "served_briefly.py"]
"""Importing what is served puts another reader in the place of ours."""


@pytest.fixture(scope="session")
def address(browser: Browser) -> Iterator[str]:  # noqa: ARG001 (no server where there is no browser)
    with served(SERVED) as address:
        yield address


@pytest.fixture(scope="session")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "kingdom.jpg"
    path.write_bytes(drawn_photo())
    return path


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> dict[str, Page]:
    """A tab on either device, for all tests: where the page was before, it opens for a third of what it costs anew."""
    return {name: browser.new_context(**options, locale="en-GB").new_page() for name, options in DEVICES.items()}


@pytest.fixture
def opened(tabs: dict[str, Page], address: str) -> Iterator[Opened]:
    """Opens the page on a device that has kept nothing; anything that goes wrong in the browser fails the test."""
    faults: list[str] = []

    def note(error: Error) -> None:
        faults.append(str(error))

    def open_on(device: str, color_scheme: Scheme = "light", size: tuple[int, int] | None = None) -> Page:
        page, usual = tabs[device], DEVICES[device]["viewport"]
        page.on("pageerror", note)
        page.set_default_timeout(WAIT)
        page.emulate_media(color_scheme=color_scheme)
        page.set_viewport_size({"width": size[0], "height": size[1]} if size else usual)
        go_to(page, address)
        return page

    yield open_on
    for page in tabs.values():
        page.remove_listener("pageerror", note)
        forget(page, address)
    assert not faults, faults


def forget(tab: Page, address: str) -> None:
    """Leaves the page, and with it all that the browser keeps of it."""
    for other in tab.context.pages:
        if other is not tab:
            other.close()
    tab.goto(f"{address}/_stcore/health")
    tab.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    tab.mouse.move(0, 0)
    tab.context.clear_cookies()
    tab.context.clear_permissions()


@pytest.fixture(params=DEVICES)
def page(request: pytest.FixtureRequest, opened: Opened) -> Page:
    """The page freshly opened on either device."""
    return opened(request.param)
