"""The built app in three browser engines: open it, read photos, correct a square, rank, and all without a connection.

    KINGDOM_OFFLINE_PACKAGES=… python -m pytest tests/offline/engines

An engine that is not installed is skipped, unless KINGDOM_ENGINES_REQUIRED is 1.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import pytest

from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table
from scorer.samples import samples
from scorer.sharing.game import Game
from scorer.sharing.link import opened
from scorer.vision.reader import read_photo
from tests.offline.engines.browsers import PATIENCE, Chromium, Engine, firefox, webkit
from tests.offline.steps import Served
from tests.ui.browsing import DOWN

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DEEP = """const deep = (selector, root = document) => root.querySelector(selector)
  ?? [...root.querySelectorAll('*')].map((one) => one.shadowRoot && deep(selector, one.shadowRoot)).find(Boolean);
"""
"""A script's ``deep(selector)`` finds elements within components, too."""
KEPT = """const names = await caches.keys();
const files = await Promise.all(names.filter((name) => name.startsWith('reader-')).map(
  async (name) => (await (await caches.open(name)).keys()).length));
return navigator.serviceWorker.controller !== null && files.some((count) => count >= 7);"""


@pytest.fixture(params=["Chromium", "Firefox", "WebKit"])
def engine(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Engine]:
    if request.param == "Chromium":
        yield Chromium(browser)
        return
    with (firefox if request.param == "Firefox" else webkit)(tmp_path) as found:
        if found is None:
            missing = pytest.fail if os.environ.get("KINGDOM_ENGINES_REQUIRED") == "1" else pytest.skip
            missing(f"{request.param} is not installed")
        yield found


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Samples, and one of them enlarged to 12 megapixels."""
    paths = {sample.path.stem: sample.path for sample in samples()}
    large = tmp_path_factory.mktemp("large") / "large.jpg"
    image = cv2.imread(str(paths["whole"]))
    assert image is not None
    cv2.imwrite(str(large), cv2.resize(image, (4032, 3024), interpolation=cv2.INTER_CUBIC))
    return [paths["whole"], paths["two"], paths["crooked"], large]


def until(engine: Engine, script: str) -> Any:
    last = time.monotonic() + PATIENCE
    while not (found := engine.run(DEEP + script)):
        if time.monotonic() > last:
            pytest.fail(f"never: {script}\n{engine.run('return document.body.innerText')}")
        time.sleep(0.2)
    return found


def press(engine: Engine, selector: str) -> None:
    until(engine, f"const found = deep({selector!r}); found?.click(); return Boolean(found);")


def turn(engine: Engine, page: str) -> None:
    while (shown := until(engine, "return document.querySelector('main').dataset.page;")) != page:
        key = DOWN.get((shown, page)) or ("go-game" if shown == "home" else "back")
        press(engine, f"button[data-key={key}]")
        until(engine, f"return document.querySelector('main').dataset.page !== '{shown}';")


def ready(engine: Engine, address: str) -> None:
    engine.open(address)
    turn(engine, "home")
    until(
        engine, "return !document.querySelector('main progress') && Boolean(document.querySelector('.photos input'));"
    )


def read(engine: Engine, photo: Path, page: str = "game") -> None:
    """Add a photo to the game; from Home it begins a new one."""
    turn(engine, page)
    until(engine, "return Boolean(document.querySelector('.photos input'));")
    cards = engine.run("return document.querySelectorAll('main[data-page=game] .player-card').length;")
    engine.choose(".photos input", photo)
    until(engine, f"return document.querySelectorAll('main[data-page=game] .player-card').length > {cards};")
    until(engine, "return !document.body.innerText.includes('Reading photo');")


def game(engine: Engine) -> Game:
    """The game, by the link that the app makes."""
    turn(engine, "share")
    return opened(until(engine, "return deep('.link input')?.value;"))


def kingdoms(engine: Engine) -> list[str]:
    """Everybody's kingdom."""
    return sorted(str(player.kingdoms[0]) for player in game(engine).players)


def ranking(engine: Engine) -> list[int]:
    """The totals on the page of the game."""
    turn(engine, "game")
    shown = until(engine, "return [...document.querySelectorAll('.player-card .points')].map((one) => one.innerText);")
    return sorted(int(text.split()[0]) for text in shown)


def totals(of: Game) -> list[int]:
    """The totals as this computer ranks them."""
    return sorted(standing.total for standing in rank(Table(of.players, of.rules)).standings)


@pytest.mark.thorough
def test_the_app_reads_what_the_computer_reads(reading: Served, engine: Engine, photos: list[Path]) -> None:
    ready(engine, reading.address)
    expected: list[str] = []
    for photo in photos:
        read(engine, photo, "game" if expected else "home")
        expected += [str(found.kingdom) for found in read_photo(photo).kingdoms]
        assert kingdoms(engine) == sorted(expected), photo.name
    assert ranking(engine) == totals(game(engine))

    turn(engine, "kingdom")
    press(engine, ".drawn [data-at='0,0']")
    press(engine, ".picker [data-face='g2']")
    until(engine, "return Boolean(deep('.picker:not([open])')) && !deep('.total.waiting');")
    corrected = kingdoms(engine)
    assert (Counter(expected) - Counter(corrected)).total() == 1
    assert ranking(engine) == totals(game(engine))

    until(engine, KEPT)
    reading.end()
    try:
        address = engine.run("return location.href")
        engine.open("about:blank")  # an address with a fragment that is opened once more is not loaded again
        ready(engine, address)
        assert kingdoms(engine) == corrected
        read(engine, photos[0])
        assert kingdoms(engine) == sorted([*corrected, expected[0]])
    finally:
        reading.begin()
