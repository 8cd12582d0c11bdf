"""The page in a browser with its program in this process: no Streamlit, no Pyodide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.frontend.bundle import BROWSER
from scorer.frontend.samples import SAMPLES, thumbnail
from scorer.frontend.sprites import sprite_sheet
from scorer.offline import program as offline
from tests.app.asking import StubProgram
from tests.app.pages.steps import upload
from tests.app.stub import StubHost
from tests.ui.browser.steps import EITHER_DEVICE, new_tab, there
from tests.ui.browsing import DESKTOP, PHONE
from tests.ui.drawn import drawn_photo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Error, Page, Route

    from tests.ui.browser.steps import Opened, Scheme

DEVICES = {"phone": PHONE, "desktop": DESKTOP}
HOME = "https://page.example/"
SHELL = Path(offline.__file__).parent / "shell" / "page"

PAGE = f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kingdom scorer</title>
<link rel="stylesheet" href="component/page/results.css"><link rel="stylesheet" href="component/page/board.css">
<link rel="stylesheet" href="shell.css"></head><body><main></main>
<script type="module">
import {{ PageView }} from "{HOME}component/page/page.js";
import keep from "{HOME}component/storage/storage.js";
const kingdomHtml = await (await fetch("component/kingdom/kingdom.html")).text();
let waiting = 0;
async function ask(request) {{
    document.documentElement.dataset.waits = ++waiting;
    show(JSON.parse(await window.answer(JSON.stringify(request))));
    document.documentElement.dataset.waits = --waiting;
}}
async function readPhotos(files) {{ show(JSON.parse(await window.readPhotos(files.map(({{ name }}) => name)))); }}
const view = new PageView(document.querySelector("main"), {{
    ask, readPhotos, readSample() {{}}, samples: "samples/", component: "component/", kingdomHtml,
}});
function show(page) {{
    view.show(page.blocks);
    keep({{ data: page.storage, setStateValue: (kind, value) => ask({{ kind, value }}) }});
}}
ask({{ kind: "arrive", parts: Object.fromEntries(new URLSearchParams(location.search)) }});
</script></body></html>"""


class PictureHost(StubHost):
    """A host whose sprites and photos the browser can load."""

    def __init__(self, sheet: SpriteSheet) -> None:
        super().__init__()
        self.sheet = sheet

    def sprites(self) -> tuple[SpriteSheet, str]:
        return self.sheet, "sprites.webp"

    def photo_address(self, photo: object) -> str:  # noqa: ARG002
        return "photo.jpg"


@pytest.fixture(scope="session")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "kingdom.jpg"
    path.write_bytes(drawn_photo())
    return path


@pytest.fixture
def address() -> str:
    return HOME.removesuffix("/")


@pytest.fixture
def opened(browser: Browser, photo: Path) -> Iterator[Opened]:
    """Opens the page on a device; anything that goes wrong in the browser fails the test."""
    faults: list[str] = []
    tabs: list[Page] = []

    def note(error: Error) -> None:
        faults.append(str(error))

    def open_on(device: str, color_scheme: Scheme = "light", size: tuple[int, int] | None = None) -> Page:
        tab = new_tab(browser, **DEVICES[device], color_scheme=color_scheme)
        tabs.append(tab)
        if size:
            tab.set_viewport_size({"width": size[0], "height": size[1]})
        tab.on("pageerror", note)
        serve(tab, photo.read_bytes())
        tab.goto(HOME)
        there(tab, "home")
        return tab

    yield open_on
    for tab in tabs:
        tab.context.close()
    assert not faults, faults


def serve(tab: Page, photo: bytes) -> None:
    """Answer the tab's requests for files, and those to a program of its own, which is a new one after a reload."""
    sheet = sprite_sheet()
    programs: list[StubProgram] = []

    def answer(request: str) -> str:
        if json.loads(request)["kind"] == "arrive":
            programs[:] = [StubProgram(PictureHost(sheet), "en")]
        return programs[0].answer(request)

    def read_photos(names: list[str]) -> str:
        upload(programs[0], *((name, b"" if name == "broken.jpg" else photo) for name in names))
        return json.dumps(programs[0].shown())

    def fulfil(route: Route) -> None:
        name = route.request.url.removeprefix(HOME).partition("?")[0]
        file = BROWSER / name.removeprefix("component/") if name.startswith("component/") else SHELL / name
        if name == "sprites.webp":
            route.fulfill(body=sheet.picture, content_type="image/webp")
        elif name == "photo.jpg":
            route.fulfill(body=photo, content_type="image/jpeg")
        elif name.startswith("samples/"):
            sample = thumbnail(SAMPLES / Path(name).with_suffix(".jpg").name)
            route.fulfill(body=sample, content_type="image/webp")
        elif name and file.is_file():
            kinds = {".js": "text/javascript", ".css": "text/css"}
            route.fulfill(body=file.read_text("utf-8"), content_type=kinds.get(file.suffix, "text/html"))
        else:
            route.fulfill(body="" if name else PAGE, content_type="text/html")

    tab.route(f"{HOME}**", fulfil)
    tab.expose_function("answer", answer)
    tab.expose_function("readPhotos", read_photos)


@pytest.fixture(params=EITHER_DEVICE)
def tab(request: pytest.FixtureRequest, opened: Opened) -> Page:
    """The page freshly opened on either device."""
    return opened(request.param)


@pytest.fixture
def page(tab: Page) -> Page:
    """The same."""
    return tab
