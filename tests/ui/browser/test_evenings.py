"""Evenings in a browser: kept, found again, opened, corrected, deleted, saved as files and brought in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.files import read_evenings
from scorer.sharing.game import Game
from tests.ui.browser.axe import faults, needs_axe
from tests.ui.browser.steps import (
    by_link,
    go_to,
    in_address,
    on_a_phone,
    own_tab,
    picture,
    press,
    put,
    rest,
    there,
    total,
    turn,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

KINGDOMS = {"Ann": "w1wC", "Ben": "fC", "Zoé": "g2gC"}
GAME = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in KINGDOMS.items()))
OPEN = "[class*=st-key-open-] button"
"""Of an evening. By its name alone it might be the button that opens Streamlit's list of variants."""

HELD = "Object.keys(localStorage).filter((name) => name.startsWith('kingdom-scorer-evening-'))"


def with_game(tab: Page, address: str) -> Page:
    page = by_link(tab, address, GAME, shows="game")
    assert "Zoé wins" in page.locator(".winner").inner_text()
    return page


def keep(page: Page, label: str = "Keep this table") -> None:
    turn(page, "history")
    press(page, f"button:has-text('{label}')")
    page.get_by_text("This table is kept.").wait_for()
    rest(page)


def holds(page: Page, evenings: int) -> None:
    """Waits until the browser keeps so many evenings."""
    page.wait_for_function(f"{HELD}.length === {evenings}")


def open_history(page: Page) -> None:
    press(page, "[data-testid=stExpander] summary")
    page.locator(OPEN).wait_for()
    rest(page)  # it unfolds, and a click would miss what moves


def saved(page: Page, label: str) -> bytes:
    with page.expect_download() as file:
        press(page, f"button:has-text('{label}')")
    return Path(file.value.path()).read_bytes()


@on_a_phone
def test_an_evening_from_keeping_to_bringing_it_back_in(tab: Page, address: str, tmp_path: Path) -> None:
    page = with_game(tab, address)
    keep(page)
    holds(page, 1)
    picture(page, "evenings-kept")

    go_to(page, address)  # another visit of the same browser
    turn(page, "history")
    open_history(page)
    page.locator(".stats").nth(len(KINGDOMS) - 1).wait_for()
    assert page.locator(".stats").count() == len(KINGDOMS)
    assert "1 win" in page.locator(".stats").first.inner_text()
    picture(page, "evenings-history")

    press(page, OPEN)
    there(page, "game")
    turn(page, "kingdom")
    total(page, "2")
    put(page, "0,0", "w")
    total(page, "0")
    keep(page, "Keep the changes to this table")
    holds(page, 1)
    as_json, as_csv = saved(page, "Save all as JSON"), saved(page, "Save all as CSV")
    (evening,) = read_evenings(as_json)
    assert evening.day == date.today() and evening.winners == ("Zoé",)
    assert [str(player.kingdoms[0]) for player in evening.game.players] == ["wwC", "fC", "g2gC"]
    assert read_evenings(as_csv) == read_evenings(as_json)

    open_history(page)
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("No evening is kept yet").wait_for()
    holds(page, 0)
    file = tmp_path / "evenings.json"
    file.write_bytes(as_json)
    page.locator("[class*='st-key-evenings-'] input[type=file]").set_input_files(file)
    holds(page, 1)
    page.locator(".stats").first.wait_for()


@on_a_phone
def test_an_evening_changed_in_two_tabs_is_kept_twice(tab: Page, address: str) -> None:
    page = with_game(tab, address)
    keep(page)
    holds(page, 1)
    other = page.context.new_page()
    other.goto(page.url)
    there(other, "history")
    for copy, face in (page, "w"), (other, "f"):
        turn(copy, "kingdom")
        put(copy, "0,0", face)
        in_address(copy, f"{face}wC")
    keep(page, "Keep the changes to this table")
    turn(other, "history")
    other.reload()  # it knows what the first tab has kept from now on, but its table does not come from that
    there(other, "history")
    press(other, "button:has-text('Keep the changes to this table')")
    other.get_by_text("Another tab has changed this evening too").wait_for()
    other.get_by_text("This table is kept.").wait_for()
    holds(other, 2)
    texts = other.evaluate(f"{HELD}.map((name) => localStorage.getItem(name))")
    kept = {str(Evening.from_text(text).game.players[0].kingdoms[0]) for text in texts}
    assert kept == {"wwC", "fwC"}
    picture(other, "evenings-two-tabs")


@needs_axe
def test_axe_finds_nothing_on_the_page_of_evenings(tab: Page, address: str) -> None:
    page = with_game(tab, address)
    keep(page)
    open_history(page)
    assert faults(page) == []


@pytest.fixture(params=["full", "blocked"])
def stingy(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """The page in a browser whose storage takes nothing more, or may not be looked at at all."""
    forbidden = {
        "full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
        "blocked": "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } });",
    }
    with own_tab(browser) as tab:
        tab.add_init_script(forbidden[request.param])
        yield tab


def test_a_browser_that_keeps_nothing_is_told_and_a_file_still_holds_all(stingy: Page, address: str) -> None:
    with_game(stingy, address)
    turn(stingy, "history")
    press(stingy, "button:has-text('Keep this table')")
    stingy.get_by_text("its storage is full or blocked").wait_for()
    rest(stingy)
    (evening,) = read_evenings(saved(stingy, "Save all as JSON"))
    assert evening.game == GAME
    assert json.loads(saved(stingy, "Save all as JSON"))["evenings"][0]["places"][0]["name"] == "Zoé"
