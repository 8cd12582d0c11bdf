"""Texts that are being typed while the page changes, for example because a photo was read meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from tests.ui.browser.steps import by_link, turn, unfold_around, upload, with_photo

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_notation_that_was_not_sent_is_there_when_the_page_is_shown_again(page: Page, address: str) -> None:
    by_link(page, address, Game((Player("Ann", kingdoms=(Kingdom.parse("wC"),)),)), "game")
    unfold_around(page, "[data-key=notation]")
    page.locator("[data-key=notation] input").fill("ff/C.")
    turn(page, "rules")
    turn(page, "game")
    expect(page.locator("[data-key=notation] input")).to_have_value("ff/C.")


@pytest.mark.slow
def test_name_being_typed_is_not_cut_off_when_a_photo_is_added(page: Page, photo: Path, tmp_path: Path) -> None:
    with_photo(page, photo)
    turn(page, "game")
    field = page.get_by_label("Player 1", exact=True)
    field.click()
    page.keyboard.type("An")
    other = tmp_path / "other.jpg"
    other.write_bytes(photo.read_bytes() + b"another")
    upload(page, other)
    page.get_by_label("Player 2", exact=True).wait_for()
    page.keyboard.type("nabella")
    page.keyboard.press("Enter")
    expect(page.locator(".player-card").first).to_contain_text("Annabella")
