"""Taps and numbers on Streamlit's page: each redraws what it must, and none is lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from scorer.frontend.parts import FOLDER, KINGDOM
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from tests.ui.browser.steps import (
    by_link,
    go_to,
    in_address,
    own_tab,
    phone,
    picture,
    press,
    put,
    rest,
    total,
    turn,
    with_photo,
)
from tests.ui.browsing import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocket

NOTE_STYLES = """() => {
    window.touched = [];
    new MutationObserver((changes) => window.touched.push(...changes.map(({ attributeName }) => attributeName)))
        .observe(document.documentElement, { attributes: true });
    document.addEventListener("transitionrun", ({ target }) => {
        if (target.matches(".stElementContainer")) window.touched.push("fades");
    });
}"""
"""Notes in ``touched`` the attributes of the document that change, and elements that Streamlit fades."""


@pytest.mark.thorough
def test_tap_redraws_only_the_kingdom_and_is_sent_once(browser: Browser, address: str, photo: Path) -> None:
    """Nothing else is styled anew, no script comes again, and taps that were carried out are not sent again."""
    sent: list[bytes] = []
    received: list[bytes] = []
    asked: list[str] = []

    def listen(line: WebSocket) -> None:
        line.on("framesent", lambda frame: sent.append(as_bytes(frame)))
        line.on("framereceived", lambda frame: received.append(as_bytes(frame)))

    with own_tab(browser, **PHONE) as page:
        page.on("websocket", listen)
        page.on("request", lambda request: asked.append(request.url))
        go_to(page, address)
        with_photo(page, photo)
        page.evaluate(NOTE_STYLES)
        sent.clear()
        received.clear()
        for crowns, points in ((3, "19"), (2, "18"), (1, "17")):
            put(page, "4,4", f"m{crowns}", on=".photo")
            total(page, points)
        rest(page)
        assert page.evaluate("window.touched") == []
        assert page.locator(".bar").evaluate("(bar) => getComputedStyle(bar).scrollbarColor") == "auto"
    runs = [BackMsg.FromString(frame).rerun_script for frame in sent]
    assert all(run.fragment_id for run in runs)  # the kingdom alone is redrawn
    taps = [frame.count(b'"sent"') for frame in sent if b'"put"' in frame]
    assert len(taps) >= 3 and set(taps) == {1}  # one that is long without an answer is sent again
    came = b"".join(received)
    assert KINGDOM.file.encode() in came  # the taps were answered
    assert b"class Outbox" not in came and b"--st-border-color" not in came
    assert len([one for one in asked if f"/{FOLDER}/kingdom-" in one]) == 1


def as_bytes(frame: bytes | str) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


def with_town(tab: Page, address: str, notation: str) -> Page:
    """The page of a kingdom that a link brought."""
    return by_link(tab, address, Game((Player("Ann", kingdoms=(Kingdom.parse(notation),)),)))


@pytest.mark.thorough
def test_a_typed_number_is_carried_out_before_the_next_press(tab: Page, address: str) -> None:
    """Number and press reach Python together."""
    page = with_town(tab, address, "ttC/ttf/.f1f coins=11")
    coins = page.get_by_role("spinbutton", name="Coins")
    coins.fill("14")
    turn(page, "game")
    page.locator(".player-card").wait_for()
    turn(page, "kingdom")
    total(page, str(score(Kingdom.parse("ttC/ttf/.f1f coins=14")).total))
    coins.fill("11")
    turn(page, "game")
    page.locator(".player-card .points", has_text=str(score(Kingdom.parse("ttC/ttf/.f1f coins=11")).total)).wait_for()
    turn(page, "kingdom")
    coins.fill("14")
    press(page, "button:has-text('Remove this kingdom')")
    page.get_by_text("Ann has no kingdom yet.").or_(page.get_by_text("Nothing here yet.")).wait_for()


@pytest.mark.thorough
def test_three_numbers_are_typed_by_tapping_each_field_where_it_was(tab: Page, address: str) -> None:
    """What the score sheet adds after the first number does not move the fields."""
    page = with_town(tab, address, "ttC/ttf/.f1f")
    fields = [page.get_by_role("spinbutton", name=name) for name in ("Coins", "Towers", "Knights")]
    fields[0].evaluate("(field) => field.scrollIntoView({ block: 'center' })")
    places = [field.bounding_box() for field in fields]
    for place, number in zip(places, (14, 3, 2), strict=True):
        assert place
        (page.touchscreen.tap if phone(page) else page.mouse.click)(place["x"] + 20, place["y"] + place["height"] / 2)
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(str(number))
        if number == 14:
            page.keyboard.press("Enter")
            total(page, str(score(Kingdom.parse("ttC/ttf/.f1f coins=14")).total))
    page.keyboard.press("Enter")
    in_address(page, "ttC/ttf/.f1f coins=14 towers=3 knights=2")
    assert [field.bounding_box() for field in fields] == places


@pytest.mark.thorough
def test_digits_typed_at_once_are_not_selected_and_replaced(tab: Page, address: str) -> None:
    """A field that gets the focus is selected a moment later."""
    page = with_town(tab, address, "ttC/ttf/.f1f coins=11")
    coins = page.get_by_role("spinbutton", name="Coins")
    coins.evaluate("""(field) => {
        field.focus();
        document.execCommand("selectAll");
        document.execCommand("insertText", false, "1");
    }""")
    page.keyboard.type("4")
    assert coins.input_value() == "14"
    coins.press("Enter")
    total(page, str(score(Kingdom.parse("ttC/ttf/.f1f coins=14")).total))


@pytest.mark.thorough
def test_typed_digits_survive_a_run_that_something_else_starts(tab: Page, address: str) -> None:
    page = with_town(tab, address, "ttC/ttf/.f1f coins=11 towers=1")
    coins = page.get_by_role("spinbutton", name="Coins")
    coins.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("14")
    queen = page.get_by_role("switch", name="The Queen is in this kingdom")
    queen.evaluate("(toggle) => toggle.click()")  # which leaves the focus in the field
    total(page, str(score(Kingdom.parse("ttC/ttf/.f1f coins=11 towers=1 queen")).total))
    assert coins.input_value() == "14"
    coins.press("Enter")
    total(page, str(score(Kingdom.parse("ttC/ttf/.f1f coins=14 towers=1 queen")).total))


@pytest.mark.thorough
def test_the_question_about_a_new_game_is_above_the_bar_at_the_bottom(tab: Page, address: str) -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse("w1wC"),)) for name in ("Ann", "Ben", "Cy"))
    page = by_link(tab, address, Game(players), "game")
    press(page, "button:has-text('New game')")
    question = page.locator(".st-key-clearing")
    question.wait_for()
    page.wait_for_function("""() => {
        const [question, dock] = [".st-key-clearing", ".st-key-dock"].map((one) => document.querySelector(one));
        return question && dock && question.getBoundingClientRect().bottom <= dock.getBoundingClientRect().top;
    }""")
    picture(page, "new-game")
