"""Both hosts draw every page alike: the same texts, controls and options, in the same order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from streamlit.testing.v1 import AppTest

from scorer.app.blocks import to_json
from scorer.app.program import Program
from scorer.app.state import memory
from scorer.frontend.bundle import BROWSER
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import QUESTS
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import PART, encode
from scorer.ui import host
from scorer.ui.labels import JOINER
from scorer.ui.session import Session
from tests.app.stub import StubHost
from tests.ui.app_page import app_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.slow

Shown: TypeAlias = tuple[str, ...]
"""A kind of element, its label or text, and its options."""

TOWN = Kingdom.parse("gwl1lf1/w1ws2g1g/ww1Ctt/m2mttt/f1tttl coins=3")
WHEAT = Kingdom.parse("w1wC")
WRONG = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgm3")
GAMES = {
    "empty": Game(),
    "alone": Game((Player("Ann", kingdoms=(WHEAT,)),)),
    "queen": Game((Player("*Ann*", colour="pink", kingdoms=(TOWN,)), Player("Player 2", kingdoms=(WHEAT,)))),
    "dynasty": Game((Player("Ann", kingdoms=3 * (WHEAT,)), Player("Ben", kingdoms=2 * (WHEAT,))), dynasty=True),
    "giants": Game(
        (Player("Ann", kingdoms=(WHEAT,)), Player("Ann")), Rules(giants=True, quests=QUESTS[:1], court=True)
    ),
    "wrong": Game((Player("Ann", kingdoms=(WRONG,)),), Rules(harmony=True)),
}


@pytest.fixture(scope="module")
def drawing(browser: Browser) -> Iterator[Callable[[Program], list[Shown]]]:
    """Draws a page with the browser's renderer, and lists what is in the document then."""
    page = browser.new_page()
    page.route("https://parity.example/**", serve)
    page.goto("https://parity.example/")
    yield lambda program: in_browser(page, program)
    page.close()


def serve(route: Route) -> None:
    file = BROWSER / route.request.url.removeprefix("https://parity.example/")
    if file.is_file():
        kind = {".js": "text/javascript", ".css": "text/css"}.get(file.suffix, "text/html")
        route.fulfill(body=file.read_text("utf-8"), content_type=kind)
    else:
        route.fulfill(body="<main></main>", content_type="text/html")


DRAW = """async ([blocks, kingdomHtml]) => {
    const { PageView } = await import("https://parity.example/page/page.js");
    const main = document.createElement("main");
    document.querySelector("main").replaceWith(main);
    const host = { ask() {}, readPhotos() {}, readSample() {}, samples: "", component: "", kingdomHtml };
    new PageView(main, host).show(blocks);
    const texts_of = (element) => [...element.childNodes].filter((node) => node.nodeType === 3);
    const own = (element) => texts_of(element).map((node) => node.data).join("");
    const texts = (element, selector) => [...element.querySelectorAll(selector)].map((found) => found.textContent);
    const input = (element) => ["input", own(element.querySelector("label") ?? element)];
    const list = {
        text: (e) => [["text", e.textContent]], html: (e) => [["html", e.textContent]],
        button: (e) => [["button", e.textContent]], save: (e) => [["save", e.textContent]],
        linkout: (e) => [["link", e.textContent]], photos: (e) => [["file", own(e)]],
        openfile: (e) => [["file", own(e)]], sought: (e) => [["text", e.textContent]],
        samples: (e) => texts(e, "button").map((title) => ["button", title]),
        field: (e) => [input(e), ...texts(e, "button").map((press) => ["button", press])],
        names: (e) => [input(e), ["button", e.querySelector("button").textContent]],
        number: (e) => [input(e)], switch: (e) => [input(e)], day: (e) => [input(e)],
        choice: (e) => [["input", e.querySelector("legend")?.textContent ?? e.getAttribute("aria-label") ?? own(e),
            ...texts(e, "option, .switch, button")]],
        picture: (e) => [["picture", e.alt]], component: (e) => [["component", e.className]],
        fold: (e) => [["fold", e.querySelector("summary").textContent]], row: () => [], panel: () => [],
    };
    return [...main.querySelectorAll("[data-block]")].flatMap((element) => list[element.dataset.block](element));
}"""


def in_browser(page: Page, program: Program) -> list[Shown]:
    html = (BROWSER / "kingdom" / "kingdom.html").read_text("utf-8")
    found = page.evaluate(DRAW, [to_json(program.blocks), html])
    return [tuple(map(words, one)) for one in found]


def words(text: str) -> str:
    """A text as it is read."""
    return " ".join(text.split())


def unescaped(markdown: str) -> str:
    """A label of Streamlit's as it is shown."""
    return words(re.sub(r"\\(.)", r"\1", markdown.replace(JOINER, "")).replace("**", ""))


def in_streamlit(app: AppTest) -> list[Shown]:
    """The elements of Streamlit's page."""
    return [shown for node in app.main.children.values() for shown in elements(node)]


COMPONENTS = {f"kingdom_{part}": part for part in ("sheet", "link", "taps", "scan")} | {"kingdom_board": "kingdom"}


def elements(node: Any) -> Iterator[Shown]:  # noqa: C901, PLR0912 (a line for each kind)
    kind: str = node.type
    proto: Any = getattr(node, "proto", None)
    match kind:
        case "markdown" | "caption" | "header" | "info" | "warning" | "error" | "success":
            yield "text", unescaped(node.value)
        case "html":
            picture = re.fullmatch(r"<img class='shown' src='[^']*' alt='([^']*)'>", proto.body)
            text = unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "", proto.body, flags=re.DOTALL))
            if picture and picture[1]:
                yield "picture", unescape(picture[1])
            elif not picture and text.strip():
                yield "text" if "<h1" in proto.body else "html", words(text)
        case "button":
            yield "button", unescaped(node.label)
        case "download_button":
            yield "save", unescaped(proto.label)
        case "link_button":
            yield "link", unescaped(proto.label)
        case "file_uploader":
            yield "file", unescaped(node.label)
        case "text_input" | "text_area" | "number_input" | "toggle" | "date_input":
            yield "input", unescaped(node.label)
        case "multiselect":
            yield "input", unescaped(node.label)
        case "selectbox":
            yield "input", unescaped(node.label), *node.options
        case "radio" | "button_group":
            options = node.options if kind == "radio" else [option.content for option in proto.options]
            yield "input", unescaped(node.label), *map(unescaped, options)
        case "bidi_component":
            if proto.component_name in COMPONENTS:
                yield "component", COMPONENTS[proto.component_name]
        case "expander":
            yield "fold", unescaped(node.label)
    for child in getattr(node, "children", {}).values():
        yield from elements(child)


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("page", [*memory.PAGES, "saved"])
@pytest.mark.parametrize("name", GAMES)
def test_both_hosts_draw_the_same_page(
    drawing: Callable[[Program], list[Shown]], monkeypatch: pytest.MonkeyPatch, name: str, page: str, language: str
) -> None:
    monkeypatch.setattr(host, "card_png", lambda *_, **__: b"picture")
    address = {PART: encode(GAMES[name])} if GAMES[name].players else {}
    app = app_page(**address, page=page, language=language).run()
    assert not app.exception
    session: Session = app.session_state["session"]
    program = Program(StubHost(), language)
    program.do_arrive({**address, "page": page})
    for one in (session, program):
        one.heard("{}", "")
        if address:
            one.do({"kind": "keep_saved_game"})
            one.do({"kind": "history_view", "value": "statistics" if name == "queen" else "games"})
            one.turn_to(memory.page_of(one.state.saved_game) if page == "saved" else page)
    if name == "wrong":
        assert session.state.draft
        session.host.search.of(session.state.draft.kingdom, session.state.settled_rules).result()
    server, browser = (
        [one for one in shown if one != ("html", "")]  # a picture alone: Streamlit's elements hold no text of it
        for shown in (in_streamlit(app.run()), drawing(program))
    )
    assert server == browser
    assert len(server) > 1
