"""What commit 65ff186 wrote still opens: links, files, cards, addresses, and what a browser keeps.

``tests/saved_65ff186`` was written by that commit and is never written again; its README says what is in it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from scorer.app.state import memory
from scorer.offline.program import start_program
from scorer.rules.table.ranking import rank
from scorer.sharing.codec import to_plain
from scorer.sharing.files import game_from_file
from scorer.sharing.link import PART, decode, opened
from scorer.sharing.saved_games.export import read_saved_games
from scorer.sharing.saved_games.saved_game import SavedGame
from tests.app.asking import SPRITES, done
from tests.ui.pages import steps

SAVED = Path(__file__).parent / "saved_65ff186"


def loaded(name: str) -> Any:
    return json.loads((SAVED / f"{name}.json").read_text("utf-8"))


GAMES = {game["name"]: game for game in loaded("games")}
ADDRESSES = loaded("addresses")
HISTORY = loaded("history")["evenings"]
BROWSERS = loaded("browser")
FILES = sorted(path.name for path in SAVED.iterdir() if path.stem in GAMES)

each_game = pytest.mark.parametrize("saved", GAMES.values(), ids=GAMES)
each_address = pytest.mark.parametrize(
    "saved", ADDRESSES, ids=lambda saved: f"{saved['page']}, {saved['game'] or 'no game'}"
)


def assert_holds(now: Any, saved: Any, at: str = "") -> None:
    """Everything saved is there; a later version may add fields."""
    if isinstance(saved, dict):
        assert saved.keys() <= now.keys(), at
        for name in saved:
            assert_holds(now[name], saved[name], f"{at}.{name}")
    elif isinstance(saved, list):
        assert len(now) == len(saved), at
        for index, (one, other) in enumerate(zip(now, saved, strict=True)):
            assert_holds(one, other, f"{at}[{index}]")
    else:
        assert now == saved, at


def assert_same_table(address: dict[str, str], parts: dict[str, str]) -> None:
    """The parts of two addresses hold the same table; a link may be written in other characters."""
    assert address.keys() >= parts.keys() & set(memory.KEPT)
    for name in parts.keys() & set(memory.KEPT):
        if name == PART:
            assert_holds(to_plain(decode(address[name])), to_plain(decode(parts[name])))
        else:
            assert address[name] == parts[name]


def test_saved_files_are_complete() -> None:
    assert len(GAMES) == 25 and len(ADDRESSES) == 27 and len(FILES) == 18 and len(HISTORY) == 8


@each_game
def test_link_opens_the_same_game(saved: dict[str, Any]) -> None:
    assert_holds(to_plain(decode(saved["link"])), saved["game"])


@each_game
def test_ranking_is_the_same(saved: dict[str, Any]) -> None:
    if saved["ranking"]:
        assert_holds(rank(decode(saved["link"]).table).to_dict()["ranking"], saved["ranking"])


@each_game
def test_flags_in_a_saved_address_are_kept(saved: dict[str, Any]) -> None:
    assert memory.memory_of(memory.arrived({"game": saved["link"], "seen": saved["seen"]})) == saved["seen"]


@pytest.mark.parametrize("name", FILES)
def test_file_or_card_opens_the_same_game(name: str) -> None:
    path = SAVED / name
    assert_holds(to_plain(game_from_file(path.read_bytes())), GAMES[path.stem]["game"])


@pytest.mark.parametrize("name", ["history.json", "history.csv"])
def test_history_file_opens(name: str) -> None:
    saved_games = read_saved_games((SAVED / name).read_bytes())
    assert saved_games.skipped is None
    assert_holds([saved_game.to_plain() for saved_game in saved_games], HISTORY)


@pytest.mark.slow
@each_address
def test_address_opens_its_page_and_game_offline(saved: dict[str, Any]) -> None:
    parts = dict(parse_qsl(urlsplit(saved["address"]).query))
    page = done(start_program(SPRITES, "en", "https://scorer.example/"), "arrive", parts=parts)
    assert page["page"] == memory.page_called(saved["page"])
    if saved["game"]:
        assert_holds(to_plain(opened(saved["address"])), GAMES[saved["game"]]["game"])
    assert_same_table(page["storage"]["address"], parts)


@pytest.mark.thorough
@each_address
def test_address_opens_its_page_and_game_on_the_served_page(saved: dict[str, Any]) -> None:
    parts = dict(parse_qsl(urlsplit(saved["address"]).query))
    app = steps.opened(**parts)
    storage = steps.shown(app, "kingdom_storage")
    assert steps.page_of(app) == storage["page"] == memory.page_called(saved["page"])
    assert storage["language"] == parts.get("language", "en")
    assert_same_table(storage["address"], parts)


def points_of(saved_game: SavedGame) -> tuple[str, object, list[object]]:
    """What stays of a saved game in any language: its key, its day and the points by place."""
    return saved_game.key, saved_game.day, [standing.points for standing in saved_game.standings]


@pytest.mark.parametrize("browser_of", BROWSERS)
def test_browser_storage_opens(browser_of: str) -> None:
    kept = BROWSERS[browser_of]["localStorage"]
    prefix = "kingdom-scorer-evening-"
    texts: dict[str, str] = {name.removeprefix(prefix): text for name, text in kept.items() if name.startswith(prefix)}
    assert len(texts) == 1
    for key, text in texts.items():
        assert_holds(SavedGame.from_text(text).to_plain(), json.loads(text))
        assert SavedGame.from_text(text).key == key
    program = start_program(SPRITES, kept.get("kingdom-scorer-language", "en"), "https://scorer.example/")
    done(program, "saved_games", value=json.dumps(texts))
    table = json.loads(kept["kingdom-scorer-table"])
    done(program, "found", value=json.dumps({"table": table, "reading": None}))
    page = done(program, "again")
    assert_same_table(page["storage"]["address"], table)
    known = [SavedGame.from_text(text) for text in texts.values()]  # names that nobody typed follow the language
    assert [points_of(saved_game) for saved_game in program.game_history.saved_games] == [*map(points_of, known)]
