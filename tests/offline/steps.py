"""What is done with the built folder on a phone."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.ui.browsing import PHONE, next_press

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ProxySettings, WebError

WHOLE = "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg"

PATIENCE = 180_000
"""Milliseconds: Python is loaded anew for every page, which takes long where the machine is busy."""

LOADS = 180_000
"""Milliseconds: the reader is 37 megabytes, which a busy machine takes long to compile."""


class Quiet(SimpleHTTPRequestHandler):
    """A static server that says nothing, on a port that it keeps when it is started again."""

    def __init__(self, served: Served, *given: Any, **named: Any) -> None:
        self.served = served
        super().__init__(*given, **named)

    def do_GET(self) -> None:
        """Answer, as long as the budget lasts."""
        self.served.asked.append(self.path)
        self.served.budget -= 1
        if self.served.budget < 0:
            self.send_error(503)
        elif self.served.moves_index and self.path.startswith("/index.html"):
            self.send_response(301)
            self.send_header("Location", "./")
            self.end_headers()
        else:
            super().do_GET()

    def end_headers(self) -> None:
        """Send the Cache-Control of this host."""
        if self.served.cache:
            self.send_header("Cache-Control", self.served.cache)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Served:
    """A folder and its server, which can be stopped and begun again.

    ``cache`` is the Cache-Control that it sends, if it sends one; ``asked`` are the paths that were asked for, and
    ``budget`` how many more it answers before it fails. With ``moves_index`` it redirects ``index.html`` to its folder,
    as some hosts do.
    """

    def __init__(self, folder: Path, cache: str = "") -> None:
        self.folder, self.port, self.cache = folder, 0, cache
        self.asked: list[str] = []
        self.budget = 1_000_000
        self.moves_index = False
        self.begin()

    def begin(self) -> None:
        handler = partial(Quiet, self, directory=str(self.folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def end(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


def new_phone(browser: Browser, elsewhere: str) -> BrowserContext:
    """A phone for which all hosts but this computer are behind a proxy."""
    proxy: ProxySettings = {"server": elsewhere, "bypass": "127.0.0.1"}
    context = browser.new_context(**PHONE, locale="en", proxy=proxy)
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
    assert not faults, faults


@contextmanager
def no_connection(phone: BrowserContext, server: Served) -> Iterator[None]:
    """Neither the phone's connection nor the server is there meanwhile."""
    server.end()
    phone.set_offline(True)
    try:
        yield
    finally:
        phone.set_offline(False)
        server.begin()


def phone_with_the_app(browser: Browser, elsewhere: str, address: str) -> BrowserContext:
    phone = new_phone(browser, elsewhere)
    with without_faults(phone):
        page = opened_page(phone, address)
        kept_whole(page)
        page.close()
    return phone


def without_table(phone: BrowserContext, address: str) -> None:
    """Closes all pages, and has the phone forget the table and the evenings, but not the app."""
    for page in phone.pages:
        page.close()
    page = phone.new_page()
    page.goto(f"{address}manifest.webmanifest")
    page.evaluate("localStorage.clear()")
    page.close()


def opened_page(phone: BrowserContext, address: str) -> Page:
    page = phone.new_page()
    page.goto(address)
    page.locator("main[data-page], nav button").first.wait_for()
    return page


def prepared_page(phone: BrowserContext, address: str, script: str) -> Page:
    """The app, opened after a script."""
    page = phone.new_page()
    page.add_init_script(script)
    page.goto(address)
    page.locator("main[data-page]").wait_for()
    return page


def kept(page: Page) -> None:
    """Wait until the service worker has every file."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "async () => navigator.serviceWorker.controller !== null")


def kept_whole(page: Page) -> None:
    """Wait until the app is kept, and Python as it is once it has started."""
    kept(page)
    kept_python(page)


def turn(page: Page, name: str) -> None:
    """Turns to another page, and waits until Python has drawn it, and all that was done before."""
    while (before := page.locator("main").get_attribute("data-page")) != name:
        page.wait_for_url(re.compile(f"#{before}$"))  # the address follows the page
        page.locator(next_press(page, name)).first.click()
        page.wait_for_url(re.compile(f"#(?!{before}$)"))
    page.locator(f"main[data-page={name}]").wait_for()


def unfold(page: Page, label: str) -> None:
    """Opens a fold, unless it is open. The page may draw or open it meanwhile, so the browser finds, looks and presses
    in one step: a fold that was found before may be no longer on the page."""
    until(
        page,
        f"""() => {{
          const label = {json.dumps(label)};
          const summary = [...document.querySelectorAll('summary')].find((one) => one.textContent.includes(label));
          if (summary && !summary.parentElement.open) summary.click();
          return Boolean(summary);
        }}""",
    )


def by_hand(page: Page) -> None:
    """Shows the ways to add a kingdom without a photo: on Home, or to the game on the page."""
    if page.locator("main").get_attribute("data-page") != "home":
        turn(page, "game")
    unfold(page, "Add by hand" if page.locator("main[data-page=game]").count() else "More ways to start")


def type_in(page: Page, notation: str) -> None:
    by_hand(page)
    form = page.locator("form", has_text="Add this kingdom")
    form.locator("input").fill(notation)
    form.locator("button").click()
    page.locator(".kingdom .total strong").wait_for()


def put(page: Page, at: str, code: str) -> None:
    page.locator(f".drawn [data-at='{at}']").click()
    page.locator(f".picker [data-face='{code}']").click()
    page.locator(".picker:not([open])").wait_for(state="attached")
    page.locator(".total:not(.waiting)").wait_for()


def total(page: Page, points: int) -> None:
    page.locator(".kingdom .total strong", has_text=re.compile(f"^{points}$")).wait_for()


def link_of(page: Page) -> str:
    turn(page, "share")
    return page.locator(".link input").input_value()


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


def until(page: Page, promised: str, seconds: float = 180) -> None:
    """Wait until what a script promises is so. Playwright's ``wait_for_function`` takes any promise for true."""
    last = time.monotonic() + seconds
    while not page.evaluate(promised):
        assert time.monotonic() < last, f"never came true: {promised}"
        page.wait_for_timeout(100)


def has_numpy(folder: Path) -> bool:
    """Whether a built folder holds numpy, without which it needs a connection to read photos for the first time."""
    return any(folder.glob("rules-*/pyodide/numpy-*.whl"))
