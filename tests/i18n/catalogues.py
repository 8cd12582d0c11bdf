"""The catalogues as Babel reads them, and the words that the source says now."""

import os
import string
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from scorer.i18n.translator import DOMAIN, LANGUAGES, LOCALE

ROOT = Path(__file__).parents[2]
TRANSLATED = [language for language in LANGUAGES if language != "en"]
SOURCES = [
    path
    for place in (
        "scorer/server/page.py",
        "scorer/offline",
        "scorer/app",
        "scorer/ui",
        "scorer/i18n",
        "scorer/service",
        "scorer/sharing",
        "scorer/rules",
        "scorer/vision",
    )
    for path in (sorted((ROOT / place).rglob("*.py")) if (ROOT / place).is_dir() else [ROOT / place])
]
"""The files that ``babel.cfg`` names."""


@cache
def source_words() -> Catalog:
    """What the project's own tool collects from the source."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scorer.pot"
        tool = ["bash", str(ROOT / "tools" / "translations.sh"), "extract", str(file)]
        subprocess.run(tool, check=True, env={**os.environ, "PYTHON": sys.executable})
        with file.open("rb") as pot:
            return read_po(pot)


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


@cache
def catalogue(language: str) -> Catalog:
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language)


def texts(identity_or_string: object) -> tuple[str, ...]:
    """A message's one text, or its singular and plural."""
    if isinstance(identity_or_string, str):
        return (identity_or_string,)
    assert isinstance(identity_or_string, list | tuple)
    return tuple(identity_or_string)


def placeholders(text: str) -> set[str]:
    """The names that are filled in; with a format, if there is one."""
    parts = string.Formatter().parse(text)
    return {f"{name}:{form}" if form else name for _, name, form, _ in parts if name is not None}


def faults(words: Catalog, translations: Catalog) -> list[str]:
    """One line for each string without a translation, with one that fills in other values, or no longer said."""
    lines = []
    for message in words:
        translated = translations.get(texts(message.id)[0]) if message.id else None
        if not message.id:
            continue
        said = texts(translated.string) if translated and not translated.fuzzy else ("",)
        wanted = translations.num_plurals if len(texts(message.id)) > 1 else 1
        if not all(said) or len(said) != wanted:
            lines.append(f"not translated: {message.id!r}")
        elif any(placeholders(text) != placeholders(texts(message.id)[-1]) for text in said):
            lines.append(f"other placeholders: {message.id!r} → {said!r}")
    lines += [f"no longer said: {message.id!r}" for message in translations if message.id and message.id not in words]
    return lines
