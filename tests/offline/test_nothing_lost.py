"""Games survive a reload, a closed app and a browser that refuses to store anything."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.offline.program import start_program
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import PART, encode, opened
from scorer.sharing.saved_games.saved_game import SavedGame
from tests.app.asking import SPRITES, block, blocks, done, labels
from tests.offline.steps import (
    Served,
    by_hand,
    link_of,
    new_phone,
    opened_page,
    prepared_page,
    put,
    total,
    turn,
    type_in,
    until,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

UNANSWERED = "(Object.keys(localStorage).find((name) => name.startsWith('kingdom-scorer-unanswered')) ?? null)"
PREFIX = "kingdom-scorer-evening-"
TEXTS = f"""() => Object.entries(localStorage).filter(([name]) => name.startsWith('{PREFIX}'))
  .map(([, text]) => text)"""
"""The saved games as this browser stores them."""
SAVED = f"({TEXTS})().length"
ANOTHER = Game((Player("Ann", kingdoms=(Kingdom.parse("ww/C."),)),))
SLOW = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (data) { if (!window.silent) post.call(this, data); };
"""
"""Requests do not arrive as long as ``silent`` is set, as where the app is closed before they are carried out."""
PERSIST = """window.asked = 0;
StorageManager.prototype.persist = () => { window.asked++; return Promise.resolve(true); };"""
BLOCKED = """for (const storage of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, storage, { get() { throw new DOMException('blocked', 'SecurityError'); } });
}
window.BroadcastChannel = class { constructor() { throw new DOMException('blocked', 'SecurityError'); } };"""


def kingdoms_of(texts: list[str]) -> list[str]:
    """The first kingdom of every saved game."""
    return [str(SavedGame.from_text(text).game.players[0].kingdoms[0]) for text in texts]


def put_and_close(page: Page) -> str:
    """Put a square at the last moment, and close the app; its address."""
    page.evaluate("window.silent = true")
    page.locator(".drawn [data-at='0,1']").click()
    page.locator(".picker [data-face='f1']").click()
    address = page.url
    page.close(run_before_unload=True)
    return address


@pytest.mark.thorough
@pytest.mark.parametrize("again", ["reload", "new start"])
def test_last_tap_before_app_closes_is_kept(used_phone: BrowserContext, lasting: Served, again: str) -> None:
    page = prepared_page(used_phone, lasting.address, SLOW)
    type_in(page, "ff/C.")
    total(page, 0)
    address = put_and_close(page)
    page = opened_page(used_phone, address if again == "reload" else lasting.address)
    assert str(opened(link_of(page)).players[0].kingdoms[0]) == "ff1/C."
    assert page.evaluate(UNANSWERED) is None


@pytest.mark.thorough
@pytest.mark.parametrize("is_saved", [False, True])
def test_last_tap_is_repeated_on_its_own_game_if_a_link_opens_another(
    used_phone: BrowserContext, lasting: Served, is_saved: bool
) -> None:
    page = prepared_page(used_phone, lasting.address, SLOW)
    type_in(page, "ff/C.")
    if is_saved:
        turn(page, "game")
        until(page, f"() => {SAVED} === 1")
        turn(page, "kingdom")
    total(page, 0)
    put_and_close(page)
    page = opened_page(used_phone, f"{lasting.address}?{PART}={encode(ANOTHER)}")
    until(page, f"() => {UNANSWERED} === null")
    assert str(opened(link_of(page)).players[0].kingdoms[0]) == "ww/C."
    until(page, f"() => {SAVED} === 1")
    assert kingdoms_of(page.evaluate(TEXTS)) == ["ff1/C."]


@pytest.mark.thorough
def test_new_game_that_is_reloaded_does_not_replace_the_saved_one(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    type_in(page, "ff/C.")
    turn(page, "game")
    until(page, f"() => {SAVED} === 1")
    page.locator("button[data-key^=ask_to_clear]").first.click(timeout=20_000)
    page.locator("button[data-key=clear]").first.click(timeout=20_000)
    page.locator("main[data-page=home]").wait_for()
    type_in(page, "ww/C.")
    page.reload()
    page.locator(".kingdom .total strong").wait_for()
    turn(page, "game")
    until(page, f"() => {SAVED} === 2")
    assert sorted(kingdoms_of(page.evaluate(TEXTS))) == ["ff/C.", "ww/C."]


@pytest.mark.thorough
def test_page_reloaded_on_home_does_not_replace_what_another_tab_saved(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = opened_page(used_phone, lasting.address)
    type_in(page, "ff/C.")
    turn(page, "game")
    until(page, f"() => {SAVED} === 1")
    turn(page, "home")
    other = used_phone.new_page()
    other.goto(f"{lasting.address}manifest.webmanifest")
    (saved_game,) = map(SavedGame.from_text, page.evaluate(TEXTS))
    (player,) = saved_game.game.players
    theirs = replace(saved_game, game=Game((replace(player, kingdoms=(Kingdom.parse("ff1/C."),)),)))
    other.evaluate("([name, text]) => localStorage.setItem(name, text)", [PREFIX + theirs.key, theirs.to_text()])
    page.reload()
    page.locator("main[data-page=home]").wait_for()
    turn(page, "kingdom")
    put(page, "1,1", "w")
    until(page, f"() => {SAVED} === 2")
    assert sorted(kingdoms_of(page.evaluate(TEXTS))) == ["ff/Cw", "ff1/C."]


@pytest.mark.thorough
@pytest.mark.parametrize("is_new_tab", [True, False])
def test_link_does_not_replace_a_game_that_is_not_saved(
    used_phone: BrowserContext, lasting: Served, is_new_tab: bool
) -> None:
    page = opened_page(used_phone, lasting.address)
    type_in(page, "ff/C.")  # its first kingdom is still shown: it is not saved by itself
    link = f"{lasting.address}?{PART}={encode(ANOTHER)}"
    if is_new_tab:
        page.close()
        page = opened_page(used_phone, link)
    else:
        page.goto(link)
    until(page, f"() => {SAVED} === 1")
    assert kingdoms_of(page.evaluate(TEXTS)) == ["ff/C."]
    assert str(opened(link_of(page)).players[0].kingdoms[0]) == "ww/C."
    page.reload()
    page.locator("main[data-page=share] .link input").wait_for()
    assert page.evaluate(SAVED) == 1
    if not is_new_tab:
        page.goto(link)
        page.go_back(wait_until="load")
        page.locator("main[data-page]").wait_for()
        page.wait_for_timeout(1000)
        assert page.evaluate(SAVED) == 1, "the game of the link was only looked at"


@pytest.mark.thorough
def test_game_behind_the_back_button_is_not_saved_again(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    type_in(page, "ff/C.")
    page.goto(f"{lasting.address}?{PART}={encode(ANOTHER)}")
    until(page, f"() => {SAVED} === 1")
    page.go_back(wait_until="load")
    page.locator("main[data-page=kingdom]").wait_for()
    turn(page, "game")
    page.wait_for_timeout(1000)
    assert kingdoms_of(page.evaluate(TEXTS)) == ["ff/C."]


@pytest.mark.thorough
def test_notes_typed_before_app_closes_are_kept(used_phone: BrowserContext, lasting: Served) -> None:
    page = prepared_page(used_phone, lasting.address, SLOW)
    type_in(page, "ff/C.")
    turn(page, "game")
    turn(page, "home")
    turn(page, "history")
    page.locator("[data-key^=look-]").first.click()
    page.get_by_label("Notes").fill("A long evening")
    page.evaluate("window.silent = true")
    address = page.url
    page.close(run_before_unload=True)
    page = opened_page(used_phone, address)
    until(page, "() => document.querySelector('textarea')?.value === 'A long evening'")


def test_replayed_actions_find_the_kingdom_without_its_photo_and_origin() -> None:
    program = start_program(SPRITES, "en", "")
    done(program, "notation", value="fC")
    put = {"kind": "put", "kingdom": "0.0.photo-1.Player 1", "places": ["0,-2"], "code": "w1", "sent": 1}
    undo = {"kind": "undo", "kingdom": "0.0.photo-1.Player 1", "sent": 2}
    done(program, "replay", requests=[{"kind": "actions", "value": [put, undo]}], origin=[0, -1])
    assert str(program.state.slots[0].drafts[0].kingdom) == "w1fC"


def test_replay_leaves_out_requests_of_an_earlier_build() -> None:
    program = start_program(SPRITES, "en", "")
    done(program, "replay", requests=[{"kind": "lay", "value": 1}, {"kind": "notation", "value": "fC"}], origin=[0, 0])
    assert str(program.state.slots[0].drafts[0].kingdom) == "fC"


def test_replay_goes_on_after_a_request_that_fails() -> None:
    program = start_program(SPRITES, "en", "")
    nested = {"kind": "replay", "requests": [{"kind": "notation", "value": "wC"}], "origin": [0, 0]}
    requests = [{"kind": "notation", "values": "ff/C."}, nested, {"kind": "notation", "value": "fC"}]
    done(program, "replay", requests=requests, origin=[0, 0])
    assert [str(slot.drafts[0].kingdom) for slot in program.state.slots] == ["fC"]


def put_on(address: dict[str, str]) -> dict[str, object]:
    """The replay of a tap on the first kingdom of another game."""
    put = {"kind": "put", "kingdom": "0.0..Player 1", "places": ["0,1"], "code": "f1", "sent": 1}
    return {"kind": "replay", "requests": [{"kind": "actions", "value": [put]}], "origin": [0, 0], "address": address}


@pytest.mark.parametrize("is_saved", [False, True])
def test_replay_on_another_game_changes_it_and_not_the_one_on_the_page(is_saved: bool) -> None:
    first = start_program(SPRITES, "en", "")
    page = done(first, "notation", value="ff/C.")
    if is_saved:
        page = done(first, "page", value="game")
    address, saved = page["storage"]["address"], page["storage"]["savedGames"]["put"]
    assert len(saved) == is_saved
    program = start_program(SPRITES, "en", "")
    done(program, "arrive", parts={PART: encode(ANOTHER)})
    done(program, "found", value=json.dumps({"table": address}))
    done(program, "saved_games", value=json.dumps(saved))
    page = done(program, "replay", requests=[put_on(address)], origin=[0, 0])
    assert program.state.game == ANOTHER and page["page"] == "game"
    assert kingdoms_of(page["storage"]["savedGames"]["put"].values()) == ["ff1/C."]
    done(program, "bring_back")
    assert [str(slot.drafts[0].kingdom) for slot in program.state.slots] == ["ff1/C."]
    assert len(program.history.stashed) == len(program.game_history.saved_games) == 1


def test_replay_on_a_game_that_had_not_started_saves_it() -> None:
    program = start_program(SPRITES, "en", "")
    done(program, "arrive", parts={PART: encode(ANOTHER)})
    replay = {"kind": "replay", "requests": [{"kind": "notation", "value": "fC"}], "origin": [0, 0], "address": {}}
    page = done(program, "replay", requests=[replay], origin=[0, 0])
    assert program.state.game == ANOTHER
    assert kingdoms_of(page["storage"]["savedGames"]["put"].values()) == ["fC"]


def test_replay_on_a_game_that_another_window_changed_keeps_both() -> None:
    theirs = SavedGame("1a", date(2026, 5, 2), ANOTHER)
    program = start_program(SPRITES, "en", "")
    done(program, "saved_games", value=json.dumps({"1a": theirs.to_text()}))
    before = {PART: encode(Game((Player("Ann", kingdoms=(Kingdom.parse("fC"),)),))), "evening": "1a"}
    replay = {"kind": "replay", "requests": [{"kind": "notation", "value": "lC"}], "origin": [0, 0], "address": before}
    done(program, "replay", requests=[replay], origin=[0, 0])
    kept = program.game_history.saved_games
    assert kept.find("1a") == theirs and len(kept) == 2


@pytest.mark.thorough
def test_request_that_ends_the_app_is_not_repeated_for_ever(used_phone: BrowserContext, lasting: Served) -> None:
    page = prepared_page(used_phone, lasting.address, "")
    left = '{"address": {}, "origin": [0, 0], "requests": 7}'  # not even a list
    page.evaluate(f"localStorage.setItem('kingdom-scorer-unanswered', '{left}')")
    page.close()
    page = opened_page(used_phone, lasting.address)
    page.locator("main pre").wait_for()
    page.close()
    page = opened_page(used_phone, lasting.address)
    page.locator("main h1").wait_for()
    assert page.evaluate(UNANSWERED) is None


@pytest.mark.thorough
def test_deeply_nested_file_is_refused_and_the_app_goes_on(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    turn(page, "history")
    games = {"name": "games.json", "mimeType": "application/json", "buffer": b"[" * 100_000}
    page.locator("main input[type=file]").first.set_input_files(games)  # type: ignore[arg-type]
    page.get_by_text("was not made by this app").wait_for()
    page = opened_page(used_phone, lasting.address)
    page.locator("main h1").wait_for()


@pytest.mark.thorough
def test_names_that_were_sent_with_another_request_survive_reload(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    by_hand(page)
    page.locator("[data-key=join] input").fill("Ann, Zoé")
    turn(page, "history")
    turn(page, "home")
    page.reload()
    page.locator("main[data-page=home]").wait_for()
    until(page, "() => document.querySelector('[data-key=join] input')?.value === 'Ann, Zoé'", 30)


@pytest.mark.thorough
def test_typed_name_survives_reload(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    by_hand(page)
    page.locator("[data-key=join] input").fill("Ann, Zoé")
    page.reload()
    page.locator("main[data-page=home]").wait_for()
    until(page, "() => document.querySelector('[data-key=join] input')?.value === 'Ann, Zoé'")
    type_in(page, "ff/C.")
    turn(page, "game")
    page.get_by_label("Player 1", exact=True).fill("Zoë")
    page.reload()
    page.locator("main[data-page=game]").wait_for()
    assert opened(link_of(page)).players[0].name == "Zoë"


def test_typed_names_stay_when_the_browser_goes_forward_and_back(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    turn(page, "rules")
    turn(page, "home")
    by_hand(page)
    page.locator("[data-key=join] input").fill("Ann, Zoé")
    page.go_forward()
    page.locator("main[data-page=rules]").wait_for()
    page.go_back()
    page.locator("main[data-page=home]").wait_for()
    until(page, "() => document.querySelector('[data-key=join] input')?.value === 'Ann, Zoé'", 30)


def test_typed_names_survive_a_closed_app(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    by_hand(page)
    page.locator("[data-key=join] input").fill("Ann, Zoé")
    other = opened_page(used_phone, lasting.address)
    page.close(run_before_unload=True)
    other.close(run_before_unload=True)  # nothing is typed there
    page = opened_page(used_phone, lasting.address)
    until(page, "() => document.querySelector('[data-key=join] input')?.value === 'Ann, Zoé'")


@pytest.mark.thorough
def test_browser_that_blocks_its_storage_is_named_once(phone: BrowserContext, lasting: Served) -> None:
    phone.add_init_script(BLOCKED)
    page = opened_page(phone, lasting.address)
    page.locator(".warning", has_text="This browser blocks its storage").wait_for()
    type_in(page, "ff/C.")
    turn(page, "history")
    for _ in range(2):
        page.get_by_text("This browser blocks its storage").wait_for()
        said = page.locator("main").inner_text()
        assert said.count("storage") == 1 and "kept" not in said and "Looking for" not in said, said
        if page.get_by_role("button", name="Close").count():  # the second time it is closed
            page.get_by_role("button", name="Close").click()
            page.get_by_role("button", name="Close").wait_for(state="detached")


def test_blocked_storage_offers_no_saving() -> None:
    program = start_program(SPRITES, "en", "")
    page = done(program, "found", value='{"blocked": true, "table": null, "reading": null}')
    assert "blocks its storage" in block(page, look="warning")["text"]
    done(program, "notation", value="fC")
    page = done(program, "page", value="history")
    assert not [label for label in labels(page) if "Keep" in label]


@pytest.mark.thorough
def test_persistent_storage_is_asked_for_once_with_first_saved_game(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = prepared_page(used_phone, lasting.address, PERSIST)
    assert page.evaluate("window.asked") == 0
    for notation in ("ff/C.", "ww/C."):  # each is saved by itself
        type_in(page, notation)
        turn(page, "game")
        until(page, "() => window.asked === 1")
    turn(page, "history")
    page.get_by_text("Safari deletes saved games").wait_for(state="attached")  # in a fold
    assert page.evaluate("window.asked") == 1


def test_safari_is_mentioned_only_next_to_the_export() -> None:
    program = start_program(SPRITES, "en", "")
    page = done(program, "page", value="history")
    assert not [one for one in blocks(page) if "Safari" in one.get("text", "")]


@pytest.mark.thorough
def test_install_without_a_connection_does_not_report_full_storage(
    browser: Browser, elsewhere: str, built: Path, request: pytest.FixtureRequest
) -> None:
    """What the page itself still loads when the server goes away fails, too: that is no fault here."""
    server = Served(built)
    phone = new_phone(browser, elsewhere)
    request.addfinalizer(server.end)
    request.addfinalizer(phone.close)
    phone.route("**/sprites.json", lambda route: route.abort() if route.request.service_worker else route.continue_())
    page = opened_page(phone, server.address)
    server.budget = 0
    page.wait_for_timeout(3000)
    assert "no space" not in page.locator("main").inner_text()


@pytest.mark.thorough
@pytest.mark.parametrize("is_duplicate", [False, True])
def test_unsaved_games_of_two_windows_are_both_kept(
    used_phone: BrowserContext, lasting: Served, is_duplicate: bool
) -> None:
    first = opened_page(used_phone, lasting.address)
    if is_duplicate:  # with a copy of the session's storage, as a browser duplicates a tab
        first.evaluate("sessionStorage.setItem('kingdom-scorer-window', 'first')")
        first.reload()
        first.locator("main[data-page]").wait_for()
        with used_phone.expect_page() as opening:
            first.evaluate("window.open(location.href)")
        second = opening.value
        second.locator("main[data-page]").wait_for()
    else:
        second = opened_page(used_phone, lasting.address)
    type_in(first, "ff/C.")
    type_in(second, "ww/C.")
    until(second, "() => localStorage.getItem('kingdom-scorer-other-tables')")
    first.close()
    second.close()
    page = opened_page(used_phone, lasting.address)
    until(page, f"() => {SAVED} === 1")  # the first window's
    page.get_by_role("button", name="Resume last game").wait_for()
    assert not page.evaluate("localStorage.getItem('kingdom-scorer-other-tables')")


@pytest.mark.thorough
def test_taps_count_after_the_clock_was_put_back(used_phone: BrowserContext, lasting: Served) -> None:
    page = prepared_page(used_phone, lasting.address, SLOW)
    type_in(page, "ff/C.")
    total(page, 0)
    page.evaluate("const now = Date.now; Date.now = () => now() + 86400000")
    page = opened_page(used_phone, put_and_close(page))
    total(page, 2)
    page.locator(".drawn [data-at='0,0']").click()
    page.locator(".picker [data-face='f1']").click()
    total(page, 4)


@pytest.mark.thorough
def test_full_storage_is_reported_while_the_first_kingdom_is_shown(used_phone: BrowserContext, lasting: Served) -> None:
    page = prepared_page(used_phone, lasting.address, "")
    page.evaluate(
        "let size = 1 << 20, number = 0; while (size) {"
        " try { localStorage.setItem(`fill${number++}`, 'x'.repeat(size)); } catch { size >>= 1; } }"
    )
    type_in(page, "ff/C.")
    page.get_by_text("storage is full").wait_for()


def test_typed_names_stay_while_the_rules_are_chosen(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    by_hand(page)
    field = page.locator("[data-key=join] input")
    field.fill("Ann, Ben")
    page.get_by_role("button", name="Choose rules").click()
    page.locator("main[data-page=rules]").wait_for()
    page.locator("[data-key=back]").click()
    page.locator("main[data-page=home]").wait_for()
    assert field.input_value() == "Ann, Ben"
    page.locator("[data-key=join] button").click()
    page.get_by_role("heading", name="Next: Ann").wait_for()
