"""The page's languages: English as written in the source, French from the gettext catalogue in ``locale/``.

A ``Translator`` is a value, so no session can change another's language: make one for the session's language wherever
words are needed, ``tr = translator(language)``. Strings are collected from the source by ``scorer.i18n.catalogue``: the
literal arguments of ``tr(…)``, ``Message(…)`` and ``mark(…)``.
"""

from __future__ import annotations

import gettext
import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from scorer.rules.model.messages import Message

LANGUAGES = {"en": "English", "fr": "Français"}
"""Each language's code and its own name for itself; the first is what the source is written in."""

BOX_NAMES = {"kingdomino": "Kingdomino", "queendomino": "Queendomino", "both": "Kingdomino and Queendomino"}
"""What the boxes are called in English; in the source their names are what the command line takes."""

LOCALE = Path(__file__).with_name("locale")
DOMAIN = "scorer"

_MOST_PREFERENCES = 20
"""A browser sends a handful; whatever follows more than this many is not looked at."""

_PREFERENCE = re.compile(r"\s*([A-Za-z]{2,3})(?:[-_][\w-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


@dataclass(frozen=True)
class Translator:
    """Says things in one language: ``tr("Undo")``, ``tr("{count} kingdoms", count=2)``, ``tr(message)``.

    Values that are themselves a ``Message`` or one of the game's own words (an ``Enum`` such as ``Terrain``) are
    translated too; plain text such as a player's name is left as it is. A translation may ask for a plural's s behind
    a number: ``{n} case{n:s}``.
    """

    language: str
    catalogue: gettext.NullTranslations

    def __call__(self, text: str | Message, /, **values: object) -> str:
        if isinstance(text, Message):
            return self(text.template, **{**text.values, **values})
        words = self.catalogue.gettext(text) if text else ""  # the empty msgid is the catalogue's own header
        return words.format(**{name: self._said(value) for name, value in values.items()}) if values else words

    def _said(self, value: object) -> object:
        if isinstance(value, Message):
            return self(value)
        if isinstance(value, Enum) and isinstance(value.value, str):
            said = self(value.value)
            return BOX_NAMES.get(said, said)
        return _Count(value) if type(value) is int else value


class _Count(int):
    """A number that knows its French plural: ``{n} case{n:s}`` says “0 case”, “1 case”, “2 cases”."""

    def __format__(self, spec: str) -> str:
        if spec == "s":
            return "" if abs(self) < 2 else "s"
        return super().__format__(spec)


@lru_cache
def translator(language: str) -> Translator:
    """The translator of one of ``LANGUAGES``; any other language is answered in English.

    >>> translator("fr")("wheat"), translator("en")("wheat"), translator("tlh").language
    ('champ de blé', 'wheat', 'en')
    """
    if language not in LANGUAGES:
        return translator("en")
    return Translator(language, gettext.translation(DOMAIN, LOCALE, [language], fallback=language == "en"))


def mark(text: str) -> str:
    """Marks words kept in a constant, so that they get into the catalogue; translated where they are shown.

    >>> mark("wheat")
    'wheat'
    """
    return text


def choose_language(accept_language: str | None) -> str:
    """The language of ``LANGUAGES`` that a browser likes best, from its Accept-Language header or its locale.

    >>> choose_language("de-CH, fr-CH;q=0.9, en;q=0.5"), choose_language("fr_FR"), choose_language(None)
    ('fr', 'fr', 'en')
    """
    liked: dict[str, float] = {}
    for part in (accept_language or "").split(",", _MOST_PREFERENCES)[:_MOST_PREFERENCES]:
        match = _PREFERENCE.fullmatch(part)
        if match and match[1].lower() in LANGUAGES:
            weight = min(float(match[2] or 1), 1.0)
            liked[match[1].lower()] = max(weight, liked.get(match[1].lower(), 0.0))
    best = max(liked, key=lambda language: liked[language], default="en")
    return best if liked.get(best) else "en"
