"""Arriving by a link, back at the last table, and in one's own language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.steps import (
    on_a_phone,
    own_tab,
    picture,
    press,
    speak,
    there,
    total,
    turn,
    with_corrected_photo,
)
from tests.ui.browsing import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.mark.thorough
@on_a_phone
def test_link_opens_in_the_browsers_language_and_last_table_is_offered(
    page: Page, photo: Path, browser: Browser, address: str
) -> None:
    with_corrected_photo(page, photo)
    page.get_by_text("wheat").first.wait_for(state="attached")
    with own_tab(browser, **PHONE, locale="fr-CA") as second:
        second.goto(page.url)
        total(second, "18")
        assert second.locator(".photo image").count() == 0
        french(second)
        picture(second, "11-french")
        second.reload()
        total(second, "18")
        there(second, "kingdom")
        turn(second, "game")
        assert second.locator(".st-key-name-0 input").input_value() == "Joueur 1"
        second.reload()
        second.locator(".player-card").wait_for()  # a page that is loaded again stays
        there(second, "game")

        speak(second, "en")
        assert "language=en" in second.url, "the browser prefers another language"
        turn(second, "kingdom")
        second.locator(".legend", has_text="wheat").wait_for()
        second.get_by_text("champ de blé").first.wait_for(state="detached")
        speak(second, "fr")
        assert "language" not in second.url, "a reload needs no word of what the browser prefers"
        turn(second, "kingdom")
        french(second)

        again = second.context.new_page()
        again.goto(address)
        again.get_by_role("button", name="Historique").wait_for()
        press(again, "button:has-text('Reprendre')")
        there(again, "game")
        turn(again, "kingdom")
        total(again, "18")


def french(page: Page) -> None:
    """Waits until the component and the document are in French."""
    page.locator(".legend", has_text="champ de blé").wait_for()
    page.locator("html[lang=fr]").wait_for(state="attached")
