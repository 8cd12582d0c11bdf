"""The page in a browser with its program in this process: no Streamlit, no Pyodide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.frontend.bundle import BROWSER
from scorer.frontend.samples import SAMPLES, thumbnail
from scorer.frontend.sprites import sprite_sheet
from scorer.offline import program as offline
from tests.app.asking import StubProgram
from tests.app.pages.steps import upload
from tests.app.stub import StubHost
from tests.ui.drawn import drawn_photo

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHELL = Path(offline.__file__).parent / "shell" / "page"

PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kingdom scorer</title>
<link rel="stylesheet" href="component/page/results.css"><link rel="stylesheet" href="component/page/board.css">
<link rel="stylesheet" href="shell.css"></head><body><main></main>
<script type="module">
import { PageView } from "./component/page/page.js";
import keep from "./component/storage/storage.js";
const kingdomHtml = await (await fetch("component/kingdom/kingdom.html")).text();
let waiting = 0;
async function ask(request) {
    document.documentElement.dataset.waits = ++waiting;
    show(JSON.parse(await window.answer(JSON.stringify(request))));
    document.documentElement.dataset.waits = --waiting;
}
async function readPhotos(files) { show(JSON.parse(await window.readPhotos(files.map(({ name }) => name)))); }
const view = new PageView(document.querySelector("main"), {
    ask, readPhotos, readSample() {}, samples: "samples/", component: "component/", kingdomHtml,
});
function show(page) {
    view.show(page.blocks);
    keep({ data: page.storage, setStateValue: (kind, value) => ask({ kind, value }) });
}
ask({ kind: "arrive", parts: Object.fromEntries(new URLSearchParams(location.search)) });
</script></body></html>"""

TYPES = {".js": "text/javascript", ".css": "text/css", ".webp": "image/webp", ".jpg": "image/jpeg"}


class PictureHost(StubHost):
    """A host whose sprites and photos the browser can load."""

    def __init__(self, sheet: SpriteSheet) -> None:
        super().__init__()
        self.sheet = sheet

    def sprites(self) -> tuple[SpriteSheet, str]:
        return self.sheet, "sprites.webp"

    def photo_address(self, photo: object) -> str:  # noqa: ARG002
        return "photo.jpg"


@cache
def file_of_page(name: str) -> bytes:
    """A file that the page loads; an empty one if there is none of this name."""
    if not name:
        return PAGE.encode()
    if name == "sprites.webp":
        return sprite_sheet().picture
    if name == "photo.jpg":
        return drawn_photo()
    if name.startswith("samples/"):
        return thumbnail(SAMPLES / Path(name).with_suffix(".jpg").name)
    file = BROWSER / name.removeprefix("component/") if name.startswith("component/") else SHELL / name
    return file.read_bytes() if file.is_file() else b""


class Files(BaseHTTPRequestHandler):
    """Answers with the page's files. The browser keeps them, so that a tab opens the page again quickly."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        name = self.path[1:].partition("?")[0]
        body = file_of_page(name)
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(Path(name).suffix, "text/html"))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@contextmanager
def page_served() -> Iterator[str]:
    """The address of the page's files, on a free port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Files) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def add_program(tab: Page) -> None:
    """Answer the tab's requests with a program of its own, which is a new one after a reload."""
    sheet = sprite_sheet()
    programs: list[StubProgram] = []

    def answer(request: str) -> str:
        if json.loads(request)["kind"] == "arrive":
            programs[:] = [StubProgram(PictureHost(sheet), "en")]
        return programs[0].answer(request)

    def read_photos(names: list[str]) -> str:
        photo = file_of_page("photo.jpg")
        upload(programs[0], *((name, b"" if name == "broken.jpg" else photo) for name in names))
        return json.dumps(programs[0].shown())

    tab.expose_function("answer", answer)
    tab.expose_function("readPhotos", read_photos)
