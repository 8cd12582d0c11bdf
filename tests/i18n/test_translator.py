"""Two languages to the last message: nothing untranslated, nothing stale, nothing leaking between sessions."""

import ast
import gettext
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.i18n import catalogue
from scorer.i18n.sayings import unmarked, unsayable
from scorer.i18n.translator import LANGUAGES, choose_language, translator
from scorer.rules.model.dominoes import Box
from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Terrain

TRANSLATED = [language for language in LANGUAGES if language != "en"]
MODULES = {path.relative_to(catalogue.ROOT).as_posix(): path for path in catalogue.sources()}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_string_has_a_translation_with_the_same_placeholders(language: str) -> None:
    assert catalogue.faults(language) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_stays_in_the_catalogue_that_is_no_longer_said(language: str) -> None:
    assert {str(message.id) for message in catalogue.read(language) if message.id} == set(catalogue.wanted())


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_source(language: str) -> None:
    with catalogue.po_path(language).with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in catalogue.read(language):
        assert not message.id or compiled.gettext(str(message.id)) == message.string


def test_french_sets_its_punctuation_apart() -> None:
    for message in [message for message in catalogue.read("fr") if message.id]:
        text = re.sub(r"\{[^}]*\}|https?://\S+", "x", str(message.string))
        assert not re.search(r"[^\s\u00a0\u202f]» | [;:!?»]|« |\w[;!?](\s|$)|[“”]|(?<=\w)'(?=\w)", text), text


def test_a_missing_and_a_broken_translation_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    words = dict.fromkeys(["nobody ever wrote this", "wheat", "row {row}"], "somewhere.py")
    read = catalogue.read("fr")
    read.add("row {row}", "rangée {ligne}")
    monkeypatch.setattr(catalogue, "wanted", lambda: words)
    monkeypatch.setattr(catalogue, "read", lambda _: read)
    assert catalogue.faults("fr") == [
        "fr: not translated: 'nobody ever wrote this' (somewhere.py)",
        "fr: other placeholders: 'row {row}' → 'rangée {ligne}'",
    ]


@pytest.mark.parametrize("module", MODULES)
def test_text_is_translated_before_values_are_put_in(module: str) -> None:
    assert list(unsayable(ast.parse(MODULES[module].read_text("utf-8")))) == []


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith(("app", "scorer/ui"))])
def test_pages_show_no_words_past_the_translator(module: str) -> None:
    assert list(unmarked(ast.parse(MODULES[module].read_text("utf-8")))) == []


COMPONENT = sorted((catalogue.ROOT / "scorer/ui/component").glob("*.[jh]*"))
SHOWN = r"""(?:label"?|title"?|placeholder|alt|textContent|innerText)\s*[:=,]\s*["'`][^"'`$]*[^\W\d_]{2}"""


@pytest.mark.parametrize("path", COMPONENT, ids=lambda path: path.name)
def test_the_browser_component_has_no_words_of_its_own(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.findall(SHOWN, text) == []
    assert path.suffix != ".html" or re.findall(r">[^<]*[^\W\d_]{2}[^<]*<", text) == []


def test_words_in_the_component_would_be_found() -> None:
    for text in ('"aria-label": "Close"', "button.title = 'Undo'", 'find("p").textContent = `Total ${n}`'):
        assert re.search(SHOWN, text)


def test_messages_are_translated_to_the_innermost_and_names_are_left_alone() -> None:
    empty = Message("the notation is empty; a castle alone is “C”")
    message = Message("{name}: {terrain}, {why}", {"name": "wheat", "terrain": Terrain.WHEAT, "why": empty})
    french = "wheat: champ de blé, la notation est vide ; un château seul s’écrit « C »"
    assert translator("fr")(message).replace("\u00a0", " ") == french
    assert translator("en")(message) == str(message)


@pytest.mark.parametrize(("count", "words"), [(0, "0 couronne"), (1, "1 couronne"), (2, "2 couronnes")])
def test_french_counts_none_in_the_singular(count: int, words: str) -> None:
    assert translator("fr")(Message("{count} crowns", {"count": count})) == words


def test_values_may_hold_braces_and_percent_signs() -> None:
    assert translator("fr")("{name}", name="{0} {name!r} %s") == "{0} {name!r} %s"
    assert translator("fr")("100 % {sure}") == "100 % {sure}"
    assert translator("fr")("") == ""


def test_sessions_do_not_hear_each_other() -> None:
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
        ("de, fr;q=0.7, en;q=0.3", "fr"),
        ("en;q=0, fr;q=0.1", "fr"),
        ("fr;q=0", "en"),
        ("frr, fra;q=0.5", "en"),
        ("fr;q=cheese", "en"),
        ("*", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_browser_chooses(header: str | None, language: str) -> None:
    assert choose_language(header) == language


@given(st.text())
def test_any_header_gives_a_language(header: str) -> None:
    assert choose_language(header) in LANGUAGES


def test_boxes_have_their_names_in_every_language() -> None:
    message = Message("the box {box}", {"box": Box.BOTH})
    assert translator("en")(message) == "the box Kingdomino and Queendomino"
    assert translator("fr")(Message("{box}", {"box": Box.KINGDOMINO})) == "Kingdomino"
