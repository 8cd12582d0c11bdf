"""The built folder on a phone without a connection: installed, kept, or with no room to be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.sharing.link import opened
from tests.pocket.steps import (
    Served,
    has_numpy,
    kept,
    link_of,
    no_connection,
    opened_page,
    put,
    total,
    turn,
    type_in,
)

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


def test_it_can_be_installed(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    kept(page)
    session = used_phone.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []  # every test's browser is private
    assert session.send("Page.getAppManifest")["errors"] == []


def test_without_a_connection_everything_goes_on(used_phone: BrowserContext, lasting: Served) -> None:
    kept(opened_page(used_phone, lasting.address))
    asked: list[str] = []
    used_phone.on("request", lambda request: asked.append(request.url))
    with no_connection(used_phone, lasting):
        page = opened_page(used_phone, lasting.address)
        if not has_numpy(lasting.folder):
            page.locator(".warning", has_text="What reads photos could not be loaded").wait_for()
            assert any("/numpy-" in url for url in asked) and not any("/engines/opencv" in url for url in asked), asked
        type_in(page, "f1ffC")
        put(page, "0,0", "f")
        total(page, score(Kingdom.parse("fffC")).total)
        assert str(opened(link_of(page)).players[0].kingdoms[0]) == "fffC"
        turn(page, "kingdoms")
        page.reload()
        total(page, score(Kingdom.parse("fffC")).total)  # the table stands in the address
        again = opened_page(used_phone, lasting.address)
        again.get_by_role("button", name="Go on with the last table").click()
        total(again, score(Kingdom.parse("fffC")).total)


def test_where_the_browser_has_no_room_the_app_still_runs(phone: BrowserContext, pocket: Served) -> None:
    page = phone.new_page()
    full = {"origin": pocket.address.rstrip("/"), "quotaSize": 100_000}
    phone.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", full)
    page.goto(pocket.address)
    page.locator(".warning", has_text="no room to keep the app").wait_for()
    page.get_by_role("button", name="Empty board").click()
    page.locator(".paint [data-press=done]").click()
    put(page, "0,1", "f1")
    page.locator(".kingdom .total strong").wait_for()
    assert page.evaluate("() => caches.match('scorer.zip').then((found) => found === undefined)")
