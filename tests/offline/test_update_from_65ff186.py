"""An installed offline app of commit 65ff186 updates to the app of now and keeps its saved games.

``offline.zip`` is that commit's own shell, storage code and service worker, with a worker in place of Python that
answers what its program answered when a game of two was saved. ``python -m benchmarks.guard.update_offline`` updates
the whole app of that commit in the same way. What is selected in the old app is written here and changes with nothing.
"""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.offline.steps import Served, kept, opened_page, turn, until
from tests.offline.test_new_build import WORKERS
from tests.test_saved_65ff186 import SAVED

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

STORED = """JSON.stringify(Object.entries(localStorage).filter(([name]) => name.startsWith('kingdom-scorer-')).sort()
  .map(([name, text]) => [name, name.endsWith('-table') ? { ...JSON.parse(text), window: undefined } : text]))"""
"""What is stored. The new build adds the window to the last table."""

BUILDS = "async () => (await caches.keys()).filter((name) => name.startsWith('rules-'))"
"""The caches that hold an app's files, one for each build."""

OLD = 1_700_000_000
"""When the old app's files were written, in seconds of Unix time."""

WAITS = "navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)"


@pytest.mark.thorough
def test_installed_app_updates_and_keeps_its_games(
    phone: BrowserContext, built: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with zipfile.ZipFile(SAVED / "offline.zip") as old:
        old.extractall(tmp_path / "app")
    server = Served(tmp_path)
    request.addfinalizer(server.end)
    update(phone, server, built, lambda page: page.locator("[data-page=evenings]").click())


def update(phone: BrowserContext, server: Served, new: Path, save_game: Callable[[Page], None]) -> None:
    """Install the app in the served folder ``app``, save Ann's 18 points and Zoé's 16, replace it by a new build."""
    for file in (server.folder / "app").rglob("*"):
        os.utime(file, (OLD, OLD))  # or the server could answer that the new files are no newer
    (server.folder / "beside.html").write_text("<title>Beside the app</title>")
    beside = phone.new_page()
    beside.goto(f"{server.address}beside.html")
    page = opened_page(phone, f"{server.address}app/")
    kept(page)
    save_game(page)
    until(page, "Object.keys(localStorage).some((name) => name.startsWith('kingdom-scorer-evening-'))")
    until(page, "location.search.includes('evening=')")
    stored, address, before = page.evaluate(STORED), page.url, page.evaluate(BUILDS)
    assert len(before) == 1 and "Zo" in stored

    shutil.rmtree(server.folder / "app")
    shutil.copytree(new, server.folder / "app")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    until(page, WAITS)
    page.close()
    until(beside, f"async () => await ({WORKERS})() === 'activated'")
    assert beside.evaluate(STORED) == stored

    page = opened_page(phone, address)
    after = page.evaluate(BUILDS)
    assert len(after) == 1 and after != before
    for _ in range(2):  # from the old address, and from none
        turn(page, "history")
        page.get_by_text("Zoé 16").first.wait_for()
        assert page.get_by_text("Ann 18").count()
        page.close()
        page = opened_page(phone, f"{server.address}app/")
    assert page.evaluate(STORED) == stored
