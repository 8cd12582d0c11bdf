"""The built folder on a phone: with a connection, without one, and when a new build takes over."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from scorer.pocket.build import DISTRIBUTION, _write_service
from scorer.rules.legality import check
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import Quest
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import address_of, opened
from tests.conftest import FAILED
from tests.pocket.conftest import Served, has_numpy, no_connection, until
from tests.pocket.test_program import EXPANDED
from tests.ui.browsing import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError

WHOLE = "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg"
PYODIDES_OWN = urlsplit(DISTRIBUTION).netloc
"""Where a folder without numpy looks for it."""

PATIENCE = 180_000
"""Milliseconds: Python is loaded anew for every page, which takes long where the machine is busy."""


def new_phone(browser: Browser) -> BrowserContext:
    context = browser.new_context(**PHONE, locale="en")
    context.set_default_timeout(PATIENCE)
    return context


@contextmanager
def without_faults(phone: BrowserContext) -> Iterator[None]:
    """Nothing goes wrong in the browser meanwhile."""
    faults: list[str] = []

    def note(fault: WebError) -> None:
        faults.append(str(fault.error))

    phone.on("weberror", note)
    yield
    phone.remove_listener("weberror", note)
    assert not faults


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that knows nothing of the app."""
    context = new_phone(browser)
    with without_faults(context):
        yield context
        context.close()


@pytest.fixture(scope="module")
def lasting(built: Path) -> Iterator[Served]:
    """A server for the tests that do not stop it."""
    server = Served(built)
    yield server
    server.end()


@pytest.fixture(scope="module")
def used_phones() -> Iterator[list[BrowserContext]]:
    """The phone that has the app, between tests."""
    phones: list[BrowserContext] = []
    yield phones
    for phone in phones:
        phone.close()


@pytest.fixture
def used_phone(
    request: pytest.FixtureRequest, browser: Browser, used_phones: list[BrowserContext], lasting: Served
) -> Iterator[BrowserContext]:
    """A phone that has the app and no table: Python is kept there, and begins in a part of the time.

    After a test that fails it is not used again.
    """
    phone = used_phones.pop() if used_phones else phone_with_the_app(browser, lasting.address)
    with without_faults(phone):
        yield phone
        for page in phone.pages:
            page.close()
    if FAILED in request.node.stash:
        phone.close()
        return
    page = phone.new_page()
    page.goto(f"{lasting.address}shell.css")
    page.evaluate("localStorage.clear()")
    page.close()
    used_phones.append(phone)


def phone_with_the_app(browser: Browser, address: str) -> BrowserContext:
    phone = new_phone(browser)
    with without_faults(phone):
        page = opened_page(phone, address)
        kept(page)
        kept_python(page)
        page.close()
    return phone


def opened_page(phone: BrowserContext, address: str) -> Page:
    page = phone.new_page()
    page.goto(address)
    page.locator("nav button").first.wait_for()
    return page


def kept(page: Page) -> None:
    """Wait until the service worker has every file."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def type_in(page: Page, notation: str) -> None:
    page.locator("[data-page=start]").click()
    page.locator("main > form input").fill(notation)
    page.locator("main > form button").click()
    page.locator(".kingdom .total strong").wait_for()


def put(page: Page, at: str, code: str) -> None:
    page.locator(f".drawn [data-at='{at}']").click()
    page.locator(f".picker [data-face='{code}']").click()


def total(page: Page, points: int) -> None:
    page.locator(".kingdom .total strong", has_text=re.compile(f"^{points}$")).wait_for()


def link_of(page: Page) -> str:
    page.locator("[data-page=share]").click()
    return page.locator(".link input").input_value()


def test_from_an_empty_board_to_a_corrected_total_and_its_link(phone: BrowserContext, pocket: Served) -> None:
    hosts, said = set[str](), list[str]()
    phone.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    phone.on("console", lambda message: said.append(message.text))
    page = opened_page(phone, pocket.address)
    page.get_by_role("button", name="Empty board").click()
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
    page.locator("[data-page=table]").click()
    name = page.get_by_label("Player 1", exact=True)
    name.fill("Zoë")
    name.press("Tab")
    page.locator(".winner", has_text="Player 2 wins").wait_for()
    game = opened(link_of(page))  # as the page of a server opens it
    assert [(player.name, str(player.kingdoms[0])) for player in game.players] == [("Zoë", "Cf1f"), ("Player 2", WHOLE)]
    assert page.locator(".code svg").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    elsewhere = set() if has_numpy(pocket.folder) else {PYODIDES_OWN}
    assert hosts - {""} - elsewhere == {urlsplit(pocket.address).netloc}
    assert not [text for text in said if "anew" in text], said  # nothing was kept that could be of no use


def test_what_is_being_written_stays_when_a_note_comes_above_it(used_phone: BrowserContext, lasting: Served) -> None:
    """Messages come from the worker at any time: the reader is there, a photo could not be read."""
    page = opened_page(used_phone, lasting.address)
    field = page.locator("main > form input")
    field.fill("w1wC")
    page.evaluate("() => { window.fetch = () => Promise.reject(new Error('no connection')); }")
    page.locator(".samples button").first.click()
    page.get_by_role("alert").wait_for()
    assert field.input_value() == "w1wC"
    page.locator("main > form button").click()
    total(page, 2)


def test_a_link_of_a_servers_page_opens_here(used_phone: BrowserContext, lasting: Served) -> None:
    link = address_of(Game((Player("Ann", kingdoms=(Kingdom.parse(WHOLE),)),)), "https://scorer.example/")
    page = opened_page(used_phone, f"{lasting.address}?{urlsplit(link).query}")
    total(page, score(Kingdom.parse(WHOLE)).total)
    type_in(page, "w1wC")
    page.locator("[data-page=share]").click()
    page.get_by_label("or a link").fill(link)
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(".ranking .who", has_text="Ann").wait_for()


def test_a_table_with_expansions_opens_and_they_are_chosen_by_tap(used_phone: BrowserContext, lasting: Served) -> None:
    link = address_of(EXPANDED, "https://scorer.example/")
    page = opened_page(used_phone, f"{lasting.address}?{urlsplit(link).query}")
    rules, kingdom = EXPANDED.rules, EXPANDED.players[0].kingdoms[0]
    page.locator("[data-page=table][aria-pressed=true]").wait_for()
    page.locator("[data-page=kingdoms]").click()
    total(page, score(kingdom, rules).total)
    assert opened(link_of(page)) == EXPANDED
    page.locator("[data-page=rules]").click()
    page.get_by_label("Lost Corner").uncheck()
    page.get_by_label("Bleak King").check()
    chosen = replace(rules, quests=(Quest.parse("local_business:forest"), Quest.parse("bleak_king")))
    page.locator("fieldset :disabled").first.wait_for()
    page.locator("[data-page=kingdoms]").click()
    total(page, score(kingdom, chosen).total)
    page.locator(".drawn [data-at='1,1']").click()
    page.get_by_role("button", name="Nothing").click()
    total(page, score(Kingdom.parse(str(kingdom).replace("f*C", "fC")), chosen).total)
    assert opened(link_of(page)).rules == chosen


def test_an_evening_is_kept_and_is_there_when_the_app_is_opened_again(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = opened_page(used_phone, lasting.address)
    type_in(page, WHOLE)
    page.locator("[data-page=evenings]").click()
    page.get_by_role("button", name="Keep this table").click()
    page.get_by_text("This table is kept.").wait_for()
    page.wait_for_function("Object.keys(localStorage).some((name) => name.startsWith('kingdom-scorer-evening-'))")
    page.close()
    page = opened_page(used_phone, lasting.address)
    page.locator("[data-page=evenings]").click()
    page.locator("[data-page=evenings][aria-pressed=true]").wait_for()
    page.locator("summary").click()
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator(".ranking .points", has_text=str(score(Kingdom.parse(WHOLE)).total)).wait_for()
    assert [str(player.kingdoms[0]) for player in opened(link_of(page)).players] == [WHOLE]


def test_what_would_be_right_is_a_tap_away(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    type_in(page, WHOLE.replace("w1s", "w2s"))
    page.locator(".verdict[data-is=illegal]").wait_for()
    page.get_by_role("button", name=re.compile("^if ")).first.click()
    page.locator(".verdict[data-is=legal]").wait_for()


KEPT = """async () => {
  const store = await caches.open('python');
  const found = await Promise.all((await store.keys()).map((request) => store.match(request)));
  return Promise.all(found.map(async (one) => [one.headers.get('X-SHA-256'), (await one.arrayBuffer()).byteLength]));
}"""
"""The hash and the length of everything that is kept of Python: one snapshot, and a mark while that is taken up."""


def kept_python(page: Page) -> list[list[object]]:
    """What is kept of Python, once it is one snapshot alone."""
    until(page, f"async () => (kept => kept.length === 1 && kept[0][1] > 1_000_000)(await ({KEPT})())")
    found: list[list[object]] = page.evaluate(KEPT)
    return found


def until_said(page: Page, said: list[str], words: str) -> None:
    """Wait until the console says so; a worker's words may come after the page's."""
    for _ in range(PATIENCE // 100):
        if any(words in text for text in said):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"nobody said “{words}”, but {said}")


@pytest.fixture
def said(used_phone: BrowserContext) -> Iterator[list[str]]:
    """What pages and their workers say on the used phone."""
    texts: list[str] = []

    def note(message: ConsoleMessage) -> None:
        texts.append(message.text)

    used_phone.on("console", note)
    yield texts
    used_phone.remove_listener("console", note)


def test_python_is_taken_up_again_from_what_was_kept(
    used_phone: BrowserContext, lasting: Served, said: list[str]
) -> None:
    page = opened_page(used_phone, lasting.address)
    first = kept_python(page)
    page.close()
    page = opened_page(used_phone, lasting.address)
    assert page.evaluate(KEPT) == first, said  # the mark is gone as soon as Python runs
    type_in(page, WHOLE)
    total(page, score(Kingdom.parse(WHOLE)).total)
    assert not [text for text in said if "anew" in text], said


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("(store, url) => store.put(url, new Response(new Uint8Array(1000)))", "what was kept of it is spoilt"),
        ("(store, url) => store.put(url + '/tried', new Response())", "what was kept of it did not start"),
    ],
)
def test_python_starts_anew_where_what_was_kept_is_of_no_use(
    used_phone: BrowserContext, lasting: Served, said: list[str], harm: str, told: str
) -> None:
    page = opened_page(used_phone, lasting.address)
    first = kept_python(page)
    page.evaluate(
        f"""async () => {{
          const store = await caches.open('python');
          await ({harm})(store, (await store.keys())[0].url);
        }}"""
    )
    assert page.evaluate(KEPT) != first
    page.close()
    page = opened_page(used_phone, lasting.address)
    until_said(page, said, f"Python starts anew: {told}")
    type_in(page, WHOLE)
    total(page, score(Kingdom.parse(WHOLE)).total)
    kept_python(page)


def test_it_can_be_installed(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    kept(page)
    session = used_phone.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []  # every test's browser is private
    assert session.send("Page.getAppManifest")["errors"] == []


def test_without_a_connection_everything_goes_on(used_phone: BrowserContext, lasting: Served) -> None:
    kept(opened_page(used_phone, lasting.address))
    with no_connection(used_phone, lasting):
        page = opened_page(used_phone, lasting.address)
        type_in(page, "f1ffC")
        put(page, "0,0", "f")
        total(page, score(Kingdom.parse("fffC")).total)
        assert str(opened(link_of(page)).players[0].kingdoms[0]) == "fffC"
        page.locator("[data-page=kingdoms]").click()
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


WORKERS = """async () => {
  const found = await navigator.serviceWorker.getRegistration('/pocket/');
  return [found.active.state, found.installing, found.waiting].join(' ').trim();
}"""
"""What state the one service worker of the app is in; more than that while another one waits."""


def test_a_new_build_takes_over_and_the_table_stays(phone: BrowserContext, built: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pocket"
    shutil.copytree(built, folder)
    (tmp_path / "beside.html").write_text("<title>Beside the app</title>")
    server = Served(tmp_path)
    beside = phone.new_page()
    beside.goto(f"{server.address}beside.html")
    page = opened_page(phone, f"{server.address}pocket/")
    kept(page)
    type_in(page, WHOLE)
    with (folder / "shell.css").open("a") as style:
        style.write("nav { --build: 2; }\n")
    _write_service(folder)
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    until(page, "navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)")
    number = "getComputedStyle(document.querySelector('nav')).getPropertyValue('--build')"
    page.reload()
    page.locator("nav button").first.wait_for()
    assert page.evaluate(number) == ""  # no window mixes two builds
    address = page.url
    page.close()
    until(beside, f"async () => await ({WORKERS})() === 'activated'")  # the old one may be keeping what reads photos
    page = opened_page(phone, address)
    assert page.evaluate(number).strip() == "2"
    total(page, score(Kingdom.parse(WHOLE)).total)
    server.end()
