"""Taps and numbers on Streamlit's page: each redraws what it must, and none is lost."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING

from streamlit.proto.BackMsg_pb2 import BackMsg

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from tests.ui.browser.steps import (
    by_link,
    on_a_phone,
    phone,
    put,
    rest,
    total,
    turn,
    with_photo,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


@on_a_phone
def test_a_tap_has_nothing_styled_anew_that_stays_as_it_was(page: Page, photo: Path) -> None:
    """Neither by the language set again, nor by Streamlit's fading, nor by a style that follows the pointer."""
    with_photo(page, photo)
    page.evaluate("""() => {
        window.touched = [];
        new MutationObserver((changes) => window.touched.push(...changes.map(({ attributeName }) => attributeName)))
            .observe(document.documentElement, { attributes: true });
        document.addEventListener("transitionrun", ({ target }) => {
            if (target.matches(".stElementContainer")) window.touched.push("fades");
        });
    }""")
    put(page, "0,4", "m3", on=".photo")
    total(page, "18")
    rest(page)
    assert page.evaluate("window.touched") == []
    assert page.locator(".bar").evaluate("(bar) => getComputedStyle(bar).scrollbarColor") == "auto"


@on_a_phone
def test_a_tap_redraws_the_kingdom_alone_and_is_sent_without_those_before_it(page: Page, photo: Path) -> None:
    """Closing its sheet redraws no page, and what was carried out need not go over a phone's connection again."""
    with_photo(page, photo)
    frames: list[bytes] = []
    browser = page.context.new_cdp_session(page)
    browser.on("Network.webSocketFrameSent", lambda sent: frames.append(b64decode(sent["response"]["payloadData"])))
    browser.send("Network.enable")
    for crowns, points in ((3, "19"), (2, "18"), (1, "17")):
        put(page, "4,4", f"m{crowns}", on=".photo")
        total(page, points)
    browser.detach()
    assert all(BackMsg.FromString(frame).rerun_script.fragment_id for frame in frames)  # the kingdom alone is redrawn
    taps = [frame.count(b'"sent"') for frame in frames if b'"put"' in frame]
    assert len(taps) >= 3 and set(taps) == {1}  # one that is long without an answer is sent again


def with_town(tab: Page, address: str, notation: str) -> Page:
    """The page of a kingdom that a link brought."""
    return by_link(tab, address, Game((Player("Ann", kingdoms=(Kingdom.parse(notation),)),)))


def test_from_a_number_straight_to_another_page(tab: Page, address: str) -> None:
    page = with_town(tab, address, "ttC/ttf/.f1f coins=11")
    coins = page.get_by_role("spinbutton", name="Coins")
    coins.fill("14")
    turn(page, "game")  # what was typed and where to go reach Python together
    page.locator(".player-card").wait_for()
    turn(page, "kingdom")
    total(page, str(score(Kingdom.parse("ttC/ttf/.f1f coins=14")).total))
    coins.fill("11")
    turn(page, "game")  # the number is carried out before the page is left
    page.locator(".player-card .points", has_text=str(score(Kingdom.parse("ttC/ttf/.f1f coins=11")).total)).wait_for()


def test_from_a_number_straight_to_a_button(tab: Page, address: str) -> None:
    page = with_town(tab, address, "ttC/ttf coins=11")
    page.get_by_role("spinbutton", name="Coins").fill("14")
    removes = page.get_by_role("button", name="Remove this kingdom")
    (removes.tap if phone(page) else removes.click)()
    page.get_by_text("Ann has no kingdom here yet.").or_(page.get_by_text("Nothing here yet.")).wait_for()
