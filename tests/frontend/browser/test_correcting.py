"""Correcting squares and the grid, on the photo and on the drawn board."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import address_of
from tests.ui.browser.steps import (
    empty_board,
    fits,
    look_at,
    on_a_phone,
    picture,
    press,
    put,
    stroke,
    there,
    total,
    turn,
    unfold,
    with_photo,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.ui.browser.steps import Opened


def test_corners_are_dragged_again_and_again_and_corrections_stay(page: Page, photo: Path) -> None:
    with_photo(page, photo)
    put(page, "4,4", "m3", on=".photo")
    total(page, "19")
    press(page, "[data-mode=grid]")
    before = mesh(page)
    box = page.locator(".handle").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    stroke(page, [(x, y), (x + 12, y + 9)])
    dragged = mesh(page, other_than=before)
    picture(page, "9-corners")
    page.locator(".handle").nth(2).press("ArrowLeft")
    mesh(page, other_than=dragged)
    press(page, ".grid-tools .main")
    page.locator("[data-mode=photo][aria-pressed=true]").wait_for()
    assert page.locator(".grid-tools.waiting").count() == 0
    total(page, "19")
    assert "mine with 3 crowns" in (page.locator(".photo [data-at='4,4'] title").text_content() or "")

    press(page, "[data-mode=grid]")  # again, which waits for nothing of the first time
    page.locator(".handle").nth(2).press("ArrowLeft")
    press(page, ".grid-tools .main")
    page.locator("[data-mode=photo][aria-pressed=true]").wait_for()
    assert page.locator(".grid-tools.waiting").count() == 0


def mesh(page: Page, other_than: str = "") -> str:
    """The lines of the grid, once they lie elsewhere."""
    return page.locator(f".mesh:not([d='{other_than}'])").get_attribute("d") or ""


@pytest.mark.thorough
def test_more_rows_and_columns_keep_the_size_of_a_square(opened: Opened, photo: Path) -> None:
    page = opened("desktop")
    with_photo(page, photo)
    page.locator("[data-mode=grid]").click()
    before = columns(page)
    page.get_by_role("button", name="Columns −1").click()
    assert columns(page) == pytest.approx(before[:-1], abs=0.5)
    page.get_by_role("button", name="Columns +1").click()
    assert columns(page) == pytest.approx(before, abs=0.5)
    page.get_by_role("button", name="7×7").click()
    assert len(columns(page)) == 8
    assert columns(page)[0] < before[0] < before[-1] < columns(page)[-1]


def columns(page: Page) -> list[float]:
    """Where the grid's upright lines begin, from left to right."""
    lines = re.findall(r"M(\S+) \S+L", mesh(page))
    rows = int(page.locator(".stepper output").first.inner_text())
    return [float(x) for x in lines[rows + 1 :]]


def test_the_board_works_by_keyboard_alone(opened: Opened) -> None:
    page = opened("desktop")
    page.locator("summary", has_text="More ways to start").press("Enter")
    page.get_by_role("button", name="Enter squares").press("Enter")
    there(page, "kingdom")
    page.locator(".drawn [data-at='0,0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".picker[open]").wait_for()
    page.locator(".faces [data-face='w1']").press("Enter")
    total(page, "1")
    page.locator(".drawn [data-at='0,1']:focus").wait_for()
    page.keyboard.press("Enter")
    page.locator(".picker[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator(".picker:not([open])").wait_for(state="attached")


def test_the_edges_of_the_board_name_squares_as_messages_do(page: Page) -> None:
    """From the start, and the same ones as long as squares are painted."""
    empty_board(page)
    edges = page.locator(".drawn .edge")
    assert edges.all_inner_texts() == ["", *"ABCDE", *"12345"]
    look_at(page, "0,-1")
    assert page.locator(".faces [data-face='.']").inner_text() == "empty"
    press(page, ".faces [data-face='w']")
    page.locator(".drawn [data-at='0,-1'] .unseen", has_text="B3:").wait_for(state="attached")
    assert edges.all_inner_texts() == ["", *"ABCDE", *"12345"]
    letter, square = edges.filter(has_text="B").bounding_box(), page.locator(".drawn [data-at='0,-1']").bounding_box()
    assert letter and square
    assert square["x"] < letter["x"] < square["x"] + square["width"]
    assert fits(page)


@on_a_phone
def test_every_square_is_labelled_and_symbols_can_be_hidden(page: Page, photo: Path) -> None:
    with_photo(page, photo)
    labels = [e.text_content() for e in page.locator(".photo [role=button][data-at] title").all()]
    assert len(labels) == 25
    assert all(label and ":" in label for label in labels)
    assert any("please check" in (label or "") for label in labels)
    page.locator(".photo .label").first.wait_for()
    press(page, ".symbols")
    page.locator(".photo .label").first.wait_for(state="hidden")


@on_a_phone
def test_answer_to_the_first_tap_does_not_undo_the_second(page: Page, photo: Path) -> None:
    """What the second square shows from its tap on, also while only the first one's score is back."""
    with_photo(page, photo)
    page.locator(".photo").evaluate(
        """(photo) => {
            const shown = (window.shown = []);
            const symbol = (at) => photo.querySelector(`[data-at="${at}"] .symbol`).getAttribute("d");
            const look = () => shown.push(symbol("4,4") === symbol("0,4") ? "mine" : symbol("4,4"));
            for (const [at, face] of [["0,4", "m3"], ["4,4", "m1"]]) {
                photo.querySelector(`[data-at="${at}"]`).dispatchEvent(new MouseEvent("click"));
                photo.getRootNode().querySelector(`.faces [data-face="${face}"]`).click();
            }
            new MutationObserver(look).observe(photo, { childList: true, subtree: true, attributes: true });
            look();
        }"""
    )
    total(page, str(score(Kingdom.parse("wss2s1m3/g1wwww/gwCff/gglff/w1s1lgm1")).total))
    assert set(page.evaluate("window.shown")) == {"mine"}


@on_a_phone
def test_cut_kingdom_is_marked_complete_with_one_tap(tab: Page, address: str) -> None:
    game = Game((Player("Ann", kingdoms=(Kingdom.parse("wwC/ff."),)),))
    tab.goto(address_of(game, address + "/") + "&seen=1~0-0--squares")
    there(tab, "game")
    turn(tab, "kingdom")
    tab.locator(".verdict[data-is=open]").wait_for()
    put(tab, "0,0", "w1")
    total(tab, "2")
    tab.locator(".verdict[data-is=open]").wait_for()
    press(tab, ".whole:has-text('It’s complete')")
    tab.locator(".verdict[data-is=legal]").wait_for()
    tab.locator(".whole").wait_for(state="hidden")
    assert "missing" not in tab.locator(".ask").inner_text()


@on_a_phone
def test_unused_expansion_offers_no_pieces(page: Page) -> None:
    unfold(page, "More ways to start")
    page.locator("[data-key=notation] input").fill("w1wf/ffC/l1wg2")
    press(page, "[data-key=notation] button")
    there(page, "kingdom")
    look_at(page, "0,0")
    page.locator(".picker [data-face='w1']").wait_for()
    assert page.locator(".picker .pieces, .picker [data-face='w2']").count() == 0


@pytest.mark.thorough
@on_a_phone
def test_a_straightened_photo_has_squares_of_one_size(page: Page, photo: Path) -> None:
    with_photo(page, photo)
    press(page, ".straighten")
    page.wait_for_function(
        "document.querySelector('.kingdom').shadowRoot.querySelector('.straight img')?.style.transform"
    )
    boxes = [page.locator(f".photo [data-at='{at}'] polygon").bounding_box() for at in ("0,0", "2,3", "4,4")]
    sides = [side for box in boxes if box for side in (box["width"], box["height"])]
    assert len(sides) == 6 and max(sides) - min(sides) < 1
    look_at(page, "1,4", on=".photo")
