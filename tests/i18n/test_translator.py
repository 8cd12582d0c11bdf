"""A translator speaks its own language only, counts as its language counts, and leaves names alone."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.i18n.translator import LANGUAGES, choose_language, translator
from scorer.rules.model.dominoes import Box
from scorer.rules.model.messages import Message, counted, listed
from scorer.rules.model.terrain import Terrain


def test_messages_are_translated_to_the_innermost_and_names_are_left_alone() -> None:
    empty = Message("the notation is empty; a castle alone is “C”")
    message = Message("{name}: {terrain}, {why}", {"name": "wheat", "terrain": Terrain.WHEAT, "why": empty})
    french = "wheat: champ de blé, la notation est vide ; un château seul s’écrit « C »"
    assert translator("fr")(message).replace("\u00a0", " ") == french
    assert translator("en")(message) == str(message)


@pytest.mark.parametrize("name", ["דן", "سلمى"])
def test_right_to_left_name_is_isolated_in_a_sentence(name: str) -> None:
    set_apart = f"\u2068{name}\u2069"
    message = counted("{count} point ahead of {name}", "{count} points ahead of {name}", 2, {"name": name})
    assert str(message) == translator("en")(message) == f"2 points ahead of {set_apart}"
    nested = Message("{player}: {finding}", {"player": "Ann", "finding": message})
    assert str(nested) == translator("en")(nested) == f"Ann: 2 points ahead of {set_apart}"


def test_names_of_a_list_are_each_isolated() -> None:
    names = listed(("דן", "Ann", "سلمى"))
    assert str(names) == translator("de")(names) == "\u2068דן\u2069, Ann, \u2068سلمى\u2069"


@pytest.mark.parametrize(("count", "words"), [(0, "0 couronne"), (1, "1 couronne"), (2, "2 couronnes")])
def test_french_counts_none_in_the_singular(count: int, words: str) -> None:
    assert translator("fr")(counted("{count} crown", "{count} crowns", count)) == words


def test_values_may_hold_braces_and_percent_signs() -> None:
    assert translator("fr")("{name}", name="{0} {name!r} %s") == "{0} {name!r} %s"
    assert translator("fr")("100 % {sure}") == "100 % {sure}"
    assert translator("fr")("") == ""


def test_languages_of_sessions_are_independent() -> None:
    def speak(index: int) -> bool:
        language = ("en", "fr")[index % 2]
        return all(translator(language)("wheat") == ("wheat", "champ de blé")[index % 2] for _ in range(200))

    with ThreadPoolExecutor(8) as sessions:
        assert all(sessions.map(speak, range(32)))


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr", "fr"),
        ("FR-ca", "fr"),
        ("fr_FR", "fr"),
        ("en-US,en;q=0.9,fr;q=0.8", "en"),
        ("tlh, fr;q=0.7, en;q=0.3", "fr"),
        ("de-AT", "de"),
        ("es-419, en;q=0.9", "es"),
        ("en;q=0, fr;q=0.1", "fr"),
        ("fr;q=0", "en"),
        ("frr, fra;q=0.5", "en"),
        ("fr;q=cheese", "en"),
        ("*", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_browser_header_chooses_the_language(header: str | None, language: str) -> None:
    assert choose_language(header) == language


def test_english_has_a_plural_of_none() -> None:
    spoken = [translator("en")(counted("{count} crown", "{count} crowns", count)) for count in (0, 1, 2)]
    assert spoken == ["0 crowns", "1 crown", "2 crowns"]


@given(st.text())
def test_any_header_gives_a_language(header: str) -> None:
    assert choose_language(header) in LANGUAGES


def test_boxes_have_their_names_in_every_language() -> None:
    message = Message("the box {box}", {"box": Box.BOTH})
    assert translator("en")(message) == "the box Kingdomino and Queendomino"
    assert translator("fr")(Message("{box}", {"box": Box.KINGDOMINO})) == "Kingdomino"
