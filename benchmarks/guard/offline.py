"""The whole offline app of the older commit, installed in a browser, updates to the app of now with a saved game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from playwright.sync_api import sync_playwright

from benchmarks.guard.older import ROOT, extract
from benchmarks.guard.project import PHONE, Served, chromium, update

if TYPE_CHECKING:
    from playwright.sync_api import Page

LINK: Final = (
    "1S1KHG0jHOeblEQj5tNxco_I0Q_2ccsNiUDSnGzmDY7vYEJQkcoqNytNRIjIq__BKQrFVXgxMV4a5hsCUVQ5KR-nlIDPT03PAKavYMCc9DWhmbC0A"
)
"""Ann with 18 points and Zoé with 16, which ``update`` looks for."""

SERVICE: Final = "service.js"
"""The service worker, which names every file by its hash; browsers ask for it under this name for ever."""

PATIENCE: Final = 180_000
"""Milliseconds."""


def check() -> None:
    """Build both apps, install the older one, update it. Raises ``AssertionError`` where a saved game is lost."""
    with TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch)
        build(extract(folder / "older"), folder / "served" / "app")
        build(ROOT, folder / "new")
        if (folder / "new" / SERVICE).read_bytes() == (folder / "served" / "app" / SERVICE).read_bytes():
            raise SystemExit("both builds are the same: there is nothing to update to")
        server = Served(folder / "served")
        phone = chromium(playwright).new_context(**PHONE, locale="en")
        phone.set_default_timeout(PATIENCE)
        update(phone, server, folder / "new", save_game)
        server.end()


def build(program: Path, out: Path) -> None:
    """Write the offline app of a program; ``$KINGDOM_OFFLINE_PACKAGES`` may name its packages of npm."""
    packages = os.environ.get("KINGDOM_OFFLINE_PACKAGES")
    command = [sys.executable, "-m", "scorer", "pocket", str(out), *(["--packages", packages] if packages else [])]
    subprocess.run(command, cwd=program, check=True)


def save_game(page: Page) -> None:
    """Open a game by its link in the older app, and save it."""
    page.goto(urljoin(page.url, f"?game={LINK}"))
    page.locator("[data-page=evenings]").click()
    page.get_by_role("button", name="Keep this table").click()
    page.get_by_text("This table is kept.").wait_for()
