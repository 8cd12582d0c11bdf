"""Arriving by a link, back at the last table, and in one's own language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.i18n.translator import LANGUAGES, translator
from scorer.ui.choices import COLOUR_WORDS
from tests.ui.browser.steps import WAIT, phone, picture, press, rest, total, turn, upload
from tests.ui.browsing import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.ui.browser.steps import TabOn

CUT_WORDS = (
    "(input, words) => words.filter((word) => { input.value = word; return input.scrollWidth > input.clientWidth; })"
)
"""Which of the words are wider than the field."""


def test_a_link_opens_in_a_second_browser(page: Page, photo: Path, tab_on: TabOn) -> None:
    upload(page, photo)
    total(page, "16")
    press(page, ".photo [data-at='0,4']")
    press(page, ".faces [data-face='m3']")
    total(page, "18")
    page.wait_for_url(re.compile(r"game=1"))
    second = tab_on("desktop" if phone(page) else "phone")
    second.goto(page.url)
    total(second, "18")
    assert second.locator(".photo image").count() == 0
    second.reload()
    total(second, "18")
    turn(second, 2)
    second.reload()
    second.locator(".ranking").wait_for()  # a page that is loaded again stays


def test_the_browser_remembers_the_last_table(page: Page, address: str) -> None:
    press(page, "button:has-text('Empty board')")
    total(page, "0")
    page.wait_for_url(re.compile(r"game=1"))
    again = page.context.new_page()
    again.goto(address)
    press(again, "button:has-text('Go on with the last table')")
    total(again, "0")


def test_the_language_switches_to_the_last_word_of_the_component(page: Page, photo: Path) -> None:
    upload(page, photo)
    total(page, "16")
    press(page, ".st-key-language button:has-text('FR')")
    page.locator(".legend", has_text="champ de blé").wait_for()
    assert "wheat" not in page.locator(".stApp").inner_text()
    page.locator("html[lang=fr]").wait_for(state="attached")
    picture(page, "11-french")


def test_the_colour_of_a_castle_is_written_whole_beside_its_button(page: Page) -> None:
    press(page, "button:has-text('Empty board')")
    total(page, "0")
    rest(page)
    turn(page, 2)
    page.locator(".st-key-look-0").wait_for()
    colour = page.locator(".st-key-hue-0")
    words = [translator(language)(word) for language in LANGUAGES for word in COLOUR_WORDS.values()]
    assert colour.locator("input").evaluate(CUT_WORDS, words) == []
    field, button = colour.bounding_box(), page.locator(".st-key-look-0").bounding_box()
    assert field and button and button["y"] < field["y"] + field["height"], "in one row"


def test_a_french_browser_is_answered_in_french(browser: Browser, address: str) -> None:
    context: BrowserContext = browser.new_context(**PHONE, locale="fr-CA")
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.goto(address)
    page.locator(".st-key-language button[aria-checked=true]:has-text('FR')").wait_for()
    context.close()
