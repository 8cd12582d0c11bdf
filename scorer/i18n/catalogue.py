"""Keeps the translations complete: what the source says, what the catalogues lack, and the compiled files.

    python -m scorer.i18n.catalogue           lists what has no translation; exit status 1 if there is any
    python -m scorer.i18n.catalogue update    adds new strings to the .po files, drops those no longer said, compiles

For developers: it needs babel, which the page does not.
"""

from __future__ import annotations

import ast
import io
import string
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorer.i18n.sayings import said
from scorer.i18n.translator import DOMAIN, LANGUAGES, LOCALE
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.dominoes import Box
from scorer.rules.model.terrain import Terrain

ROOT = Path(__file__).parents[2]
SOURCES = ("app.py", "scorer/ui", "scorer/i18n", "scorer/sharing", "scorer/rules", "scorer/vision")
"""Where words for players are written; ``scorer/cli.py`` speaks English."""


def sources() -> Iterator[Path]:
    """The Python files whose words are translated."""
    for source in SOURCES:
        path = ROOT / source
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []


def wanted() -> dict[str, str]:
    """Every string players can meet, with the file it is from."""
    found = {terrain.value: "scorer/rules/model/terrain.py" for terrain in Terrain}
    found |= {box.value: "scorer/rules/model/dominoes.py" for box in Box}
    found |= {building.name: "scorer/rules/model/buildings.py" for building in BUILDINGS.values()}
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
        header_comment=f"# {LANGUAGES[language]}, kept up to date by: python -m scorer.i18n.catalogue update",
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
