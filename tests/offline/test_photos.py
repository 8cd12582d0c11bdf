"""Photos read by the built folder alone, on a phone, without a connection."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorer.rules.scoring.score import score
from scorer.samples import samples
from scorer.sharing.link import opened
from tests.offline.steps import LOADS, Served, kept, link_of, no_connection, opened_page, put, total, turn, until

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SAMPLES = {sample.path.stem: sample for sample in samples()}
WORKERS_POLICY = "default-src 'none'; worker-src 'self'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'"


def sample_of(served: Served) -> str:
    """The path of a sample."""
    (found,) = served.folder.glob("samples-*/whole.jpg")
    return found.relative_to(served.folder).as_posix()


def ready(page: Page) -> None:
    """Wait until photos can be read."""
    page.locator("main progress").wait_for(state="detached", timeout=LOADS)
    page.locator(".photos input").wait_for()


def kept_with_reader(page: Page) -> None:
    """Wait until every file of what reads photos is kept, too."""
    kept(page)
    until(
        page,
        """async () => {
          const [, files] = (await (await fetch('service.js')).text()).match(/const READER = (.*);/);
          const found = await Promise.all(JSON.parse(files).map(([file]) => caches.match(file)));
          return found.every(Boolean);
        }""",
    )


def read(page: Page, *paths: Path) -> None:
    turn(page, "home")
    page.locator(".photos input").set_input_files(paths)


def share(page: Page, served: Served, sample: str, name: str) -> None:
    """Share a sample with the app as a file of a name, from another page."""
    page.goto(f"{served.address}manifest.webmanifest")
    page.evaluate(
        """async ([address, name]) => {
          const content = await (await fetch(address)).blob();
          const files = new DataTransfer();
          files.items.add(new File([content], name, { type: 'image/jpeg' }));
          document.documentElement.innerHTML = `<form method=post enctype=multipart/form-data action=share>
            <input type=file name=photos></form>`;
          document.querySelector('input').files = files.files;
          document.querySelector('form').submit();
        }""",
        [sample_of(served).replace("whole", sample), name],
    )
    page.wait_for_url("**/?*", wait_until="commit")


def test_from_a_photo_to_the_corrected_total_and_its_link_without_a_connection(
    phone: BrowserContext,
    reading: Served,
) -> None:
    page = opened_page(phone, reading.address)
    ready(page)
    kept_with_reader(page)
    page.get_by_text("it works offline").wait_for()
    page.close()
    reading.asked.clear()
    page = opened_page(phone, reading.address)
    ready(page)
    assert {*reading.asked} <= {"/service.js"}, "but whether there is a newer build"
    script = page.evaluate(
        "performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/worker.js')).name"
    )
    policy = page.evaluate(
        "(script) => fetch(script).then(({ headers }) => headers.get('Content-Security-Policy'))", script
    )
    assert policy == WORKERS_POLICY, "nothing from another host where numpy lies beside the app"
    page.close()
    with no_connection(phone, reading):
        page = opened_page(phone, reading.address)
        ready(page)
        sample = SAMPLES["whole"]
        read(page, sample.path)
        page.locator("[data-key=look-0]").click(timeout=LOADS)
        (truth,) = sample.kingdoms
        total(page, score(truth).total)
        assert page.locator(".picture image").get_attribute("href", timeout=LOADS)
        assert str(opened(link_of(page)).players[0].kingdoms[0]) == str(truth)
        turn(page, "kingdom")
        page.get_by_role("button", name="Drawing", exact=True).click()
        put(page, "0,0", "g2")
        changed = opened(link_of(page)).players[0].kingdoms[0]
        assert str(changed[0, 0]) == "g2" != str(truth[0, 0])
        turn(page, "kingdom")
        total(page, score(changed).total)


def test_photos_that_other_apps_share_or_open_are_read(phone: BrowserContext, reading: Served) -> None:
    page = phone.new_page()
    page.add_init_script(
        "Object.defineProperty(window, 'launchQueue', { value: { setConsumer(take) { window.take = take; } } });"
    )
    page.goto(reading.address)
    ready(page)
    kept(page)
    page.evaluate(
        """async (address) => {
          const content = await (await fetch(address)).blob();
          window.take({ files: [{ getFile: async () => new File([content], 'whole.jpg') }] });
        }""",
        sample_of(reading),
    )
    page.locator("[data-key=look-0]").wait_for(timeout=LOADS)
    assert [str(player.kingdoms[0]) for player in opened(link_of(page)).players] == [str(SAMPLES["whole"].kingdoms[0])]
    share(page, reading, "two", "two kingdoms.jpg")
    page.locator("[data-key=look-1]").wait_for(timeout=LOADS)
    assert "shared" not in page.url
    found = {str(player.kingdoms[0]) for player in opened(link_of(page)).players}
    assert found == {str(kingdom) for kingdom in SAMPLES["two"].kingdoms}


def test_photos_of_one_name_that_are_shared_one_after_the_other_are_all_read(
    phone: BrowserContext, reading: Served
) -> None:
    page = opened_page(phone, reading.address)
    kept(page)
    for sample in ("two", "whole"):
        share(page, reading, sample, "image.jpg")
    page.locator("[data-key=look-2]").wait_for(timeout=LOADS)


def test_a_shared_photo_is_reported_if_the_storage_is_full(phone: BrowserContext, reading: Served) -> None:
    page = opened_page(phone, reading.address)
    kept(page)
    devtools = phone.new_cdp_session(page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": reading.address.rstrip("/"), "quotaSize": 1000})
    share(page, reading, "whole", "image.jpg")
    page.get_by_text("image.jpg could not be read").wait_for()
    assert "unread" not in page.url


def test_photos_chosen_before_the_reader_is_there_are_read(phone: BrowserContext, reading: Served) -> None:
    page = opened_page(phone, reading.address)
    read(page, SAMPLES["two"].path, SAMPLES["whole"].path)
    page.locator(".winner").wait_for(timeout=LOADS)
    page.get_by_text("Reading photo").wait_for(state="detached", timeout=LOADS)
    game = opened(link_of(page))
    found = {str(player.kingdoms[0]) for player in game.players}
    assert found == {str(kingdom) for name in ("two", "whole") for kingdom in SAMPLES[name].kingdoms}


def test_a_sample_is_read_by_a_tap_and_kept(phone: BrowserContext, reading: Served) -> None:
    page = opened_page(phone, reading.address)
    ready(page)
    kept(page)
    page.get_by_role("button", name="A whole kingdom").click()
    page.locator("[data-key=look-0]").click()
    total(page, score(SAMPLES["whole"].kingdoms[0]).total)
    until(page, "() => Object.values(localStorage).some((text) => text.includes('data:image/jpeg;base64,/9j/'))")
    until(page, f"() => caches.match('{sample_of(reading)}').then(Boolean)")
    with no_connection(phone, reading):
        turn(page, "home")
        page.get_by_role("button", name="Two players").click()
        page.locator(".warning", has_text="could not be loaded").wait_for()
        page.get_by_role("button", name="A whole kingdom").click()
        page.locator("main[data-page=game] [data-key=look-0]").wait_for()
        found = [str(player.kingdoms[0]) for player in opened(link_of(page)).players]
        assert found == [str(SAMPLES["whole"].kingdoms[0])], "photos chosen on Home start a new game"


def test_photo_chosen_on_the_game_page_joins_the_game_whatever_page_is_shown_when_it_is_read(
    phone: BrowserContext, reading: Served
) -> None:
    page = opened_page(phone, reading.address)
    ready(page)
    read(page, SAMPLES["crooked"].path)
    page.locator("[data-key=look-0]").wait_for(timeout=LOADS)
    for name in ("holes", "whole"):
        page.locator(".photos input").set_input_files(SAMPLES[name].path)
    page.locator("[data-key=look-0]").click()
    page.get_by_text("Reading photo").wait_for(state="detached", timeout=LOADS)
    assert not page.locator(".warning").all_inner_texts()
    kingdoms = {str(player.kingdoms[0]) for player in opened(link_of(page)).players}
    assert kingdoms == {str(SAMPLES[name].kingdoms[0]) for name in ("crooked", "holes", "whole")}


def test_file_whose_bytes_cannot_be_read_is_reported(phone: BrowserContext, reading: Served) -> None:
    page = opened_page(phone, reading.address)
    ready(page)
    gone = "Promise.reject(new DOMException('gone', 'NotFoundError'))"
    page.evaluate(f"() => {{ Blob.prototype.arrayBuffer = () => {gone}; }}")
    read(page, SAMPLES["whole"].path)
    page.locator(".warning", has_text="whole.jpg could not be read").wait_for()
    page.get_by_text("Reading photo").wait_for(state="detached")
