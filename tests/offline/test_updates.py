"""Updates never mix builds: whatever a host lets browsers hold back, and wherever the connection ends.

Python is left out (``stand_in.js``): the page, its start, the service worker and the build's folders are the app's own.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.offline.build import publish
from tests.offline.steps import Served, no_connection, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

HOSTS = [
    pytest.param("max-age=600", id="max-age"),
    pytest.param("no-cache", id="no-cache", marks=pytest.mark.nightly),
    pytest.param("", id="only Last-Modified", marks=pytest.mark.nightly),
]
"""What a host sends as ``Cache-Control``."""
BUILDS = (1, 2, 3, 4)
UPDATE = "navigator.serviceWorker.getRegistration().then((found) => found.update().catch(() => null))"
WAITS = "navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)"
STATES = """navigator.serviceWorker.getRegistration().then((found) => (
  [found.installing, found.waiting, found.active].map((worker) => worker?.state ?? '').join(' ').trim()))"""
KEPT = """async () => {
  if (!navigator.serviceWorker.controller) return false;
  const names = await caches.keys();
  const reader = names.find((name) => name.startsWith('reader-'));
  const kept = reader ? (await (await caches.open(reader)).keys()).length : 0;
  return names.length === 2 && kept === 2;
}"""
"""Whether the files of one build are kept, and no others."""


class Host:
    """A host on which one build after the other is put."""

    def __init__(self, folder: Path, parts: Path, cache: str) -> None:
        folder.mkdir()
        self.folder, self._parts, self.build = folder, parts, 0
        self.put(1)
        self.server = Served(folder, cache)

    def put(self, build: int) -> None:
        """Put a build there, with another reader."""
        self.build = build
        parts = self.folder.with_name(f"parts-{build}")
        shutil.copytree(self._parts, parts)
        worker = parts / "rules" / "worker" / "worker.js"
        worker.write_text(worker.read_text().replace("%NUMBER%", str(build)))
        (parts / "reader" / "detector.onnx").write_text(str(build))
        with (parts / "start.js").open("a") as start:
            start.write(f"document.documentElement.dataset.started = '{build}';\n")
        publish(parts, self.folder)
        for file in self.folder.rglob("*"):
            os.utime(file, (1_700_000_000 + 100 * build,) * 2)


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The app's parts without Python and the engines."""
    parts = tmp_path_factory.mktemp("light")
    shell = Path(publish.__code__.co_filename).parent / "shell"
    rules = parts / "rules"
    shutil.copytree(shell.parents[1] / "frontend" / "browser", rules / "component")
    for folder in ("page", "shared"):
        shutil.copytree(shell / folder, rules / folder)
    (rules / "worker").mkdir()
    shutil.copyfile(Path(__file__).with_name("stand_in.js"), rules / "worker" / "worker.js")
    (rules / "pyodide").mkdir()
    (rules / "pyodide" / "pyodide-lock.json").write_text('{"packages": {"numpy": {"file_name": "numpy.whl"}}}')
    for name in ("start.js", "service.js", "index.html"):
        shutil.copyfile(shell / name, parts / name)
    for name in ("reader", "samples"):
        (parts / name).mkdir()
    (parts / "reader" / "opencv.js").write_text("the same in every build")
    return parts


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    context.set_default_timeout(30_000)
    yield context
    context.close()


@pytest.fixture(params=HOSTS)
def host(request: pytest.FixtureRequest, light: Path, tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path / "host", light, request.param)
    yield made
    made.server.end()


def opened(phone: BrowserContext, host: Host, path: str = "") -> tuple[Page, int, int]:
    """A page, and the builds of its rules and of its reader, 0 where it has none."""
    page = phone.new_page()
    page.goto(host.server.address + path)
    shown = page.get_by_text(re.compile(r"rules \d reader \d"))
    try:
        shown.wait_for(timeout=10_000)
    except Exception:
        text = page.locator("main").inner_text()
        assert re.search(r"rules \d reader none", text), text
        return page, int(re.findall(r"rules (\d)", text)[0]), 0
    rules, reader = map(int, re.findall(r"\d", shown.inner_text()))
    return page, rules, reader


def installed(phone: BrowserContext, host: Host) -> None:
    """The app is kept whole, in its newest build, and no window shows it."""
    page, rules, reader = opened(phone, host)
    assert (rules, reader) == (host.build, host.build)
    until(page, KEPT, 30)
    page.close()


def updated(phone: BrowserContext, host: Host) -> None:
    """A page of the build before finds the new one, which takes over when it is closed."""
    page, rules, reader = opened(phone, host)
    assert rules == reader == host.build - 1, "an installed app opens as it is"
    taken_over(phone, host, page)


def taken_over(phone: BrowserContext, host: Host, page: Page) -> None:
    """The new build takes over once the page is closed."""
    page.evaluate(UPDATE)
    until(page, WAITS, 30)
    page.close()
    for _ in range(60):  # a window that is opened before the old worker has gone belongs to it and holds it
        window = phone.new_page()
        window.goto(f"{host.server.address}start.js")
        states = window.evaluate(STATES)
        window.close()
        if states == "activated":
            return
        time.sleep(0.5)
    pytest.fail(f"the new build did not take over: {states}")


@pytest.mark.thorough
def test_builds_follow_one_another_and_each_opens_without_a_connection(phone: BrowserContext, host: Host) -> None:
    installed(phone, host)
    for build in BUILDS[1:]:
        host.put(build)
        with no_connection(phone, host.server):
            page, rules, reader = opened(phone, host)
            assert rules == reader == build - 1
            page.close()
        updated(phone, host)
        with no_connection(phone, host.server):
            page, rules, reader = opened(phone, host, "index.html")
            assert rules == reader == build, "never without a reader"
            page.close()
        installed(phone, host)


@pytest.mark.thorough
@pytest.mark.parametrize("budget", [0, 1, 2, 5, 20, 30])
def test_interrupted_update_keeps_the_old_build(
    phone: BrowserContext, light: Path, tmp_path: Path, budget: int
) -> None:
    host = Host(tmp_path / "host", light, "max-age=600")
    installed(phone, host)
    host.put(2)
    page, _, _ = opened(phone, host)
    host.server.budget = budget
    page.evaluate(UPDATE)
    until(page, f"async () => !(await {STATES}).includes('installing')", 30)
    page.close()
    with no_connection(phone, host.server):
        page, rules, reader = opened(phone, host)
        assert rules == reader
        page.close()
    host.server.budget = 1_000_000
    page, rules, reader = opened(phone, host)
    assert rules == reader
    page.evaluate(UPDATE)
    page.close()
    host.server.end()


@pytest.mark.thorough
def test_interrupted_first_visit_continues_with_the_newest_build(phone: BrowserContext, host: Host) -> None:
    page = phone.new_page()
    page.route("**/detector.onnx", lambda route: route.abort())
    page.goto(host.server.address)
    page.get_by_text("rules 1 reader none").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()
    with no_connection(phone, host.server):
        page, rules, reader = opened(phone, host)
        assert (rules, reader) == (1, 0)
        page.close()
    for build in (2, 3):
        host.put(build)
        page, rules, reader = opened(phone, host)
        assert rules == reader == build
        page.close()


@pytest.mark.thorough
def test_cached_page_without_service_worker_loads_one_build(phone: BrowserContext, light: Path, tmp_path: Path) -> None:
    host = Host(tmp_path / "host", light, "max-age=600")
    phone.add_init_script("delete Navigator.prototype.serviceWorker")  # as where a browser has none
    page, rules, reader = opened(phone, host)
    assert (rules, reader) == (1, 1)
    page.close()
    host.put(2)
    page, rules, reader = opened(phone, host)
    assert rules == reader
    page.close()
    host.server.end()


@pytest.mark.thorough
def test_update_is_offered_and_installed_with_a_tap(phone: BrowserContext, light: Path, tmp_path: Path) -> None:
    host = Host(tmp_path / "host", light, "no-cache")
    installed(phone, host)
    page, other = opened(phone, host)[0], opened(phone, host)[0]
    assert not page.locator(".update").count()
    host.put(2)
    page.evaluate(UPDATE)
    other.locator(".update").get_by_role("button", name="Later").click()
    page.locator(".update").get_by_role("button", name="Reload").click()
    page.get_by_text("rules 2 reader 2").wait_for()
    assert other.get_by_text("rules 1 reader 1").count() and not other.locator(".update").count()
    assert other.evaluate("fetch(document.querySelector('link[href$=\"shell.css\"]').href).then((found) => found.ok)")
    other.close()
    page.reload()
    page.get_by_text("rules 2 reader 2").wait_for()
    until(page, KEPT, 30)
    host.server.end()


@pytest.mark.thorough
def test_nothing_is_done_after_the_page_is_loaded_again_for_an_update(
    phone: BrowserContext, light: Path, tmp_path: Path
) -> None:
    """Photos that were read then would be saved, but the page that is loaded would not show them."""
    phone.add_init_script(
        "Worker.prototype.terminate = () => sessionStorage.setItem('ended', document.querySelector('.update') ? 1 : 0)"
    )
    host = Host(tmp_path / "host", light, "no-cache")
    installed(phone, host)
    page = opened(phone, host)[0]
    host.put(2)
    page.evaluate(UPDATE)
    page.locator(".update").get_by_role("button", name="Reload").click()
    page.get_by_text("rules 2 reader 2").wait_for()
    assert page.evaluate("sessionStorage.getItem('ended')") == "1"
    host.server.end()


@pytest.mark.thorough
def test_an_installed_app_makes_no_request(phone: BrowserContext, host: Host) -> None:
    installed(phone, host)
    host.server.asked.clear()
    page, rules, reader = opened(phone, host)
    assert rules == reader == 1
    page.wait_for_timeout(500)
    assert {*host.server.asked} <= {"/service.js"}, "but whether there is a newer build"


def kept_without_reader(phone: BrowserContext, host: Host) -> None:
    """The app's rules are kept, its reader is not: until then the page comes from the host."""
    shutil.rmtree(next(host.folder.glob("reader-*")))
    page, rules, reader = opened(phone, host)
    assert (rules, reader) == (1, 0)
    until(page, "async () => navigator.serviceWorker.controller && (await caches.keys()).length > 0", 30)
    page.close()


@pytest.mark.thorough
def test_kept_build_opens_while_the_new_one_is_only_half_on_the_host(
    phone: BrowserContext, light: Path, tmp_path: Path
) -> None:
    host = Host(tmp_path / "host", light, "no-cache")
    kept_without_reader(phone, host)
    before = set(host.folder.glob("rules-*"))
    host.put(2)
    for folder in set(host.folder.glob("rules-*")) - before:
        shutil.rmtree(folder)
    host.server.asked.clear()
    page, rules, _ = opened(phone, host)
    assert rules == 1
    assert sum(path in ("/", "/index.html") for path in host.server.asked) <= 5, "it is loaded again once"
    page.close()
    host.server.end()


@pytest.mark.thorough
def test_page_of_the_host_runs_its_own_start_script(phone: BrowserContext, light: Path, tmp_path: Path) -> None:
    host = Host(tmp_path / "host", light, "no-cache")
    kept_without_reader(phone, host)
    host.put(2)
    page, rules, _ = opened(phone, host)
    assert rules == 2 and page.locator("html").get_attribute("data-started") == "2"
    page.close()
    host.server.end()


@pytest.mark.thorough
@pytest.mark.parametrize("is_whole", [False, True])
def test_index_html_opens_on_a_host_that_redirects_it_and_without_one(
    phone: BrowserContext, light: Path, tmp_path: Path, is_whole: bool
) -> None:
    host = Host(tmp_path / "host", light, "no-cache")
    host.server.moves_index = True
    (installed if is_whole else kept_without_reader)(phone, host)
    page, rules, _ = opened(phone, host, "index.html")
    assert rules == 1
    assert ("/index.html" in host.server.asked) != is_whole, "the kept page asks for nothing"
    page.close()
    with no_connection(phone, host.server):
        page, rules, _ = opened(phone, host, "index.html?page=home")
        assert rules == 1
    host.server.end()


@pytest.mark.thorough
def test_login_page_of_a_network_does_not_replace_the_app(phone: BrowserContext, light: Path, tmp_path: Path) -> None:
    host = Host(tmp_path / "host", light, "no-cache")
    kept_without_reader(phone, host)
    (host.folder / "index.html").write_text("<h1>Log in to the hotel</h1>")
    page, rules, _ = opened(phone, host)
    assert rules == 1
    page.close()
    host.server.end()


@pytest.mark.thorough
def test_shared_photo_that_was_not_read_is_taken_at_the_next_start(
    phone: BrowserContext, light: Path, tmp_path: Path
) -> None:
    """Otherwise it would join the photos that are shared later."""
    host = Host(tmp_path / "host", light, "no-cache")
    page, _, _ = opened(phone, host)
    page.evaluate(
        """async () => {
          const cache = await caches.open(`shared ${new URL('./', location.href).href}`);
          await cache.put('share/0/a.jpg', new Response('a'));
        }"""
    )
    page.close()
    page, _, _ = opened(phone, host)
    until(page, "async () => !(await caches.keys()).some((name) => name.startsWith('shared'))", 30)
    page.close()
    host.server.end()


LOST = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith('rules-'));
  const cache = await caches.open(name);
  const isShell = ({ url }) => url.endsWith('/page/shell.js');
  const lost = (await cache.keys()).find(isShell);
  if (lost) await cache.delete(lost);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return !(await cache.keys()).some(isShell);
}"""
"""The browser loses a file that it has kept. False if the service worker stored it again at once, as it does for a page
that has just reported to it."""
FILES = "Boolean(await caches.match(document.querySelector('link[href$=\"shell.css\"]').href.replace('.css', '.js')))"
"""Whether that file is kept."""


def having_lost_a_file(phone: BrowserContext, folder: Path, light: Path) -> Host:
    """An app is installed, and its browser has lost a file of it since."""
    host = Host(folder, light, "no-cache")
    installed(phone, host)
    window = phone.new_page()
    window.goto(f"{host.server.address}start.js")  # a page of the app would ask for the file to be stored again
    until(window, LOST, 30)
    window.close()
    return host


@pytest.mark.thorough
def test_newer_build_opens_if_a_kept_file_is_lost(phone: BrowserContext, light: Path, tmp_path: Path) -> None:
    host = having_lost_a_file(phone, tmp_path / "host", light)
    host.put(2)
    page, rules, reader = opened(phone, host)
    assert rules == reader == 2
    taken_over(phone, host, page)
    with no_connection(phone, host.server):
        page, rules, reader = opened(phone, host)
        assert rules == reader == 2
    host.server.end()


@pytest.mark.thorough
def test_lost_file_is_kept_again(phone: BrowserContext, light: Path, tmp_path: Path) -> None:
    host = having_lost_a_file(phone, tmp_path / "host", light)
    page, _, _ = opened(phone, host)
    until(page, f"async () => {FILES}", 30)
    page.close()
    with no_connection(phone, host.server):
        page, rules, reader = opened(phone, host)
        assert rules == reader == 1
    host.server.end()


DAMAGED = """async (ending) => {
  const name = (await caches.keys()).find((name) => name.startsWith('rules-'));
  const cache = await caches.open(name);
  const request = (await cache.keys()).find(({ url }) => url.endsWith(ending));
  const kept = await cache.match(request);
  const text = await kept.text();
  await cache.put(request, new Response(text.slice(0, text.length / 2) + '(', { headers: kept.headers }));
  return true;
}"""
"""Half of a kept file is lost, as on a worn disk."""


def having_a_damaged_file(phone: BrowserContext, folder: Path, light: Path, ending: str) -> Host:
    """An app is installed, and a file that its browser has kept is damaged."""
    host = Host(folder, light, "no-cache")
    installed(phone, host)
    window = phone.new_page()
    window.goto(f"{host.server.address}start.js")
    assert window.evaluate(DAMAGED, ending)
    window.close()
    return host


@pytest.mark.thorough
@pytest.mark.parametrize("ending", ["/page/shell.js", "/component/page/page.js"])
def test_damaged_file_is_loaded_again(phone: BrowserContext, light: Path, tmp_path: Path, ending: str) -> None:
    host = having_a_damaged_file(phone, tmp_path / "host", light, ending)
    with no_connection(phone, host.server):
        page = phone.new_page()
        page.goto(host.server.address)
        page.get_by_text("The app is damaged on this device. Connect to the internet").wait_for()
        page.close()
    page, rules, reader = opened(phone, host)
    assert rules == reader == 1
    until(page, KEPT, 30)
    page.close()
    with no_connection(phone, host.server):
        assert opened(phone, host)[1:] == (1, 1)
    host.server.end()


@pytest.mark.thorough
def test_update_does_not_take_over_a_damaged_file(phone: BrowserContext, light: Path, tmp_path: Path) -> None:
    host = having_a_damaged_file(phone, tmp_path / "host", light, "/component/shared/dom.js")
    host.put(2)
    window = phone.new_page()
    window.goto(f"{host.server.address}start.js")
    taken_over(phone, host, window)
    with no_connection(phone, host.server):
        assert opened(phone, host)[1:] == (2, 2)
    host.server.end()


@pytest.mark.thorough
def test_update_waits_until_photos_are_read(phone: BrowserContext, light: Path, tmp_path: Path) -> None:
    host = Host(tmp_path / "host", light, "no-cache")
    installed(phone, host)
    window = phone.new_page()
    window.goto(f"{host.server.address}start.js")
    window.evaluate(
        """async () => {
          const cache = await caches.open(`shared ${new URL('./', location.href).href}`);
          await cache.put('share/0/a.jpg', new Response('a'));
        }"""
    )
    host.put(2)
    page, _, _ = opened(phone, host)
    page.evaluate(UPDATE)
    page.locator(".update").get_by_role("button", name="Reload").click()
    assert page.evaluate("new Promise((resolve) => setTimeout(() => resolve(window.performance.now()), 1000))") > 1000
    assert page.get_by_text("rules 1 reader 1").count()
    page.get_by_text("rules 2 reader 2").wait_for()
    host.server.end()
