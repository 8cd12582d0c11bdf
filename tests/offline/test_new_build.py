"""A new build takes over from the one that a phone has kept."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.offline.build import publish
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from tests.offline.steps import (
    WHOLE,
    Served,
    kept,
    opened_page,
    total,
    turn,
    type_in,
    until,
)

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

WORKERS = """async () => {
  const found = await navigator.serviceWorker.getRegistration('/app/');
  return [found.active.state, found.installing, found.waiting].join(' ').trim();
}"""
"""What state the one service worker of the app is in; more than that while another one waits."""

NUMBER = "getComputedStyle(document.querySelector('main')).getPropertyValue('--build')"
"""The build of a page."""


@pytest.fixture
def waiting(
    phone: BrowserContext, parts: Path, built: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> tuple[Page, Page]:
    """The app with a kingdom while a new build waits, and a page of the same host."""
    folder = tmp_path / "app"
    shutil.copytree(built, folder)
    (tmp_path / "beside.html").write_text("<title>Beside the app</title>")
    server = Served(tmp_path)
    request.addfinalizer(server.end)
    beside = phone.new_page()
    beside.goto(f"{server.address}beside.html")
    page = opened_page(phone, f"{server.address}app/")
    kept(page)
    type_in(page, WHOLE)
    newer = tmp_path / "parts"
    shutil.copytree(parts, newer)
    with (newer / "rules" / "page" / "shell.css").open("a") as style:
        style.write("main { --build: 2; }\n")
    publish(newer, folder)
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    until(page, "navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)")
    assert page.evaluate(NUMBER) == ""  # no window mixes two builds
    return page, beside


@pytest.mark.thorough
def test_a_new_build_takes_over_and_the_table_stays(phone: BrowserContext, waiting: tuple[Page, Page]) -> None:
    page, beside = waiting
    address = page.url
    page.close()
    until(beside, f"async () => await ({WORKERS})() === 'activated'")  # the old one may be keeping what reads photos
    page = opened_page(phone, address)
    assert page.evaluate(NUMBER).strip() == "2"
    total(page, score(Kingdom.parse(WHOLE)).total)


WAITED = """async (kind) => {
  const name = (await caches.keys()).find((name) => name.startsWith('rules-'));
  const module = await import(`${location.origin}/${name.split(' ')[0]}/page/unanswered.js`);
  const number = module.sent({ kind }), start = performance.now();
  if (kind === 'saved_games_file') setTimeout(() => module.failed(number), 4000);
  await module.allAnswered(() => false);
  module.failed(number);
  return performance.now() - start;
}"""
"""How long a reload waits for a request, in milliseconds; an import is answered after four seconds."""


@pytest.mark.thorough
def test_reload_waits_for_an_import_but_not_for_a_request_that_is_repeated(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = opened_page(used_phone, lasting.address)
    assert page.evaluate(WAITED, "saved_games_file") >= 4000
    assert page.evaluate(WAITED, "tap") < 4000


@pytest.mark.thorough
def test_new_build_is_installed_while_a_name_is_typed(waiting: tuple[Page, Page]) -> None:
    """While the button is held, the name is saved and the page drawn again."""
    page, _ = waiting
    turn(page, "game")
    page.get_by_label("Player 1", exact=True).click()
    page.keyboard.type("Zoë")
    reload = page.locator(".update").get_by_role("button", name="Reload")
    reload.wait_for()
    reload.hover()
    page.mouse.down()
    page.locator(".player-card", has_text="Zoë").wait_for()
    with page.expect_event("load", timeout=30_000):
        page.mouse.up()
    until(page, f"{NUMBER}.trim() === '2'", 30)
    page.locator(".player-card", has_text="Zoë").wait_for()
