"""Every language to the last message: nothing untranslated, nothing stale, nothing said past the catalogues."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from scorer.i18n.translator import LANGUAGES, NAMES
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.dominoes import Box
from scorer.rules.model.terrain import Terrain
from tests.i18n.catalogues import ROOT, SOURCES, TRANSLATED, catalogue, faults, po_path, source_words, texts

SAYING = {"tr": 1, "mark": 1, "Message": 1, "counted": 2}
"""The calls that words are collected from, and how many of their first arguments are words."""
PASSING_ON = {"scorer/rules/model/messages.py", "scorer/i18n/translator.py"}
"""Where these calls are made; words come in as a parameter there."""


@pytest.mark.slow
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_string_has_a_translation_with_the_same_placeholders(language: str) -> None:
    assert faults(source_words(), catalogue(language)) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_source(language: str) -> None:
    with po_path(language).with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in catalogue(language):
        if isinstance(message.id, str) and message.id:
            assert compiled.gettext(message.id) == message.string
        elif message.id:
            singular, plural = message.id
            spoken = {compiled.ngettext(singular, plural, count) for count in (0, 1, 2, 5)}
            assert spoken == set(texts(message.string))


def test_a_missing_a_broken_and_a_stale_translation_are_found() -> None:
    words, french = Catalog(), Catalog(locale="fr")
    for identity in ("nobody translated this", "row {row}", ("{count} crown", "{count} crowns")):
        words.add(identity)
    french.add("row {row}", "rangée {ligne}")
    french.add("old", "vieux")
    french.add(("{count} crown", "{count} crowns"), ("{count} couronne", ""))
    assert faults(words, french) == [
        "not translated: 'nobody translated this'",
        "other placeholders: 'row {row}' → ('rangée {ligne}',)",
        "not translated: ('{count} crown', '{count} crowns')",
        "no longer said: 'old'",
    ]


@pytest.mark.slow
def test_the_games_own_words_are_collected() -> None:
    assert set(NAMES) == {*Terrain, *Box}
    assert {*NAMES.values(), *(building.name.template for building in BUILDINGS.values())} <= {
        text for message in source_words() for text in texts(message.id)
    }


MARKS = "“”„«»\"'"
"""Quotation marks, and the apostrophe of typewriters."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_quotation_marks_and_apostrophes_are_the_language_s_own(language: str) -> None:
    foreign = set(MARKS) - set(LANGUAGES[language].quotation_marks)
    for said in (text for message in catalogue(language) if message.id for text in texts(message.string)):
        assert not foreign & set(said), said


def test_french_has_spaces_before_punctuation() -> None:
    for said in (text for message in catalogue("fr") if message.id for text in texts(message.string)):
        text = re.sub(r"\{[^}]*\}|https?://\S+", "x", said)
        assert not re.search(r"\u202f|\S» | [;:!?»]|« |\w[;!?](\s|$)|[“”]|(?<=\w)'(?=\w)", text), text


def said_by_no_literal(tree: ast.AST) -> Iterator[int]:
    """Line numbers of calls whose words are put together, chosen or looked up there, so that no tool collects them."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        for words in node.args[: SAYING.get(name, 0)]:
            literal = isinstance(words, ast.Constant) and isinstance(words.value, str)
            glued = isinstance(words, ast.JoinedStr | ast.BinOp | ast.IfExp)
            if glued or not (literal or name == "tr"):  # a translator is also given whole messages
                yield node.lineno


@pytest.mark.slow
def test_words_are_literals_at_the_call() -> None:
    checked = {path.relative_to(ROOT).as_posix(): path for path in SOURCES}
    wrong = {name: list(said_by_no_literal(ast.parse(path.read_text("utf-8")))) for name, path in checked.items()}
    assert {name: lines for name, lines in wrong.items() if lines and name not in PASSING_ON} == {}


def test_words_that_are_no_literals_would_be_found() -> None:
    source = (
        'tr(f"Hello {name}")\nMessage(template)\ntr("a" if b else "c")\ncounted("one", many, 2)\ntr(message); mark("x")'
    )
    assert list(said_by_no_literal(ast.parse(source))) == [1, 2, 3, 4]


SHOWING = re.compile(
    "badge|button|caption|camera_input|checkbox|code|dialog|download_button|error|exception|expander|feedback|image|info"
    "|file_uploader|form_submit_button|header|link_button|markdown|metric|multiselect|number_input|page_link|pills"
    "|popover|progress|radio|segmented_control|selectbox|slider|spinner|status|subheader|success|tabs|text|text_area"
    "|text_input|title|toast|toggle|warning|write"
)
"""Streamlit elements that show their first argument to the player."""
SHOWN = {"label", "body", "text", "help", "placeholder", "caption", "page_title"}
"""Keyword arguments that they show too."""
WORDLESS = re.compile(r"<[^>]*>|:material/\w+:|&\w+;|^[wflgsmtC.?/\d]+$|Kingdom scorer")
"""What is no words: tags, icons, entities, a kingdom's notation, the page's own name."""


def untranslated(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of words handed straight to a Streamlit element that shows them; a log shows none."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if not SHOWING.fullmatch(node.func.attr) or "log" in ast.unparse(node.func.value).lower():
            continue
        for shown in (*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg in SHOWN)):
            for part in literals(shown):
                if re.search(r"[^\W\d_]{2}", WORDLESS.sub("", part)):
                    yield node.lineno, part


def literals(node: ast.expr) -> Iterator[str]:
    """The words written into an expression: itself, both arms of a choice, what stands between the values."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*literals(node.body), *literals(node.orelse))
    elif isinstance(node, ast.JoinedStr):
        yield from (text for part in node.values for text in literals(part))


PAGES = [path for path in SOURCES if path.name == "page.py" or "ui" in path.relative_to(ROOT).parts]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pages_show_no_words_past_the_translator(path: Path) -> None:
    assert list(untranslated(ast.parse(path.read_text("utf-8")))) == []


def test_words_past_the_translator_would_be_found() -> None:
    source = 'st.button("Undo"); st.button(tr("Redo"), help=f"{n} left"); log.error("what"); st.info("a b" if c else d)'
    assert [text for _, text in untranslated(ast.parse(source))] == ["Undo", " left"]


COMPONENT = sorted((ROOT / "scorer/frontend").rglob("*.[jh]*"))
IN_SCRIPTS = r"""(?:label"?|title"?|placeholder|alt|textContent|innerText) *[:=,] *["'`](?!aria-)[^"'`$]*[^\W\d_]{2}"""


@pytest.mark.parametrize("path", COMPONENT, ids=lambda path: path.name)
def test_the_browser_component_has_no_words_of_its_own(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.findall(IN_SCRIPTS, text) == []
    assert path.suffix != ".html" or re.findall(r">[^<]*[^\W\d_]{2}[^<]*<", text) == []


def test_words_in_the_component_would_be_found() -> None:
    for text in ('"aria-label": "Close"', "button.title = 'Undo'", 'find("p").textContent = `Total ${n}`'):
        assert re.search(IN_SCRIPTS, text)
