"""Fixtures for a tab on either device. Each conftest that imports them says which ``address`` they open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import FAILED
from tests.ui.browser.steps import EITHER_DEVICE, go_to, new_tab
from tests.ui.browsing import DESKTOP, PHONE
from tests.ui.drawn import drawn_photo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Error, Page

    from tests.ui.browser.steps import NewTab, Opened, Scheme, TabOn

DEVICES = {"phone": PHONE, "desktop": DESKTOP}


@pytest.fixture(scope="session")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "kingdom.jpg"
    path.write_bytes(drawn_photo())
    return path


@pytest.fixture(scope="session")
def tabs() -> dict[str, Page]:
    """A tab on either device, between tests: where the page was before, it opens for a third of what it costs anew."""
    return {}


@pytest.fixture(scope="session")
def prepared_tab(browser: Browser) -> NewTab:
    """Makes a new tab. A conftest overrides this fixture if its page needs functions in the tab."""
    return lambda device: new_tab(browser, **DEVICES[device])


@pytest.fixture
def tab_on(
    request: pytest.FixtureRequest, prepared_tab: NewTab, tabs: dict[str, Page], address: str
) -> Iterator[TabOn]:
    """Gives the tab on a device, which has kept nothing; anything that goes wrong in the browser fails the test.

    After a test that fails its tabs are not used again.
    """
    faults: list[str] = []
    taken: dict[str, Page] = {}

    def note(error: Error) -> None:
        faults.append(str(error))

    def take(device: str) -> Page:
        taken[device] = tab = tabs.pop(device, None) or prepared_tab(device)
        tab.on("pageerror", note)
        return tab

    yield take
    well = FAILED not in request.node.stash
    for device, tab in taken.items():
        tab.remove_listener("pageerror", note)
        if well and not faults:
            forget(tab, address)
            tab.set_viewport_size(DEVICES[device]["viewport"])
            tabs[device] = tab
        else:
            tab.context.close()
    assert not faults, faults


def forget(tab: Page, address: str) -> None:
    """Leaves the page, and with it all that the browser keeps of it."""
    for other in tab.context.pages:
        if other is not tab:
            other.close()
    tab.goto(f"{address}/_stcore/health")
    tab.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    tab.mouse.move(0, 0)
    tab.emulate_media(color_scheme="light")
    tab.context.clear_cookies()
    tab.context.clear_permissions()


@pytest.fixture
def opened(tab_on: TabOn, address: str) -> Opened:
    """Opens the page on a device."""

    def open_on(device: str, color_scheme: Scheme = "light", size: tuple[int, int] | None = None) -> Page:
        tab = tab_on(device)
        tab.emulate_media(color_scheme=color_scheme)
        if size:
            tab.set_viewport_size({"width": size[0], "height": size[1]})
        go_to(tab, address)
        return tab

    return open_on


@pytest.fixture(params=EITHER_DEVICE)
def tab(request: pytest.FixtureRequest, tab_on: TabOn) -> Page:
    """A tab on either device, in which the page is yet to be opened."""
    return tab_on(request.param)


@pytest.fixture
def page(tab: Page, address: str) -> Page:
    """The page freshly opened on either device."""
    go_to(tab, address)
    return tab
