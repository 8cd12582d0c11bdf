"""The whole page in every other language: no English sentence of the catalogues is left on any of it."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from scorer.app.blocks import walk
from scorer.app.program import Program
from scorer.app.state import memory
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import PART, encode
from tests.app.asking import new_program
from tests.i18n.catalogues import TRANSLATED, catalogue, source_words, texts
from tests.sharing.some_games import FOUR, KINGDOMS

pytestmark = pytest.mark.slow

QUEEN = Kingdom.parse(
    "t[church]tsl1l1/ff1t[statue]g2g/w1wCgg1/swt[sawmill]m3m/s1fft[crown]t coins=11 towers=3 knights=4 queen"
)
TABLES = {
    "empty": Game(),
    "four": FOUR,
    "queen": Game((Player("Zoé", colour="pink", kingdoms=(QUEEN,)), Player("Max", colour="blue", kingdoms=(QUEEN,)))),
    "dynasty": Game(
        tuple(Player(name, kingdoms=KINGDOMS[:3]) for name in ("Zoé", "Max")), Rules("older"), dynasty=True
    ),
    "wrong": Game((Player("Zoé", kingdoms=(Kingdom.parse("wwwwwwm3/m?..?..m3/f...C.?"),)),), Rules(harmony=True)),
}


def pieces(text: str) -> list[str]:
    """The fixed words of a template, as long as they identify it."""
    found = re.split(r"\{[^}]*\}|[*:;,.…“”]", text)
    return [piece.strip() for piece in found if len(piece.strip()) > 5 or " " in piece.strip()]


def says(text: str, words: str) -> bool:
    """Whether these words stand in a text, whole. Nearly always they do not even as letters, which is sooner seen."""
    return words in text and re.search(rf"\b{re.escape(words)}\b", text) is not None


@cache
def english(language: str) -> frozenset[str]:
    """What only an untranslated page says."""
    spoken = "\n".join(text for message in catalogue(language) if message.id for text in texts(message.string)).lower()
    words = {piece for message in source_words() if message.id for text in texts(message.id) for piece in pieces(text)}
    return frozenset(word for word in words if not says(spoken, word.lower()))


CODES = {"session", "id", "legality", "code", "notation", "href", "link", "address", "page", "at", "castle"}
"""What a component is sent that is no word of any language."""


def strings(data: object) -> Iterator[str]:
    """The words in a component's data; its codes are no words."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for value in data:
            yield from strings(value)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in CODES:
                yield from strings(value)


WORDS = ("label", "text", "html", "press", "help", "hint", "example")
"""The fields of blocks that hold words."""


def said(program: Program) -> str:
    """Everything a player reads on the page."""
    words: list[str] = []
    for block in walk(program.blocks):
        words += [str(getattr(block, name, "")) for name in WORDS]
        words += [label for _, label in (*getattr(block, "options", ()), *getattr(block, "samples", ()))]
        words += strings(getattr(block, "data", {}))
    return re.sub(r"<[^>]*>|data:[^\s]*", " ", "\n".join(words), flags=re.DOTALL)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("language", TRANSLATED)
def test_no_page_shows_english_in_other_languages(language: str, table: str) -> None:
    program = new_program(language)
    program.do({"kind": "arrive", "parts": {PART: encode(TABLES[table])} if TABLES[table].players else {}})
    foreign = english(language)
    for page in memory.PAGES:
        program.do({"kind": "page", "value": page})
        text = said(program)
        assert len(text) > 100
        left = [word for word in foreign if says(text, word)]
        assert left == [], (page, left)


def test_english_would_be_noticed() -> None:
    assert sum(says(said(new_program()), word) for word in english("fr")) > 5
