"""A photo's address goes with its visitor."""

from __future__ import annotations

import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

from tests.ui.browser.steps import WAIT, go_to, own_tab, with_photo
from tests.ui.browsing import DESKTOP

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def answers(address: str) -> int:
    """The status under an address, asked for without a cookie."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def address_of_photo(page: Page) -> str:
    return urljoin(page.url, page.locator("image[href*='.jpg']").first.get_attribute("href") or "")


@pytest.mark.nightly
def test_photo_of_a_visitor_who_left_is_deleted_and_others_stay(browser: Browser, address: str, photo: Path) -> None:
    with own_tab(browser, **DESKTOP) as leaves, own_tab(browser, **DESKTOP) as stays:
        for page in (leaves, stays):
            go_to(page, address)
            with_photo(page, photo)
        gone, kept = address_of_photo(leaves), address_of_photo(stays)
        assert gone != kept  # one photo, but neither visitor can tell the other's address
        assert (answers(gone), answers(kept)) == (200, 200)
        leaves.context.close()
        for _ in range(WAIT // 200):
            if answers(gone) == 404:
                break
            stays.wait_for_timeout(200)
        assert (answers(gone), answers(kept)) == (404, 200)
