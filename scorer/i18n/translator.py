"""The page's languages: English as written in the source, the others from the gettext catalogues in ``locale/``.

A ``Translator`` is a value, so no session can change another's language: make one for the session's language wherever
words are needed, ``tr = translator(language)``. ``tools/translations.sh`` collects the strings from the source: the
literals at the calls of ``tr``, ``Message``, ``counted`` and ``mark``.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from scorer.rules.model.dominoes import Box
from scorer.rules.model.letters import isolated
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import OLDER, US
from scorer.rules.model.terrain import Terrain


@dataclass(frozen=True)
class Language:
    """A language of the page: its own name for itself, the edition of the rules that its players have, the quotation
    marks that its translations use, and its decimal separator."""

    name: str
    edition: str
    quotation_marks: str
    decimal: str = ","


LANGUAGES = {
    "en": Language("English", US, "“”", "."),
    "fr": Language("Français", OLDER, "«»"),
    "de": Language("Deutsch", OLDER, "„“"),
    "es": Language("Español", OLDER, "«»"),
}
"""By their codes; the first is what the source is written in. One more needs a line here and a catalogue in ``locale/``
(``tools/translations.sh add``). The German and the Spanish rulebook are taken for translations of the older one."""

LOCALE = Path(__file__).with_name("locale")
DOMAIN = "scorer"

_MAX_PREFERENCES = 20
"""A browser sends a handful; whatever follows more than this many is not looked at."""

_PREFERENCE = re.compile(r"\s*([A-Za-z]{2,3})(?:[-_][\w-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


def mark(text: str) -> str:
    """Marks words kept in a constant, so that they get into the catalogue; translated where they are shown.

    >>> mark("wheat")
    'wheat'
    """
    return text


NAMES: Mapping[Enum, str] = {
    Terrain.WHEAT: mark("wheat"),
    Terrain.FOREST: mark("forest"),
    Terrain.LAKE: mark("lake"),
    Terrain.GRASSLAND: mark("grassland"),
    Terrain.SWAMP: mark("swamp"),
    Terrain.MINE: mark("mine"),
    Terrain.TOWN: mark("town"),
    Box.KINGDOMINO: mark("Kingdomino"),
    Box.QUEENDOMINO: mark("Queendomino"),
    Box.BOTH: mark("Kingdomino and Queendomino"),
    Box.AGE_OF_GIANTS: mark("Age of Giants"),
    Box.KINGDOMINO_GIANTS: mark("Kingdomino with Age of Giants"),
    Box.QUEENDOMINO_GIANTS: mark("Queendomino with Age of Giants"),
    Box.BOTH_GIANTS: mark("Kingdomino and Queendomino with Age of Giants"),
}
"""English names of the terrains and the boxes; the values are those of the command line."""

GAMES: Mapping[str, str] = {
    Box.KINGDOMINO: NAMES[Box.KINGDOMINO],
    Box.QUEENDOMINO: NAMES[Box.QUEENDOMINO],
    Box.BOTH: mark("Royal Wedding"),
}
"""Names of the games that each box is for."""


@dataclass(frozen=True)
class Translator:
    """Says things in one language: ``tr("Undo")``, ``tr("Player {number}", number=2)``, ``tr(message)``.

    Values that are themselves a ``Message`` or one of ``NAMES`` are translated too; plain text such as a player's name
    is left as it is, and ``isolated`` where it is written from right to left.
    """

    language: str
    catalogue: gettext.NullTranslations

    def __call__(self, text: str | Message, /, **values: object) -> str:
        """The text in this language with its ``values`` filled in; ``KeyError`` where one that it names is missing."""
        message = text if isinstance(text, Message) else Message(text)
        said = {name: self._said(value) for name, value in {**message.values, **values}.items()}
        words = self._words(message)
        return words.format(**said) if said else words

    def line(self, message: Message) -> str:
        """A message as a line of its own, which begins with a capital letter unless it begins with a value.

        >>> translator("en").line(Message("the Queen")), translator("en").line(Message("{name} wins", {"name": "ann"}))
        ('The Queen', 'ann wins')
        """
        said = self(message)
        return said if message.template.startswith("{") else capitalised(said)

    def _words(self, message: Message) -> str:
        if not message.template:
            return ""  # the empty msgid is the catalogue's own header
        if message.plural:
            return self.catalogue.ngettext(message.template, message.plural, message.count)
        return self.catalogue.gettext(message.template)

    def _said(self, value: object) -> object:
        if isinstance(value, Message):
            return self(value)
        if isinstance(value, Enum) and value in NAMES:
            return self(NAMES[value])
        return isolated(value) if isinstance(value, str) else value


def capitalised(line: str) -> str:
    """A line with a capital letter at its start.

    >>> capitalised("no kingdom yet"), capitalised("")
    ('No kingdom yet', '')
    """
    return line[:1].upper() + line[1:]


@lru_cache
def translator(language: str) -> Translator:
    """The translator of one of ``LANGUAGES``; any other language is answered in English.

    >>> translator("fr")("wheat"), translator("en")("wheat"), translator("tlh").language
    ('champ de blé', 'wheat', 'en')
    """
    if language not in LANGUAGES:
        return translator("en")
    return Translator(language, gettext.translation(DOMAIN, LOCALE, [language], fallback=language == "en"))


def choose_language(accept_language: str | None) -> str:
    """The language of ``LANGUAGES`` that a browser likes best, from its Accept-Language header or its locale.

    >>> choose_language("de-CH, fr-CH;q=0.9, en;q=0.5"), choose_language("fr_FR"), choose_language(None)
    ('de', 'fr', 'en')
    """
    liked: dict[str, float] = {}
    for part in (accept_language or "").split(",", _MAX_PREFERENCES)[:_MAX_PREFERENCES]:
        match = _PREFERENCE.fullmatch(part)
        if match and match[1].lower() in LANGUAGES:
            weight = min(float(match[2] or 1), 1.0)
            liked[match[1].lower()] = max(weight, liked.get(match[1].lower(), 0.0))
    best = max(liked, key=lambda language: liked[language], default="en")
    return best if liked.get(best) else "en"
