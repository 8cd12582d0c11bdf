"""Every screen of the app, and how a browser comes to it on either host."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.app.pages.header import name_of
from scorer.app.state.memory import PAGE, page_of
from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import Quest
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import address_of
from scorer.sharing.saved_games.saved_game import SavedGame
from tests.ui.browser.steps import PAGES, UPLOAD, WAIT, press, rest
from tests.ui.browsing import either
from tests.ui.drawn import drawn_photo

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet
    from playwright.sync_api import Page

ANN, BEN = "ssm2gf/m2m3mm2f1/Cww1ww/f1wws2s/f1ww1ss", ".ls2g./s1wwg1g1/www1g2l/Cl1lll/wl1lll"
WHOLE, ILLEGAL, TOWN = (
    "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg",
    "wm3m3/m3Cm3/m3m3w",
    "gwl1lf1/w1ws2g1g/ww1Ctt/m2mttt/f1tttl",
)


def player(name: str, *kingdoms: str, colour: str = "", total: int | None = None) -> Player:
    """A player with kingdoms in notation, or with a total alone."""
    totals = () if total is None else (total,)
    return Player(name, colour=colour, kingdoms=tuple(map(Kingdom.parse, kingdoms)), totals=totals)


TWO = Game((player("Ann", ANN, colour="blue"), player("Ben", BEN, colour="pink")))
FOUR = replace(TWO, players=(*TWO.players, player("Cleo-Magdalena Longname", ILLEGAL), player("Dan", total=45)))
DYNASTY = replace(TWO, players=(player("Ann", ANN, ANN, colour="blue"), player("Ben", BEN)), dynasty=True)
QUEENDOMINO = Game((player("Ann", f"{TOWN} coins=11 towers=3 knights=4 queen"), player("Ben", TOWN)))
GIANTS = Game((player("Ann", WHOLE),), Rules(giants=True, quests=(Quest.parse("lost_corner"),)))

SAVED = [
    SavedGame("1a", date(2026, 10, 3), TWO, location="Lyon", notes="Rain all day.\nBen forgot a crown."),
    SavedGame("1b", date(2026, 10, 17), Game((player("Ann", total=51), player("Ben", total=48)))),
    SavedGame("1c", date(2026, 11, 1), Game((player("Ben", ANN), player("Cleo", BEN)))),
    SavedGame("1d", date(2026, 11, 8), QUEENDOMINO, settled=False),
    SavedGame("1e", date(2026, 11, 15), FOUR),
]


@dataclass(frozen=True)
class Screen:
    """A page with a game from a link, with photos by name or with saved games; ``presses`` are pressed in turn.

    A press with a text types it instead.
    """

    page: str
    game: Game | None = None
    photos: tuple[str, ...] = ()
    presses: tuple[str | tuple[str, str], ...] = ()
    has_history: bool = False
    is_later: bool = False
    """Whether the page is left and opened again by its address alone."""
    shows: str = ""
    """A selector that is waited for in the end."""


MORE, SETTINGS = (f"summary:has-text('{label}')" for label in ("More ways to start", "Settings and language"))
PICKER = ".picker[open]"
NOTATION, LINK = (f".st-key-{key}-text input, [data-key={key}] input" for key in ("notation", "link-field"))
OPEN = "[data-testid=stForm]:has(.st-key-link-field-text) button, [data-key=link-field] button"
ERROR = "[role=alert]"

PHOTOS = ("kingdom", "another", "broken")

SCREENS = {
    "home": Screen("home"),
    "home with games": Screen("home", has_history=True, shows="[class*='recent-'], [data-key^='recent-']"),
    "home more": Screen("home", presses=(MORE,)),
    "home settings": Screen("home", presses=(SETTINGS,)),
    "home with an error": Screen(
        "home", presses=(MORE, (NOTATION, "x"), "button:has-text('Add this kingdom')"), shows=ERROR
    ),
    "home with the last game": Screen("home", TWO, is_later=True, shows="button:has-text('Resume last game')"),
    "game resumed": Screen("game", TWO, presses=("button:has-text('Resume last game')",), is_later=True),
    "game of one": Screen("game", photos=("kingdom",)),
    "game of two": Screen("game", TWO),
    "game of four": Screen("game", FOUR),
    "game of a dynasty": Screen("game", DYNASTY),
    "game of queendomino": Screen("game", QUEENDOMINO),
    "game with names to choose": Screen("game", photos=("kingdom",), has_history=True),
    "game with a question": Screen("game", photos=("kingdom", "another")),
    "game by hand": Screen("game", TWO, presses=("summary:has-text('Add by hand')",)),
    "game compared": Screen("game", FOUR, presses=("summary:has-text('Score sheets side by side')",)),
    "game to clear": Screen("game", TWO, presses=(either("ask_to_clear-True"),)),
    "kingdom": Screen("game", photos=("kingdom",), presses=(either("look-0"),), shows=".photo .square"),
    "kingdom drawn": Screen(
        "game", photos=("kingdom",), presses=(either("look-0"), "[data-mode=drawn]"), shows=".drawn .square"
    ),
    "kingdom grid": Screen("game", photos=("kingdom",), presses=(either("look-0"), "[data-mode=grid]"), shows=".mesh"),
    "kingdom illegal": Screen("kingdom", replace(FOUR, players=FOUR.players[2:]), shows=".findings button"),
    "kingdom missing": Screen("kingdom", Game((player("Ann"), player("Ben", BEN))), shows=".info, .stAlert"),
    "kingdom empty": Screen("home", presses=(MORE, either("empty")), shows=".brushes"),
    "kingdom row by row": Screen("home", presses=(MORE, either("empty"), "[data-press=rows]"), shows=".cursor"),
    "kingdom of queendomino": Screen("kingdom", QUEENDOMINO, shows=".drawn .square"),
    "picker": Screen("game", photos=("kingdom",), presses=(either("look-0"), ".photo [data-at='1,4']"), shows=PICKER),
    "picker of a town": Screen("kingdom", QUEENDOMINO, presses=(".drawn [data-at='2,4']",), shows=PICKER),
    "rules": Screen("rules", TWO),
    "rules of giants": Screen("rules", GIANTS, shows=".board-picture"),
    "share": Screen("share", TWO, shows=".link button"),
    "share with an error": Screen("share", TWO, presses=((LINK, "x"), OPEN), shows=ERROR),
    "history without games": Screen("history"),
    "history": Screen("history", has_history=True, shows="[class*='saved-'], [data-key^='saved-']"),
    "statistics": Screen("history", has_history=True, presses=("button:has-text('Statistics')",), shows=".stats"),
    "saved game": Screen(page_of("1a"), has_history=True, shows="[class*='notes-'], [data-key^='notes-']"),
    "message": Screen("home", photos=("broken",)),
}

SMOKE = ("home", "game of one", "kingdom", "rules", "share", "history", "saved game")
"""One screen of each page."""


def in_part(names: Iterable[str], rest: pytest.MarkDecorator = pytest.mark.thorough) -> list[str | ParameterSet]:
    """Parameters for screens: one screen of each page without a mark, and the others with the mark `rest`."""
    return [name if name in SMOKE else pytest.param(name, marks=rest) for name in names]


def photos_by_name(photo: Path) -> dict[str, Path]:
    """The photos of the screens as files in the folder of a good one, of which one is broken."""
    paths = {name: photo.with_name(f"{name}.jpg") for name in PHOTOS}
    for nth, (name, path) in enumerate(paths.items()):
        if not path.exists():
            path.write_bytes(b"" if name == "broken" else drawn_photo() + bytes(nth))
    return paths


def in_language(screen: Screen, language: str) -> Screen:
    """A screen whose presses have the labels of a language, such as "de"."""
    tr = translator(language)

    def labelled(selector: str) -> str:
        return re.sub(r"has-text\('(.*?)'\)", lambda found: f'has-text("{tr(found[1])}")', selector)

    presses = tuple(labelled(one) if isinstance(one, str) else one for one in screen.presses)
    return replace(screen, presses=presses, shows=labelled(screen.shows))


ANSWERS = ".player-card, .stAlert, .warning"
"""What a photo adds to the page."""

MORE = "([selector, before]) => document.querySelectorAll(selector).length > before"


def show(page: Page, address: str, screen: Screen, photos: dict[str, Path]) -> None:
    """Open a screen in a tab in which nothing is kept yet. ``photos`` are files by their names."""
    if screen.has_history:
        page.evaluate(
            "(games) => { for (const [key, text] of games) localStorage[`kingdom-scorer-evening-${key}`] = text; }",
            [[saved_game.key, saved_game.to_text()] for saved_game in SAVED],
        )
    start = "home" if screen.photos else screen.page
    url = address_of(screen.game, address) if screen.game else address
    page.goto(f"{url}{'&' if '?' in url else '?'}{PAGE}={start}")
    page.wait_for_url(f"**#{start}")
    page.locator("h1.title").wait_for()
    rest(page)
    for name in screen.photos:
        before = page.locator(ANSWERS).count()
        page.locator(UPLOAD).first.set_input_files(photos[name])
        page.wait_for_function(MORE, arg=[ANSWERS, before], timeout=WAIT)
        rest(page)
    if screen.is_later:
        page.goto(address)
        page.wait_for_url("**#home")
        page.locator(next(one for one in (*screen.presses, screen.shows) if isinstance(one, str))).wait_for()
        rest(page)
    for pressed in screen.presses:
        if isinstance(pressed, str):
            press(page, pressed)
        else:
            page.locator(pressed[0]).fill(pressed[1])
        rest(page)
    page.locator(screen.shows or PAGES[name_of(screen.page)]).first.wait_for(state="attached", timeout=WAIT)
    rest(page)
