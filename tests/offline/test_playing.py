"""The built folder on a phone: kingdoms put in and corrected, tables opened, evenings kept."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from scorer.offline.build import DISTRIBUTION
from scorer.rules.legality import check
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import Quest
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import address_of, opened
from tests.app.asking import EXPANDED
from tests.offline.steps import (
    WHOLE,
    Served,
    by_hand,
    has_numpy,
    kept_whole,
    link_of,
    opened_page,
    put,
    total,
    turn,
    type_in,
    until,
    without_table,
)

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route

PYODIDES_OWN = urlsplit(DISTRIBUTION).netloc
"""Where a folder without numpy looks for it."""


def test_from_an_empty_board_to_a_corrected_total_and_its_link(
    phone: BrowserContext, lasting: Served, used_phones: list[BrowserContext]
) -> None:
    hosts, said = set[str](), list[str]()
    phone.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    phone.on("console", lambda message: said.append(message.text))
    page = opened_page(phone, lasting.address)
    by_hand(page)
    page.get_by_role("button", name="Enter squares").click()
    page.locator(".paint [data-press=done]").click()
    put(page, "0,1", "f1")
    put(page, "0,2", "f")
    total(page, score(Kingdom.parse("Cf1f")).total)
    put(page, "0,2", "f1")
    total(page, score(Kingdom.parse("Cf1f1")).total)
    page.locator(".undo").click()
    total(page, score(Kingdom.parse("Cf1f")).total)
    verdict = {True: "legal", False: "illegal", None: "open"}[check(Kingdom.parse("Cf1f")).legal]
    page.locator(f".verdict[data-is={verdict}]").wait_for()
    type_in(page, WHOLE)
    total(page, score(Kingdom.parse(WHOLE)).total)
    turn(page, "game")
    name = page.get_by_label("Player 1", exact=True)
    name.fill("Donaudampfschifffahrtsgesellschaftskapit")  # 40 letters, the most
    name.press("Tab")
    page.locator(".player-card", has_text="Donaudampf").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.set_viewport_size({"width": 390, "height": 844})
    name.fill("Zoë")
    name.press("Tab")
    page.locator(".winner", has_text="Player 2 won by").wait_for()
    game = opened(link_of(page))  # as the page of a server opens it
    assert [(player.name, str(player.kingdoms[0])) for player in game.players] == [("Zoë", "Cf1f"), ("Player 2", WHOLE)]
    page.get_by_alt_text("A QR code of the link").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    elsewhere = set() if has_numpy(lasting.folder) else {PYODIDES_OWN}
    assert hosts - {""} - elsewhere == {urlsplit(lasting.address).netloc}
    assert not [text for text in said if "anew" in text], said  # nothing was kept that could be of no use
    kept_whole(page)
    without_table(phone, lasting.address)
    used_phones.append(phone)  # the tests below need not wait for another one


@pytest.mark.thorough
def test_text_being_typed_stays_when_a_note_appears_above(used_phone: BrowserContext, lasting: Served) -> None:
    """Messages come from the worker at any time: the reader is there, a photo could not be read."""
    used_phone.route("**/numpy-*", lambda _: None)  # never answered: where the reader cannot be had samples go away
    page = opened_page(used_phone, lasting.address)
    by_hand(page)
    form = page.locator("form", has_text="Add this kingdom")
    field = form.locator("input")
    field.fill("w1wC")
    page.evaluate("() => { window.fetch = () => Promise.reject(new Error('no connection')); }")
    page.locator(".samples button").first.click()
    page.get_by_role("alert").filter(has_text="This example could not be loaded").wait_for()
    assert field.input_value() == "w1wC"
    form.locator("button").click()
    total(page, 2)
    used_phone.unroute_all(behavior="ignoreErrors")


@pytest.mark.thorough
def test_typed_text_and_an_open_fold_survive_when_the_fold_is_drawn_anew(
    used_phone: BrowserContext, lasting: Served
) -> None:
    """The fold changes when the reader turns out not to be available."""
    held: list[Route] = []
    used_phone.route("**/numpy-*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright marks the function)
    page = opened_page(used_phone, lasting.address)
    by_hand(page)
    field = page.locator("form", has_text="Add this kingdom").locator("input")
    field.fill("w1wC")
    field.evaluate("(field) => { field.isFirst = true; }")
    while not held:
        page.wait_for_timeout(50)
    for route in held:
        route.abort()
    until(page, "() => ![...document.querySelectorAll('form input')].some((field) => field.isFirst)")
    assert field.input_value() == "w1wC"
    assert field.is_visible()
    used_phone.unroute_all(behavior="ignoreErrors")


@pytest.mark.thorough
def test_link_of_the_server_opens_in_the_offline_app(used_phone: BrowserContext, lasting: Served) -> None:
    link = address_of(Game((Player("Ann", kingdoms=(Kingdom.parse(WHOLE),)),)), "https://scorer.example/")
    page = opened_page(used_phone, f"{lasting.address}?{urlsplit(link).query}")
    turn(page, "kingdom")
    total(page, score(Kingdom.parse(WHOLE)).total)
    type_in(page, "w1wC")
    turn(page, "share")
    page.get_by_label("Or paste the link to a game").fill(link)
    page.get_by_role("button", name="Open link", exact=True).click()
    page.locator(".player-card .who", has_text="Ann").wait_for()


@pytest.mark.thorough
def test_a_table_with_expansions_opens_and_they_are_chosen_by_tap(used_phone: BrowserContext, lasting: Served) -> None:
    link = address_of(EXPANDED, "https://scorer.example/")
    page = opened_page(used_phone, f"{lasting.address}?{urlsplit(link).query}")
    rules, kingdom = EXPANDED.rules, EXPANDED.players[0].kingdoms[0]
    page.locator("main[data-page=game]").wait_for()
    turn(page, "kingdom")
    total(page, score(kingdom, rules).total)
    assert opened(link_of(page)) == EXPANDED
    turn(page, "rules")
    page.locator("button[data-value=lost_corner][aria-pressed=true]").click()
    page.locator("button[data-value=lost_corner][aria-pressed=false]").wait_for()
    page.locator("button[data-value=bleak_king]").click()
    page.locator("button[data-value=bleak_king][aria-pressed=true]").wait_for()
    chosen = replace(rules, quests=(Quest.parse("local_business:forest"), Quest.parse("bleak_king")))
    turn(page, "kingdom")
    total(page, score(kingdom, chosen).total)
    page.locator(".drawn [data-at='1,1']").click()
    page.get_by_role("button", name="Nothing").click()
    total(page, score(Kingdom.parse(str(kingdom).replace("f*C", "fC")), chosen).total)
    assert opened(link_of(page)).rules == chosen


@pytest.mark.thorough
def test_saved_game_is_there_when_the_app_is_reopened(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    type_in(page, WHOLE)
    turn(page, "game")
    until(page, "() => Object.keys(localStorage).some((name) => name.startsWith('kingdom-scorer-evening-'))")
    page.close()
    page = opened_page(used_phone, lasting.address)
    page.locator("[data-key^=resume-]").click()
    page.locator(".player-card .points", has_text=str(score(Kingdom.parse(WHOLE)).total)).wait_for()
    assert [str(player.kingdoms[0]) for player in opened(link_of(page)).players] == [WHOLE]


def test_correction_is_applied_with_one_tap(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    type_in(page, WHOLE.replace("w1s", "w2s"))
    page.locator(".verdict[data-is=illegal]").wait_for()
    page.get_by_role("button", name=re.compile("^Change B2 ")).click()
    page.locator(".verdict[data-is=legal]").wait_for()


@pytest.mark.thorough
def test_file_that_cannot_be_loaded_on_a_first_visit_is_no_blank_page(phone: BrowserContext, lasting: Served) -> None:
    phone.route("**/worker/worker.js", lambda route: route.abort())
    page = phone.new_page()
    page.goto(lasting.address)
    page.get_by_role("alert").get_by_text("could not be loaded").wait_for()


LAYOUT = """() => {
  const [notice, undo, dock] = ['.row.notice', '.row.notice button', '.row.dock'].map((name) => {
    const { left, right, top, bottom } = document.querySelector(name).getBoundingClientRect();
    return { left, right, top, bottom };
  });
  const cut = [...document.querySelectorAll('.row.dock > *')].filter((one) => one.scrollWidth > one.clientWidth + 1);
  return { notice, undo, dock, cut: cut.map((one) => one.textContent) };
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("width", [320, 390])
def test_notice_and_bottom_bar_fit_with_large_text_and_long_words(
    used_phone: BrowserContext, lasting: Served, width: int
) -> None:
    page = opened_page(used_phone, lasting.address)
    page.set_viewport_size({"width": width, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    type_in(page, WHOLE)
    turn(page, "game")
    page.locator(".row.notice button").wait_for()
    texts = {".row.notice button": "Speichern rückgängig machen", ".row.dock label.photos": "Foto hinzufügen"}
    for name, text in texts.items():
        page.locator(name).evaluate_all("(all, text) => all.forEach((one) => { one.textContent = text; })", text)
    page.evaluate("() => new Promise((done) => { setTimeout(() => requestAnimationFrame(done), 100); })")
    layout = page.evaluate(LAYOUT)
    notice, undo = layout["notice"], layout["undo"]
    assert notice["bottom"] <= layout["dock"]["top"], "the notice covers the bar"
    assert 0 <= notice["left"] <= undo["left"] and undo["right"] <= notice["right"] <= width
    assert layout["cut"] == []
