"""Keeps the translations complete: what the source says, what the catalogues lack, and the compiled files.

    python -m scorer.ui.catalogue           lists what has no translation; exit status 1 if there is any
    python -m scorer.ui.catalogue update    adds new strings to the .po files, drops those no longer said, compiles

For developers: it needs babel, which the page does not.
"""

from __future__ import annotations

import ast
import io
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorer.rules.terrain import Terrain
from scorer.ui.i18n import DOMAIN, LANGUAGES, LOCALE

ROOT = Path(__file__).parents[2]
SOURCES = ("app.py", "scorer/ui", "scorer/rules", "scorer/vision")
"""Where words for players are written; ``scorer/cli.py`` speaks English."""

_SAYING = {"tr", "Message", "mark"}
_SHOWING = re.compile(
    "badge|button|caption|camera_input|checkbox|code|dialog|download_button|error|exception|expander|feedback|image|info"
    "|file_uploader|form_submit_button|header|link_button|markdown|metric|multiselect|number_input|page_link|pills"
    "|popover|progress|radio|segmented_control|selectbox|slider|spinner|status|subheader|success|tabs|text|text_area"
    "|text_input|title|toast|toggle|warning|write"
)
"""Streamlit elements that show their first argument to the player …"""
_SHOWN = {"label", "body", "text", "help", "placeholder", "caption", "page_title"}
"""… and the keywords that are shown too."""
_WORDLESS = re.compile(r"<[^>]*>|:material/\w+:|&\w+;|^[wflgsmtC.?/\d]+$|Kingdom scorer")
"""What is no words: tags, icons, entities, a kingdom's notation, the page's own name."""


def said(tree: ast.AST) -> Iterator[str]:
    """The literal strings that a module hands to ``tr``, ``Message`` or ``mark``, both arms of a choice included.

    >>> list(said(ast.parse('tr("Undo" if back else "Redo"); state.tr("It " "is"); st.write("other")')))
    ['Undo', 'Redo', 'It is']
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and _name(node.func) in _SAYING:
            yield from _literals(node.args[0])


def unsayable(tree: ast.AST) -> Iterator[int]:
    """Line numbers where text is put together before it is translated, so that no catalogue can hold it.

    >>> list(unsayable(ast.parse('tr(f"Hello {name}")')))
    [1]
    """
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and node.args and _name(node.func) in _SAYING):
            continue
        if any(isinstance(part, ast.JoinedStr | ast.BinOp) for part in ast.walk(node.args[0])):
            yield node.lineno


def unmarked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of words handed straight to a Streamlit element that shows them, without ``tr``.

    >>> list(unmarked(ast.parse('st.button("Undo"); st.button(tr("Redo"), help=f"{n} left", key="redo")')))
    [(1, 'Undo'), (1, ' left')]
    """
    for node in ast.walk(tree):
        if not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _SHOWING.fullmatch(node.func.attr)
        ):
            continue
        shown = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg in _SHOWN)]
        for value in shown:
            parts = value.values if isinstance(value, ast.JoinedStr) else [value]
            for words in (text for part in parts for text in _literals(part)):
                if re.search(r"[^\W\d_]{2}", _WORDLESS.sub("", words)):
                    yield node.lineno, words


def sources() -> Iterator[Path]:
    """The Python files whose words are translated."""
    for source in SOURCES:
        path = ROOT / source
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []


def wanted() -> dict[str, str]:
    """Every string players can meet, with the file it is from."""
    found = {terrain.value: "scorer/rules/terrain.py" for terrain in Terrain}
    for path in sources():
        for text in said(ast.parse(path.read_text("utf-8"))):
            found.setdefault(text, path.relative_to(ROOT).as_posix())
    found.pop("", None)
    return found


def placeholders(text: str) -> set[str]:
    """The names that are filled in.

    >>> sorted(placeholders("{a} of {b:>3}"))
    ['a', 'b']
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def po_path(language: str) -> Path:
    """Where a language's translations are written."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """The catalogue as it stands, empty for a language that has none yet."""
    if not po_path(language).exists():
        return Catalog(locale=language)
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalogue: Catalog) -> bytes:
    """The bytes of the .mo file."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def faults(language: str) -> list[str]:
    """One line for each string without a translation, or with one that fills in other values."""
    catalogue, lines = read(language), []
    for text, source in wanted().items():
        message = catalogue.get(text)
        translation = message.string if message and not message.fuzzy else ""
        if not isinstance(translation, str) or not translation:
            lines.append(f"{language}: not translated: {text!r} ({source})")
        elif placeholders(translation) != placeholders(text):
            lines.append(f"{language}: other placeholders: {text!r} → {translation!r}")
    return lines


def update(language: str) -> None:
    """Bring the .po file to what the source says now, keeping translations, and compile it."""
    old = read(language)
    new = Catalog(
        locale=language,
        project="kingdom-scorer",
        version="1",
        header_comment=f"# {LANGUAGES[language]}, kept up to date by: python -m scorer.ui.catalogue update",
        creation_date=old.creation_date,
        revision_date=old.creation_date,
        last_translator="kingdom-scorer",
        language_team="kingdom-scorer",
        msgid_bugs_address="kingdom-scorer",
        fuzzy=False,
    )
    for text, source in sorted(wanted().items()):
        message = old.get(text)
        new.add(text, message.string if message else "", auto_comments=[source])
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, new, width=0)
    path.with_suffix(".mo").write_bytes(compiled(new))


def main(arguments: list[str]) -> int:
    languages = [language for language in LANGUAGES if language != "en"]
    if arguments == ["update"]:
        for language in languages:
            update(language)
    lines = [line for language in languages for line in faults(language)]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return bool(lines)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
