"""Arriving by a link, back at the last table, and in one's own language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorer.app.choices import COLOUR_WORDS
from scorer.i18n.translator import LANGUAGES, translator
from tests.ui.browser.steps import (
    empty_board,
    on_a_phone,
    own_tab,
    phone,
    picture,
    press,
    speak,
    there,
    total,
    turn,
    with_corrected_photo,
    with_photo,
)
from tests.ui.browsing import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.ui.browser.steps import TabOn

CUT_WORDS = (
    "(input, words) => words.filter((word) => { input.value = word; return input.scrollWidth > input.clientWidth; })"
)
"""Which of the words are wider than the field."""


@on_a_phone
def test_a_link_opens_in_a_second_browser(page: Page, photo: Path, tab_on: TabOn) -> None:
    with_corrected_photo(page, photo)
    second = tab_on("desktop" if phone(page) else "phone")
    second.goto(page.url)
    total(second, "18")
    assert second.locator(".photo image").count() == 0
    second.reload()
    total(second, "18")
    there(second, "kingdom")
    turn(second, "game")
    second.reload()
    second.locator(".player-card").wait_for()  # a page that is loaded again stays


@on_a_phone
def test_the_browser_remembers_the_last_table(page: Page, address: str) -> None:
    empty_board(page)
    again = page.context.new_page()
    again.goto(address)
    press(again, "button:has-text('Resume last game')")
    there(again, "game")
    turn(again, "kingdom")
    total(again, "0")


@on_a_phone
def test_the_language_switches_to_the_last_word_of_the_component(page: Page, photo: Path) -> None:
    with_photo(page, photo)
    page.get_by_text("wheat").first.wait_for(state="attached")
    speak(page, "fr")
    turn(page, "kingdom")
    page.locator(".legend", has_text="champ de blé").wait_for()
    page.locator("html[lang=fr]").wait_for(state="attached")
    page.get_by_text("wheat").first.wait_for(state="detached")
    picture(page, "11-french")
    page.reload()
    page.locator(".legend", has_text="champ de blé").wait_for()
    page.locator("html[lang=fr]").wait_for(state="attached")
    turn(page, "game")
    assert page.locator(".st-key-name-0 input").input_value() == "Joueur 1"
    speak(page, "en")
    assert "language" not in page.url, "the browser likes it: a reload needs no word of it"


def test_the_colour_of_a_castle_is_written_whole_beside_the_name(page: Page) -> None:
    empty_board(page)
    turn(page, "game")
    colour = page.locator(".st-key-hue-0")
    words = [translator(language)(word) for language in LANGUAGES for word in COLOUR_WORDS.values()]
    assert colour.locator("input").evaluate(CUT_WORDS, words) == []
    field, name = colour.bounding_box(), page.locator(".st-key-name-0").bounding_box()
    assert field and name and name["y"] < field["y"] + field["height"], "in one row"


def test_a_french_browser_is_answered_in_french(browser: Browser, address: str) -> None:
    with own_tab(browser, **PHONE, locale="fr-CA") as page:
        page.goto(address)
        page.locator("html[lang=fr]").wait_for(state="attached")
        page.get_by_role("button", name="Historique").wait_for()
