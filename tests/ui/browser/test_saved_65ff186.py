"""What a browser kept on the served page of commit 65ff186 is there on the page of now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.test_saved_65ff186 import BROWSERS
from tests.ui.browser.steps import go_to, on_a_phone, press, there, turn

if TYPE_CHECKING:
    from playwright.sync_api import Page

SET = "(items) => Object.entries(items).forEach(([name, text]) => localStorage.setItem(name, text))"


@pytest.mark.thorough
@on_a_phone
def test_saved_games_are_listed_and_the_last_table_is_offered(tab: Page, address: str) -> None:
    tab.goto(f"{address}/_stcore/health")
    for kept in BROWSERS.values():
        tab.evaluate(SET, kept["localStorage"])
    tab.evaluate(SET, BROWSERS["page"]["localStorage"])  # the last table is that of the served page
    go_to(tab, address)
    turn(tab, "history")
    for words in ("Zoé 4, Ann 2, Ben 0", "Player 1 18, Player 2 16"):
        tab.get_by_text(words).first.wait_for()
    go_to(tab, address)
    press(tab, "button:has-text('Resume last game')")
    there(tab, "game")
    tab.locator(".winner", has_text="Zoé").wait_for()
