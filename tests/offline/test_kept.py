"""What a phone keeps of the app: every file, for when there is no connection, and Python as it is once it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.sharing.link import opened
from tests.offline.steps import (
    KEPT,
    PATIENCE,
    WHOLE,
    Served,
    by_hand,
    has_numpy,
    kept,
    kept_python,
    link_of,
    no_connection,
    opened_page,
    put,
    total,
    turn,
    type_in,
    unfold,
)

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


@pytest.mark.thorough
def test_app_can_be_installed(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    kept(page)
    session = used_phone.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []  # every test's browser is private
    assert session.send("Page.getAppManifest")["errors"] == []


@pytest.mark.thorough
def test_chosen_language_is_used_next_time(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, lasting.address)
    unfold(page, "Settings and language")
    page.locator("[data-key=language] select").select_option("de")
    page.locator("html[lang=de]").wait_for(state="attached")
    page = opened_page(used_phone, lasting.address)
    page.locator("[data-key=language] :checked", has_text="DE").wait_for(state="attached")


@pytest.mark.thorough
def test_language_of_the_address_lasts_in_its_tab(used_phone: BrowserContext, lasting: Served) -> None:
    page = opened_page(used_phone, f"{lasting.address}?language=fr")
    page.locator("html[lang=fr]").wait_for(state="attached")
    page.reload()
    page.locator("html[lang=fr]").wait_for(state="attached")
    unfold(page, "Réglages et langue")
    page.locator("[data-key=language] select").select_option("es")
    page.locator("html[lang=es]").wait_for(state="attached")
    page.reload()
    page.locator("html[lang=es]").wait_for(state="attached")


@pytest.mark.thorough
def test_app_works_without_a_connection(used_phone: BrowserContext, lasting: Served) -> None:
    kept(opened_page(used_phone, lasting.address))
    asked: list[str] = []
    used_phone.on("request", lambda request: asked.append(request.url))
    with no_connection(used_phone, lasting):
        page = opened_page(used_phone, lasting.address)
        if not has_numpy(lasting.folder):
            page.locator(".warning", has_text="The photo reader could not be loaded").wait_for()
            of_reader = [
                url for url in asked if "/reader-" in url
            ]  # the small opencv.js beside it is part of the rules
            assert any("/numpy-" in url for url in asked) and not any("/opencv" in url for url in of_reader), asked
        type_in(page, "f1ffC")
        put(page, "0,0", "f")
        total(page, score(Kingdom.parse("fffC")).total)
        assert str(opened(link_of(page)).players[0].kingdoms[0]) == "fffC"
        turn(page, "kingdom")
        page.reload()
        total(page, score(Kingdom.parse("fffC")).total)  # the table stands in the address
        again = opened_page(used_phone, lasting.address)
        again.get_by_role("button", name="Resume last game").click()
        again.locator("main[data-page=game]").wait_for()
        turn(again, "kingdom")
        total(again, score(Kingdom.parse("fffC")).total)


@pytest.mark.thorough
def test_index_html_shows_the_app_without_a_connection(used_phone: BrowserContext, lasting: Served) -> None:
    with no_connection(used_phone, lasting):
        page = opened_page(used_phone, f"{lasting.address}index.html")
        type_in(page, "f1ffC")
        assert str(opened(link_of(page)).players[0].kingdoms[0]) == "f1ffC"


@pytest.mark.thorough
def test_app_runs_if_the_browsers_storage_is_full(phone: BrowserContext, app: Served) -> None:
    page = phone.new_page()
    full = {"origin": app.address.rstrip("/"), "quotaSize": 100_000}
    phone.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", full)
    page.goto(app.address)
    page.locator(".warning", has_text="no space to store the app").wait_for()
    by_hand(page)
    page.get_by_role("button", name="Enter squares").click()
    page.locator(".paint [data-press=done]").click()
    put(page, "0,1", "f1")
    page.locator(".kingdom .total strong").wait_for()
    assert page.evaluate("() => caches.keys().then((names) => !names.some((name) => name.startsWith('reader-')))")


def until_said(page: Page, said: list[str], words: str) -> None:
    """Wait until the console says so; a worker's words may come after the page's."""
    for _ in range(PATIENCE // 100):
        if any(words in text for text in said):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"nobody said “{words}”, but {said}")


@pytest.mark.thorough
def test_python_resumes_from_the_stored_snapshot(used_phone: BrowserContext, lasting: Served, said: list[str]) -> None:
    page = opened_page(used_phone, lasting.address)
    first = kept_python(page)
    page.close()
    page = opened_page(used_phone, lasting.address)
    assert page.evaluate(KEPT) == first, said  # the mark is gone as soon as Python runs
    type_in(page, WHOLE)
    total(page, score(Kingdom.parse(WHOLE)).total)
    assert not [text for text in said if "anew" in text], said


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        ("(store, url) => store.put(url, new Response(new Uint8Array(1000)))", "what was kept of it is spoilt"),
        ("(store, url) => store.put(url + '/tried', new Response())", "what was kept of it did not start"),
    ],
)
def test_python_starts_anew_if_the_stored_snapshot_is_unusable(
    used_phone: BrowserContext, lasting: Served, said: list[str], harm: str, reason: str
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
    until_said(page, said, f"Python starts anew: {reason}")
    type_in(page, WHOLE)
    total(page, score(Kingdom.parse(WHOLE)).total)
    kept_python(page)


DAMAGE = """async (endings) => {
  const name = (await caches.keys()).find((name) => name.startsWith('rules-'));
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    if (!endings.some((ending) => request.url.endsWith(ending))) continue;
    const kept = await cache.match(request), bytes = await kept.arrayBuffer();
    await cache.put(request, new Response(bytes.slice(0, bytes.byteLength / 2), { headers: kept.headers }));
  }
}"""
DAMAGED = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith('rules-'));
  const cache = await caches.open(name), damaged = [];
  for (const request of await cache.keys()) {
    const kept = await cache.match(request), digest = await crypto.subtle.digest('SHA-256', await kept.arrayBuffer());
    const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hash !== kept.headers.get('X-SHA-256')) damaged.push(request.url);
  }
  return damaged;
}"""


@pytest.mark.thorough
def test_damage_that_does_not_stop_the_start_is_repaired_by_the_next_visit(
    used_phone: BrowserContext, lasting: Served
) -> None:
    page = used_phone.new_page()
    page.goto(f"{lasting.address}manifest.webmanifest")  # the app itself would repair its files at once
    for _ in range(PATIENCE // 500):  # the visit before may still be repairing
        page.evaluate(DAMAGE, ["/", "/kingdom.html", "/shell.css", "/sprites.webp"])
        page.wait_for_timeout(500)
        if len(page.evaluate(DAMAGED)) == 4:
            break
    else:
        pytest.fail("the files are repaired without a visit")
    page.close()
    page = opened_page(used_phone, lasting.address)
    for _ in range(PATIENCE // 500):
        if not page.evaluate(DAMAGED):
            break
        page.wait_for_timeout(500)
    assert page.evaluate(DAMAGED) == []
    page.close()
    with no_connection(used_phone, lasting):
        page = opened_page(used_phone, lasting.address)
        type_in(page, WHOLE)
        total(page, score(Kingdom.parse(WHOLE)).total)


@pytest.mark.thorough
def test_damaged_webassembly_is_loaded_again(used_phone: BrowserContext, lasting: Served) -> None:
    kept(opened_page(used_phone, lasting.address))
    page = used_phone.pages[0]
    page.evaluate(DAMAGE, ["/pyodide.asm.wasm"])
    page.close()
    page = opened_page(used_phone, lasting.address)
    type_in(page, WHOLE)
    total(page, score(Kingdom.parse(WHOLE)).total)
