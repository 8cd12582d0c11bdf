"""Two tabs of one browser stay in step."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.saved_games.saved_game import SavedGame
from tests.ui.browser.steps import on_a_phone, turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

PUT = "([name, text]) => localStorage.setItem(name, text)"


@on_a_phone
def test_a_game_that_another_tab_saves_or_deletes_is_shown_at_once(page: Page, address: str) -> None:
    turn(page, "history")
    page.get_by_text("No games yet.").wait_for()
    other = page.context.new_page()
    other.goto(f"{address}/_stcore/health")
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "fC"))))
    name = "kingdom-scorer-evening-1a"
    other.evaluate(PUT, [name, SavedGame("1a", date(2026, 5, 2), game).to_text()])
    page.locator("[data-key=look-1a]", has_text="Ann won by 2").wait_for()
    other.evaluate("(name) => localStorage.removeItem(name)", name)
    page.get_by_text("No games yet.").wait_for()
