"""Saved games in a browser: saved, opened, corrected, deleted, restored, exported and imported."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.saved_games.export import read_saved_games
from scorer.sharing.saved_games.saved_game import SavedGame
from tests.ui.browser.axe import faults, needs_axe
from tests.ui.browser.screens import SAVED, SCREENS, show
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
    unfold,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

KINGDOMS = {"Ann": "w1wC", "Ben": "fC", "Zoé": "g2gC"}
GAME = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in KINGDOMS.items()))
LOOK = "[class*=st-key-look-] button"
"""A game of the list."""

HELD = "Object.keys(localStorage).filter((name) => name.startsWith('kingdom-scorer-evening-'))"


def with_game(tab: Page, address: str) -> Page:
    page = by_link(tab, address, GAME, shows="game")
    assert "Zoé wins" in page.locator(".winner").inner_text()
    return page


def save(page: Page, label: str = "Save to History") -> None:
    press(page, f"button:has-text('{label}')")
    rest(page)


def holds(page: Page, saved_games: int) -> None:
    """Waits until the browser keeps so many games."""
    page.wait_for_function(f"{HELD}.length === {saved_games}")


def open_saved(page: Page) -> None:
    """Shows the first game of the list."""
    press(page, LOOK)
    page.wait_for_url(re.compile("#saved-"))
    page.locator("[class*=st-key-notes-]").wait_for()
    rest(page)


def saved(page: Page, label: str) -> bytes:
    with page.expect_download() as file:
        press(page, f"button:has-text('{label}')")
    return Path(file.value.path()).read_bytes()


@pytest.mark.thorough
@on_a_phone
def test_a_game_from_saving_to_importing_it(tab: Page, address: str, tmp_path: Path) -> None:
    page = with_game(tab, address)
    save(page)
    page.locator(".st-key-notice").wait_for()
    picture(page, "saved")
    holds(page, 1)

    go_to(page, address)  # another visit of the same browser
    page.locator("[class*=st-key-resume-]").wait_for()
    picture(page, "home")
    turn(page, "history")
    press(page, "button:has-text('Statistics')")
    page.locator(".stats").nth(len(KINGDOMS) - 1).wait_for()
    assert "1 win" in page.locator(".stats").first.inner_text()
    picture(page, "statistics")
    rest(page)
    press(page, "button:has-text('Games')")
    open_saved(page)
    picture(page, "saved-game")
    page.reload()
    page.locator("[class*=st-key-notes-]").wait_for()
    rest(page)

    press(page, "button:has-text('Open game')")
    there(page, "game")
    turn(page, "kingdom")
    total(page, "2")
    put(page, "0,0", "w")
    total(page, "0")
    turn(page, "history")
    holds(page, 1)
    unfold(page, "Export, import, delete")
    as_json, as_csv = saved(page, "Export as JSON"), saved(page, "Export as CSV")
    (saved_game,) = read_saved_games(as_json)
    assert saved_game.day == date.today() and saved_game.winners == ("Zoé",)
    assert [str(player.kingdoms[0]) for player in saved_game.game.players] == ["wwC", "fC", "g2gC"]
    assert read_saved_games(as_csv) == read_saved_games(as_json)

    open_saved(page)
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("No games yet").wait_for()
    holds(page, 0)
    press(page, ".st-key-notice button")
    holds(page, 1)
    open_saved(page)
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("No games yet").wait_for()
    file = tmp_path / "games.json"
    file.write_bytes(as_json)
    page.locator("[class*='st-key-saved-games-'] input[type=file]").set_input_files(file)
    holds(page, 1)
    page.locator(LOOK).first.wait_for()


CATCHES_TAPS = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return document.elementsFromPoint(x + width / 2, y + height / 2).includes(element);
}"""
"""Whether a tap on the middle of an element hits it. It may hit an element that is invisible."""


@pytest.mark.thorough
@on_a_phone
def test_nothing_of_a_notice_stays_after_its_time(tab: Page, address: str) -> None:
    page = with_game(tab, address)
    save(page)
    text = page.locator(".st-key-notice p").first
    text.wait_for()
    is_seen = "(element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })"
    assert text.evaluate(is_seen)
    assert text.evaluate(CATCHES_TAPS)
    page.locator(".st-key-notice").evaluate("(notice) => notice.getAnimations()[0].finish()")
    seen = ".st-key-notice, .st-key-notice *"
    assert not any(element.evaluate(is_seen) for element in page.locator(seen).all())
    assert not text.evaluate(CATCHES_TAPS)


@pytest.mark.thorough
def test_typing_replaces_the_name_in_a_field(tab: Page, address: str) -> None:
    page = with_game(tab, address)
    page.get_by_label("Player 1", exact=True).click()
    page.wait_for_function("() => getSelection().toString() === 'Ann'")
    page.keyboard.type("Eva")
    page.keyboard.press("Enter")
    page.locator(".player-card", has_text="Eva").wait_for()


@pytest.mark.thorough
def test_a_game_changed_in_two_tabs_is_saved_twice(tab: Page, address: str) -> None:
    page = with_game(tab, address)
    save(page)
    holds(page, 1)
    other = page.context.new_page()
    other.goto(page.url)
    there(other, "game")
    for copy, face in (page, "w"), (other, "f"):
        turn(copy, "kingdom")
        put(copy, "0,0", face)
        in_address(copy, f"{face}wC")
    other.get_by_text("This game was also changed in another tab").wait_for()
    turn(other, "history")
    holds(other, 2)
    texts = other.evaluate(f"{HELD}.map((name) => localStorage.getItem(name))")
    kept = {str(SavedGame.from_text(text).game.players[0].kingdoms[0]) for text in texts}
    assert kept == {"wwC", "fwC"}
    picture(other, "two-tabs")


@pytest.mark.thorough
@on_a_phone
def test_game_deleted_in_another_tab_is_saved_again_when_it_is_changed(tab: Page, address: str) -> None:
    page = with_game(tab, address)
    save(page)
    holds(page, 1)
    other = page.context.new_page()
    go_to(other, address)
    turn(other, "history")
    open_saved(other)
    other.get_by_role("button", name="Delete", exact=True).click()
    holds(page, 0)
    turn(page, "kingdom")
    put(page, "0,0", "w")
    page.get_by_text("This game was deleted in another tab").wait_for()
    holds(page, 1)
    picture(page, "deleted-elsewhere")


@pytest.mark.thorough
@needs_axe
def test_axe_finds_nothing_on_the_history_page(tab: Page, address: str) -> None:
    page = with_game(tab, address)
    save(page)
    turn(page, "history")
    assert faults(page) == []
    open_saved(page)
    assert faults(page) == []


@pytest.fixture
def forbidden(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """The page in a browser in which a script changes what its storage does."""
    with own_tab(browser) as tab:
        tab.add_init_script(request.param)
        yield tab


FULL = """
    const setItem = Storage.prototype.setItem;
    window.isFull = true;
    Storage.prototype.setItem = function (...item) {
      if (window.isFull) throw new DOMException('full', 'QuotaExceededError');
      return setItem.apply(this, item);
    };
"""
BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } });"


@pytest.mark.thorough
@pytest.mark.parametrize("forbidden", [FULL], indirect=True, ids=["full"])
def test_full_storage_is_reported_and_export_still_holds_all_games(forbidden: Page, address: str) -> None:
    with_game(forbidden, address)
    save(forbidden)
    forbidden.get_by_text("its storage is full or blocked").first.wait_for()
    turn(forbidden, "history")
    unfold(forbidden, "Export, import, delete")
    (saved_game,) = read_saved_games(saved(forbidden, "Export as JSON"))
    assert saved_game.game == GAME
    assert json.loads(saved(forbidden, "Export as JSON"))["evenings"][0]["places"][0]["name"] == "Zoé"
    forbidden.evaluate("() => { window.isFull = false; }")
    turn(forbidden, "game")
    forbidden.get_by_label("Player 1", exact=True).fill("Renamed")
    forbidden.get_by_label("Player 1", exact=True).press("Enter")
    forbidden.wait_for_function("() => Object.keys(localStorage).some((key) => key.includes('-evening-'))")
    turn(forbidden, "history")
    forbidden.get_by_text("Renamed").first.wait_for()
    expect(forbidden.get_by_text("its storage is full or blocked")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("forbidden", [BLOCKED], indirect=True, ids=["blocked"])
def test_a_browser_that_blocks_its_storage_offers_no_saving(forbidden: Page, address: str) -> None:
    with_game(forbidden, address)
    forbidden.get_by_text("This browser blocks its storage").wait_for()
    expect(forbidden.locator("button:has-text('Save to History')")).to_have_count(0)


@pytest.mark.thorough
def test_saved_game_shows_its_location_and_notes(tab: Page, address: str) -> None:
    """The page is drawn several times at once, and Streamlit discards what a run drew if the next one starts soon."""
    tab.goto(address)
    show(tab, address, SCREENS["saved game"], {})
    for label, text in (("Location", SAVED[0].location), ("Notes", SAVED[0].notes)):
        expect(tab.get_by_label(label)).to_have_value(text)
